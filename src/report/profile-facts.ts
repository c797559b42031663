/** What a profile's files tell, as short lists: only what may have changed something, and how far it can be trusted. */
import type { ProfileRecord, ProfileSource, Tab } from '../inventory/inventory.js';
import type { Millis } from '../words.js';
import { count } from './lines.js';
import { sentOnce } from './sent-fields.js';
import { cut, hasInput, inputText } from './unsent.js';

export interface Section {
  title: string;
  lines: string[];
}

const MOST = 10;
const LONGEST = 200;

export function profileSections(profile: ProfileRecord): Section[] {
  const { visits, submitted, downloads, requests, sources } = profile;
  const posts = visits.filter(({ formPost }) => formPost);
  const open = requests.filter((request) => request.open);
  return [
    section(
      'reached by a form',
      posts,
      ({ at, url, title }) => `${when(at)}  ${cut(url, LONGEST)}${title === '' ? '' : `  ${cut(title, 80)}`}`,
    ),
    section(
      'sent in forms, by field',
      sentOnce(submitted),
      ({ name, value, redacted, lastAt, by }) =>
        `${when(lastAt)}  ${cut(name, 40)} (${by}): ${redacted ? '(kept secret)' : cut(value ?? '', LONGEST) || '(empty)'}`,
    ),
    section(
      'requests still open',
      open,
      ({ at, method, url }) => `${when(at)}  ${method} ${cut(url, LONGEST)}`,
    ),
    section(
      'downloads',
      downloads,
      ({ at, state, path, url, bytes }) =>
        `${when(at)}  ${state}, ${count(bytes, 'byte')}  ${cut(path || url, LONGEST)}`,
    ),
    { title: 'also there', lines: amounts(profile) },
    // What is missing here proves nothing: so it is said how late each file is written.
    { title: 'read from', lines: sources.map(sourceText) },
  ].filter(({ lines }) => lines.length > 0);
}

/** Of what was not read there is no number: `0` would look as if nothing had happened. */
function amounts({ visits, submitted, downloads, cookies, requests, sources }: ProfileRecord): string[] {
  const named = (...names: string[]) => sources.find(({ file }) => names.includes(file));
  const autofill = submitted.filter(({ page }) => page === undefined);
  const parts: Part[] = [
    {
      what: 'visits and downloads',
      found: visits.length + downloads.length,
      amount: count(visits.length, 'visit'),
      source: named('History'),
    },
    { what: 'fields kept by autofill', found: autofill.length, amount: null, source: named('Web Data') },
    {
      what: 'requests',
      found: requests.length,
      amount: count(requests.length, 'request'),
      source: sources.find(({ file }) => !OF_A_PROFILE.test(file)),
    },
    {
      what: 'cookies',
      found: cookies.length,
      amount: count(cookies.length, 'cookie'),
      source: named('Cookies', 'Network/Cookies'),
    },
  ];
  const read = parts.filter((part) => part.found > 0 || whyNot(part) === null);
  const told = read.flatMap(({ amount }) => amount ?? []).join(', ');
  return [...(told === '' ? [] : [told]), ...parts.flatMap(unreadText)];
}

interface Part {
  what: string;
  found: number;
  /** null: it is told elsewhere. */
  amount: string | null;
  source: ProfileSource | undefined;
}

/** What is no file of the profile is the network log, which has any name. */
const OF_A_PROFILE = /^(?:History|Web Data|Login Data|(?:Network\/)?Cookies|Sessions\w*\/.*|\.\.\/.*)$/s;

function whyNot({ what, source }: Part): string | null {
  if (source === undefined) return what === 'requests' ? 'no network log was named' : 'it was not looked for';
  const { file, why, modified } = source;
  if (why !== null) return `${cut(file, LONGEST)}: ${why}`;
  return modified === null ? `${cut(file, LONGEST)}: there is none` : null;
}

function unreadText(part: Part): string[] {
  const why = whyNot(part);
  if (why === null || (part.source === undefined && part.found > 0)) return [];
  return [`${part.what}: ${part.found > 0 ? 'not all read' : 'not read'} (${why})`];
}

function section<T extends { at?: Millis | null; lastAt?: Millis }>(
  title: string,
  all: T[],
  text: (one: T) => string,
): Section {
  const newest = [...all].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, MOST);
  const rest = all.length - newest.length;
  return { title, lines: [...newest.map(text), ...(rest > 0 ? [`and ${rest} more`] : [])] };
}

