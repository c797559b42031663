/** What a profile's files tell, as short lists: only what may have changed something, and how far it can be trusted. */
import type { ProfileRecord, ProfileSource } from '../inventory/inventory.js';
import type { Millis } from '../words.js';
import { count } from './lines.js';
import { cut } from './unsent.js';

export interface Section {
  title: string;
  lines: string[];
}

const MOST = 10;
const LONGEST = 200;

export function profileSections(profile: ProfileRecord): Section[] {
  const { visits, submitted, downloads, cookies, requests, sources } = profile;
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
      submitted,
      ({ name, value, redacted, lastAt }) =>
        `${when(lastAt)}  ${cut(name, 40)}: ${redacted ? '(kept secret)' : cut(value ?? '', LONGEST)}`,
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
    {
      title: 'also there',
      lines: [
        [
          count(visits.length, 'visit'),
          count(requests.length, 'request'),
          count(cookies.length, 'cookie'),
        ].join(', '),
      ],
    },
    // What is missing here proves nothing: so it is said how late each file is written.
    { title: 'read from', lines: sources.map(sourceText) },
  ].filter(({ lines }) => lines.length > 0);
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
  const written = modified === null ? 'not there' : `written ${when(modified)}`;
  const late = lateMs === 0 ? '' : `, up to ${Math.ceil(lateMs / 1000)} s after the fact`;
  return `${cut(file, LONGEST)}: ${written}${late}${why === null ? '' : `; ${why}`}`;
}

/** A file's time may lie outside what a date can hold. */
export function when(at: Millis | null): string {
  if (at === null || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return 'at an unknown time';
  const iso = new Date(at).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`;
}
