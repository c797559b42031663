/** Real repositories, and real git over HTTP. Nothing of the user's own configuration gets in. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Handler, send } from './platform.js';

export const NOBODY = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

export function git(cwd: string, ...words: string[]): string {
  return execFileSync('git', words, {
    cwd,
    env: NOBODY,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  }).trim();
}

/** Commits everything that lies in `repo`, a new file `name` among it; answers the commit's hash. */
export async function commit(repo: string, name: string, date?: string): Promise<string> {
  await writeFile(join(repo, name), `${name}\n`);
  git(repo, 'add', '-A');
  const env = date ? { ...NOBODY, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date } : NOBODY;
  execFileSync('git', ['commit', '-qm', `add ${name}`], { cwd: repo, env, stdio: 'ignore' });
  return git(repo, 'rev-parse', 'HEAD');
}

/** A repository on branch `main` with one commit, at `folder/name`. */
export async function repoAt(folder: string, name = 'repo'): Promise<string> {
  const repo = join(folder, name);
  await mkdir(repo);
  git(repo, 'init', '-q', '-b', 'main');
  await commit(repo, 'first.txt', '2020-01-01T00:00:00Z');
  return repo;
}

/** A bare one at `folder/name` that admits pushes over HTTP. */
export function bareAt(folder: string, name = 'remote.git'): string {
  git(folder, 'init', '-q', '--bare', '-b', 'main', name);
  git(join(folder, name), 'config', 'http.receivepack', 'true');
  return join(folder, name);
}

/** `git http-backend` for the bare repositories in `folder`. */
export function gitOverHttp(folder: string): Handler {
  return (request, response, url) => {
    serve(folder, request, response, url).catch(() => response.destroy());
  };
}

async function serve(folder: string, request: IncomingMessage, response: ServerResponse, url: URL) {
  const { method = '', headers } = request;
  const env = {
    ...NOBODY,
    GIT_PROJECT_ROOT: folder,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: method,
    CONTENT_TYPE: headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
    GIT_PROTOCOL: `${headers['git-protocol'] ?? ''}`,
  };
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  const whole = await buffer(backend.stdout);
  const end = whole.indexOf('\r\n\r\n');
  const head = whole.toString('latin1', 0, end);
  const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
  const body = whole.subarray(end + 4);
  const type = field('content-type') ?? 'text/plain';
  const status = Number(field('status')?.slice(0, 3) ?? 200);
  if (method === 'GET') return send(response, status, type, body.toString());
  response.writeHead(status, { 'content-type': type, 'content-length': `${body.length}` }).end(body);
}
