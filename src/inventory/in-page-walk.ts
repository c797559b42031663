/** The walk over a document or a shadow root, and what it gathers. Runs inside the page: rules in `in-page.ts`. */
import { hidePieces, type Piece } from './in-page-beside.js';
import { kindOf, readControl } from './in-page-control.js';
import { type Asked, judge } from './in-page-judge.js';
import { type Lean, lean } from './in-page-lean.js';
import { all, type Scope, scopeOf } from './in-page-scope.js';
import { lookalikes, readLookalike } from './in-page-submit.js';
import type { Control, Form } from './inventory.js';
import { holdsSecret, type Rules } from './redact.js';

export interface Limits {
  controls: number;
  valueLength: number;
  textLength: number;
  nodes: number;
  ms: number;
}

/** Left, top, width and height in CSS px of the frame's own viewport. */
export type Box = [x: number, y: number, width: number, height: number];

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
  /** Elements. */
  nodes: number;
  /** Elements, and texts that hold `<`: what DOM.performSearch('<') must find too, unless a closed root hides some. */
  marks: number;
  /** Where filled secrets stand that can be seen, a password's dots included. */
  secretBoxes: Box[];
  /** `scale`: by how much a pinch has enlarged the page. */
  viewport: { width: number; height: number; scale: number };
  /** What was left out, and why. */
  cut: string | null;
}

export interface Reader
  extends Pick<PageReading, 'forms' | 'controls' | 'nodes' | 'marks' | 'secretBoxes' | 'cut'> {
  rules: Rules;
  limits: Limits;
  /** The words that name a submit, by `|`. */
  submits: string;
  /** The same, made when they are first needed. One regular expression of them takes several times as long. */
  submitWords: Set<string> | null;
  formAt: Map<Element, number>;
  text: number;
  until: number;
  scope: Scope;
  /** Whether a text names a submit: a page repeats its texts. */
  named: Map<string, boolean>;
  /** Whether a class speaks of a secret: so it does with classes. */
  classed: Map<string, boolean>;
  /** A document without a window, made when it is first needed. */
  inert: Document | null;
  marked: XPathExpression;
  asked: Asked[];
  pieces: Piece[];
  /** By the browser's own count there is no shadow root here. */
  flat: boolean;
}

/** `there`: what DOM.performSearch('<') finds in this document and its shadow roots; null where that is not known. */
export function readDocument(rules: Rules, limits: Limits, submits: string, there: number | null): string {
  const reader = newReader(rules, limits, submits);
  // Counted only: a list of them would be made for nothing.
  const light = Document.prototype.getElementsByTagName.call(document, '*').length;
  const marked = marksIn(document, reader);
  reader.flat = light <= limits.nodes && light + marked === there;
  if (reader.flat) Object.assign(reader, { nodes: light, marks: light + marked });
  const get = (name: string) =>
    Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document);
  walk(document, [], reader);
  judge(reader);
  hidePieces(reader);
  const { forms, controls, nodes, marks, secretBoxes, cut } = reader;
  const page: Lean<PageReading> = {
    url: location.href,
    origin: self.origin,
    ready: get('readyState'),
    shown: get('visibilityState') === 'visible',
    forms,
    controls: lean(controls),
    childFrames: window.length,
    nodes,
    marks,
    secretBoxes,
    viewport: { width: innerWidth, height: innerHeight, scale: visualViewport?.scale ?? 1 },
    cut,
  };
  return JSON.stringify(page);
}

/** For a closed shadow root, which only CDP can hand us. Its forms and controls are counted from 0 again. */
export function readClosedRoot(
  root: ShadowRoot,
  shadow: string[],
  rules: Rules,
  limits: Limits,
  submits: string,
): string {
  const reader = newReader(rules, limits, submits);
  walk(root, shadow, reader);
  judge(reader);
  hidePieces(reader);
  const { forms, controls, secretBoxes, cut } = reader;
  // Who puts them behind the frame's own moves `form` only.
  for (const control of controls) delete control.within;
  return JSON.stringify({ forms, controls: lean(controls), secretBoxes, cut });
}

