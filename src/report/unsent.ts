/**
 * What somebody typed into a frame: form by form, what is missing, and what would send it. A browser keeps what was typed
 * after it was sent, too: that it was not sent is never known, and where something speaks for it, that is said.
 */
import { withEdits } from '../inventory/draft-form.js';
import type { Control, Form, Frame, ProfileRecord, Tab } from '../inventory/inventory.js';
import { count } from './lines.js';

export interface Unsent {
  /** `POST https://…`; null for controls that belong to no form. */
  target: string | null;
  valid: boolean | null;
  typed: { name: string; value: string }[];
  /** Required and still empty. */
  missing: string[];
  /** The buttons that would send it, as `sendersOf` names them. */
  sentBy: string[];
}

const LONGEST_NAME = 40;
const LONGEST_VALUE = 240;
const MOST_BUTTONS = 5;
/** What the inventory keeps of a longer value (`LIMITS.valueLength`). */
const MOST_KEPT = 64 * 1024;

export function hasInput({ frames }: Tab): boolean {
  return frames.flatMap(formsOf).some(({ form, own }) => withEdits(own, form).some(({ dirty }) => dirty));
}

/** `2 with typed input, 1 of them perhaps sent`; null where there is none. `sent`: of a dead browser's profile. */
export function inputText(tabs: Tab[], sent: ProfileRecord['submitted'] = []): string | null {
  const held = tabs.filter(hasInput);
  if (held.length === 0) return null;
  const perhaps = held.filter((tab) => isPerhapsSent(tab, sent)).length;
  const which = perhaps === held.length ? '' : `${perhaps} of them `;
  return `${held.length} with typed input${perhaps > 0 ? `, ${which}perhaps sent` : ''}`;
}

/** Its page is on its way elsewhere, or its browser once sent a field of this name with this value. */
function isPerhapsSent({ status, loading, frames }: Tab, sent: ProfileRecord['submitted']): boolean {
  const wasSent = ({ name, value, dirty }: Control): boolean =>
    dirty && value !== null && sent.some((one) => one.name === name && one.value === value);
  return status === 'navigating' || loading || frames.some(({ controls }) => controls.some(wasSent));
}

/** Each form of a frame with its controls; null: those that belong to none. */
export function formsOf({ forms, controls }: Frame): { form: Form | null; own: Control[] }[] {
  const owned = new Map<number | null, Control[]>([...forms.keys(), null].map((index) => [index, []]));
  for (const control of controls) owned.get(control.form)?.push(control);
  return [...owned].map(([index, own]) => ({ form: index === null ? null : (forms[index] ?? null), own }));
}

/** null: nothing was typed there. */
export function unsentOf(form: Form | null, controls: Control[]): Unsent | null {
  const own = withEdits(controls, form);
  const typed = own.filter((one) => one.dirty && !isLeft(one, own));
  if (typed.length === 0) return null;
  return {
    target: form === null ? null : targetOf(form),
    valid: form?.valid ?? null,
    typed: typed.map((control) => ({ name: nameOf(control), value: typedText(control) })),
    missing: own.filter(isMissing).map(nameOf),
    sentBy: sendersOf(own),
  };
}

/** The button of a group that is no longer chosen: the one that is says it all. */
function isLeft({ type, checked, name }: Control, all: Control[]): boolean {
  const other = (one: Control): boolean => one.type === 'radio' && one.name === name && one.checked === true;
  return type === 'radio' && checked === false && all.some(other);
}

function targetOf({ method, action }: Pick<Form, 'method' | 'action'>): string {
  // A session file does not tell the method.
  return `${method.toUpperCase()} ${cut(action, LONGEST_VALUE)}`.trimStart();
}

function isMissing({ required, dirty, redacted, value, checked, selected, files, type }: Control): boolean {
  if (!required || dirty || redacted || type === 'radio') return false;
  if (checked !== null) return checked === false;
  if (files !== null) return files.length === 0;
  return (selected === null ? (value ?? '') : selected.join('')) === '';
}

/** By what a person sees first; a script's name for it where there is no label. */
export function nameOf({ name, label, id, type, tag }: Control): string {
  return shorten(label || name || id || unnamed(type || tag), LONGEST_NAME);
}

export function unnamed(type: string): string {
  return `(no name, ${type})`;
}

/** `[Send]`, `[Save, disabled]`, `and 3 more`: those that can be clicked come first. */
function sendersOf(own: Control[]): string[] {
  const seen = own.filter(({ submits, visible }) => submits && visible);
  const inOrder = [...seen.filter(({ disabled }) => !disabled), ...seen.filter(({ disabled }) => disabled)];
  const all = [...new Set(inOrder.map(buttonText))];
  const rest = all.length - MOST_BUTTONS;
  return rest > 0 ? [...all.slice(0, MOST_BUTTONS), `and ${rest} more`] : all;
}

function buttonText(button: Control): string {
  const { sendsTo, disabled } = button;
  const to = sendsTo === undefined ? '' : ` → ${targetOf(sendsTo)}`;
  return `[${nameOf(button)}${to}${disabled ? ', disabled' : ''}]`;
}

/** What stands in a control now, as one line. */
export function typedText(control: Control): string {
  if (control.redacted)
    return `(kept secret${control.length === undefined ? '' : `, ${control.length} long`})`;
  if (control.files !== null) return control.files.map(fileText).join(', ');
  if (control.type === 'radio' && control.checked === true && control.value) return cut(control.value, 80);
  if (control.checked !== null) return boxText(control);
  const value = control.selected?.join(', ') ?? control.value ?? '';
  if (value === '' && !control.partial) return '(emptied)';
  const late = control.from === 'session-file' ? ' (as the session file has it)' : '';
  const text = control.partial ? partText(value, control.length) : cut(value, LONGEST_VALUE);
  return `${text}${late}${isServed(control) ? ' (typed, or there from the start)' : ''}`;
}

/** Of an editable part of a page nobody knows what it held at first. */
function isServed({ type, defaultValue, edited }: Control): boolean {
  return type === 'contenteditable' && defaultValue === null && edited !== true;
}

/** Of a text that is not all there: its real length where that is known, else how much of it is. */
function partText(value: string, whole: number | undefined): string {
  if (value === '') return '(cannot be read)';
  const known = value.length.toLocaleString('en-US');
  const extent =
    whole !== undefined && whole > value.length
      ? `${whole.toLocaleString('en-US')} characters`
      : value.length >= MOST_KEPT
        ? `the first ${known} characters`
        : `only ${known} characters of it are known`;
  return `${value.slice(0, LONGEST_VALUE)}… (${extent})`;
}

function fileText({ name, size }: NonNullable<Control['files']>[number]): string {
  return size === null ? cut(name, 80) : `${cut(name, 80)} (${count(size, 'byte')})`;
}

/** Buttons of a group are told apart by what they stand for. */
function boxText({ checked, type, value }: Control): string {
  const word = checked === 'mixed' ? 'mixed' : checked ? 'checked' : 'unchecked';
  return value === null || value === '' || value === 'on' || type === 'switch'
    ? word
    : `${word}: ${cut(value, 80)}`;
}

/** With its length, which an address that the inventory itself has cut does not tell: that one ends in `…`. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const length = text.endsWith('…') ? `more than ${text.length - 1}` : `${text.length}`;
  return `${text.slice(0, most)}… (${length} characters)`;
}

/** Of what nobody needs the length, or where the inventory has only a beginning. */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