function timeOf({ at, lastAt }: { at?: Millis | null; lastAt?: Millis }): Millis {
  return at ?? lastAt ?? 0;
}

function sourceText({ file, modified, lateMs, why }: ProfileSource): string {
  const absent = why === null ? 'not there' : 'not read';
  const written = modified === null ? absent : `written ${when(modified)}`;
  const late = lateMs === 0 ? '' : `, up to ${Math.ceil(lateMs / 1000)} s after the fact`;
  return `${cut(file, LONGEST)}: ${written}${late}${why === null ? '' : `; ${why}`}`;
}

export interface TabGroup {
  title: string;
  tabs: Tab[];
  /** How many are left out, as a line; null: none. */
  more: string | null;
}

const MOST_CLOSED = 5;
const EARLIER = 'open when an earlier run of the browser ended';

/** A dead browser's tabs: what was open stands whole and first; of the rest, which may be hundreds, what tells most. */
export function savedTabs(tabs: Tab[], profile: ProfileRecord): { headline: string; groups: TabGroup[] } {
  const open = tabs.filter((tab) => tab.last === 'open');
  const earlier = tabs.filter((tab) => tab.last === 'earlier');
  const closed = tabs.filter((tab) => tab.last === 'closed');
  const typed = inputText(open, profile.submitted);
  const unread = open.filter(isUnread).length;
  const none = noTabs(profile.sources);
  const headline = [
    open.length === 0 ? none.short : `${count(open.length, 'tab')} open when the browser ended`,
    ...(typed === null ? [] : [typed]),
    ...(unread > 0 ? [`${unread} not fully readable`] : []),
    ...(earlier.length > 0 ? [`${earlier.length} of an earlier run`] : []),
    ...(closed.length > 0 ? [`${closed.length} closed before`] : []),
  ];
  const opened = open.length === 0 ? none.long : 'open when the browser ended';
  return {
    headline: headline.join(', '),
    groups: [
      { title: opened, tabs: tellingFirst(open), more: null },
      // Where nothing of the last run can be read, they are all that is left.
      open.length === 0
        ? { title: EARLIER, tabs: tellingFirst(earlier), more: null }
        : few(EARLIER, earlier, 'tab of an earlier run', 'tabs of an earlier run'),
      few('closed before', closed, 'closed tab', 'closed tabs'),
    ].filter(({ title, tabs, more }) => title === opened || tabs.length > 0 || more !== null),
  };
}

/** That there is none is not the same as that none could be read. */
function noTabs(sources: ProfileSource[]): { short: string; long: string } {
  const source = sources.find(({ file }) => file.startsWith('Sessions/Session_'));
  if (source?.why === null)
    return { short: 'no tab was open', long: `tabs: none was open, as far as ${source.file} tells` };
  const why = source === undefined ? 'there is no session file' : `${source.file}: ${source.why}`;
  return { short: 'no open tab could be read', long: `tabs: none could be read: ${why}` };
}

function few(title: string, tabs: Tab[], one: string, many: string): TabGroup {
  const shown = tellingFirst(tabs.filter((tab) => weight(tab) < 2)).slice(0, MOST_CLOSED);
  const rest = tabs.length - shown.length;
  const more = `${shown.length > 0 ? `and ${rest} more` : rest} ${rest === 1 ? one : many}`;
  return { title, tabs: shown, more: rest === 0 ? null : more };
}

/** Newest first among those that tell as much. */
function tellingFirst(tabs: Tab[]): Tab[] {
  const latest = ({ history }: Tab) => history.reduce((last, { at }) => Math.max(last, at ?? 0), 0);
  return [...tabs].sort((a, b) => weight(a) - weight(b) || latest(b) - latest(a));
}

function weight(tab: Tab): number {
  if (hasInput(tab)) return 0;
  // What could not be read may hold input too.
  return isUnread(tab) || tab.history.some(({ transition }) => transition === 'form_submit') ? 1 : 2;
}

function isUnread({ frames }: Tab): boolean {
  return frames.some(({ why }) => why !== null);
}

/** A file's time may lie outside what a date can hold. */
export function when(at: Millis | null): string {
  if (at === null || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return 'at an unknown time';
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`;
}
