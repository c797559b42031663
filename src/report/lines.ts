/** Text for a terminal: lines of spans. A span's text is escaped where it is written, so no renderer can forget it. */
import { shown } from './escape.js';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
export type Span = string | { text: string; colour: Colour };
export type Line = Span | Span[];

const WIDTH = 80;
const LONGEST = 1_000;

const SGR: Record<Colour, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function paint(lines: Line[], colours: boolean): string {
  return lines
    .map(
      (line) =>
        `${spans(line)
          .map((span) => paintSpan(span, colours))
          .join('')}\n`,
    )
    .join('');
}

function paintSpan(span: Span, colours: boolean): string {
  const text = bounded(shown(textOf(span)));
  if (typeof span === 'string' || !colours) return text;
  const [on, off] = SGR[span.colour];
  return `\x1b[${on}m${text}\x1b[${off}m`;
}

/** A data: URL or a pasted book would push everything else off the screen; --json has it whole. */
function bounded(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length} characters)`;
}

function spans(line: Line): Span[] {
  return Array.isArray(line) ? line : [line];
}

function textOf(span: Span): string {
  return typeof span === 'string' ? span : span.text;
}

/** Double-width on a terminal: East Asian scripts and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

/** Columns that `text` takes once it is shown. */
export function widthOf(text: string): number {
  let width = 0;
  for (const char of shown(text)) width += /\p{Mn}/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

/** Words of `text` on lines of 80 columns behind `indent`. A longer word (a URL, a path) keeps a line of its own, whole. */
export function wrap(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of bounded(shown(text)).split(' ')) {
    if (line !== '' && widthOf(`${indent}${line} ${word}`) > WIDTH) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}

/**
 * Rows under each other in columns, each row's lines by themselves. A cell wider than `cap` (an id somebody has to copy) is not cut: its row goes on
 * in the next line.
 */
export function columns(rows: Span[][], cap = 30): Line[][] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, at) => {
      const width = widthOf(textOf(cell));
      if (width <= cap) widths[at] = Math.max(widths[at] ?? 0, width);
    });
  return rows.map((row) => layOut(row, widths));
}

function layOut(row: Span[], widths: number[]): Line[] {
  const lines: Span[][] = [[]];
  row.forEach((cell, at) => {
    const last = at === row.length - 1;
    const room = (widths[at] ?? 0) - widthOf(textOf(cell));
    const line = lines[lines.length - 1] ?? [];
    line.push(cell);
    if (last) return;
    if (room >= 0) line.push(' '.repeat(room + 2));
    else lines.push([' '.repeat(widths.slice(0, at + 1).reduce((sum, width) => sum + width + 2, 0))]);
  });
  return lines;
}

/** `1 listing`, `2 listings`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** `2026-03-01 12:34:56Z`: the same in every place, and short. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`;
}
