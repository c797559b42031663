/**
 * What a control is called, as the accessibility tree computes it. Runs inside the page: rules in `in-page.ts`.
 *
 * The first of these that is not empty: the elements that `aria-labelledby` names (hidden ones and itself too),
 * `aria-label`, what the element itself has (its labels; a button's caption; an image's `alt`), the text inside where
 * its role takes it, `title`, `placeholder`. Text inside a label leaves out what is hidden, takes a drawing by its
 * title, other controls inside it by what they hold, and the one that it labels by its own name. Of the text that a
 * style sheet draws only a required field's star is taken: to ask for the rest costs more than it tells.
 */
import { all } from './in-page-scope.js';
import type { Reader } from './in-page-walk.js';
import { isSecret } from './redact.js';

/** The browser walks the whole tree for each `control.labels`; asking the labels for their controls it does not. */
export function labelsIn(root: Document | ShadowRoot): Map<Element, Element[]> {
  const labels = new Map<Element, Element[]>();
  const found = all(root, 'label');
  for (let i = 0; i < found.length; i++) {
    const label = found[i];
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (label === undefined || control === null) continue;
    const known = labels.get(control);
    if (known) known.push(label);
    else labels.set(control, [label]);
  }
  return labels;
}

export function labelOf(element: HTMLElement, type: string, reader: Reader): string {
  const given = reader.scope.told.has(element) ? ariaName(element, type, reader) : '';
  return given || ownName(element, type, reader);
}

export function ownName(element: HTMLElement, type: string, reader: Reader): string {
  const seen = new Set<Element>([element]);
  const text = (from: Element) => tidy(textOf(from, seen, reader, true));
  const name = tidy(labelTexts(element, seen, reader)) || captionOf(element, type, text);
  if (name !== '') return name;
  for (const attribute of ['title', 'placeholder', 'aria-placeholder']) {
    const value = element.getAttribute(attribute);
    if (value !== null && value.trim() !== '') return tidy(value);
  }
  return '';
}

export function labelTexts(element: HTMLElement, seen: Set<Element>, reader: Reader): string {
  let texts = '';
  for (const label of reader.scope.labels.get(element) ?? []) {
    if (isHidden(label)) continue;
    const given = reader.scope.told.has(label) ? ariaName(label as HTMLElement, '', reader) : '';
    texts += `${given || textOf(label, seen, reader, true) + starOf(label, element)} `;
  }
  return texts;
}

export function ariaName(element: HTMLElement, type: string, reader: Reader): string {
  const scope = element.getRootNode() as Document | ShadowRoot;
  const find = (id: string) =>
    (scope instanceof Document ? Document : DocumentFragment).prototype.getElementById.call(scope, id);
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
  const parts = ids
    .slice(0, 100)
    .map(find)
    .map((part) => (part === null ? '' : partOf(part, element, type, reader)));
  return tidy(parts.join(' ')) || tidy(element.getAttribute('aria-label') ?? '');
}

/** An element that `aria-labelledby` names: by what it holds or, itself, by its own name; else by what stands in it. */
export function partOf(part: Element, element: HTMLElement, type: string, reader: Reader): string {
  const held = heldBy(part, reader);
  const given = tidy(part.getAttribute('aria-label') ?? '');
  if (part === element) return given || ownName(element, type, reader) || (held ?? '');
  return held || given || (held ?? textOf(part, new Set([element]), reader, !isHidden(part)));
}

/** What a control is called by its own content. */
export function captionOf(element: HTMLElement, type: string, text: (from: Element) => string): string {
  if (element instanceof HTMLInputElement) {
    if (type === 'image') return tidy(element.alt || element.value || element.title || 'Submit');
    if (!['submit', 'reset', 'button'].includes(type)) return '';
    return (
      tidy(element.value) ||
      (type === 'button' || element.hasAttribute('value') ? '' : `${type[0]?.toUpperCase()}${type.slice(1)}`)
    );
  }
  const inside = [
    'button',
    'submit',
    'reset',
    'checkbox',
    'radio',
    'switch',
    'menuitemcheckbox',
    'menuitemradio',
  ];
  return element instanceof HTMLButtonElement || inside.includes(type) ? tidy(text(element)) : '';
}

