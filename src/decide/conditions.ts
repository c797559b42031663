/** Conditions that several rows of the decision table share. Pure. */
import type { Millis, WireRequest } from '../words.js';
import { type SeenReading, same, type Tracked } from './guards.js';
import type { Weighed } from './weigh.js';

const NOT_DONE = new Set([400, 401, 403, 404, 405, 413, 415, 422]);

/** Live and in-review items count as the act; a draft and a removed item do not. */
export function acts({ counted }: Weighed): Tracked[] {
  return counted.filter(({ sighting }) => sighting.status === 'live' || sighting.status === 'pending');
}

export function onlyLive(known: Weighed, place: 'inside' | 'undated'): Tracked | undefined {
  return acts(known).find((one) => one.place === place && one.sighting.status === 'live');
}

export function isRepeatWithoutBaseline(known: Weighed): boolean {
  const first = known.chain.attempts[0]?.openedAt ?? Number.NEGATIVE_INFINITY;
  const hasBaseline = known.readings.some(
    ({ attempt, shows, reading }) => attempt === null && shows < first && reading.complete,
  );
  return known.chain.action.repeat && !hasBaseline;
}

export function shows({ reading }: SeenReading, one: Tracked): boolean {
  return reading.sightings.some((other) => same(other, one.sighting));
}

/** Counted for this attempt once, and missing in a complete reading since. */
export function lost({ tracked, attempt }: Weighed): Tracked[] {
  return tracked.filter(
    ({ place, lackedBy, lastSeenAt, sighting }) =>
      (place === 'inside' || place === 'undated') &&
      sighting.status !== 'draft' &&
      lackedBy.length > 0 &&
      lastSeenAt >= (attempt?.openedAt ?? Number.NEGATIVE_INFINITY),
  );
}

export function spanOf(readings: SeenReading[]): Millis {
  const moments = readings.map(({ shows }) => shows);
  return moments.length < 2 ? -1 : Math.max(...moments) - Math.min(...moments);
}

export function neverLeft({ sends, blocked, answer }: WireRequest): boolean {
  return answer === null && (blocked === 'confirmed' || sends === 0);
}

export function refused({ answer }: WireRequest): boolean {
  return answer !== null && (answer.refused || NOT_DONE.has(answer.status));
}

/** Recorder and network log saw the whole attempt, nothing unexplained left, and nothing can leave any more. */
export function witnessesCover({
  chain,
  coverage,
  attempt,
  lastPossibleWrite: last,
  browser,
}: Weighed): boolean {
  if (chain.action.effect?.via !== 'browser' || coverage === null || last === null) return false;
  return (
    coverage.recorder &&
    coverage.netlog &&
    !coverage.sockets &&
    coverage.strangers === 0 &&
    (!coverage.canSend || browser?.alive === false) &&
    attempt?.openedAt != null &&
    coverage.from <= attempt.openedAt &&
    coverage.to >= last + 1000
  );
}

/** Complete readings that show nothing of ours, later than `after`; none while a draft of ours is known. */
export function emptyReadings(known: Weighed, after: Millis | null): SeenReading[] {
  if (after === null || known.counted.some(({ sighting }) => sighting.status === 'draft')) return [];
  const relevant = known.tracked.filter(
    ({ place }) => place !== 'excluded' && !(place === 'baseline' && known.chain.action.repeat),
  );
  return known.readings.filter(
    (seen) =>
      seen.shows > after &&
      seen.reading.blind === null &&
      seen.reading.complete &&
      !relevant.some((one) => shows(seen, one)),
  );
}

export function emptyAfterDeath(known: Weighed): boolean {
  return known.chain.action.probe === null || emptyReadings(known, known.death?.at ?? null).length > 0;
}

export function emptyAfterSettle(known: Weighed): SeenReading[] {
  const last = known.lastPossibleWrite;
  return known.chain.action.probe === null
    ? []
    : emptyReadings(known, last === null ? null : last + known.settleMs);
}

export function wouldBeQuiet(known: Weighed): boolean {
  const gap = Math.max(1000, known.settleMs / 2);
  const browserDead = known.browser?.alive === false;
  const mayHaveWorked = known.requests.some(
    ({ answer, failed, blocked }) =>
      (answer !== null && answer.status >= 200 && answer.status < 400 && !answer.refused) ||
      (answer === null && failed === null && blocked !== 'confirmed' && !browserDead),
  );
  return (
    !mayHaveWorked &&
    known.submittedTabs.length === 0 &&
    known.browser?.quiet === true &&
    spanOf(emptyAfterSettle(known)) >= gap
  );
}

export function reviewIsSeen(known: Weighed): boolean {
  return (
    known.chain.action.probe?.review === 'none' ||
    emptyAfterSettle(known).every(({ reading }) => reading.seesReview)
  );
}

/** What was read since writing became impossible; since the death while that moment is not known. */
export function readingsSinceDeath(known: Weighed): SeenReading[] {
  const since =
    known.lastPossibleWrite ?? known.death?.at ?? known.attempt?.openedAt ?? Number.NEGATIVE_INFINITY;
  return known.readings.filter(({ shows }) => shows > since);
}

export function urlOf(one: Tracked | undefined): string | null {
  return one?.sighting.url ?? null;
}
