/** Which living browser uses a profile folder, and clearing away what a dead one has left of its lock. */
import { readlinkSync, rmdirSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../refusal.js';
import { commandLine, hostName, isAlive, pids, refOf } from './processes.js';

/** Refuse a profile that is in use; sweep the lock of a dead browser, over which Chromium may stumble. */
export function takeProfile(profile: string): void {
  const lock = target(join(profile, 'SingletonLock'));
  const { host, pid } = parse(lock);
  if (host !== null && host !== hostName()) {
    const hint = `a browser on ${host} has locked it; if that one is gone, remove ${join(profile, 'SingletonLock')}`;
    throw new Refusal('browser-failed', { on: profile, hint });
  }
  const user = pid !== null && isBrowser(pid) ? pid : profileUser(profile);
  if (user !== null) {
    const hint = `this profile is in use by the browser with pid ${user}; close it or name another --profile`;
    throw new Refusal('browser-failed', { on: profile, hint });
  }
  sweepLock(profile);
}

/** Only for a profile whose browser is dead. Also what the lock's socket has left in the temporary folder. */
export function sweepLock(profile: string): void {
  const socket = target(join(profile, 'SingletonSocket'));
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) remove(join(profile, name));
  if (!socket || !/^(org\.chromium|com\.google)\.[\w.]+$/i.test(basename(dirname(socket)))) return;
  for (const name of ['SingletonSocket', 'SingletonCookie']) remove(join(dirname(socket), name));
  try {
    rmdirSync(dirname(socket));
  } catch {
    // Something else lies there: not ours to remove.
  }
}

/** The living browser that was started on this folder. A headless shell takes no lock; its command line tells. */
export function profileUser(profile: string): number | null {
  const mark = `--user-data-dir=${profile}`;
  const uses = (pid: number) => {
    const words = commandLine(pid);
    return words.includes(mark) && !words.some((word) => word.startsWith('--type=')) && living(pid);
  };
  return pids().find(uses) ?? null;
}

/** The pid in a lock may be somebody else's by now. Where the command line cannot be read, it counts as a browser. */
function isBrowser(pid: number): boolean {
  const [program] = commandLine(pid);
  return living(pid) && (program === undefined || /chrom|headless|edge|brave|opera|vivaldi/i.test(program));
}

function living(pid: number): boolean {
  const ref = refOf(pid);
  return ref !== null && isAlive(ref);
}

/** The lock is a link that leads nowhere: `<host>-<pid>`. */
function parse(lock: string | null): { host: string | null; pid: number | null } {
  const parts = /^(.*)-(\d+)$/.exec(lock ?? '');
  return { host: parts?.[1] ?? null, pid: parts ? Number(parts[2]) : null };
}

function target(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Not there.
  }
}