/** What a style sheet draws behind a label, which for a required field is its star. */
export function starOf(label: Element, element: HTMLElement): string {
  if ((element as HTMLInputElement).required !== true) return '';
  return /^"(.*)"$/.exec(getComputedStyle(label, '::after').content)?.[1] ?? '';
}

export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}

export function isHidden(element: Element): boolean {
  if (element.getAttribute('aria-hidden') === 'true') return true;
  if (element.checkVisibility({ visibilityProperty: true })) return false;
  // Without a box of its own it shows what is in it: every slot is like that.
  return getComputedStyle(element).display !== 'contents';
}

/** The text below an element; `shown`: without what is hidden in it. */
export function textOf(element: Element, seen: Set<Element>, reader: Reader, shown: boolean): string {
  const slotted = element instanceof HTMLSlotElement ? element.assignedNodes() : [];
  if (slotted.length === 0 && element.firstElementChild === null)
    return (element.textContent ?? '').slice(0, 1_000);
  let text = '';
  const nodes = slotted.length > 0 ? slotted : element.childNodes;
  for (let i = 0; i < nodes.length && text.length <= 1_000; i++) {
    const node = nodes[i];
    if (node instanceof Text) text += node.data.slice(0, 1_000);
    else if (node instanceof Element) text += childText(node, seen, reader, shown);
  }
  return text;
}

export function childText(child: Element, seen: Set<Element>, reader: Reader, shown: boolean): string {
  if (seen.size > 500) return '';
  const aria = child.getAttribute('aria-label') ?? '';
  const given = aria.trim() === '' ? '' : ` ${aria} `;
  // It stands in its own label.
  if (seen.has(child)) return given || ' ';
  seen.add(child);
  if (['script', 'style', 'template', 'noscript'].includes(child.localName)) return '';
  if (shown && isHidden(child)) return '';
  const held = heldBy(child, reader);
  if (!held && given !== '') return given;
  if (child instanceof HTMLImageElement) return child.alt;
  if (child instanceof SVGSVGElement && !child.matches('[role=none], [role=presentation]')) {
    const title = child.querySelector('title:not(symbol *)')?.textContent ?? '';
    if (title !== '') return ` ${title.slice(0, 1_000)} `;
  }
  const text = held ?? textOf(child, seen, reader, shown);
  const apart =
    held !== null || child.localName === 'br' || !/^(inline|contents)$/.test(getComputedStyle(child).display);
  return apart ? ` ${text} ` : text;
}

/** What a control inside a label adds to it; null for what is none. A secret adds nothing. */
export function heldBy(element: Element, { rules }: Reader): string | null {
  const held = heldAtAll(element);
  if (held === null || held === '') return held;
  const said = (name: string) => element.getAttribute(name) ?? '';
  const names = ['name', 'id', 'placeholder', 'aria-label'].map(said).filter((text) => text !== '');
  const asked = { type: said('type'), takesText: true, dotted: false, autocomplete: said('autocomplete') };
  return isSecret({ ...asked, names, values: [held] }, rules) ? '' : held;
}

export function heldAtAll(element: Element): string | null {
  if (element instanceof HTMLSelectElement)
    return Array.from(element.selectedOptions, (option) => option.text).join(' ');
  if (element instanceof HTMLInputElement) {
    const typed = ['text', 'search', 'tel', 'url', 'email', 'number', 'range'].includes(element.type);
    const caption = ['submit', 'reset', 'button'].includes(element.type);
    return typed || (caption && !element.hasAttribute('aria-label')) ? element.value : '';
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  const role = element.getAttribute('role');
  if (role === 'slider' || role === 'spinbutton')
    return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow') ?? '';
  return null;
}
