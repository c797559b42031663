/**
 * The two ways to answer, chosen once in cli.ts. The rules:
 * 1. stdout is the answer, stderr is everything else: progress, errors, a worker's own output.
 * 2. With --json, stdout is one JSON document, also when something went wrong.
 * 3. Nothing hostile reaches a terminal raw: lines go through `paint`, the rest through `shown`.
 */
import type { Writable } from 'node:stream';
import type { Progress } from '../words.js';
import { jsonText, shown } from './escape.js';
import type { Failure } from './failure.js';
import { type Line, paint } from './lines.js';
import type { Outcome } from './outcome.js';
import { type ProgressView, progressOn } from './progress.js';

export interface Output {
  progress: Progress;
  /** One line on stderr that no later progress wipes away. */
  notice(text: string): void;
  /** One line of a story that is told while it happens. */
  tell(line: Line): void;
  /** The worker's own output, as it is. */
  pass(chunk: Buffer): void;
  answer(outcome: Outcome): Promise<void>;
  fail(failure: Failure): void;
}

export interface Streams {
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean; columns?: number };
  quiet: boolean;
  colours: boolean;
  /** DEBUG=reconcile */
  debug: boolean;
}

export function textOutput(streams: Streams): Output {
  const { stdout, colours } = streams;
  const view = viewOf(streams);
  return {
    ...besides(streams, view),
    tell: (line) => {
      view.clear();
      stdout.write(paint([line], colours));
    },
    answer: async (outcome) => {
      const lines: Line[] = await (await import('./text.js')).textOf(outcome);
      view.clear();
      stdout.write(paint(lines, colours));
    },
    fail: (failure) => report(failure, streams, view),
  };
}

export function jsonOutput(streams: Streams): Output {
  const { stdout, stderr, quiet } = streams;
  const view = viewOf(streams);
  const print = (document: unknown): boolean => stdout.write(`${jsonText(document)}\n`);
  return {
    ...besides(streams, view),
    tell: (line) => {
      view.clear();
      if (!quiet) stderr.write(paint([line], false));
    },
    answer: async (outcome) => {
      view.clear();
      print((await import('./document.js')).documentOf(outcome));
    },
    fail: (failure) => {
      report(failure, streams, view);
      const { code, message, exit } = failure;
      print({ error: { code, message, exit } });
    },
  };
}

function viewOf({ stderr, quiet }: Streams): ProgressView {
  return progressOn(stderr, quiet ? 'none' : stderr.isTTY ? 'bar' : 'lines');
}

function besides(
  { stderr, quiet }: Streams,
  view: ProgressView,
): Pick<Output, 'progress' | 'notice' | 'pass'> {
  return {
    progress: view.progress,
    notice: (text) => {
      view.clear();
      if (!quiet) stderr.write(`${shown(text)}\n`);
    },
    pass: (chunk) => {
      view.clear();
      if (!quiet) stderr.write(chunk);
    },
  };
}

function report(failure: Failure, { stderr, debug }: Streams, view: ProgressView): void {
  view.clear();
  for (const line of failure.lines) stderr.write(`${shown(line)}\n`);
  if (debug && failure.stack) for (const line of failure.stack.split('\n')) stderr.write(`${shown(line)}\n`);
}
