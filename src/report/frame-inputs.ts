/**
 * What stands in a frame, form by form: what somebody typed, and of a dead browser's page also what its session file
 * keeps whether it was changed or not (ticked boxes, choices, dates): hidden it would be lost, called typed it may be a lie.
 */
import type { Control, Form, Frame } from '../inventory/inventory.js';
import { cut, formsOf, nameOf, typedText, type Unsent, unsentOf } from './unsent.js';

export interface FormInput {
  heading: string;
  /** null: nothing was typed there. */
  unsent: Unsent | null;
  held: { name: string; value: string }[];
  /** How many more are held than are listed. */
  more: number;
}

export const HELD = 'holds, changed or not (the session file does not tell)';

const MOST_HELD = 20;

export function inputsIn(frame: Frame): FormInput[] {
  return formsOf(frame).flatMap(({ form, own: controls }) => {
    const unsent = unsentOf(
      form,
      controls.map((one) => ({ ...one, ...halfOf(one) })),
    );
    const held = controls.filter(isHeld);
    if (unsent === null && held.length === 0) return [];
    const listed = held
      .slice(0, MOST_HELD)
      .map((one) => ({ name: nameOf(one), value: heldText(one, controls) }));
    const heading = form === null ? outside(unsent, controls) : headingOf(form, unsent);
    return { heading, unsent, held: listed, more: held.length - listed.length };
  });
}

export function hasHeld({ controls }: Frame): boolean {
  return controls.some(isHeld);
}

function headingOf({ action, method }: Form, unsent: Unsent | null): string {
  const target = unsent?.target ?? `${method.toUpperCase()} ${cut(action, 240)}`.trimStart();
  return `form ${target}${unsent?.valid === false ? ', not valid yet' : ''}`;
}

/** An editor or a widget of a script's has no form, also where it stands inside of one. */
function outside(unsent: Unsent | null, controls: Control[]): string {
  if (unsent === null) return 'outside of any form';
  const native = ['input', 'textarea', 'select', 'button'];
  const drawn = controls.some(({ dirty, tag }) => dirty && !native.includes(tag));
  return drawn ? "typed, in no form's fields" : 'typed outside of any form';
}

/** Empty ones and boxes that are not ticked are what most of a page is. */
function isHeld({ from, dirty, submits, type, ...control }: Control): boolean {
  if (from !== 'session-file' || dirty || submits || type === 'hidden') return false;
  const { redacted, length, checked, selected, value, partial } = control;
  if (checked !== null) return checked === true;
  if (redacted) return (length ?? 0) > 0;
  if (selected !== null) return selected.some((choice) => choice !== '');
  return partial || (value ?? '') !== '';
}

function heldText(control: Control, all: Control[]): string {
  const { redacted, checked, selected, value, partial, type } = control;
  if (redacted) return typedText(control);
  if (checked !== null) return `${type === 'radio' ? 'chosen' : 'checked'}${placeOf(control, all)}`;
  const text = selected?.filter((choice) => choice !== '').join(', ') ?? value ?? '';
  if (text !== '') return cut(text, 240);
  return partial ? '(cannot be read)' : '';
}

/** A date that is filled in in part has no value. */
function halfOf({ from, dirty, partial, value, checked }: Control): Partial<Control> {
  const isHalf = from === 'session-file' && dirty && partial && value === null && checked === null;
  return isHalf ? { value: 'filled in in part', partial: false } : {};
}

/** Which of several of one name: the file keeps their order, and not what each stands for. */
function placeOf(control: Control, all: Control[]): string {
  const group = all.filter(({ name, type }) => name === control.name && type === control.type);
  return group.length < 2 ? '' : ` (no. ${group.indexOf(control) + 1} of ${group.length})`;
}
