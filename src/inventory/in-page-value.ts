/** What a control holds, and how that differs from its default. Runs inside the page: rules in `in-page.ts`. */

import { editorState } from './in-page-editor.js';
import type { Reader } from './in-page-walk.js';
import type { Control } from './inventory.js';

export type ControlState = Pick<
  Control,
  'value' | 'defaultValue' | 'dirty' | 'checked' | 'selected' | 'files' | 'partial'
>;

export function stateOf(element: HTMLElement, type: string, reader: Reader): ControlState {
  const rest = { checked: null, selected: null, files: null, partial: false };
  if (element instanceof HTMLInputElement) return inputState(element, type, reader);
  if (element instanceof HTMLTextAreaElement) {
    const { value } = element;
    const defaultValue = element.defaultValue.replace(/\r\n?/g, '\n');
    return editorState(element) ?? { ...rest, value, defaultValue, dirty: value !== defaultValue };
  }
  if (element instanceof HTMLSelectElement) return selectState(element);
  if (element instanceof HTMLButtonElement)
    return { ...rest, value: element.value, defaultValue: element.value, dirty: false };
  // From here on nobody knows what it held at first. What is not empty counts as typed: that is the safe side.
  if (type === 'custom') return { ...rest, value: null, defaultValue: null, dirty: false, partial: true };
  if (type === 'listbox') return listState(element);
  const toggles = ['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'];
  if (toggles.includes(type)) {
    const on = element.getAttribute('aria-checked');
    const checked = on === 'mixed' ? 'mixed' : on === 'true';
    return { ...rest, value: null, defaultValue: null, checked, dirty: checked !== false };
  }
  const aria = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (aria !== null) return { ...rest, value: aria, defaultValue: null, dirty: aria.trim() !== '' };
  return editorState(element) ?? { ...rest, value: '', defaultValue: null, dirty: false };
}

export function inputState(input: HTMLInputElement, type: string, reader: Reader): ControlState {
  const { value, defaultValue } = input;
  const rest = { value, defaultValue, checked: null, selected: null, files: null, partial: false };
  if (type === 'checkbox' || type === 'radio') {
    // Only a script can leave a box between the two.
    const mixed = type === 'checkbox' && input.indeterminate;
    const dirty = mixed || input.checked !== input.defaultChecked;
    return { ...rest, checked: mixed ? 'mixed' : input.checked, dirty };
  }
  if (type === 'file') {
    const files = Array.from(input.files ?? []).slice(0, 100);
    const listed = files.map(({ name, size }) => ({ name: name.slice(0, 500), size }));
    return { ...rest, value: null, defaultValue: null, files: listed, dirty: files.length > 0 };
  }
  // "12x" in a number field: its value reads as empty, and the text cannot be had.
  const partial = value === '' && input.validity.badInput;
  if (value === defaultValue) return { ...rest, dirty: partial, partial };
  return { ...rest, dirty: partial || isTouched(input, value, reader), partial };
}

/**
 * A range without a value stands in its middle, a colour is written anew, an address is trimmed: so a value is compared
 * with what a fresh control makes of the same attributes. Each in a document without a window, where nobody notices; by
 * `new Document`, because a page may guard (and report) every other way to make one.
 */
export function isTouched(input: HTMLInputElement, value: string, reader: Reader): boolean {
  reader.inert ??= new Document();
  const { inert } = reader;
  const fresh = inert.createElementNS('http://www.w3.org/1999/xhtml', 'input') as HTMLInputElement;
  // The type last: each type judges a value by the attributes that it finds.
  for (const name of ['min', 'max', 'step', 'multiple', 'alpha', 'colorspace', 'value', 'type']) {
    const given = input.getAttribute(name);
    if (given !== null) fresh.setAttribute(name, given);
  }
  if (value === fresh.value) return false;
  if (input.type !== 'range') return true;
  // A script that moves its bounds moves an untouched one too. It still follows its default, and so does a copy.
  const copy = inert.importNode(input);
  copy.type = 'text';
  copy.defaultValue = `${value}0`;
  return copy.value === value;
}

export function selectState(select: HTMLSelectElement): ControlState {
  const options = Array.from(select.options);
  const { multiple } = select;
  const given = options.filter((option) => option.defaultSelected);
  const usual = new Set(multiple ? given : [given.at(-1) ?? firstChoice(select, options)]);
  const selected = options.filter((option) => option.selected);
  return {
    value: select.value,
    defaultValue: multiple ? null : ([...usual][0]?.value ?? ''),
    dirty: options.some((option) => option.selected !== usual.has(option)),
    checked: null,
    selected: selected.map((option) => option.value),
    files: null,
    partial: false,
  };
}

/** What a list without a given choice stands at, if it is one that drops down. */
export function firstChoice(
  { size }: HTMLSelectElement,
  options: HTMLOptionElement[],
): HTMLOptionElement | undefined {
  if (size > 1) return undefined;
  return options.find(
    (option) => !option.disabled && !(option.parentElement as HTMLOptGroupElement | null)?.disabled,
  );
}

/** A list that only its role makes one: its options are called by their text. */
export function listState(list: HTMLElement): ControlState {
  const chosen = list.querySelectorAll('[role=option]:is([aria-selected=true], [aria-checked=true])');
  const selected = Array.from(chosen, (option) => (option.textContent ?? '').replace(/\s+/g, ' ').trim());
  const value = selected.join(', ');
  const dirty = selected.length > 0;
  return { value, defaultValue: null, dirty, checked: null, selected, files: null, partial: false };
}
