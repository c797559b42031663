/**
 * The part of `custom-elements.ts` that runs inside the page. `findCustom` runs in the isolated world: rules in
 * `in-page.ts`. The rest runs in the page's own world, where built-ins may be the page's: rules in `custom-elements.ts`.
 */
import type { Rules } from './redact.js';

export interface Held {
  value: string | string[] | null;
  given: string | null;
  checked: boolean | null;
  givenChecked: boolean | null;
  length: number;
  secret: boolean;
}

export interface Question {
  path: number[];
  /** It is a secret whatever it holds: only its length is told. */
  kept: boolean;
}

export interface Place {
  called: string;
  /** How to get there from the document's root: indexes of children, `-1` into the shadow root. */
  path: number[];
}

/** Runs in the isolated world: rules in `in-page.ts`. The same order as the reading's own. */
export function findCustom(): Place[] {
  const places: Place[] = [];
  const isCustom = (of: Element) => {
    const host = of.getAttribute('contenteditable') === null && of.getAttribute('role') === null;
    return (
      host && of instanceof HTMLElement && of.localName.includes('-') && of.matches(':enabled, :disabled')
    );
  };
  const pathTo = (element: Element): number[] => {
    const path: number[] = [];
    for (let at: Element = element; ; ) {
      const parent = at.parentNode;
      if (parent === null || parent instanceof Document) return path;
      const children = parent instanceof ShadowRoot ? parent.children : (parent as Element).children;
      path.unshift(Array.prototype.indexOf.call(children, at));
      if (parent instanceof ShadowRoot) path.unshift(-1);
      at = parent instanceof ShadowRoot ? parent.host : (parent as Element);
    }
  };
  const look = (root: Document | ShadowRoot) => {
    const query = (root instanceof Document ? Document : DocumentFragment).prototype.querySelectorAll;
    for (const element of query.call(root, '*')) {
      const called = [element.localName, element.id, element.getAttribute('name') ?? ''];
      if (isCustom(element)) places.push({ called: called.join(' '), path: pathTo(element) });
      if (element.shadowRoot instanceof ShadowRoot) look(element.shadowRoot);
    }
  };
  look(document);
  return places;
}

/** Runs in the page's own world without side effects, like the two below. */
export function holdAll(
  questions: Question[],
  extra: Rules['extra'],
  one: typeof hold,
  secretly: (text: string) => boolean,
): (Held | null)[] {
  const all: (Held | null)[] = [];
  for (let i = 0; i < questions.length; i++) all[i] = one(questions[i] as Question, extra, secretly);
  return all;
}

/** Strings only: an object's conversion would be the page's code. */
export function hold(
  { path, kept }: Question,
  extra: Rules['extra'],
  secretly: (text: string) => boolean,
): Held | null {
  type Custom = Element & Record<'type' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked', unknown>;
  let at = document.documentElement as unknown as Custom;
  for (let i = 0; i < path.length; i++) {
    const step = path[i] as number;
    at = (step === -1 ? at.shadowRoot : at.children[step]) as unknown as Custom;
    if (!at) return null;
  }
  const tick = (of: unknown) => (of === true || of === false ? of : null);
  const plain = (of: unknown) => (typeof of === 'string' ? of : typeof of === 'number' ? `${of}` : null);
  const raw = at.value;
  const list: string[] = [];
  let length = 0;
  let secret = kept || at.type === 'password';
  const many = typeof raw === 'object' && raw !== null ? (raw as { length?: unknown }).length : null;
  for (let i = 0; typeof many === 'number' && i < many && i < 200; i++) {
    const one = plain((raw as unknown[])[i]);
    if (one === null) return null;
    list[i] = one;
  }
  const single = plain(raw);
  for (let i = 0; i < (single === null ? list.length : 1); i++) {
    const text = single === null ? (list[i] as string) : single;
    length += text.length;
    if (secretly(text)) secret = true;
    for (let k = 0; k < extra.length; k++) {
      const { source, flags } = extra[k] as Rules['extra'][number];
      if (new RegExp(source, flags).test(text)) secret = true;
    }
  }
  const known = single !== null || typeof many === 'number';
  const given = plain(at.defaultValue);
  return {
    value: !known || secret || length > 65_536 ? null : single === null ? list : single,
    given: secret || given === null || given.length > 65_536 || secretly(given) ? null : given,
    checked: tick(at.checked),
    givenChecked: tick(at.defaultChecked),
    length,
    secret,
  };
}

/** With nothing but the language itself. Thirteen digits are enough, or a long run that mixes letters and digits. */
export function looksSecret(text: string): boolean {
  let digits = 0;
  let run = 0;
  let dashes = 0;
  let url = false;
  let letters = false;
  let figures = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    const figure = (c >= '0' && c <= '9') || (c >= '\uff10' && c <= '\uff19');
    const letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_';
    if (figure) digits++;
    else if (c !== ' ' && c !== '-' && c !== '.') digits = 0;
    if (figure || letter) {
      run++;
      letters = letters || letter;
      figures = figures || figure;
    } else {
      run = 0;
      letters = false;
      figures = false;
    }
    if (digits >= 13 || (run >= 16 && letters && figures)) return true;
    url = url || (c === '/' && text[i - 1] === '/');
    if (c === '@' && url) return true;
    dashes = c === '-' ? dashes + 1 : 0;
    if (dashes === 5) return true;
  }
  return false;
}
