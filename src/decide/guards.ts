/**
 * Which sightings count (contract §5, "Guards" and "Sightings").
 * Pure: chains in, judgements out; no clock, no store, no network.
 */
import type { Action, Attempt, Chain, Millis, Reading, Sighting } from '../words.js';

const SLACK: Millis = 120_000;

/**
 * inside: admitted and in the window · before: admitted, created before it · baseline: a reading from before the
 * first claim showed it already · undated: admitted, neither date nor baseline · unknown: the guards can neither
 * admit nor exclude it · excluded: somebody else's, or in another queue.
 */
export type Place = 'inside' | 'before' | 'baseline' | 'undated' | 'unknown' | 'excluded';

/** A sighting followed through all readings. */
export interface Tracked {
  sighting: Sighting;
  place: Place;
  firstSeenSeq: number;
  lastSeenAt: Millis;
  /** Complete readings since that lack it, oldest first. */
  lackedBy: SeenReading[];
}

export interface SeenReading {
  seq: number;
  attempt: number | null;
  reading: Reading;
  /** What moment it shows: a cache's copy shows an earlier one. */
  shows: Millis;
}

export function readingsOf(chain: Chain): SeenReading[] {
  return chain.evidence.flatMap(({ seq, attempt, fact }) =>
    fact.kind === 'reading'
      ? [{ seq, attempt, reading: fact.reading, shows: fact.reading.at - fact.reading.ageMs }]
      : [],
  );
}

/** When the first claim was taken; `-Infinity` where an attempt has no lower end, null before any claim. */
export function firstClaim(attempts: Attempt[]): Millis | null {
  if (attempts.length === 0) return null;
  return Math.min(...attempts.map((attempt) => attempt.openedAt ?? Number.NEGATIVE_INFINITY));
}

/** Start of the window in which a sighting can be ours, for the probes; null: look back without end. */
export function windowStart(chain: Chain): Millis | null {
  const first = firstClaim(chain.attempts);
  if (first === null || first === Number.NEGATIVE_INFINITY) return null;
  return first - slackOf(readingsOf(chain));
}

function slackOf(readings: SeenReading[]): Millis {
  return Math.max(SLACK, ...readings.map(({ reading }) => Math.abs(reading.skewMs ?? 0)));
}

/** Readings taken before the action's first claim; all of them while there is none. */
function baselineOf(chain: Chain, readings: SeenReading[]): SeenReading[] {
  const first = firstClaim(chain.attempts);
  if (first === null) return readings;
  return readings.filter(({ attempt, shows }) => attempt === null && shows < first);
}

/** Two are the same if `id`, else the normalised `url`, is equal. */
export function same(a: Sighting, b: Sighting): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id;
  return a.url !== null && b.url !== null && normalUrl(a.url) === normalUrl(b.url);
}

/** Scheme and host lower-cased, default port, fragment and a trailing slash dropped. */
export function normalUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  parsed.hash = '';
  const { pathname } = parsed;
  if (pathname.length > 1 && pathname.endsWith('/')) parsed.pathname = pathname.slice(0, -1);
  return parsed.href;
}

/** Every distinct sighting with the place that the guards give it and the complete readings that lack it since. */
export function track(chain: Chain): Tracked[] {
  const readings = readingsOf(chain).filter(({ reading }) => reading.blind === null);
  const judge = judgeFor(chain, readings);
  const tracked: Tracked[] = [];
  for (const seen of readings) {
    for (const sighting of seen.reading.sightings) {
      const known = tracked.find((candidate) => same(candidate.sighting, sighting));
      if (known === undefined) {
        const place = judge(sighting);
        tracked.push({ sighting, place, firstSeenSeq: seen.seq, lastSeenAt: seen.shows, lackedBy: [] });
      } else if (seen.shows >= known.lastSeenAt) {
        Object.assign(known, { sighting, place: judge(sighting), lastSeenAt: seen.shows });
      }
    }
  }
  for (const one of tracked) one.lackedBy = readings.filter((seen) => lacks(seen, one));
  return tracked;
}

function lacks({ reading, shows }: SeenReading, { sighting, lastSeenAt }: Tracked): boolean {
  if (!reading.complete || shows <= lastSeenAt) return false;
  const reachesBack =
    reading.since == null || sighting.createdAt === null || sighting.createdAt >= reading.since;
  return reachesBack && !reading.sightings.some((other) => same(other, sighting));
}

/** Decides once per chain what every sighting's place depends on. */
function judgeFor(chain: Chain, readings: SeenReading[]): (sighting: Sighting) => Place {
  const first = firstClaim(chain.attempts);
  const baseline = baselineOf(chain, readings);
  const slack = slackOf(readings);
  const baselineIsComplete = first !== null && baseline.some(({ reading }) => reading.complete);
  return (sighting) => {
    const ours = admits(chain.action, sighting);
    if (ours !== 'yes') return ours === 'no' ? 'excluded' : 'unknown';
    if (baseline.some(({ reading }) => reading.sightings.some((older) => same(older, sighting))))
      return 'baseline';
    if (first === null) return 'baseline';
    if (sighting.createdAt !== null) return sighting.createdAt >= first - slack ? 'inside' : 'before';
    return baselineIsComplete ? 'inside' : 'undated';
  };
}

/** The account guard and the queue guard. Comparison is lenient: to exclude wrongly is what leads to a second act. */
function admits(action: Action, sighting: Sighting): 'yes' | 'no' | 'cannot-tell' {
  const queue = action.probe?.queue ?? null;
  const answers = [
    action.account === null || sighting.author === undefined ? 'yes' : equal(action.account, sighting.author),
    queue === null ? 'yes' : equal(queue, sighting.queue ?? null),
  ];
  if (answers.includes('no')) return 'no';
  return answers.includes('cannot-tell') ? 'cannot-tell' : 'yes';
}

function equal(wanted: string, found: string | null): 'yes' | 'no' | 'cannot-tell' {
  if (found === null) return 'cannot-tell';
  const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
  return plain(wanted) === plain(found) ? 'yes' : 'no';
}

const WHY: Record<Place, string> = {
  inside: 'inside the window and every guard',
  before: 'created before the first claim',
  baseline: 'was there before the first claim',
  undated: 'has no creation time, and nothing was read before the first claim',
  unknown: 'the guards can neither admit nor exclude it',
  excluded: 'another account or queue',
};

/** For people: would this sighting count for the action, and why. */
export function judge(sighting: Sighting, chain: Chain): { inside: boolean; why: string } {
  const readings = readingsOf(chain).filter(({ reading }) => reading.blind === null);
  const place = judgeFor(chain, readings)(sighting);
  return { inside: place === 'inside', why: WHY[place] };
}
