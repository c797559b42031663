/** Git behind `Ask`: a remote's refs and a clone's word on history. Git is loaded only when it is asked. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Blindness, Millis } from '../words.js';
import type { AskGit, Get, RefsAnswer } from './ask.js';
import { advertisedRefs, listedRefs } from './refs.js';
import { filePath, wayOf } from './remote.js';
import { redactUrl } from './secrets.js';

export interface AskGitOptions {
  get: Get;
  userAgent: string;
  /** Where relative paths start. */
  folder: string;
  now: () => Millis;
  signal?: AbortSignal | undefined;
}

/** What only an answer leads to, however useless. */
const ANSWERS: ReadonlySet<Blindness> = new Set(['login', 'unexpected', 'too-large']);

type Unseen = RefsAnswer & { ok: false };

const SERVICE = 'info/refs?service=git-upload-pack';
const ADVERTISEMENT = 'application/x-git-upload-pack-advertisement';

export function makeAskGit(options: AskGitOptions): AskGit {
  return {
    refs: (remote, { headers = {} } = {}) => {
      const way = wayOf(remote);
      if (way === 'http') return overHttp(remote, headers, options);
      const local = way === 'file' ? resolve(options.folder, filePath(remote) ?? '') : null;
      if (way !== null) return throughGit(local ?? remote, local, options);
      return Promise.resolve(unseen('unreachable', remote, options.now()));
    },
    holds: (clone, head, commit) => holds(resolve(options.folder, clone), head, commit),
  };
}

/** The request with which `git ls-remote` itself begins: its answer holds every ref, by a protocol that shows a cut. */
async function overHttp(
  remote: string,
  headers: Record<string, string>,
  { get, userAgent }: AskGitOptions,
): Promise<RefsAnswer> {
  const url = `${remote.replace(/\/+$/, '')}/${SERVICE}`;
  const answer = await get(url, { headers: { 'user-agent': userAgent, ...headers } });
  if (!answer.ok) return answer;
  const { at, sent, via, ageMs, skewMs, text } = answer;
  const type = answer.headers.get('content-type') ?? '';
  if (type.split(';')[0]?.trim() !== ADVERTISEMENT)
    return { ...unseen(strangeness(type, text), answer.url, at), status: answer.status, sent };
  const refs = advertisedRefs(text);
  if (refs === null) return { ...unseen('shape', answer.url, at), status: answer.status, sent };
  return { ok: true, refs, url: answer.url, via, at, ageMs, skewMs, sent };
}

/** No git server answers so: a page, or the list of a server that only serves files, which may be an old one. */
function strangeness(type: string, text: string): Blindness {
  if (!/html/i.test(type)) return 'shape';
  return /<input[^>]*\stype\s*=\s*["']?password/i.test(text) ? 'login' : 'unexpected';
}

/** `local`: its path, where it is one. */
async function throughGit(
  remote: string,
  local: string | null,
  { now, signal }: AskGitOptions,
): Promise<RefsAnswer> {
  const at = now();
  if (local !== null && !(await isThere(local))) return unseen('unreachable', remote, at);
  const shown = redactUrl(remote);
  const sent = { url: shown, status: null, at };
  const answered = [{ ...sent, answered: true as const }];
  try {
    const { openNowhere } = await import('../inventory/git-client.js');
    const git = await openNowhere(signal);
    const flags = ['--symref', '--upload-pack=git-upload-pack'];
    const refs = listedRefs(await git.raw(['ls-remote', ...flags, '--', remote]));
    if (refs === null) return { ...unseen('shape', remote, at), sent: answered };
    return { ok: true, refs, url: shown, via: [], at, ageMs: 0, skewMs: null, sent: answered };
  } catch (error) {
    const why = signal?.aborted
      ? 'time-out'
      : reasonOf(error instanceof Error ? error.message : String(error));
    return { ...unseen(why, remote, at), sent: ANSWERS.has(why) ? answered : [sent] };
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Git tells by its words only; it speaks English here. What it says is not passed on: it may quote the remote. */
function reasonOf(said: string): Blindness {
  if (/timeout reached|timed out/i.test(said)) return 'time-out';
  if (/printed more than/.test(said)) return 'too-large';
  if (/ENOENT/.test(said)) return 'probe-failed';
  if (
    /permission denied|authentication failed|host key verification failed|could not read username/i.test(said)
  )
    return 'login';
  if (
    /not appear to be a git repository|not a git repository|repository .*not found|dubious ownership/i.test(
      said,
    )
  )
    return 'unexpected';
  return 'unreachable';
}

function unseen(why: Blindness, remote: string, at: Millis): Unseen {
  return { ok: false, why, retryAt: null, status: null, url: redactUrl(remote), at, sent: [] };
}

async function holds(folder: string, head: string, commit: string): Promise<'yes' | 'no' | 'unknown'> {
  try {
    const { openRepo } = await import('../inventory/git-client.js');
    const { history } = await import('../inventory/git-history.js');
    return await history(await openRepo(folder), head, commit);
  } catch {
    return 'unknown';
  }
}
