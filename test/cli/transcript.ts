/**
 * A transcript is a case of the command line: a script, then the files it starts with.
 *
 *   # why this case is here
 *   env NAME=value               for all commands that follow
 *   reconcile plan plan.yml      must exit 0
 *   ! reconcile status           must exit with anything else; then say with what:
 *   exit 6
 *   shell reconcile status | head -1     a line for `sh`, exit code as above
 *   stdout 'a part of it'        also /a regular expression/ (multi-line), or = file (all of it)
 *   ! stderr 'what must not be there'
 *   json error.exit 6            stdout is one JSON document with this value there
 *   exists .reconcile/ledger.db
 *   ! exists out.html
 *   unchanged plan.yml           the last command left it as it was
 *   -- plan.yml --
 *   worker: launch-1
 *
 * `$FOLDER` is the case's own folder, which is also the working folder and HOME.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
const LONGEST_MS = 45_000;

export interface Transcript {
  script: { line: string; number: number }[];
  files: Map<string, string>;
}

export function parseTranscript(text: string): Transcript {
  const [script = '', ...rest] = text.split(/^-- (.+) --\n/m);
  const files = new Map<string, string>();
  for (let at = 0; at < rest.length; at += 2) files.set(rest[at] ?? '', rest[at + 1] ?? '');
  const lines = script.split('\n').map((line, at) => ({ line: line.trim(), number: at + 1 }));
  return { script: lines.filter(({ line }) => line !== '' && !line.startsWith('#')), files };
}

interface Last {
  exit: number;
  stdout: string;
  stderr: string;
  before: Map<string, string>;
}

export async function runTranscript({ script, files }: Transcript, folder: string): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const env = await environment(folder);
  let last: Last = { exit: 0, stdout: '', stderr: '', before: new Map() };
  for (const { line, number } of script) {
    const not = line.startsWith('! ');
    const [verb = '', rest = ''] = split(not ? line.slice(2) : line);
    const argument = rest.replaceAll('$FOLDER', folder);
    if (verb === 'env') setVariable(env, argument);
    else if (verb === 'reconcile' || verb === 'shell') {
      last = await execute(verb === 'shell' ? argument : `reconcile ${argument}`, folder, env);
      const said = `line ${number}: ${line}\n${last.stdout}${last.stderr}`;
      if (not) expect(last.exit, said).not.toBe(0);
      else expect(last.exit, said).toBe(0);
    } else await check({ verb, argument, not, last, folder, said: `line ${number}: ${line}` });
  }
}

/** Nothing of the machine's own settings; `reconcile` is the built command. */
async function environment(folder: string): Promise<Record<string, string>> {
  const bin = join(folder, '.bin');
  await mkdir(bin);
  const call = `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`;
  await writeFile(join(bin, 'reconcile'), call, { mode: 0o755 });
  return { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: folder, TZ: 'UTC' };
}

function setVariable(env: Record<string, string>, assignment: string): void {
  const at = assignment.indexOf('=');
  env[assignment.slice(0, at)] = assignment.slice(at + 1);
}

function split(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).trim()];
}

async function execute(command: string, folder: string, env: Record<string, string>): Promise<Last> {
  const before = await fingerprints(folder);
  const child = spawn('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  const [stdout, stderr, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(code ?? (signal ? 256 : -1)));
    }),
  ]);
  clearTimeout(timer);
  return { exit, stdout, stderr, before };
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function fingerprints(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) found.set(entry.name, await fingerprint(join(folder, entry.name)));
  return found;
}

async function fingerprint(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

interface Expectation {
  verb: string;
  argument: string;
  not: boolean;
  last: Last;
  folder: string;
  said: string;
}

async function check({ verb, argument, not, last, folder, said }: Expectation): Promise<void> {
  const output = `${said}\nstdout:\n${last.stdout}\nstderr:\n${last.stderr}`;
  if (verb === 'exit') expect(last.exit, output).toBe(Number(argument));
  else if (verb === 'stdout' || verb === 'stderr')
    expect(await matches(last[verb], argument, folder), output).toBe(!not);
  else if (verb === 'json') expect(valueAt(last.stdout, argument), output).toBe(true);
  else if (verb === 'exists') expect(await isThere(join(folder, argument)), output).toBe(!not);
  else if (verb === 'unchanged')
    expect(await fingerprint(join(folder, argument)), output).toBe(last.before.get(argument));
  else throw new Error(`${said}: there is no such instruction`);
}

async function matches(actual: string, wanted: string, folder: string): Promise<boolean> {
  if (wanted.startsWith('= ')) return actual === (await readFile(join(folder, wanted.slice(2)), 'utf8'));
  const inner = wanted.slice(1, -1);
  return wanted.startsWith('/') ? new RegExp(inner, 'mu').test(actual) : actual.includes(inner);
}

/** `actions.0.state "planned"`: the value is JSON. */
function valueAt(document: string, argument: string): boolean {
  const [path, wanted] = split(argument);
  let value: unknown = JSON.parse(document);
  for (const step of path.split('.')) value = (value as Record<string, unknown> | null)?.[step];
  return JSON.stringify(value) === JSON.stringify(JSON.parse(wanted));
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
