/**
 * Fields of forms that were sent, each once: the session file and autofill both tell of one submission, and two lines would
 * look like two.
 */
import type { ProfileRecord } from '../inventory/inventory.js';

type Field = ProfileRecord['submitted'][number];

/** `by`: who tells of it. */
export type SentField = Pick<Field, 'name' | 'value' | 'redacted' | 'lastAt'> & { by: string };

export function sentOnce(submitted: Field[]): SentField[] {
  const kept = submitted.filter(byAutofill);
  const saved = submitted
    .filter((field) => !byAutofill(field))
    .map((field) => {
      const at = kept.findIndex((other) => isSame(field, other));
      if (at >= 0) kept.splice(at, 1);
      return { ...field, by: at >= 0 ? 'session file and autofill' : 'session file' };
    });
  return [...saved, ...kept.map((field) => ({ ...field, by: 'autofill' }))];
}

/** It knows no page. */
function byAutofill({ page }: Field): boolean {
  return page === undefined;
}

/** Autofill keeps when the form was sent, in whole seconds; the session file when its answer came. */
const BEFORE_MS = 10_000;
const AFTER_MS = 1_000;

function isSame(saved: Field, kept: Field): boolean {
  const late = saved.lastAt - kept.lastAt;
  return saved.name === kept.name && saved.value === kept.value && late < BEFORE_MS && late > -AFTER_MS;
}
