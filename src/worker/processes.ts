/**
 * What this machine says about processes. Linux tells all of it in /proc; elsewhere the answers are those that
 * signals can give, and whoever asks must call what follows from them `assumed`.
 *
 * Rules: a pid alone is never a process (pid + start time is); a zombie is dead; a stopped process is alive;
 * what cannot be read is passed over in silence, because processes come and go while we read.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Millis, ProcessRef } from '../words.js';

/** Only Linux can prove that a whole session is gone. */
export const PROVABLE = process.platform === 'linux';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));

/** What Linux shows to programs, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

export interface Stat {
  pid: number;
  state: string;
  parent: number;
  group: number;
  session: number;
  threads: number;
  startTicks: number;
}

/** /proc/<pid>/stat. The command name comes second, in brackets, and may hold spaces and brackets itself. */
export function statOf(pid: number): Stat | null {
  const text = read(`/proc/${pid}/stat`)?.toString('latin1');
  if (text === undefined) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid,
    state: fields[0] ?? '?',
    parent: field(4),
    group: field(5),
    session: field(6),
    threads: field(20),
    startTicks: field(22),
  };
}

/** A zombie has nothing left but its exit code; one whose other threads run on is not dead yet. */
function lives(stat: Stat): boolean {
  if (stat.state === 'X' || stat.state === 'x') return false;
  return stat.state !== 'Z' || stat.threads > 1;
}

export function pids(): number[] {
  const names = PROVABLE ? readdirSync('/proc') : [];
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

export function self(): ProcessRef {
  return refOf(process.pid) ?? { pid: process.pid, startTicks: null };
}

/** The process that has this pid now, a zombie included; null where there is none. */
export function refOf(pid: number): ProcessRef | null {
  if (!PROVABLE) return answers(pid) ? { pid, startTicks: null } : null;
  const stat = statOf(pid);
  return stat && { pid, startTicks: stat.startTicks };
}

export function refsOf(pids: number[]): ProcessRef[] {
  return pids.flatMap((pid) => refOf(pid) ?? []);
}

/** When it started, by today's clock; null where the system does not tell. */
export function startedAt(ref: ProcessRef): Millis | null {
  const uptime = Number(read('/proc/uptime')?.toString('latin1').split(' ')[0] ?? Number.NaN);
  if (ref.startTicks === null || Number.isNaN(uptime)) return null;
  return Math.round(Date.now() - uptime * 1000 + (ref.startTicks / TICKS_PER_SECOND) * 1000);
}

export function isAlive(ref: ProcessRef): boolean {
  if (!PROVABLE) return answers(ref.pid);
  const stat = statOf(ref.pid);
  if (!stat || !lives(stat)) return false;
  return ref.startTicks === null || ref.startTicks === stat.startTicks;
}

/** Where pids mean something. */
export function hostName(): string {
  return hostname();
}

/** Changes with every boot, so that a pid of an earlier one is not taken for a process of this one. */
export function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.toString('latin1').trim() || 'unknown';
}

/** A process with all its living descendants, oldest pid first. */
export function treeOf(root: number): number[] {
  const stats = living();
  const tree = new Set([root]);
  // A child can have a lower pid than its parent once pids have wrapped, so one pass is not enough.
  for (let before = 0; before < tree.size; ) {
    before = tree.size;
    for (const stat of stats) if (tree.has(stat.parent)) tree.add(stat.pid);
  }
  return [...tree];
}

export function ancestorsOf(pid: number): number[] {
  const line: number[] = [];
  for (let at = statOf(pid)?.parent; at && !line.includes(at); at = statOf(at)?.parent) line.push(at);
  return line;
}

/** The words a process was started with; empty where they cannot be read. */
export function commandLine(pid: number): string[] {
  return read(`/proc/${pid}/cmdline`)?.toString().split('\0').filter(Boolean) ?? [];
}

/** null: gone, or another user's. */
export function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Another `reconcile`: it looks at browsers and never acts in one. A worker's command is never one itself. */
export function isReconcile(pid: number): boolean {
  const [, script = ''] = commandLine(pid);
  try {
    return script !== '' && realpathSync(resolve(workingFolder(pid) ?? '/', script)) === CLI;
  } catch {
    return false;
  }
}

/**
 * End processes: politely, then by force after `graceMs` (0: by force at once, which a stopped process cannot put
 * off). Returns those that are left. A pid that is given to somebody else meanwhile is not touched.
 */
export async function stop(targets: number[], options: { graceMs?: number; waitMs?: number } = {}) {
  const { graceMs = 2_000, waitMs = 5_000 } = options;
  const refs = refsOf(targets);
  const alive = () => refs.filter(isAlive);
  const gone = async (ms: number) => {
    for (const end = Date.now() + ms; alive().length > 0 && Date.now() < end; ) await sleep(20);
  };
  if (graceMs > 0) {
    // In this order a stopped process wakes up with the request to end already waiting for it.
    for (const { pid } of alive()) signal(pid, 'SIGTERM');
    for (const { pid } of alive()) signal(pid, 'SIGCONT');
    await gone(graceMs);
  }
  for (const { pid } of alive()) signal(pid, 'SIGKILL');
  await gone(waitMs);
  return alive().map(({ pid }) => pid);
}

/** false where the process is gone or is not ours to signal. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Read from the newest pid down: one that forks and ends all the time is gone before a look from below comes to it. */
export function living(): Stat[] {
  const found = pids()
    .sort((a, b) => b - a)
    .flatMap((pid) => {
      const stat = statOf(pid);
      return stat && lives(stat) ? [stat] : [];
    });
  return found.reverse();
}

/** A process (or, negative, a group) that can be signalled, or that another user owns. */
export function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
