/** How an action looks in every table: its state, what is certain, what a retry does with it. */
import type { GateAnswer, State } from '../words.js';
import { type Colour, count, type Line, moment, type Span, wrap } from './lines.js';
import type { ActionReport, ActionStatus } from './report.js';
import { ON_RETRY, reasonSentence } from './sentences.js';

const STATE_COLOURS: Record<State, Colour> = {
  planned: 'dim',
  claimed: 'yellow',
  unverified: 'yellow',
  verified: 'green',
  absent: 'cyan',
  duplicate: 'red',
  gone: 'red',
  waived: 'dim',
};

const GATE_COLOURS: Record<GateAnswer, Colour> = { RUN: 'cyan', SKIP: 'green', HOLD: 'yellow', HUMAN: 'red' };

const INDENT = '    ';

/** `acme-directory  verified · one  SKIP` as cells of a row. */
export function actionRow({ id, state, reason, gate }: ActionStatus): Span[] {
  return [
    { text: id, colour: 'bold' },
    { text: `${state} · ${reason}`, colour: STATE_COLOURS[state] },
    { text: gate, colour: GATE_COLOURS[gate] },
  ];
}

/** What stands below an action's row. */
export function actionLines(action: ActionStatus): Line[] {
  const lines = wrap(`${reasonSentence(action.reason)}; ${onRetry(action)}`, INDENT);
  return action.url === null ? lines : [...lines, `${INDENT}${action.url}`];
}

function onRetry({ gate, nextLook, key }: ActionStatus): string {
  if (gate === 'HOLD' && nextLook !== null) return `${ON_RETRY.HOLD}, next look ${moment(nextLook)}`;
  return gate === 'HUMAN' ? `${ON_RETRY.HUMAN} (reconcile resolve ${key.slice(0, 12)})` : ON_RETRY[gate];
}

export function draftLines({ draft }: ActionReport): Line[] {
  if (draft === null) return [];
  const typed = draft.fields.filter(({ value, redacted }) => redacted || (value !== null && value !== ''));
  const names = typed.map(({ name, label, type }) => name || label || type).join(', ');
  const where = draft.from === 'platform' ? 'on the platform' : 'in the leftover browser';
  const what = names === '' ? '' : ` (${names})`;
  return wrap(`half-filled form ${where}: ${count(typed.length, 'field')}${what}, at ${draft.url}`, INDENT);
}

/** The states that occur, the gravest first: `1 duplicate, 2 verified`. */
export function summaryText(summary: Record<State, number>): string {
  const order: State[] = [
    'duplicate',
    'gone',
    'verified',
    'absent',
    'unverified',
    'claimed',
    'planned',
    'waived',
  ];
  const parts = order.filter((state) => summary[state] > 0).map((state) => `${summary[state]} ${state}`);
  return parts.join(', ') || 'no actions';
}
