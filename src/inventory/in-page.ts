/**
 * What runs inside the page: one reading of every control of a document or of a closed shadow root.
 *
 * Rules of this file:
 * - It looks only. Nothing here dispatches an event, changes the tree, focuses or asks a form for its `FormData`
 *   (which fires `formdata`), and nothing calls into the page's own code.
 * - It runs in an isolated world, where the page's overrides of built-ins do not reach. Named elements do reach:
 *   `<form><input name="action">` hides `form.action`. So forms and documents are read through prototypes only.
 * - A secret is judged here (`isSecret`), so that its value never leaves the page.
 * - The functions travel by their source: they may use each other and those of `redact.ts`, nothing else.
 *   (`in-page-control.ts` and `in-page-value.ts` are under the same rules.)
 */
import {
  formOf,
  isEditingHost,
  kindOf,
  readControl,
  takesText,
  withinLimits,
  withoutValue,
} from './in-page-control.js';
import { inputState, isVisible, labelOf, selectState, stateOf, textOf } from './in-page-value.js';
import type { Control, Form } from './inventory.js';
import {
  cardNumbers,
  holdsSecret,
  isSecret,
  luhn,
  matchesExtra,
  type Rules,
  speaksOf,
  words,
} from './redact.js';

export interface Limits {
  controls: number;
  valueLength: number;
  textLength: number;
  nodes: number;
  ms: number;
}

export interface PageReading {
  url: string;
  origin: string;
  ready: string;
  /** The tab is in front in its window. */
  shown: boolean;
  forms: Form[];
  controls: Control[];
  /** Child frames in the light tree, whoever renders them. */
  childFrames: number;
  /** Elements, and texts that hold `<`: what DOM.performSearch('<') must find too, unless a closed root hides some. */
  nodes: number;
  marks: number;
  /** A secret that is not a password's dots can be seen on the page. */
  secretShown: boolean;
  /** What was left out, and why. */
  cut: string | null;
}

/** Getters that a page's named elements cannot hide. */
type Lens = <T>(of: { prototype: object }, name: string, on: object) => T;

export interface Reader
  extends Pick<PageReading, 'forms' | 'controls' | 'nodes' | 'marks' | 'secretShown' | 'cut'> {
  rules: Rules;
  limits: Limits;
  formAt: Map<Element, number>;
  text: number;
  until: number;
  lens: Lens;
  blank: HTMLInputElement;
}

// ---- the walk -------------------------------------------------------------------------------------

export function readDocument(rules: Rules, limits: Limits): string {
  const reader = newReader(rules, limits);
  const { lens } = reader;
  const root = lens<Element | null>(Document, 'documentElement', document);
  if (root !== null) walk(root, [], reader);
  const { forms, controls, nodes, marks, secretShown, cut } = reader;
  const page: PageReading = {
    url: location.href,
    origin: self.origin,
    ready: lens<string>(Document, 'readyState', document),
    shown: lens<string>(Document, 'visibilityState', document) === 'visible',
    forms,
    controls,
    childFrames: window.length,
    nodes,
    marks,
    secretShown,
    cut,
  };
  return JSON.stringify(page);
}

/** For a closed shadow root, which only CDP can hand us. Its forms and controls are counted from 0 again. */
export function readClosedRoot(root: ShadowRoot, shadow: string[], rules: Rules, limits: Limits): string {
  const reader = newReader(rules, limits);
  walk(root, shadow, reader);
  const { forms, controls, secretShown, cut } = reader;
  return JSON.stringify({ forms, controls, secretShown, cut });
}

