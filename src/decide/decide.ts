/**
 * The contract's decision table (§5): the first row that matches wins. Pure: everything it needs is an argument,
 * everything it says is its return value. Each row is a function named by its number in the contract.
 */
import type { Chain, Millis, Reason, State, Verdict } from '../words.js';
import {
  acts,
  emptyAfterDeath,
  emptyAfterSettle,
  isRepeatWithoutBaseline,
  lost,
  neverLeft,
  onlyLive,
  readingsSinceDeath,
  refused,
  reviewIsSeen,
  shows,
  spanOf,
  urlOf,
  witnessesCover,
  wouldBeQuiet,
} from './conditions.js';
import type { Tracked } from './guards.js';
import { nextLook } from './schedule.js';
import { type Weighed, weigh } from './weigh.js';

type Row = (known: Weighed) => Outcome | null;
interface Outcome {
  state: State;
  reason: Reason;
  url?: string | null;
}

export function decide(evidence: Chain, now: Millis): Verdict {
  const known = weigh(evidence);
  const settled = withMissingOnce(known, now);
  if (settled !== null) return settled;
  const { state, reason, url } = firstOf(known);
  return { state, reason, url: url ?? null, nextLook: nextLook(known, state, reason, now) };
}

function firstOf(known: Weighed): Outcome {
  for (const row of known.attempt === null ? BEFORE_ANY_CLAIM : ROWS) {
    const outcome = row(known);
    if (outcome !== null) return outcome;
  }
  throw new Error('the last row matches everything');
}

// ---- the rows --------------------------------------------------------------------------------------

const row1: Row = ({ person }) => (person === null ? null : { state: person.as, reason: 'person' });

const row2: Row = (known) => {
  const counts = (one: Tracked): boolean =>
    one.place === 'inside' || (!isRepeatWithoutBaseline(known) && ['before', 'undated'].includes(one.place));
  const found = acts(known).filter(counts);
  return found.length > 1 ? { state: 'duplicate', reason: 'many', url: urlOf(found[0]) } : null;
};

const row3: Row = ({ death, ended }) =>
  death === null && !ended ? { state: 'claimed', reason: 'live-claim' } : null;

const row4: Row = (known) => {
  const one = onlyLive(known, 'inside');
  if (one === undefined) return null;
  const showing = known.readings.filter((seen) => shows(seen, one));
  const sure = showing.some(({ reading }) => reading.complete || reading.unique);
  return sure ? { state: 'verified', reason: 'one', url: urlOf(one) } : null;
};

const row5: Row = (known) => {
  const one = onlyLive(known, 'inside');
  return one === undefined ? null : { state: 'verified', reason: 'at-least-one', url: urlOf(one) };
};

const row6: Row = (known) => {
  const one = onlyLive(known, 'undated');
  if (one === undefined) return null;
  return known.chain.action.repeat
    ? { state: 'unverified', reason: 'maybe-older', url: urlOf(one) }
    : { state: 'verified', reason: 'undated', url: urlOf(one) };
};

const row7: Row = (known) => {
  const pending = acts(known).filter(({ sighting }) => sighting.status === 'pending');
  const one = pending.find(
    ({ place }) => place === 'inside' || (place === 'undated' && !known.chain.action.repeat),
  );
  return one === undefined ? null : { state: 'unverified', reason: 'pending', url: urlOf(one) };
};

const row8: Row = (known) => {
  const removed = known.counted.find(
    ({ place, sighting }) => place === 'inside' && sighting.status === 'removed',
  );
  if (removed !== undefined) return { state: 'gone', reason: 'removed', url: urlOf(removed) };
  const gap = Math.max(1000, known.settleMs);
  const missing = lost(known).find(({ lackedBy }) => spanOf(lackedBy) >= gap);
  return missing === undefined ? null : { state: 'gone', reason: 'missing', url: urlOf(missing) };
};

const row9: Row = (known) => {
  if (known.chain.action.repeat) return null;
  const older = acts(known).find(({ place }) => place === 'before' || place === 'baseline');
  return older === undefined ? null : { state: 'unverified', reason: 'already-there', url: urlOf(older) };
};