export function newReader(rules: Rules, limits: Limits, submits: string): Reader {
  const marked = `count(descendant-or-self::text()[contains(., '<')] | descendant-or-self::comment()[contains(., '<')])`;
  return {
    rules,
    limits,
    submits,
    submitWords: null,
    forms: [],
    controls: [],
    formAt: new Map(),
    nodes: 0,
    marks: 0,
    text: 0,
    secretBoxes: [],
    cut: null,
    until: performance.now() + limits.ms,
    scope: { labels: new Map(), disabled: new Set(), invalid: new Set(), edited: new Set(), told: new Set() },
    named: new Map(),
    classed: new Map(),
    inert: null,
    marked: Document.prototype.createExpression.call(document, marked),
    asked: [],
    pieces: [],
    flat: false,
  };
}

/** All elements below `root` in document order, and into every open shadow root. */
export function walk(root: Document | ShadowRoot, shadow: string[], reader: Reader): void {
  if (!reader.flat) reader.marks += marksIn(root, reader);
  const scope = scopeOf(root);
  reader.scope = scope;
  const kinds =
    ':is(:enabled, :disabled):not(option, optgroup, fieldset), form, [contenteditable], [role], canvas, body, embed';
  const maybe = new Set(all(root, kinds));
  const acting = lookalikes(root, reader);
  for (const element of reader.flat ? inOrder(maybe, acting) : all(root, '*')) {
    if (isOver(reader)) return;
    reader.scope = scope;
    if (maybe.has(element)) see(element, shadow, reader);
    if (acting.has(element)) list(reader, () => readLookalike(element as HTMLElement, shadow, reader));
    if (reader.flat) continue;
    reader.nodes++;
    reader.marks++;
    const inner = element.shadowRoot;
    // A form's own field may be called `shadowRoot`.
    if (inner instanceof ShadowRoot) walk(inner, [...shadow, element.localName], reader);
  }
}

/** Where no shadow root can stand between them, only what may be a control is looked at. */
export function inOrder(maybe: Set<Element>, acting: Set<Element>): Iterable<Element> {
  if (acting.size === 0) return maybe;
  const follows = (a: Element, b: Element) =>
    Node.prototype.compareDocumentPosition.call(a, b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  return [...new Set([...maybe, ...acting])].sort(follows);
}

export function isOver(reader: Reader): boolean {
  const { nodes, flat, limits, until } = reader;
  if ((flat || nodes % 1_024 === 1_023) && performance.now() > until)
    stop(reader, `reading stopped after ${limits.ms} ms`);
  if (!flat && nodes >= limits.nodes) stop(reader, `only the first ${limits.nodes} nodes were read`);
  return reader.cut !== null;
}

/** Texts and comments that hold `<`, found by the browser's own code. */
export function marksIn(root: Document | ShadowRoot, { marked }: Reader): number {
  const count = (node: Node) => marked.evaluate(node, XPathResult.NUMBER_TYPE).numberValue;
  if (root instanceof Document) return count(root);
  let sum = 0;
  for (let child = root.firstChild; child !== null; child = child.nextSibling) sum += count(child);
  return sum;
}

export function stop(reader: Reader, why: string): void {
  reader.cut ??= why;
}

export function see(element: Element, shadow: string[], reader: Reader): void {
  if (element instanceof HTMLFormElement) {
    formIndex(element, reader);
    return;
  }
  const type = kindOf(element);
  if (type !== null) list(reader, () => readControl(element as HTMLElement, type, shadow, reader));
}

export function list(reader: Reader, read: () => Control): void {
  const { controls, limits } = reader;
  if (controls.length < limits.controls) controls.push(read());
  else stop(reader, `only the first ${limits.controls} controls were read`);
}

/** Of a name that a page gives: it may be one with what was typed. */
export function shown(name: string, { rules }: Reader): string {
  return holdsSecret(name, rules) ? '***' : name;
}

export function formIndex(form: HTMLFormElement | null, reader: Reader): number | null {
  if (form === null) return null;
  const known = reader.formAt.get(form);
  if (known !== undefined) return known;
  const attribute = (name: string) => Element.prototype.getAttribute.call(form, name) ?? '';
  const get = (name: string) =>
    Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, name)?.get?.call(form);
  const index = reader.forms.push({
    id: shown(attribute('id'), reader),
    name: shown(attribute('name'), reader),
    action: get('action'),
    method: get('method'),
    valid: Element.prototype.matches.call(form, ':valid'),
  });
  reader.formAt.set(form, index - 1);
  return index - 1;
}
