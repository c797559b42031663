/** Progress on stderr: a bar on a terminal, plain lines elsewhere, nothing when told to be quiet. */
import type { Writable } from 'node:stream';
import type { Progress } from '../words.js';
import { shown } from './escape.js';
import { widthOf } from './lines.js';

export interface ProgressView {
  progress: Progress;
  /** Take the bar off the screen before anything else is written. */
  clear(): void;
}

export function progressOn(
  stream: Writable & { columns?: number },
  how: 'bar' | 'lines' | 'none',
): ProgressView {
  if (how === 'none') return { progress: () => {}, clear: () => {} };
  return how === 'bar' ? bar(stream) : plainLines(stream);
}

const CELLS = 20;

function bar(stream: Writable & { columns?: number }): ProgressView {
  let drawn = false;
  return {
    progress: (text, done, total) => {
      const room = (stream.columns ?? 80) - 1;
      stream.write(`\r\x1b[2K${cut(`${gauge(done, total)}${shown(text)}`, room)}`);
      drawn = true;
    },
    clear: () => {
      if (drawn) stream.write('\r\x1b[2K');
      drawn = false;
    },
  };
}

function gauge(done?: number, total?: number): string {
  if (done === undefined) return '';
  if (total === undefined || total <= 0) return `${done} `;
  const full = Math.round((Math.min(done, total) / total) * CELLS);
  return `[${'#'.repeat(full)}${'.'.repeat(CELLS - full)}] ${done}/${total} `;
}

function cut(text: string, room: number): string {
  let line = text;
  while (widthOf(line) > room) line = line.slice(0, -1);
  return line;
}

/** For logs: a line when the text changes and one when a count is full, not one for each of 300 tabs. */
function plainLines(stream: Writable): ProgressView {
  let before = '';
  return {
    progress: (text, done, total) => {
      const full = done !== undefined && done === total;
      if (text === before && !full) return;
      before = text;
      stream.write(`${shown(text)}${full ? ` (${done}/${total})` : ''}\n`);
    },
    clear: () => {},
  };
}
