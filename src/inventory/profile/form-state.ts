/**
 * Blink's form state: a flat list of strings. Its rules, which are what makes it worth more than a list of values:
 *
 *  - A control that takes text and has no value here still holds its default; one that has a value was changed.
 *  - A box or button says `on` or `off`, a list its choices, whether they were changed or not.
 *  - Passwords, and controls with `autocomplete="off"`, are not in it at all.
 *  - A form is named by its action without the query, and its first two named controls.
 *  - Controls stand in no order; those of one name and type stand in the page's.
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
  while (at + 1 < state.length && room > 0) {
    const key = state[at] ?? '';
    const count = countAt(state, at + 1);
    at += 2;
    const form: SavedForm = { action: actionOf(key), controls: [] };
    forms.push(form);
    for (let i = 0; i < count && at + 2 < state.length && room > 0; i++, room--) {
      const [name = '', type = ''] = state.slice(at, at + 2);
      const values = countAt(state, at + 2);
      form.controls.push({ name, type, values: state.slice(at + 3, at + 3 + values) });
      at += 3 + values;
    }
  }
  const foreign = Number(version) === VERSION ? null : `a form state of the unknown version ${version}`;
  const rest = at === state.length ? null : 'part of its form state could not be read';
  return { forms, why: foreign ?? rest };
}

function countAt(state: string[], at: number): number {
  const text = state[at] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

/** `<action> [name name ] #0`; a form without an action has none here and goes to its own page. */
function actionOf(key: string): string | null {
  return key === 'No owner' ? null : (/^(.*?) ?\[[^[]*\] #\d+$/s.exec(key)?.[1] ?? key);
}
