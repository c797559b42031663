import type { Scalar } from '../words.js';
import type { Control } from './inventory.js';

/** What a control would send: nothing for an unchecked box, every choice of a list, nothing that was redacted. */
export function valuesOf(control: Control): string[] {
  if (control.redacted) return [];
  if (control.checked !== null) return control.checked === true ? [control.value ?? 'on'] : [];
  if (control.selected !== null) return control.selected;
  if (control.files !== null) return control.files.map(({ name }) => name);
  return control.value === null ? [] : [control.value];
}

/** `true`, `1` or `de` stand in many places by chance: alone they name no action. */
export function isTelling(value: Scalar): boolean {
  return typeof value !== 'boolean' && String(value).trim().length >= 3;
}
