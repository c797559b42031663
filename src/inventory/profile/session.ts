/**
 * What the commands of a session file add up to: tabs with their history. `Session_*` tells of open tabs (a closed one
 * stays in it until the browser writes the file anew), `Tabs_*` of closed ones. Where a command says what cannot be, it
 * is passed over.
 */
import type { Millis } from '../../words.js';
import { Bytes, Torn } from './bytes.js';
import { type Entry, entryIn } from './entry.js';
import type { Command } from './snss.js';
import { fromMicros } from './times.js';

export interface SessionTab {
  id: number;
  window: number | null;
  position: number;
  entries: Entry[];
  /** Index of the entry that is shown. */
  selected: number;
  /** How many entries were dropped from the front of its history: an entry's index plus this never changes. */
  dropped: number;
  closed: boolean;
  closedAt: Millis | null;
}

type Change = (session: Map<number, SessionTab>, payload: Bytes, raw: Buffer) => void;

const MAX_TABS = 500;
const MAX_ENTRIES = 100;

const ofSession: Record<number, Change> = {
  0: (tabs, bytes) => {
    const window = bytes.i32();
    tabOf(tabs, bytes.i32()).window = window;
  },
  2: (tabs, bytes) => {
    tabOf(tabs, bytes.i32()).position = bytes.i32();
  },
  5: (tabs, bytes) => {
    const tab = tabOf(tabs, bytes.i32());
    const from = bytes.i32();
    tab.entries = tab.entries.filter(({ index }) => index < from);
  },
  6: (tabs, _, raw) => keep(tabs, raw),
  7: (tabs, bytes) => {
    tabOf(tabs, bytes.i32()).selected = bytes.i32();
  },
  11: (tabs, bytes) => prune(tabOf(tabs, bytes.i32()), 0, bytes.i32()),
  16: (tabs, bytes) => {
    const tab = tabs.get(bytes.i32());
    bytes.take(4);
    if (tab) close(tab, fromMicros(bytes.i64()));
  },
  17: (tabs, bytes) => {
    const window = bytes.i32();
    bytes.take(4);
    const at = fromMicros(bytes.i64());
    for (const tab of tabs.values()) if (tab.window === window) close(tab, at);
  },
  24: (tabs, bytes) => prune(tabOf(tabs, bytes.i32()), bytes.i32(), bytes.i32()),
};

const ofClosedTabs: Record<number, Change> = {
  1: (tabs, _, raw) => keep(tabs, raw),
  // It was opened again, and is an open tab of the session file.
  2: (tabs, bytes) => void tabs.delete(bytes.i32()),
  4: (tabs, bytes) => {
    const tab = tabOf(tabs, bytes.i32());
    tab.selected = bytes.i32();
    close(tab, bytes.left >= 8 ? fromMicros(bytes.i64()) : null);
  },
};

export function tabsOf(commands: Command[], kind: 'session' | 'closed-tabs'): SessionTab[] {
  const changes = kind === 'session' ? ofSession : ofClosedTabs;
  const tabs = new Map<number, SessionTab>();
  for (const { id, payload } of commands) {
    try {
      changes[id]?.(tabs, new Bytes(payload), payload);
    } catch (cause) {
      if (!(cause instanceof Torn)) throw cause;
    }
  }
  return [...tabs.values()].filter(({ entries }) => entries.length > 0);
}

function tabOf(tabs: Map<number, SessionTab>, id: number): SessionTab {
  const known = tabs.get(id);
  if (known) return known;
  if (tabs.size >= MAX_TABS) tabs.delete(tabs.keys().next().value ?? id);
  const none = { window: null, position: 0, selected: -1, dropped: 0, closed: false, closedAt: null };
  const tab: SessionTab = { id, ...none, entries: [] };
  tabs.set(id, tab);
  return tab;
}

function keep(tabs: Map<number, SessionTab>, raw: Buffer): void {
  const { tab: id, entry } = entryIn(raw);
  const tab = tabOf(tabs, id);
  const at = tab.entries.findIndex(({ index }) => index >= entry.index);
  if (at < 0) tab.entries.push(entry);
  else tab.entries.splice(at, tab.entries[at]?.index === entry.index ? 1 : 0, entry);
  if (tab.entries.length > MAX_ENTRIES) tab.entries.shift();
}

/** `count` entries went from index `from` on; those behind them moved up. */
function prune(tab: SessionTab, from: number, count: number): void {
  if (from < 0 || count <= 0) throw new Torn('an impossible pruning');
  const end = from + count;
  tab.entries = tab.entries
    .filter(({ index }) => index < from || index >= end)
    .map((entry) => (entry.index < end ? entry : { ...entry, index: entry.index - count }));
  if (tab.selected >= end) tab.selected -= count;
  else if (tab.selected >= from) tab.selected = from - 1;
  if (from === 0) tab.dropped += count;
}

function close(tab: SessionTab, at: Millis | null): void {
  tab.closed = true;
  tab.closedAt = at;
}
