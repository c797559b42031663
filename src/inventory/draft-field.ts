/** A control as a fresh worker needs it: what to look for in a new form, and what to put there. */
import type { DraftField } from '../words.js';
import type { Control } from './inventory.js';
import { valuesOf } from './values.js';

export function fieldOf(control: Control, path: number[]): DraftField {
  const { name, id, label, type, redacted, partial, length } = control;
  const values = valuesOf(control);
  return {
    name: name || id,
    label,
    type,
    value: values.length > 0 ? values.join(', ') : null,
    redacted,
    ...(redacted && length !== undefined ? { length } : {}),
    partial,
    ...(id === '' ? {} : { id }),
    ...boxOf(control),
    ...(!redacted && (control.selected !== null || control.files !== null) ? { values } : {}),
    ...(control.dirty ? { dirty: true } : {}),
    ...(control.disabled || control.readonly ? { locked: true } : {}),
    ...(path.length > 0 ? { frame: path } : {}),
    ...(control.shadow.length > 0 ? { shadow: control.shadow } : {}),
  };
}

/** A redacted box is named, and no more than that. */
function boxOf({ checked, value, redacted }: Control): Pick<DraftField, 'checked' | 'option'> {
  if (checked === null || redacted) return {};
  return value === null ? { checked } : { checked, option: value };
}

/** Drawn by a script: what it held at first nobody knows. */
const DRAWN = new Set([
  'contenteditable',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'spinbutton',
  'switch',
  'menuitemcheckbox',
  'menuitemradio',
  'custom',
]);

/** Did somebody type or choose there? `unclear`: it may have stood there from the start. */
export function fillingOf(field: Control | DraftField): 'typed' | 'unclear' | 'none' {
  const { dirty, type, checked } = field;
  // A script changes hidden fields, and a slider that it draws always stands somewhere.
  if (dirty !== true || type === 'hidden' || type === 'slider') return 'none';
  // Of a group of buttons the one that is chosen now says it all.
  if (type === 'radio' && checked === false) return 'none';
  return DRAWN.has(type) ? 'unclear' : 'typed';
}

/** How many of a form's fields were typed into; buttons of one group count as one field, hidden fields not at all. */
export function countFilled(fields: DraftField[]): { typed: number; unclear: number; all: number } {
  const count = (filling: string) => fields.filter((field) => fillingOf(field) === filling).length;
  const shown = fields.filter(({ type }) => type !== 'hidden');
  const all = new Set(shown.map((field, i) => (field.type === 'radio' ? `radio ${field.name}` : i))).size;
  return { typed: count('typed'), unclear: count('unclear'), all };
}
