/** A tab of a session file in the inventory's shape. */
import type { HistoryItem, Tab } from '../inventory.js';
import type { Clean } from './clean.js';
import type { Entry } from './entry.js';
import { framesOf } from './frames.js';
import type { SessionTab } from './session.js';
import { transitionWord } from './transitions.js';

/** `why`: how its browser stands. */
export function tabOf(tab: SessionTab, why: string, clean: Clean, earlier = false): Tab | null {
  const current = currentOf(tab);
  if (current === null) return null;
  const closing = tab.closedAt === null ? '' : ` at ${new Date(tab.closedAt).toISOString()}`;
  const unnamed = current.url === '' ? `; ${withoutAddress(current, clean)}` : '';
  return {
    targetId: `session:${tab.id}`,
    contextId: 'profile',
    incognito: false,
    url: clean.url(current.url),
    title: clean.text(current.title),
    status: 'closed',
    why: `${tab.closed ? `it was closed${closing}; ` : ''}${why}${unnamed}`,
    dialog: null,
    loading: false,
    history: tab.entries.map((entry) => itemOf(entry, tab, current, clean)),
    screenshot: null,
    screenshotWhy: null,
    responseStatus: current.httpStatus >= 100 && current.httpStatus < 600 ? current.httpStatus : null,
    timeline: [],
    complaints: [],
    openSockets: null,
    frames: framesOf(current, clean),
    last: tab.closed ? 'closed' : earlier ? 'earlier' : 'open',
  };
}

/** A record has room for 64 KB, and the browser leaves out what does not fit, also an address. */
function withoutAddress({ originalUrl }: Entry, clean: Clean): string {
  const asked = originalUrl === '' ? '' : ` (${clean.url(originalUrl)} was asked for)`;
  return `its address is not in the file: one so long is not written down${asked}`;
}

/** The entry that is shown; where the file does not hold it, the next one, else the last. */
export function currentOf({ entries, selected }: SessionTab): Entry | null {
  const shown = selected < 0 ? undefined : entries.find(({ index }) => index >= selected);
  return shown ?? entries.at(-1) ?? null;
}

function itemOf(entry: Entry, tab: SessionTab, current: Entry, clean: Clean): HistoryItem {
  return {
    entryId: entry.index + tab.dropped,
    url: clean.url(entry.url),
    title: clean.text(entry.title),
    transition: transitionWord(entry.transition),
    userTypedUrl: clean.url(entry.originalUrl || entry.url),
    current: entry === current,
    at: entry.at,
  };
}
