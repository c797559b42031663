/** Which elements are controls, and one of them as the contract lists it. Runs inside the page: rules in `in-page.ts`. */
import { formIndex, type Reader } from './in-page.js';
import { isVisible, labelOf, stateOf } from './in-page-value.js';
import type { Control } from './inventory.js';
import { holdsSecret, isSecret } from './redact.js';

/** The type under which an element is listed; null for what is no control. */
export function kindOf(element: Element, reader: Reader): string | null {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLButtonElement
  ) {
    return element.type;
  }
  if (!(element instanceof HTMLElement)) return null;
  if (isEditingHost(element, reader)) return 'contenteditable';
  const role = (element.getAttribute('role') ?? '').trim().split(/\s+/)[0] ?? '';
  const toggles = ['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'];
  if (toggles.includes(role) || ['slider', 'spinbutton'].includes(role)) return role;
  // A combobox is usually a frame around a real input, which is listed by itself.
  if (['textbox', 'searchbox', 'combobox'].includes(role)) {
    return element.querySelector('input, textarea, [contenteditable]') === null ? role : null;
  }
  const name = reader.lens<string>(Element, 'localName', element);
  return name.includes('-') && element.matches(':enabled, :disabled') ? 'custom' : null;
}

export function isEditingHost(element: HTMLElement, reader: Reader): boolean {
  const edits = (of: Element) =>
    ['', 'true', 'plaintext-only'].includes(of.getAttribute('contenteditable') ?? 'no');
  if (edits(element)) {
    const outer = element.parentElement?.closest('[contenteditable]') ?? null;
    return outer === null || !edits(outer);
  }
  return element instanceof HTMLBodyElement && reader.lens<string>(Document, 'designMode', document) === 'on';
}

export function readControl(element: HTMLElement, type: string, shadow: string[], reader: Reader): Control {
  const state = stateOf(element, type, reader);
  const label = labelOf(element, type);
  const visible = isVisible(element, type);
  const name = element.getAttribute('name') ?? '';
  const native = element as HTMLInputElement;
  const secret = isSecret(
    {
      type,
      takesText: takesText(type),
      dotted: getComputedStyle(element).getPropertyValue('-webkit-text-security').replace('none', '') !== '',
      autocomplete: element.getAttribute('autocomplete') ?? '',
      names: [name, element.id, label, element.getAttribute('placeholder') ?? ''],
      values: [state.value, state.defaultValue, ...(state.selected ?? [])].map((v) =>
        (v ?? '').slice(0, reader.limits.valueLength + 64),
      ),
    },
    reader.rules,
  );
  if (secret && visible && type !== 'password' && state.value) reader.secretShown = true;
  const form = formOf(element, type);
  const control: Control = {
    form: formIndex(form, reader),
    tag: reader.lens<string>(Element, 'localName', element),
    type,
    name,
    id: element.id,
    label: holdsSecret(label, reader.rules) ? '***' : label,
    ...state,
    disabled: element.matches(':disabled') || element.getAttribute('aria-disabled') === 'true',
    readonly: native.readOnly === true || element.getAttribute('aria-readonly') === 'true',
    required: native.required === true || element.getAttribute('aria-required') === 'true',
    valid: native.willValidate === true ? native.validity.valid : null,
    visible,
    submits: form !== null && (type === 'submit' || type === 'image'),
    redacted: secret,
    edited: native.willValidate === true ? element.matches(':user-valid, :user-invalid') : null,
    from: 'page',
    shadow,
  };
  return secret ? withoutValue(control) : withinLimits(control, reader);
}

/** A custom element's own code knows its form, and is not asked. */
export function formOf(element: HTMLElement, type: string): HTMLFormElement | null {
  if ('form' in element && element.form instanceof HTMLFormElement) return element.form;
  return type === 'custom' && !element.hasAttribute('form') ? element.closest('form') : null;
}

/** A hidden field takes text too: it may carry a copy of what was typed elsewhere. */
export function takesText(type: string): boolean {
  const picks = [
    'checkbox',
    'radio',
    'switch',
    'menuitemcheckbox',
    'menuitemradio',
    'slider',
    'range',
    'color',
    'file',
  ];
  return ![...picks, 'submit', 'reset', 'button', 'image', 'select-one', 'select-multiple'].includes(type);
}

export function withoutValue(control: Control): Control {
  const length = (control.value ?? '').length;
  return { ...control, value: null, defaultValue: null, selected: null, files: null, partial: false, length };
}

export function withinLimits(control: Control, reader: Reader): Control {
  const { valueLength, textLength } = reader.limits;
  const cut = (text: string | null) => {
    if (text === null) return null;
    const kept = text.slice(0, Math.max(0, Math.min(valueLength, textLength - reader.text)));
    reader.text += kept.length;
    return kept;
  };
  const value = cut(control.value);
  const defaultValue = cut(control.defaultValue);
  const selected = control.selected?.slice(0, 200).map((option) => cut(option) ?? '') ?? null;
  const short =
    value !== control.value || (control.selected ?? []).some((option, i) => option !== selected?.[i]);
  return { ...control, value, defaultValue, selected, partial: control.partial || short };
}
