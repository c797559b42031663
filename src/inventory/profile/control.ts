/**
 * A control as a session file tells of it, in the inventory's shape. What the file does not tell is null or empty; of what
 * stands in it changed or not (`form-state.ts`) nobody can say that it was, so it is not `dirty`.
 */
import { usualControl } from '../in-page-lean.js';
import type { Control } from '../inventory.js';
import type { Clean } from './clean.js';
import { dateOf } from './date-value.js';
import { isCustom, type SavedControl } from './form-state.js';

type Told = Pick<Control, 'value' | 'checked' | 'selected' | 'files' | 'dirty' | 'partial'>;

const UNTOLD: Told = {
  value: null,
  checked: null,
  selected: null,
  files: null,
  dirty: false,
  partial: false,
};

/** `form`: index into the frame's forms. `twins`: it is one of several of its name and type. `redacted`: it is secret. */
export function controlOf(
  saved: SavedControl,
  { form, twins, redacted }: { form: number | null; twins: boolean; redacted: boolean },
  clean: Clean,
): Control {
  const { name, type, values } = saved;
  const tag = tagOf(type);
  const told = toldBy(saved, twins);
  const length = (told.value ?? values.join('')).length;
  return {
    ...usualControl(),
    form,
    tag,
    type,
    name: clean.text(name),
    ...told,
    ...(redacted ? { value: null, selected: null, files: null, length } : {}),
    redacted,
    from: 'session-file',
  };
}

function tagOf(type: string): string {
  if (type === 'textarea') return 'textarea';
  if (type.startsWith('select-')) return 'select';
  return isCustom(type) ? type : 'input';
}

function toldBy({ type, values }: SavedControl, twins: boolean): Told {
  if (type === 'checkbox' || type === 'radio') {
    // Which of several is ticked is told by their order only, and not by the value that it would send.
    return { ...UNTOLD, checked: values[0] === 'on', partial: type === 'radio' || twins };
  }
  if (type.startsWith('select-')) {
    // Each choice is followed by its place in the list.
    return { ...UNTOLD, selected: values.filter((_, i) => i % 2 === 0) };
  }
  // A path, a name and a path within a chosen folder for each; sizes are not told.
  if (type === 'file') {
    const files = values.flatMap((_, i) =>
      i % 3 === 0 ? [fileName(values[i + 1] ?? '', values[i] ?? '')] : [],
    );
    return { ...UNTOLD, files: files.map((name) => ({ name, size: null })), dirty: files.length > 0 };
  }
  const date = dateOf(type, values);
  if (date !== undefined) {
    // Neither a page nor its script can fill in a part of one: somebody did.
    const isPart = date === null;
    return { ...UNTOLD, value: date, dirty: isPart, partial: isPart };
  }
  if (isCustom(type)) {
    const plain = values[0] === 'Value' && values[1] === 'USVString';
    return { ...UNTOLD, value: plain ? (values[2] ?? '') : null, partial: !plain && values.length > 0 };
  }
  // A slider and a colour whose `value` the page does not give are written down whether they were moved or not.
  const changed = values.length > 0 && type !== 'range' && type !== 'color';
  return { ...UNTOLD, value: values[0] ?? null, dirty: changed };
}

function fileName(name: string, path: string): string {
  return name || (path.split(/[\\/]/).at(-1) ?? '');
}
