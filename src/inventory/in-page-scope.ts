/**
 * What the browser itself says of a whole document or shadow root: asked once, not for every control. Runs inside the
 * page: rules in `in-page.ts`.
 */
import { hintNames } from './in-page-beside.js';
import { labelsIn } from './in-page-label.js';

export interface Scope {
  labels: Map<Element, Element[]>;
  disabled: Set<Element>;
  invalid: Set<Element>;
  edited: Set<Element>;
  /** Those that an attribute tells more of: `ariaNames`, `hintNames`. */
  told: Set<Element>;
}

export function all(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return (root instanceof Document ? Document : DocumentFragment).prototype.querySelectorAll.call(
    root,
    selector,
  );
}

export function scopeOf(root: Document | ShadowRoot): Scope {
  return {
    labels: labelsIn(root),
    disabled: new Set(all(root, ':disabled')),
    invalid: new Set(all(root, ':invalid')),
    edited: new Set(all(root, ':user-valid, :user-invalid')),
    told: new Set(all(root, [...ariaNames(), ...hintNames()].map((name) => `[${name}]`).join())),
  };
}

export function ariaNames(): string[] {
  return [
    'aria-label',
    'aria-labelledby',
    'aria-describedby',
    'aria-disabled',
    'aria-readonly',
    'aria-required',
  ];
}
