/** Which elements are controls, and one of them as the contract lists it. Runs inside the page: rules in `in-page.ts`. */

import { notePiece } from './in-page-beside.js';
import { contextText } from './in-page-editor.js';
import { askedOf } from './in-page-judge.js';
import { labelOf } from './in-page-label.js';
import { boxOf } from './in-page-sight.js';
import { marksSubmit, namesSubmit } from './in-page-submit.js';
import { stateOf } from './in-page-value.js';
import { formIndex, type Reader } from './in-page-walk.js';
import type { Control } from './inventory.js';

/** The type under which an element is listed; null for what is no control. */
export function kindOf(element: Element): string | null {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLButtonElement
  ) {
    return element.type;
  }
  if (!(element instanceof HTMLElement)) return null;
  if (isEditingHost(element)) return 'contenteditable';
  const role = (element.getAttribute('role') ?? '').trim().split(/\s+/)[0] ?? '';
  const ticked = ['checkbox', 'switch', 'radio', 'menuitemcheckbox', 'menuitemradio'];
  if ([...ticked, 'slider', 'spinbutton', 'listbox'].includes(role)) return role;
  // A combobox is usually a frame around a real input, which is listed by itself.
  if (['textbox', 'searchbox', 'combobox'].includes(role))
    return element.querySelector('input, textarea, [contenteditable]') === null ? role : null;
  // No selector finds an `EditContext`; where it has no role, only a canvas is asked for one.
  if (element instanceof HTMLCanvasElement) return contextText(element) === null ? null : 'contenteditable';
  return element.localName.includes('-') && element.matches(':enabled, :disabled') ? 'custom' : null;
}

export function isEditingHost(element: HTMLElement): boolean {
  const edits = (of: Element) =>
    ['', 'true', 'plaintext-only'].includes(of.getAttribute('contenteditable')?.toLowerCase() ?? 'no');
  if (edits(element)) {
    const outer = element.parentElement?.closest('[contenteditable]') ?? null;
    return outer === null || !edits(outer);
  }
  if (!(element instanceof HTMLBodyElement)) return false;
  return Object.getOwnPropertyDescriptor(Document.prototype, 'designMode')?.get?.call(document) === 'on';
}

/** As it is; what of it is secret is judged when all are read (`in-page-judge.ts`). */
export function readControl(element: HTMLElement, type: string, shadow: string[], reader: Reader): Control {
  const { scope } = reader;
  const state = stateOf(element, type, reader);
  const label = labelOf(element, type, reader);
  const box = boxOf(element, type);
  if (takesText(type)) notePiece(state.value, box, reader);
  const native = element as HTMLInputElement;
  const form = formOf(element, type);
  const judged = native.willValidate === true;
  const told = scope.told.has(element);
  const says = (what: string) => told && element.getAttribute(`aria-${what}`) === 'true';
  const control: Control = {
    form: formIndex(form, reader),
    tag: element.localName,
    type,
    name: element.getAttribute('name') ?? '',
    id: element.id,
    label,
    value: state.value,
    defaultValue: state.defaultValue,
    dirty: state.dirty,
    checked: state.checked,
    selected: state.selected,
    files: state.files,
    disabled: scope.disabled.has(element) || says('disabled'),
    readonly: native.readOnly === true || says('readonly'),
    required:
      native.required === true || (type === 'custom' && element.hasAttribute('required')) || says('required'),
    valid: judged ? !scope.invalid.has(element) : null,
    visible: box !== null,
    submits: doesSubmit(element, type, form, label, reader),
    partial: state.partial,
    redacted: false,
    edited: judged ? scope.edited.has(element) : null,
    from: 'page',
    shadow,
  };
  const within = form === null ? withinForm(element, reader) : undefined;
  if (within !== undefined) control.within = within;
  const sendsTo = form === null ? undefined : sendingOf(native, type, form, reader);
  if (sendsTo !== undefined) control.sendsTo = sendsTo;
  reader.asked.push(askedOf(element, control, box, reader));
  return control;
}

/** A button of a form sends it; one that stands alone or does nothing by itself, if it is called or marked so. */
export function doesSubmit(
  element: HTMLElement,
  type: string,
  form: HTMLFormElement | null,
  label: string,
  reader: Reader,
): boolean {
  if (type === 'submit' || type === 'image' || type === 'button')
    return (type !== 'button' && form !== null) || namesSubmit(label, reader) || marksSubmit(element, false);
  return type === 'custom' && element.getAttribute('type') === 'submit';
}

export function sendingOf(
  button: HTMLInputElement,
  type: string,
  form: HTMLFormElement,
  reader: Reader,
): Control['sendsTo'] {
  if (type !== 'submit' && type !== 'image') return undefined;
  const owner = reader.forms[formIndex(form, reader) ?? -1];
  const elsewhere = button.hasAttribute('formaction');
  if (owner === undefined || !(elsewhere || button.hasAttribute('formmethod'))) return undefined;
  const { action, method } = owner;
  return { action: elsewhere ? button.formAction : action, method: button.formMethod || method };
}

/** A custom element's own code knows its form, and is not asked. */
export function formOf(element: HTMLElement, type: string): HTMLFormElement | null {
  if (type === 'custom') {
    const id = element.getAttribute('form');
    if (id === null) return element.closest('form');
    const scope = element.getRootNode() as Document | ShadowRoot;
    const owner = (scope instanceof Document ? Document : DocumentFragment).prototype.getElementById.call(
      scope,
      id,
    );
    return owner instanceof HTMLFormElement ? owner : null;
  }
  return 'form' in element && element.form instanceof HTMLFormElement ? element.form : null;
}

/** The form around what belongs to none: an editor, a widget. Not around what was taken out of it by `form=""`. */
export function withinForm(element: HTMLElement, { formAt }: Reader): number | undefined {
  if (formAt.size === 0 || element.hasAttribute('form')) return undefined;
  for (let at: Element | null = element; at !== null; ) {
    // What stands in a closed root is counted by itself, and knows no form outside of it.
    const within = formAt.get(at.closest('form') ?? at);
    if (within !== undefined) return within;
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return undefined;
}

/** A hidden field takes text too: it may carry a copy of what was typed elsewhere. */
export function takesText(type: string): boolean {
  const picks =
    /^(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio|slider|range|color|file|submit|reset|button|image|select-one|select-multiple|listbox)$/;
  return !picks.test(type);
}
