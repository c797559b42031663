/**
 * Lines of a tree that fit a terminal. Titles, addresses and values are a page's own words, of any length: where one word
 * is longer than its line, the line ends in `…`; --json has it whole.
 */
import { type Line, type Span, widthOf, wrap } from './lines.js';
import { cut } from './unsent.js';

export const WIDTH = 80;

/** As much of `text` as `room` columns hold. */
export function fit(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let kept = '';
  let width = 0;
  for (const char of text) {
    width += widthOf(char);
    if (width >= room) break;
    kept += char;
  }
  return `${kept}…`;
}

/** The same of an address, with its length. */
export function fitAddress(url: string, room: number): string {
  if (widthOf(url) <= room) return url;
  const kept = fit(url, room + 1 - widthOf(cut(url, 0))).length - 1;
  return cut(url, Math.max(0, kept));
}

export function wrapped(text: string, indent = ''): string[] {
  return wrap(text, indent).map((line) => fit(line, WIDTH).trimEnd());
}

/** Wrapped, with what follows the first line further in. */
export function hanging(text: string, indent: string): string[] {
  const [first = '', ...rest] = wrapped(text, `${indent}  `);
  return [`${indent}${first.slice(indent.length + 2)}`, ...rest];
}

/** A name and its value, which stands beside it where there is room. `width`: of the longest name. */
export function field(
  { name, value }: { name: string; value: string },
  indent: string,
  width: number,
): Line[] {
  const called = fit(name, WIDTH - indent.length);
  const head: Span[] = [indent, { text: called, colour: 'cyan' }];
  const room = width - widthOf(called);
  const beside = `${indent}${' '.repeat(width + 2)}`;
  const fits = value.split(' ').every((word) => beside.length + widthOf(word) <= WIDTH);
  const lines = wrapped(value, fits ? beside : `${indent}  `);
  if (room < 0 || !fits) return [head, ...lines];
  const [first = '', ...rest] = lines;
  return [[...head, `${' '.repeat(room + 2)}${first.slice(beside.length)}`], ...rest];
}

export function coloured(lines: string[], trunk: string, colour: 'bold' | 'red' | 'yellow'): Line[] {
  return lines.map((line) => [trunk, { text: line.slice(trunk.length), colour }]);
}

export function dim(text: string): Span {
  return { text, colour: 'dim' };
}
