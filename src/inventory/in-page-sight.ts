/**
 * Whether a control can be seen, and where it stands. Runs inside the page: rules in `in-page.ts`.
 *
 * Seen is what is drawn (no hidden or closed ancestor, no skipped content), neither invisible nor wholly transparent,
 * larger than the one pixel of a field that is kept for screen readers only, and not parked left of the page, where no
 * scrolling leads. What is merely scrolled out of sight counts as seen.
 */
import type { Box } from './in-page-walk.js';

/** Null: it cannot be seen. */
export function boxOf(element: HTMLElement, type: string): Box | null {
  if (type === 'hidden') return null;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  if (width <= 1 || height <= 1) return null;
  if (x + width <= 0 && x + width + scrollX <= 0 && getComputedStyle(element).direction === 'ltr')
    return null;
  return [Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1];
}
