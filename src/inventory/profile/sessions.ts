/**
 * The session files of a profile, read from memory: a copy that leaves nothing on any disk. The newest `Session_*` is the
 * last run's; the one before it, which the browser keeps, an earlier run's.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Millis } from '../../words.js';
import type { ProfileSource } from '../inventory.js';
import { faultOf, readStart } from './copy.js';
import { type SessionTab, tabsOf } from './session.js';
import { commandsIn } from './snss.js';

export interface Sessions {
  tabs: { tab: SessionTab; earlier: boolean }[];
  sources: ProfileSource[];
}

const LATE_MS = 3_000;
const MAX_RUNS = 3;
const SAME_MOMENT_MS = 1_000;

/** `runs`: how many of the browser, the last one first; with one, closed tabs are left out. */
export async function readSessions(folder: string, runs = MAX_RUNS): Promise<Sessions> {
  const listed = await readdir(join(folder, 'Sessions')).catch(folderFault);
  const names = typeof listed === 'string' ? [] : listed;
  const open = await readAll(folder, newest(names, 'Session_').slice(0, runs), 'session');
  const closed = await readAll(folder, runs === 1 ? [] : newest(names, 'Tabs_'), 'closed-tabs');
  const sources = [...open, ...closed].map(({ source }) => source);
  if (open.length === 0) sources.unshift(noFile(typeof listed === 'string' ? listed : 'missing'));
  sources.push(...(await encryptedIn(folder, open[0]?.tabs.length ? open[0].source.modified : null)));
  const tabs = open.flatMap(({ tabs }, i) => tabs.map((tab) => ({ tab, earlier: i > 0 })));
  for (const [i, { tabs: others }] of closed.entries()) {
    for (const other of others) {
      const same = tabs.find(({ tab }) => tab.closed && isSame(tab, other));
      // Written when it was closed: its forms are as they were then.
      if (same) same.tab.entries = other.entries.map((entry) => ({ ...entry }));
      else tabs.push({ tab: other, earlier: i > 0 });
    }
  }
  return { tabs, sources };
}

/** Their names end with when they were begun. */
function newest(names: string[], prefix: string): string[] {
  const begun = names.filter(
    (name) => name.startsWith(prefix) && /^\d{1,20}$/.test(name.slice(prefix.length)),
  );
  return begun
    .sort((a, b) => Number(b.slice(prefix.length)) - Number(a.slice(prefix.length)))
    .slice(0, MAX_RUNS);
}

type Read = { tabs: SessionTab[]; source: ProfileSource };

async function readAll(folder: string, names: string[], kind: 'session' | 'closed-tabs'): Promise<Read[]> {
  return Promise.all(names.map((name) => readOne(folder, `Sessions/${name}`, kind)));
}

async function readOne(folder: string, file: string, kind: 'session' | 'closed-tabs'): Promise<Read> {
  const read = await readStart(join(folder, file));
  const source: ProfileSource = { file, modified: null, lateMs: LATE_MS, why: null };
  if (typeof read === 'string') return { tabs: [], source: { ...source, why: read } };
  const { commands, why } = commandsIn(read.bytes);
  const cut = read.size > read.bytes.length ? 'it is too large: only its first part was read' : why;
  const tabs = tabsOf(commands, kind);
  const none = kind === 'session' && tabs.length === 0 ? 'it tells of no tab' : null;
  return { tabs, source: { ...source, modified: read.modified, why: cut ?? none } };
}

/** The profile's own folder was read already. */
function folderFault(error: NodeJS.ErrnoException): string {
  return error.code === 'ENOTDIR' ? 'it is no folder' : faultOf(error);
}

function noFile(fault: string): ProfileSource {
  const why =
    fault === 'missing'
      ? 'there is none: a headless shell writes none, and a browser only after some seconds'
      : `its folder cannot be read: ${fault}`;
  return { file: 'Sessions/Session_*', modified: null, lateMs: LATE_MS, why };
}

/**
 * Chromium 156 writes each session file a second time, encrypted, in the same moment. What is newer there than in the
 * plain one (`read`: when that was written; null: it tells of no tab) is not told anywhere else.
 */
async function encryptedIn(folder: string, read: Millis | null): Promise<ProfileSource[]> {
  const names = await readdir(join(folder, 'Sessions_Encrypted')).catch((): string[] => []);
  const files = newest(names, 'Session_').map(async (name) => {
    const file = `Sessions_Encrypted/${name}`;
    const written = await stat(join(folder, file)).catch(() => null);
    return written?.isFile() ? [{ file, modified: Math.round(written.mtimeMs) }] : [];
  });
  const [last] = (await Promise.all(files)).flat().sort((a, b) => b.modified - a.modified);
  if (last === undefined || (read !== null && last.modified <= read + SAME_MOMENT_MS)) return [];
  const newer =
    read === null
      ? 'no plain one told of a tab'
      : `${Math.ceil((last.modified - read) / 1_000)} s newer than what was read, so the last changes may be missing`;
  return [{ ...last, lateMs: LATE_MS, why: `it is encrypted and was not read; ${newer}` }];
}

/** The two kinds of file give one tab different numbers; when each of its pages was reached tells them together. */
function isSame(tab: SessionTab, other: SessionTab): boolean {
  const reached = (one: SessionTab) => one.entries.map(({ at, url }) => `${at} ${url}`).join('\n');
  return tab.entries.every(({ at }) => at !== null) && reached(tab) === reached(other);
}
