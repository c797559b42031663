/** When the next look at an open action is worth taking. Pure. */
import type { Millis, Reason, State } from '../words.js';
import type { SeenReading } from './guards.js';
import type { Weighed } from './weigh.js';

const FIRST: Millis = 500;
const LONGEST: Millis = 3_600_000;
const ENDS_AFTER: Millis = 30 * 24 * 3_600_000;

/**
 * Growing intervals, never later than the moment at which an empty reading becomes worth something; a platform's own
 * "not before" is honoured. null: looking cannot change it, or the schedule has ended (then a person is needed).
 */
export function nextLook(known: Weighed, state: State, reason: Reason, now: Millis): Millis | null {
  if (state !== 'unverified' || reason === 'no-probe' || known.chain.action.probe === null) return null;
  const began = known.attempt?.openedAt ?? known.chain.evidence[0]?.at ?? now;
  if (now > began + ENDS_AFTER) return null;
  const asked = known.readings.filter(({ reading }) => reading.at >= (known.death?.at ?? began)).length;
  const grown = now + Math.min(LONGEST, FIRST * 2 ** Math.min(asked, 20));
  const notBefore = known.readings.at(-1)?.reading.blind?.retryAt ?? 0;
  return Math.max(notBefore, Math.min(grown, ...milestones(known).filter((moment) => moment > now)));
}

/** When the first and the second empty reading can begin to count towards `quiet`. */
function milestones(known: Weighed): Millis[] {
  const { lastPossibleWrite, settleMs } = known;
  if (lastPossibleWrite === null) return [];
  const counted = firstCounted(known);
  return [
    counted === undefined ? lastPossibleWrite + settleMs + 1 : counted.shows + Math.max(1000, settleMs / 2),
  ];
}

/** The first complete reading late enough to count. */
function firstCounted({ lastPossibleWrite, settleMs, readings }: Weighed): SeenReading | undefined {
  if (lastPossibleWrite === null) return undefined;
  return readings.find(
    ({ shows, reading }) =>
      shows > lastPossibleWrite + settleMs && reading.blind === null && reading.complete,
  );
}

/** When the second of two empty readings can count, if the first is taken from `now` on; null: not known. */
export function quietBy(known: Weighed, now: Millis): Millis | null {
  if (known.lastPossibleWrite === null) return null;
  const [next = now] = milestones(known);
  const gap = Math.max(1000, known.settleMs / 2);
  return firstCounted(known) === undefined ? Math.max(next, now) + gap : next;
}