export function newReader(rules: Rules, limits: Limits): Reader {
  const inert = new DOMParser().parseFromString('<input>', 'text/html');
  const getters = new Map<string, (this: object) => unknown>();
  const lens: Lens = <T>(of: { prototype: object }, name: string, on: object): T => {
    const key = `${(of as { name?: string }).name}.${name}`;
    let getter = getters.get(key);
    if (getter === undefined) {
      getter = Object.getOwnPropertyDescriptor(of.prototype, name)?.get ?? (() => undefined);
      getters.set(key, getter);
    }
    return getter.call(on) as T;
  };
  return {
    rules,
    limits,
    lens,
    forms: [],
    controls: [],
    formAt: new Map(),
    nodes: 0,
    marks: 0,
    text: 0,
    secretShown: false,
    cut: null,
    until: performance.now() + limits.ms,
    blank: inert.body.firstElementChild as HTMLInputElement,
  };
}

/** Elements, comments and texts below `root` in document order, and into every open shadow root. */
export function walk(root: Element | ShadowRoot, shadow: string[], reader: Reader): void {
  const what =
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_CDATA_SECTION;
  const walker = Document.prototype.createTreeWalker.call(document, root, what);
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (++reader.nodes > reader.limits.nodes) {
      stop(reader, `only the first ${reader.limits.nodes} nodes were read`);
    }
    if (reader.nodes % 256 === 0 && performance.now() > reader.until) {
      stop(reader, `reading stopped after ${reader.limits.ms} ms`);
    }
    if (reader.cut !== null) return;
    if (!(node instanceof Element)) {
      if (node instanceof CharacterData && node.data.includes('<')) reader.marks++;
      continue;
    }
    reader.marks++;
    see(node, shadow, reader);
    const inner = reader.lens<ShadowRoot | null>(Element, 'shadowRoot', node);
    if (inner !== null) walk(inner, [...shadow, reader.lens<string>(Element, 'localName', node)], reader);
  }
}

export function stop(reader: Reader, why: string): void {
  reader.cut ??= why;
}

export function see(element: Element, shadow: string[], reader: Reader): void {
  if (element instanceof HTMLFormElement) {
    formIndex(element, reader);
    return;
  }
  const type = kindOf(element, reader);
  if (type === null) return;
  if (reader.controls.length < reader.limits.controls) {
    reader.controls.push(readControl(element as HTMLElement, type, shadow, reader));
  } else {
    stop(reader, `only the first ${reader.limits.controls} controls were read`);
  }
}

export function formIndex(form: HTMLFormElement | null, reader: Reader): number | null {
  if (form === null) return null;
  const known = reader.formAt.get(form);
  if (known !== undefined) return known;
  const attribute = (name: string) => Element.prototype.getAttribute.call(form, name) ?? '';
  const index = reader.forms.push({
    id: attribute('id'),
    name: attribute('name'),
    action: reader.lens<string>(HTMLFormElement, 'action', form),
    method: reader.lens<string>(HTMLFormElement, 'method', form),
    valid: Element.prototype.matches.call(form, ':valid'),
  });
  reader.formAt.set(form, index - 1);
  return index - 1;
}

// ---- how it gets there ----------------------------------------------------------------------------

const SHIPPED = [
  ...[words, speaksOf, cardNumbers, luhn, holdsSecret, matchesExtra, isSecret],
  ...[readDocument, readClosedRoot, newReader, walk, stop, see, formIndex],
  ...[kindOf, isEditingHost, readControl, formOf, takesText, withoutValue, withinLimits],
  ...[stateOf, inputState, selectState, labelOf, textOf, isVisible],
];
const SOURCE = `'use strict';\n${SHIPPED.map(String).join('\n')}`;

/** An expression that reads the document it is evaluated in. */
export function documentReader(rules: Rules, limits: Limits): string {
  return `(() => {${SOURCE}\nreturn readDocument(${JSON.stringify(rules)}, ${JSON.stringify(limits)})})()`;
}

/** A function for `Runtime.callFunctionOn` with a closed root as `this`. */
export function closedRootReader(shadow: string[], rules: Rules, limits: Limits): string {
  const given = [shadow, rules, limits].map((part) => JSON.stringify(part)).join(', ');
  return `function () {${SOURCE}\nreturn readClosedRoot(this, ${given})}`;
}
