/**
 * The session files of a profile, read from memory: a copy that leaves nothing on any disk. The newest `Session_*` is the
 * last run's; the one before it, which the browser keeps, an earlier run's.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProfileSource } from '../inventory.js';
import { readStart } from './copy.js';
import { type SessionTab, tabsOf } from './session.js';
import { commandsIn } from './snss.js';

export interface Sessions {
  tabs: { tab: SessionTab; earlier: boolean }[];
  sources: ProfileSource[];
}

const LATE_MS = 3_000;
const MAX_RUNS = 3;

/** `runs`: how many of the browser, the last one first; with one, closed tabs are left out. */
export async function readSessions(folder: string, runs = MAX_RUNS): Promise<Sessions> {
  const names = await readdir(join(folder, 'Sessions')).catch((): string[] => []);
  const open = await readAll(folder, newest(names, 'Session_').slice(0, runs), 'session');
  const closed = await readAll(folder, runs === 1 ? [] : newest(names, 'Tabs_'), 'closed-tabs');
  const sources = [...open, ...closed].map(({ source }) => source);
  if (open.length === 0) sources.unshift(await noFile(folder));
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
  return { tabs: tabsOf(commands, kind), source: { ...source, modified: read.modified, why: cut } };
}

async function noFile(folder: string): Promise<ProfileSource> {
  const encrypted = await readdir(join(folder, 'Sessions_Encrypted')).catch((): string[] => []);
  const why = encrypted.some((name) => name.startsWith('Session_'))
    ? 'there are only encrypted ones'
    : 'there is none: a headless shell writes none, and a browser only after some seconds';
  return { file: 'Sessions/Session_*', modified: null, lateMs: LATE_MS, why };
}

/** The two kinds of file give one tab different numbers; when each of its pages was reached tells them together. */
function isSame(tab: SessionTab, other: SessionTab): boolean {
  const reached = (one: SessionTab) => one.entries.map(({ at, url }) => `${at} ${url}`).join('\n');
  return tab.entries.every(({ at }) => at !== null) && reached(tab) === reached(other);
}
