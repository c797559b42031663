/**
 * Blink's form state: a flat list of strings. Its rules, which are what makes it worth more than a list of values:
 *
 *  - A control that takes text and has no value here still holds its default; one that has a value was changed.
 *  - A box or button says `on` or `off`, a list its choices, a date its parts, whether they were changed or not; so do a
 *    slider and a colour unless the page gives them a `value`, and custom elements as they like (measured, Chromium 156).
 *  - Passwords, and controls with `autocomplete="off"`, are not in it at all. A password that a "show" button made into
 *    text is, in the clear; so are fields for codes and cards, whatever their `autocomplete` asks for.
 *  - A form is named by its action without the query, and its first two named controls.
 *  - Controls stand in no order; those of one name and type stand in the page's.
 *
 * Nothing but counts tells where the next control begins: after a wrong one, values would be taken for names and given
 * to other controls. So where anything cannot be, the whole form is dropped with all that follows it, and the form before
 * it too, whose last count may be the wrong one; and that is said.
 */
export interface SavedControl {
  name: string;
  type: string;
  values: string[];
}

export interface SavedForm {
  /** null: controls that belong to no form. */
  action: string | null;
  controls: SavedControl[];
}

const SIGNATURE = /Blink serialized form state version (\d+)/;
const VERSION = 10;
const MAX_CONTROLS = 5_000;

export function formsIn(state: string[]): { forms: SavedForm[]; why: string | null } {
  if (state.length === 0) return { forms: [], why: null };
  const version = SIGNATURE.exec(state[0]?.slice(0, 100) ?? '')?.[1];
  if (version === undefined) return { forms: [], why: 'a form state of an unknown kind' };
  const forms: SavedForm[] = [];
  let at = 1;
  let room = MAX_CONTROLS;
  while (at < state.length && room > 0) {
    const read = formAt(state, at, room);
    if (read === null) {
      forms.pop();
      break;
    }
    forms.push(read.form);
    at = read.end;
    room -= read.form.controls.length;
  }
  const foreign = Number(version) === VERSION ? null : `a form state of the unknown version ${version}`;
  const rest = at === state.length ? null : 'part of its form state could not be read';
  return { forms, why: foreign ?? rest };
}

/** null: what stands here is no form, or one of its parts cannot be. */
function formAt(state: string[], at: number, room: number): { form: SavedForm; end: number } | null {
  const action = actionOf(state[at] ?? '');
  const count = countAt(state, at + 1);
  if (action === undefined || count === null) return null;
  const controls: SavedControl[] = [];
  let end = at + 2;
  for (let i = 0; i < count && i < room; i++) {
    const [name, type] = state.slice(end, end + 2);
    const values = countAt(state, end + 2);
    const next = end + 3 + (values ?? 0);
    if (name === undefined || type === undefined || values === null || next > state.length) return null;
    if (!canHold(type, values)) return null;
    controls.push({ name, type, values: state.slice(end + 3, next) });
    end = next;
  }
  return { form: { action, controls }, end };
}

function countAt(state: string[], at: number): number | null {
  const text = state[at] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** They write down one value, if any. */
const SINGLE =
  /^(?:text|search|tel|url|email|number|hidden|textarea|password|range|color|checkbox|radio|button|submit|reset|image|output)$/;

function canHold(type: string, values: number): boolean {
  if (SINGLE.test(type)) return values <= 1;
  if (/^(?:date|month|week|time|datetime-local)$/.test(type)) return values <= 9;
  if (/^select-(?:one|multiple)$/.test(type)) return values % 2 === 0;
  if (type === 'file') return values % 3 === 0;
  return isCustom(type);
}

/** A form-associated custom element's type is its tag, which always has a dash. */
export function isCustom(type: string): boolean {
  return /^[a-z]\S*-\S*$/.test(type) && type !== 'datetime-local' && !type.startsWith('select-');
}

/**
 * `<action> [name name ] #0`; a form without an action has none here and goes to its own page. An address holds no space;
 * names may hold anything, brackets too (`listing[title]`). undefined: it is no form's key.
 */
function actionOf(key: string): string | null | undefined {
  if (key === 'No owner') return null;
  const end = key.indexOf(' [');
  return end < 0 || !/\] #\d{1,9}$/.test(key) ? undefined : key.slice(0, end);
}
