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
