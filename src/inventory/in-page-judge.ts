/**
 * Which of the controls are secret, judged when all are read: what all of them together rule out, in most pages
 * everything, need not be asked of each. Only then is a value cut to its limits. Runs inside the page: rules in `in-page.ts`.
 */
import { columnOf, hintsOf, isClassed, textBeside } from './in-page-beside.js';
import { takesText } from './in-page-control.js';
import { boxOf } from './in-page-sight.js';
import { type Box, type Reader, shown } from './in-page-walk.js';
import type { Control } from './inventory.js';
import { type Candidate, holdsSecret, isSecret, words } from './redact.js';
import { clearOf } from './rule-out.js';

/** A control that was read, and what it is judged by. */
export interface Asked {
  element: HTMLElement;
  control: Control;
  box: Box | null;
  labels: Element[];
  candidate: Candidate;
}

export function askedOf(element: HTMLElement, control: Control, box: Box | null, reader: Reader): Asked {
  const { limits, scope } = reader;
  const { type, value, defaultValue, selected } = control;
  const inner = type === 'custom' ? innerField(element) : null;
  const takes = takesText(type);
  const said = element.getAttribute('autocomplete') ?? '';
  const names = [control.name, control.id, control.label, element.getAttribute('placeholder') ?? ''];
  if (inner !== null) names.push(inner.name);
  const short = (text: string | null) => (text ?? '').slice(0, limits.valueLength + 64);
  const values = [short(value)];
  if (value !== defaultValue) values.push(short(defaultValue));
  // Where nothing is held, nothing has to be kept: most fields of most pages.
  const holds = takes && type !== 'hidden' && values.some((text) => text !== '');
  if (holds) {
    names.push(...hintsOf(element, reader));
    const labelled = scope.labels.has(element) || isLabelledByAria(element, reader);
    if (!labelled) names.push(textBeside(element), columnOf(element));
  }
  if (selected !== null) values.push(...selected.map(short));
  const candidate = {
    type,
    takesText: takes,
    dotted: inner?.type === 'password' || (takes && value ? isDrawnAsDots(element, value) : false),
    autocomplete: inner === null ? said : `${said} ${inner.autocomplete}`.trim(),
    names: names.filter((text) => text !== ''),
    classed: holds && isClassed(element, reader),
    values,
  };
  return { element, control, box, labels: scope.labels.get(element) ?? [], candidate };
}

export function isDrawnAsDots(element: HTMLElement, value: string): boolean {
  // One box for each digit of a code.
  if (element.getAttribute('maxlength') === '1' && /^\w$/.test(value)) return true;
  const dots = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return dots !== '' && dots !== 'none';
}

export function isLabelledByAria(element: HTMLElement, { scope }: Reader): boolean {
  const has = (name: string) => element.hasAttribute(name);
  return scope.told.has(element) && (has('aria-label') || has('aria-labelledby'));
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

/** Takes out of all controls, in place, what must not leave the page. */
export function judge(reader: Reader): void {
  const { asked, rules } = reader;
  const clear = clearOf(
    asked.map(({ candidate }) => candidate),
    rules,
  );
  for (const one of asked) {
    const { control, candidate } = one;
    const secret = keepsToken(control, reader) || isSecret(candidate, rules, clear);
    const { label } = control;
    if (!clear.texts) {
      control.name = shown(control.name, reader);
      control.id = shown(control.id, reader);
      control.label = shown(label, reader);
    }
    noteBoxes(one, { secret, named: control.label !== label }, reader);
    if (secret) hideValue(control);
    else keepWithinLimits(control, reader);
  }
}

/** A script may keep a token in what a button would send. */
export function keepsToken({ type, name, value }: Control, { rules }: Reader): boolean {
  if (type !== 'submit' && type !== 'button') return false;
  return (value ?? '').length > 8 && rules.hidden.test(words(name));
}

/** Where a picture would show what is kept secret: in the field, in its label, in the chosen option's text. */
export function noteBoxes(
  { element, control, box, labels }: Asked,
  { secret, named }: { secret: boolean; named: boolean },
  reader: Reader,
): void {
  const chosen = element instanceof HTMLSelectElement ? Array.from(element.selectedOptions) : [];
  const filled = (control.value ?? '') !== '' || chosen.length > 0;
  if (
    box !== null &&
    ((secret && filled) || named || chosen.some(({ text }) => holdsSecret(text, reader.rules)))
  )
    reader.secretBoxes.push(box);
  for (const label of named ? labels : []) {
    const at = boxOf(label as HTMLElement, 'label');
    if (at !== null) reader.secretBoxes.push(at);
  }
}

export function hideValue(control: Control): void {
  control.redacted = true;
  control.length = (control.value ?? '').length;
  control.value = null;
  control.defaultValue = null;
  control.selected = null;
  control.files = null;
  control.partial = false;
}

export function keepWithinLimits(control: Control, reader: Reader): void {
  const { valueLength, textLength } = reader.limits;
  const cut = (text: string | null) => {
    if (text === null) return null;
    const kept = text.slice(0, Math.max(0, Math.min(valueLength, textLength - reader.text)));
    reader.text += kept.length;
    return kept;
  };
  const { value, selected } = control;
  control.value = cut(value);
  control.defaultValue = cut(control.defaultValue);
  if (selected !== null) control.selected = selected.slice(0, 200).map((option) => cut(option) ?? '');
  if (control.value !== value && !control.partial) control.length = value?.length ?? 0;
  const short =
    control.value !== value || (selected ?? []).some((option, i) => option !== control.selected?.[i]);
  if (short) control.partial = true;
}
