/** A browser that outlives its worker and us: started detached, found again by its port, ended only if it is ours. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { Refusal } from '../refusal.js';
import type { BrowserRef, ProcessRef } from '../words.js';
import { browserArgs, browserEnvironment, OURS } from './browser-args.js';
import { type BrowserKind, findBrowser } from './find-browser.js';
import * as proc from './proc.js';
import { profileUser, sweepLock, takeProfile } from './profile-lock.js';

export interface LaunchOptions {
  /** Made if it is missing, and closed to other users. */
  profile: string;
  /** Where the browser's own network log goes; an existing one is kept, and the new one gets another name. */
  netlog: string | null;
  browser?: string | null | undefined;
  args?: string[] | undefined;
  headed?: boolean | undefined;
}

export type LaunchedBrowser = BrowserRef & { kind: BrowserKind; path: string };

/** A full Chromium with a cold disk on two busy cores took 9 s. */
const START_MS = 45_000;
const CLOSE_MS = 5_000;

export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const found = await findBrowser(options.browser);
  const profile = ownFolder(options.profile);
  takeProfile(profile);
  rmSync(join(profile, 'DevToolsActivePort'), { force: true });
  const netlog = options.netlog === null ? null : newFile(options.netlog);
  const args = browserArgs({
    kind: found.kind,
    profile,
    netlog,
    headed: options.headed ?? false,
    args: [...found.args, ...(options.args ?? [])],
  });
  const errors = join(profile, 'browser-stderr.log');
  const { child, leader } = await spawnDetached(found.path, args, errors);
  try {
    const { port, kind } = await answering(child, profile);
    // A wrapper script may have stayed in front of the browser: what listens is the browser.
    const process = proc.portOwner(port) ?? leader;
    return { endpoint: `http://127.0.0.1:${port}`, process, profile, netlog, kind, path: found.path };
  } catch (cause) {
    await proc.stop(proc.sessionMembers(leader.pid, leader), { graceMs: 0 });
    sweepLock(profile);
    throw new Refusal('browser-failed', { on: found.path, hint: whyNot(errors, cause), cause });
  } finally {
    child.unref();
  }
}

/** Without a process to look at, alive means that its port is taken, or, known by its profile only, that in use. */
export function browserAlive(ref: BrowserRef): boolean {
  if (ref.process) return proc.isAlive(ref.process);
  if (!URL.canParse(ref.endpoint)) return ref.profile !== null && profileUser(ref.profile) !== null;
  const { hostname, port } = new URL(ref.endpoint);
  const here = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  // What cannot be told counts as alive: a browser that lives can still send.
  return here ? (proc.isListening(Number(port) || 80) ?? true) : true;
}

/** The profile of a browser on this machine, also of one that somebody else started; null where that is not told. */
export function profileOf(ref: BrowserRef): string | null {
  if (ref.profile !== null) return ref.profile;
  const mark = '--user-data-dir=';
  const word = ref.process && proc.commandLine(ref.process.pid).find((word) => word.startsWith(mark));
  const folder = word ? word.slice(mark.length) : '';
  if (folder === '' || isAbsolute(folder)) return folder || null;
  const cwd = ref.process && proc.workingFolder(ref.process.pid);
  return cwd === null ? null : join(cwd, folder);
}

/** Ends a browser that we started, and no other: politely, so that its profile is written, then by its pid. */
export async function closeBrowser(ref: BrowserRef): Promise<void> {
  if (!ref.process || !ref.profile) throw notOurs(ref);
  if (proc.isAlive(ref.process)) {
    if (proc.PROVABLE && !proc.commandLine(ref.process.pid).includes(OURS)) throw notOurs(ref);
    const tree = proc.refsOf(proc.treeOf(ref.process.pid));
    await askToClose(ref.endpoint, ref.process);
    const left = await proc.stop(tree.filter(proc.isAlive).map(({ pid }) => pid));
    if (left.length > 0) {
      throw new Refusal('endpoint', {
        on: ref.endpoint,
        hint: `the browser (pid ${left[0]}) cannot be ended`,
      });
    }
  }
  sweepLock(ref.profile);
}

async function spawnDetached(path: string, args: string[], errors: string) {
  const fd = openSync(errors, 'w', 0o600);
  try {
    // Detached, with no pipe to us: whatever happens to this process, the browser does not notice.
    const stdio = ['ignore', 'ignore', fd] as const;
    const child = spawn(path, args, { detached: true, stdio: [...stdio], env: browserEnvironment() });
    const leader = child.pid === undefined ? null : proc.refOf(child.pid);
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return { child, leader: leader ?? { pid: child.pid ?? 0, startTicks: null } };
  } catch (cause) {
    throw new Refusal('browser-failed', { on: path, hint: String(cause), cause });
  } finally {
    closeSync(fd);
  }
}

/** Wait until the browser has told its port and answers there; throws why it does not. */
async function answering(child: ChildProcess, profile: string): Promise<{ port: number; kind: BrowserKind }> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(25)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`it ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`);
    }
    const port = toldPort(profile);
    const version = port === null ? null : await askVersion(port);
    // A headless shell calls itself HeadlessChrome here; a full browser says Chrome, headless or not.
    if (port !== null && version !== null)
      return { port, kind: /^Headless/.test(version) ? 'headless-shell' : 'full' };
  }
  throw new Error(`its debugging port did not answer within ${START_MS / 1000} s`);
}

function toldPort(profile: string): number | null {
  try {
    const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'latin1').split('\n');
    return Number(port) || null;
  } catch {
    return null;
  }
}

async function askVersion(port: number): Promise<string | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`, {
      signal: AbortSignal.timeout(2_000),
    });
    const { Browser } = (await answer.json()) as { Browser?: unknown };
    return typeof Browser === 'string' ? Browser : null;
  } catch {
    return null;
  }
}

/** Best effort, and time to write its profile: whoever does not follow is ended by pid. */
async function askToClose(endpoint: string, process: ProcessRef): Promise<void> {
  // Not sent where the port has a new owner by now.
  const owner = proc.portOwner(Number(new URL(endpoint).port));
  if (owner && owner.pid !== process.pid) return;
  try {
    const answer = await fetch(`${endpoint}/json/version`, { signal: AbortSignal.timeout(2_000) });
    const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl, { handshakeTimeout: 2_000 });
    socket.once('open', () => socket.send(JSON.stringify({ id: 1, method: 'Browser.close' })));
    socket.on('error', () => {});
    for (const end = Date.now() + CLOSE_MS; proc.isAlive(process) && Date.now() < end; ) await sleep(20);
    socket.terminate();
  } catch {
    // The browser hangs or is about to end.
  }
}

function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return realpathSync(path);
}

/** Made before the browser opens it, because the browser would let everybody read it. */
function newFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? path : `${path}.${n}`;
    try {
      closeSync(openSync(name, 'wx', 0o600));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function whyNot(errors: string, cause: unknown): string {
  const lines = readFileSync(errors, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.some((line) => line.includes('No usable sandbox'))) {
    return 'this machine gives it no sandbox; allow user namespaces, or add --browser-arg=--no-sandbox';
  }
  const last = lines.at(-1)?.slice(0, 300);
  const why = cause instanceof Error ? cause.message : String(cause);
  return last ? `${why}; it said last: ${last}` : why;
}

function notOurs(ref: BrowserRef): Refusal {
  return new Refusal('endpoint', {
    on: ref.endpoint,
    hint: 'it was not started by reconcile, so it is not closed',
  });
}
