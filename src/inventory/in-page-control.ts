/** Which elements are controls, and one of them as the contract lists it. Runs inside the page: rules in `in-page.ts`. */

import { columnOf, hintsOf, isClassed, notePiece, textBeside } from './in-page-beside.js';
import { contextText } from './in-page-editor.js';
import { labelOf } from './in-page-label.js';
import { boxOf } from './in-page-sight.js';
import { marksSubmit, namesSubmit } from './in-page-submit.js';
import { type ControlState, stateOf } from './in-page-value.js';
import { type Box, formIndex, type Reader, shown } from './in-page-walk.js';
import type { Control } from './inventory.js';
import { holdsSecret, isSecret, words } from './redact.js';

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

export function readControl(element: HTMLElement, type: string, shadow: string[], reader: Reader): Control {
  const { scope } = reader;
  const state = stateOf(element, type, reader);
  const label = labelOf(element, type, reader);
  const called = shown(label, reader);
  const box = boxOf(element, type);
  const name = element.getAttribute('name') ?? '';
  const secret = isSecretHere(element, type, state, [name, element.id, label], reader);
  noteBoxes(element, { secret, named: called !== label, box, state }, reader);
  if (takesText(type)) notePiece(state.value, box, reader);
  const native = element as HTMLInputElement;
  const form = formOf(element, type);
  const judged = native.willValidate === true;
  const says = (what: string) => scope.told.has(element) && element.getAttribute(`aria-${what}`) === 'true';
  const control: Control = {
    form: formIndex(form, reader),
    ...withinForm(element, form, reader),
    tag: element.localName,
    type,
    name: shown(name, reader),
    id: shown(element.id, reader),
    label: called,
    ...state,
    disabled: scope.disabled.has(element) || says('disabled'),
    readonly: native.readOnly === true || says('readonly'),
    required:
      native.required === true || (type === 'custom' && element.hasAttribute('required')) || says('required'),
    valid: judged ? !scope.invalid.has(element) : null,
    visible: box !== null,
    submits: doesSubmit(element, type, form, label, reader),
    ...(['submit', 'image'].includes(type) ? sendingOf(native, form, reader) : {}),
    redacted: secret,
    edited: judged ? scope.edited.has(element) : null,
    from: 'page',
    shadow,
  };
  return secret ? withoutValue(control) : withinLimits(control, reader);
}

export function isLabelledByAria(element: HTMLElement, { scope }: Reader): boolean {
  const has = (name: string) => element.hasAttribute(name);
  return scope.told.has(element) && (has('aria-label') || has('aria-labelledby'));
}

/** Where a picture would show what is kept secret: in the field, in its label, in the chosen option's text. */
export function noteBoxes(
  element: HTMLElement,
  { secret, named, box, state }: { secret: boolean; named: boolean; box: Box | null; state: ControlState },
  reader: Reader,
): void {
  const chosen = element instanceof HTMLSelectElement ? Array.from(element.selectedOptions) : [];
  const filled = (state.value ?? '') !== '' || chosen.length > 0;
  if (
    box !== null &&
    ((secret && filled) || named || chosen.some(({ text }) => holdsSecret(text, reader.rules)))
  )
    reader.secretBoxes.push(box);
  for (const one of named ? (reader.scope.labels.get(element) ?? []) : []) {
    const at = boxOf(one as HTMLElement, 'label');
    if (at !== null) reader.secretBoxes.push(at);
  }
}

export function isSecretHere(
  element: HTMLElement,
  type: string,
  { value, defaultValue, selected }: ControlState,
  names: string[],
  reader: Reader,
): boolean {
  const { limits, rules, scope } = reader;
  const inner = type === 'custom' ? innerField(element) : null;
  if (inner?.type === 'password') return true;
  // A script may keep a token in what a button would send.
  const keeps = ['submit', 'button'].includes(type) && (value ?? '').length > 8;
  if (keeps && new RegExp(rules.hidden).test(words(names[0] ?? ''))) return true;
  const takes = takesText(type);
  // One box for each digit of a code.
  if (takes && element.getAttribute('maxlength') === '1' && /^\w$/.test(value ?? '')) return true;
  const short = (text: string | null) => (text ?? '').slice(0, limits.valueLength + 64);
  const values = value === defaultValue ? [short(value)] : [short(value), short(defaultValue)];
  // Where nothing is held, nothing has to be kept: most fields of most pages.
  const holds = takes && type !== 'hidden' && values.some((text) => text !== '');
  const labelled = scope.labels.has(element) || isLabelledByAria(element, reader);
  const hints = holds
    ? [...hintsOf(element, reader), ...(labelled ? [] : [textBeside(element), columnOf(element)])]
    : [];
  const dots = takes && value ? getComputedStyle(element).getPropertyValue('-webkit-text-security') : 'none';
  return isSecret(
    {
      type,
      takesText: takes,
      dotted: dots !== '' && dots !== 'none',
      autocomplete: `${element.getAttribute('autocomplete') ?? ''} ${inner?.autocomplete ?? ''}`.trim(),
      names: [...names, element.getAttribute('placeholder') ?? '', inner?.name ?? '', ...hints].filter(
        (text) => text !== '',
      ),
      classed: holds && isClassed(element, reader),
      values: [...values, ...(selected ?? []).map(short)],
    },
    rules,
  );
}

/** What a custom element says of the field that it draws: by its own attributes, and by the field, where it can be seen. */
export function innerField(element: Element): { type: string; autocomplete: string; name: string } {
  const fields = element.shadowRoot?.querySelectorAll('input, textarea') ?? [];
  const said = (name: string) => [element, ...fields].map((one) => one.getAttribute(name) ?? '');
  const types = said('type').map((type) => type.toLowerCase());
  return {
    type: types.includes('password') ? 'password' : '',
    autocomplete: said('autocomplete').join(' '),
    name: [...said('label'), ...said('name'), ...said('placeholder')]
      .filter((text) => text !== '')
      .join(' | ')
      .slice(0, 80),
  };
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
  form: HTMLFormElement | null,
  reader: Reader,
): Pick<Control, 'sendsTo'> {
  const owner = reader.forms[formIndex(form, reader) ?? -1];
  const elsewhere = button.hasAttribute('formaction');
  if (owner === undefined || !(elsewhere || button.hasAttribute('formmethod'))) return {};
  const { action, method } = owner;
  return { sendsTo: { action: elsewhere ? button.formAction : action, method: button.formMethod || method } };
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
export function withinForm(
  element: HTMLElement,
  owner: HTMLFormElement | null,
  { formAt }: Reader,
): Pick<Control, 'within'> {
  if (owner !== null || formAt.size === 0 || element.hasAttribute('form')) return {};
  for (let at: Element | null = element; at !== null; ) {
    // What stands in a closed root is counted by itself, and knows no form outside of it.
    const within = formAt.get(at.closest('form') ?? at);
    if (within !== undefined) return { within };
    const root = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return {};
}

/** A hidden field takes text too: it may carry a copy of what was typed elsewhere. */
export function takesText(type: string): boolean {
  const picks =
    'checkbox radio switch menuitemcheckbox menuitemradio slider range color file submit reset button image';
  return !` ${picks} select-one select-multiple listbox `.includes(` ${type} `);
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
  const length = value === control.value || control.partial ? {} : { length: control.value?.length ?? 0 };
  return { ...control, value, defaultValue, selected, partial: control.partial || short, ...length };
}