const row10: Row = (known) => {
  const unclear = acts(known).find(({ place }) => place !== 'baseline');
  return unclear === undefined
    ? null
    : { state: 'unverified', reason: 'outside-guards', url: urlOf(unclear) };
};

const row11: Row = (known) => {
  const { requests } = known;
  const nothingLeft = requests.length > 0 && requests.every(neverLeft);
  return nothingLeft && witnessesCover(known) && emptyAfterDeath(known)
    ? { state: 'absent', reason: 'never-left' }
    : null;
};

const row12: Row = (known) =>
  known.requests.length === 0 && witnessesCover(known) && emptyAfterDeath(known)
    ? { state: 'absent', reason: 'wire-silent' }
    : null;

const row13: Row = (known) => {
  const { requests, coverage, attempt } = known;
  const recorded =
    coverage?.recorder === true && coverage.from <= (attempt?.openedAt ?? Number.NEGATIVE_INFINITY);
  const refusedAll = requests.length > 0 && requests.every(refused);
  return recorded && refusedAll && emptyAfterSettle(known).length > 0
    ? { state: 'absent', reason: 'rejected' }
    : null;
};

const row14: Row = (known) =>
  wouldBeQuiet(known) && reviewIsSeen(known) ? { state: 'absent', reason: 'quiet' } : null;

const row15: Row = ({ requests }) => {
  const sent = requests.filter((request) => !neverLeft(request));
  if (sent.length === 0) return null;
  const twice = sent.some(({ sends }) => sends !== null && sends > 1);
  return { state: 'unverified', reason: twice ? 'sent-twice' : 'sent' };
};

const row16: Row = ({ submittedTabs }) =>
  submittedTabs.length > 0 ? { state: 'unverified', reason: 'tab-submitted' } : null;

const row17: Row = ({ counted }) => {
  const draft = counted.find(({ sighting }) => sighting.status === 'draft');
  return draft === undefined ? null : { state: 'unverified', reason: 'draft', url: urlOf(draft) };
};

const row18: Row = (known) => (wouldBeQuiet(known) ? { state: 'unverified', reason: 'unseen-review' } : null);

const row19: Row = (known) => {
  const later = readingsSinceDeath(known);
  const blind = later.at(-1)?.reading.blind;
  if (blind == null || later.some(({ reading }) => reading.blind === null)) return null;
  return { state: 'unverified', reason: `blind:${blind.why}` };
};

const row20: Row = ({ chain }) =>
  chain.action.probe === null ? { state: 'unverified', reason: 'no-probe' } : null;

const row21: Row = (known) => {
  const last = readingsSinceDeath(known).findLast(({ reading }) => reading.blind === null);
  return last !== undefined && !last.reading.complete ? { state: 'unverified', reason: 'incomplete' } : null;
};

const row22: Row = () => ({ state: 'unverified', reason: 'settling' });

const ROWS: Row[] = [
  ...[row1, row2, row3, row4, row5, row6, row7, row8, row9, row10, row11],
  ...[row12, row13, row14, row15, row16, row17, row18, row19, row20, row21, row22],
];

/** Nothing was attempted yet: only a person's word and what already stands on the platform count. */
const BEFORE_ANY_CLAIM: Row[] = [row1, row9, row10, () => ({ state: 'planned', reason: 'no-attempt' })];

/** Missing in one complete reading only: the verdict stays as it was before that reading. */
function withMissingOnce(known: Weighed, now: Millis): Verdict | null {
  if (known.attempt === null || acts(known).length > 0 || row1(known) !== null || row8(known) !== null)
    return null;
  const [first] = lost(known);
  const lacking = new Set(first?.lackedBy.map(({ seq }) => seq));
  if (first === undefined || lacking.size === 0) return null;
  const evidence = known.chain.evidence.filter(({ seq }) => !lacking.has(seq));
  const earlier = decide({ ...known.chain, evidence }, now);
  const again = (first.lackedBy[0]?.shows ?? now) + Math.max(1000, known.settleMs);
  return { ...earlier, nextLook: Math.max(again, now) };
}
