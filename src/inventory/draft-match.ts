/** What a form's fields say of the values that an action is known by. */
import { sameText } from '../wire/match.js';
import type { Scalar } from '../words.js';
import { type Aim, hasPassword, isSearchBox } from './draft-aim.js';
import type { Candidate } from './draft-form.js';
import type { Control } from './inventory.js';
import { isTelling, valuesOf } from './values.js';

export interface Comparison {
  /** `Slug holds "acme"` */
  hits: string[];
  /** Hidden fields that hold a value. */
  carriers: Control[];
  contradicted: boolean;
  /** Everything wanted is there or has an empty field of its own, and something telling is there. */
  sound: boolean;
  /** `unseen`: no field of that name, or one whose default the session file does not tell. */
  missing: 'nothing' | 'unseen' | 'empty';
}

export function compare(wanted: Record<string, Scalar>, candidate: Candidate, aim: Aim | null): Comparison {
  const { controls } = candidate;
  const found: Comparison = { hits: [], carriers: [], contradicted: false, sound: false, missing: 'nothing' };
  let [open, telling] = [false, false];
  for (const [name, value] of Object.entries(wanted)) {
    const named = controls.filter((control) => isNamed(control, name));
    const filled = named.filter((control) => valuesOf(control).some((text) => text.trim() !== ''));
    // Some box is always ticked: a flag is looked for in its own field only.
    const elsewhere = typeof value === 'boolean' ? named : controls;
    const holder = (filled.length > 0 ? filled : elsewhere).find((control) => holds(control, value));
    if (holder) {
      found.hits.push(`${holder.label || holder.name || name} holds ${JSON.stringify(value)}`);
      found.carriers.push(...[holder, ...filled].filter((one) => isCarrier(one, value)));
      telling ||= tells(holder, value, { candidate, aim, isNamed: named.includes(holder) });
    } else if (filled.length > 0) found.contradicted = true;
    else {
      open ||= named.length === 0;
      if (found.missing !== 'empty') found.missing = named.every(isUntold) ? 'unseen' : 'empty';
    }
  }
  return { ...found, sound: telling && !open };
}

/**
 * A long value tells wherever it stands in a form that goes to the effect; a short one there only in a field of its
 * name. In any other form, and beside a password on the way, it takes a long one in a field of its name.
 */
function tells(
  holder: Control,
  value: Scalar,
  { candidate, aim, isNamed }: { candidate: Candidate; aim: Aim | null; isNamed: boolean },
): boolean {
  if (aim === null) return isNamed && isTelling(value) && !isSearchBox(holder);
  if (isNamed) return typeof value !== 'boolean' && String(value).trim() !== '';
  return isTelling(value) && (aim === 'effect' || !hasPassword(candidate));
}

function isCarrier(control: Control, value: Scalar): boolean {
  return control.type === 'hidden' && holds(control, value);
}

/** `listing[slug]`, `listing.slug` and `slug` are names of the field `slug`. */
function isNamed({ name, id }: Control, wanted: string): boolean {
  const last = (text: string) =>
    text
      .split(/[.[\]]+/)
      .filter(Boolean)
      .at(-1)
      ?.toLowerCase();
  return name === wanted || id === wanted || (last(name) ?? last(id)) === last(wanted);
}

function holds(control: Control, value: Scalar): boolean {
  if (typeof value === 'boolean' && control.checked !== null) return control.checked === value;
  return valuesOf(control).some((text) => sameText(text, String(value)));
}

/** It holds its default, and the file does not tell which. */
function isUntold({ from, value, checked, selected, files, redacted, partial }: Control): boolean {
  const known = [value, checked, selected, files].some((one) => one !== null);
  return from === 'session-file' && !known && !redacted && !partial;
}
