/** How an action looks in every table: its state, what is certain, what a retry does with it. */
import { fillingOf } from '../inventory/draft-field.js';
import type { DraftField, GateAnswer, State } from '../words.js';
import { type Colour, count, type Line, moment, type Span, wrap } from './lines.js';
import type { ActionReport, ActionStatus } from './report.js';
import { ON_RETRY, reasonSentence } from './sentences.js';
import { unnamed } from './unsent.js';

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

/**
 * What the gate saw, where it holds what the verdict alone would let RUN: that verdict's own reason does not say it.
 */
export function heldBy({ state, gate, evidence }: ActionReport): string | null {
  if (gate !== 'HOLD' || (state !== 'planned' && state !== 'absent')) return null;
  return evidence.findLast(({ source }) => source === 'probe')?.summary ?? null;
}

export function heldLines(action: ActionReport): Line[] {
  const why = heldBy(action);
  if (why !== null) return wrap(`held by the last look: ${why}`, INDENT);
  if (action.reason !== 'incomplete') return [];
  const last = action.evidence.findLast(({ source }) => source === 'probe')?.summary;
  return last === undefined ? [] : wrap(last, INDENT);
}

/** Of a secret only its length is known, and not always: then it counts as filled. */
export function isFilled({ value, redacted, length }: DraftField): boolean {
  return redacted ? length === undefined || length > 0 : value !== null && value !== '';
}

export function draftLines({ draft }: ActionReport): Line[] {
  if (draft === null) return [];
  const typed = draft.fields.filter((field) => fillingOf(field) !== 'none' && isFilled(field));
  const told = typed.length > 0 ? typed : draft.fields.filter(isFilled);
  const names = told.map(({ name, label, type }) => name || label || unnamed(type)).join(', ');
  const where = {
    platform: 'on the platform',
    tab: 'in the leftover browser',
    'session-file': "in the browser's files",
  };
  const what = names === '' ? '' : ` (${names})`;
  return wrap(
    `${typed.length > 0 ? 'half-filled form' : 'form with its values'} ${where[draft.from]}: ${count(told.length, 'field')}${what}, at ${draft.url}`,
    INDENT,
  );
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
