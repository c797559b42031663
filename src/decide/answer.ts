/** What the gate says to a verdict (contract §2 and §5, "HOLD or a person?"). Pure. */
import type { GateAnswer, Reason, State, Verdict } from '../words.js';

/** Looking again cannot cure these. */
const FOR_A_PERSON: ReadonlySet<Reason> = new Set([
  'already-there',
  'outside-guards',
  'maybe-older',
  'unseen-review',
  'no-probe',
]);

/** RUN is not the last word: the gate still takes its fresh look. */
export function gateAnswer({ state, reason, nextLook }: Omit<Verdict, 'url'>): GateAnswer {
  switch (state) {
    case 'planned':
    case 'absent':
      return 'RUN';
    case 'verified':
    case 'waived':
      return 'SKIP';
    case 'claimed':
      return 'HOLD';
    case 'duplicate':
    case 'gone':
      return 'HUMAN';
    case 'unverified':
      return FOR_A_PERSON.has(reason) || nextLook === null ? 'HUMAN' : 'HOLD';
  }
}

/** `verified` is left only for `gone` or `duplicate`, or by a person's word. */
export function mayFollow(current: State, next: Verdict): boolean {
  if (current !== 'verified') return true;
  return ['verified', 'gone', 'duplicate'].includes(next.state) || next.reason === 'person';
}
