/** What a control holds, how it is labelled and whether it can be seen. Runs inside the page: rules in `in-page.ts`. */
import type { Reader } from './in-page.js';
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
    return { ...rest, value, defaultValue, dirty: value !== defaultValue };
  }
  if (element instanceof HTMLSelectElement) return selectState(element);
  if (element instanceof HTMLButtonElement) {
    return { ...rest, value: element.value, defaultValue: element.value, dirty: false };
  }
  // From here on nobody knows what it held at first. What is not empty counts as typed: that is the safe side.
  if (type === 'custom') return { ...rest, value: null, defaultValue: null, dirty: false, partial: true };
  const on = element.getAttribute('aria-checked');
  if (on !== null) {
    const checked = on === 'mixed' ? 'mixed' : on === 'true';
    return { ...rest, value: null, defaultValue: null, checked, dirty: checked !== false };
  }
  const aria = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  // biome-ignore lint/performance/useDomNodeTextContent: lines matter in a draft, and textContent runs them together
  const value = aria ?? element.innerText ?? '';
  return { ...rest, value, defaultValue: null, dirty: value.trim() !== '' };
}

export function inputState(input: HTMLInputElement, type: string, reader: Reader): ControlState {
  const { value, defaultValue } = input;
  const rest = { value, defaultValue, checked: null, selected: null, files: null, partial: false };
  if (type === 'checkbox' || type === 'radio') {
    const dirty = input.checked !== input.defaultChecked;
    return { ...rest, checked: input.indeterminate ? 'mixed' : input.checked, dirty };
  }
  if (type === 'file') {
    const files = Array.from(input.files ?? []).slice(0, 100);
    const listed = files.map(({ name, size }) => ({ name: name.slice(0, 500), size }));
    return { ...rest, value: null, defaultValue: null, files: listed, dirty: files.length > 0 };
  }
  // "12x" in a number field: its value reads as empty, and the text cannot be had.
  const partial = input.validity.badInput;
  if (value === defaultValue) return { ...rest, dirty: partial, partial };
  // A range without a value stands at 50, a colour at black: compare with what a fresh control makes of the default.
  const { blank } = reader;
  blank.value = '';
  for (const name of ['type', 'min', 'max', 'step', 'multiple', 'value']) {
    const given = input.getAttribute(name);
    if (given === null) blank.removeAttribute(name);
    else blank.setAttribute(name, given);
  }
  return { ...rest, dirty: partial || value !== blank.value, partial };
}

export function selectState(select: HTMLSelectElement): ControlState {
  const options = Array.from(select.options);
  const given = options.filter((option) => option.defaultSelected);
  const first = options.find(
    (option) => !option.disabled && !(option.parentElement as HTMLOptGroupElement | null)?.disabled,
  );
  const single = given.at(-1) ?? (select.size <= 1 ? first : undefined);
  const usual = new Set(select.multiple ? given : single ? [single] : []);
  return {
    value: select.value,
    defaultValue: select.multiple ? null : (single?.value ?? ''),
    dirty: options.some((option) => option.selected !== usual.has(option)),
    checked: null,
    selected: options.filter((option) => option.selected).map((option) => option.value),
    files: null,
    partial: false,
  };
}

export function labelOf(element: HTMLElement, type: string): string {
  const scope = element.getRootNode() as Document | ShadowRoot;
  const named = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const find = (id: string) =>
    (scope instanceof Document ? Document : DocumentFragment).prototype.getElementById.call(scope, id);
  const labels = 'labels' in element ? Array.from((element.labels as NodeListOf<Element> | null) ?? []) : [];
  const button = element instanceof HTMLButtonElement || ['submit', 'reset', 'button'].includes(type);
  const sources: (() => string)[] = [
    () => named.map((id) => textOf(find(id))).join(' '),
    () => element.getAttribute('aria-label') ?? '',
    () => labels.map(textOf).join(' '),
    () => (button ? textOf(element) || (element.getAttribute('value') ?? '') : ''),
    () => (element.hasAttribute('role') && element.hasAttribute('aria-checked') ? textOf(element) : ''),
    () => element.getAttribute('alt') ?? '',
    () => element.getAttribute('placeholder') ?? '',
    () => element.getAttribute('title') ?? '',
  ];
  for (const source of sources) {
    const text = source().replace(/\s+/g, ' ').trim();
    if (text !== '') return text.slice(0, 200);
  }
  return '';
}

/** An element's own text, without what controls inside it hold: a label may wrap the very field it names. */
export function textOf(element: Element | null): string {
  if (element === null) return '';
  const walker = Document.prototype.createTreeWalker.call(
    document,
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      const held = node instanceof Element && node !== element;
      return held && node.matches('input, textarea, select, script, style, [contenteditable]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT;
    },
  );
  let text = '';
  while (walker.nextNode() !== null && text.length < 1_000) {
    if (walker.currentNode instanceof CharacterData) text += walker.currentNode.data.slice(0, 1_000);
  }
  return text;
}

export function isVisible(element: HTMLElement, type: string): boolean {
  if (type === 'hidden' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
}
