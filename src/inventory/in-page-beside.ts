/**
 * What else tells of a field that it is secret: a page may draw "Password" beside a field without making it its label.
 * Runs inside the page: rules in `in-page.ts`.
 */
import { isCardInPieces, westernDigits } from './card.js';
import { hideValue } from './in-page-judge.js';
import { tidy } from './in-page-label.js';
import type { Box, Reader } from './in-page-walk.js';
import { isClassedSecret } from './redact.js';

/** Shipped with this file: what `isSecret` needs beside the functions of its own. */

/** Digits of a field that stands among others: one of them may hold a part of a card number. */
export interface Piece {
  /** Index into the controls. */
  at: number;
  digits: string;
  box: Box | null;
}

/** Attributes by which its scripts and tests call it, and what it says when a mouse rests on it. */
export function hintNames(): string[] {
  return [
    'formcontrolname',
    'ng-model',
    'v-model',
    'data-testid',
    'data-test',
    'data-cy',
    'data-qa',
    'title',
  ];
}

/** Names that a person need not see: those, and its description. */
export function hintsOf(element: HTMLElement, reader: Reader): string[] {
  if (!reader.scope.told.has(element)) return [];
  const hints = hintNames().map((name) => element.getAttribute(name) ?? '');
  const scope = element.getRootNode() as Document | ShadowRoot;
  for (const id of (element.getAttribute('aria-describedby') ?? '').split(/\s+/).slice(0, 5)) {
    if (id === '') continue;
    const of = scope instanceof Document ? Document : DocumentFragment;
    hints.push(tidy(of.prototype.getElementById.call(scope, id)?.textContent ?? ''));
  }
  return hints.filter((hint) => hint !== '' && hint.length <= 60);
}

/** For a field without a label: the text right before it, else right behind it, or before what it stands alone in. */
export function textBeside(element: HTMLElement): string {
  let at: Element = element;
  for (let up = 0; up < 4; up++) {
    const parent: Element | null = at.parentElement;
    const text = textOnSide(at, 'previousSibling') ?? (up === 0 ? textBehind(at) : null);
    if (text !== null) return text;
    // A form's own fields may be called like what is asked of it.
    if (parent === null || parent instanceof HTMLFormElement || parent === document.body) return '';
    at = parent;
  }
  return '';
}

/** What stands at the head of its column. */
export function columnOf(element: HTMLElement): string {
  const cell = element.closest('td');
  const head = cell?.closest('table')?.rows[0]?.cells[cell.cellIndex];
  if (head === undefined || head === cell || holdsField(head)) return '';
  const text = tidy(head.textContent ?? '');
  return text.length <= 40 ? text : '';
}

/** Where another field follows, the text between them is that one's. */
export function textBehind(field: Element): string | null {
  for (let next = field.nextElementSibling; next !== null; next = next.nextElementSibling)
    if (holdsField(next)) return null;
  return textOnSide(field, 'nextSibling');
}

/** Null: there is none on that side. Empty: a field or a long text stands there, and what is before that is not of this field. */
export function textOnSide(from: Element, side: 'previousSibling' | 'nextSibling'): string | null {
  for (let node = from[side], n = 0; node !== null && n < 8; node = node[side], n++) {
    if (node instanceof Element && holdsField(node)) return '';
    const text = node instanceof Comment || isCode(node) ? '' : tidy(node.textContent ?? '');
    if (text !== '') return text.length <= 40 ? text : '';
  }
  return null;
}

export function holdsField(element: Element): boolean {
  const fields = 'input:not([type=hidden]), textarea, select, button, form, [contenteditable]';
  return element.matches(fields) || Element.prototype.querySelector.call(element, fields) !== null;
}

export function isCode(node: Node): boolean {
  return node instanceof Element && ['script', 'style', 'template'].includes(node.localName);
}

export function isClassed(element: HTMLElement, { rules, classed }: Reader): boolean {
  const classes = (element.getAttribute('class') ?? '').slice(0, 300);
  if (classes === '') return false;
  const known = classed.get(classes) ?? isClassedSecret(classes, rules);
  classed.set(classes, known);
  return known;
}

export function notePiece(value: string | null, box: Box | null, reader: Reader): void {
  const digits = westernDigits((value ?? '').slice(0, 40)).trim();
  if (/^\d{1,8}$/.test(digits)) reader.pieces.push({ at: reader.controls.length, digits, box });
}

/** A card number that is typed into several fields shows in none of them. */
export function hidePieces({ pieces, controls, secretBoxes }: Reader): void {
  for (let from = 0; from < pieces.length; from++) {
    const run = cardFrom(pieces, from);
    for (const { at, box } of run) {
      const control = controls[at];
      if (control === undefined || control.redacted) continue;
      hideValue(control);
      if (box !== null) secretBoxes.push(box);
    }
    from += Math.max(0, run.length - 1);
  }
}

export function cardFrom(pieces: Piece[], from: number): Piece[] {
  for (const many of [5, 4, 3, 2]) {
    const run = pieces.slice(from, from + many);
    const together = run.every(({ at }, i) => i === 0 || at - (run[i - 1]?.at ?? 0) <= 2);
    if (run.length === many && together && isCardInPieces(run.map(({ digits }) => digits))) return run;
  }
  return [];
}
