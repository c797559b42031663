import { PassThrough } from 'node:stream';
import { PlanFaults, Refusal } from '../../src/refusal.js';
import { failureOf } from '../../src/report/failure.js';
import { jsonOutput, type Streams, textOutput } from '../../src/report/output.js';
import { expect, test } from '../support/folder.js';
import { sampleAction, sampleReport } from './sample-report.js';

interface Captured extends Streams {
  out(): string;
  err(): string;
}

function streams(change: Partial<Streams> = {}, terminal = false): Captured {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal, columns: 40 });
  const all = (stream: PassThrough): string => String(stream.read() ?? '');
  const plain = { stdout, stderr, quiet: false, colours: false, debug: false };
  return { ...plain, ...change, out: () => all(stdout), err: () => all(stderr) };
}

const WIPE = '\r\x1b[2K';
const refusal = new Refusal('no-ledger', { on: 'x\x1b[2J.db', hint: 'name another' });

test('with --json stdout is one document with ISO times, whatever goes to stderr beside it', async () => {
  const captured = streams();
  const output = jsonOutput(captured);
  output.progress('reading tabs', 1, 2);
  output.tell('a line of the story');
  output.pass(Buffer.from('worker says hello\n'));
  await output.answer({ kind: 'report', data: sampleReport(), page: null, exit: 0 });
  const document = JSON.parse(captured.out());
  expect(document.inventory.at).toBe('2026-03-01T02:47:09.512Z');
  expect(document.inventory.files[0].modified).toBe('2026-03-01T02:47:09.512Z');
  expect(document.inventory.repos[0].commits[0].at).toBe('2026-03-01T02:47:09.512Z');
  expect(captured.err()).toContain('worker says hello\n');
});

test('an error is one escaped line on stderr, and with --json a document on stdout too', () => {
  const captured = streams();
  jsonOutput(captured).fail(failureOf(refusal));
  expect(captured.err()).toBe('reconcile: no ledger (x\\x1b[2J.db): name another\n');
  expect(JSON.parse(captured.out())).toEqual({
    error: { code: 'no-ledger', message: 'no ledger (x\x1b[2J.db): name another', exit: 6 },
  });
});

test('a plan’s faults are a line each, without a prefix before their place', () => {
  const captured = streams();
  textOutput(captured).fail(failureOf(new PlanFaults(['plan.yml:1:2 a', 'plan.yml:3:4 b'])));
  expect(captured.err()).toBe('plan.yml:1:2 a\nplan.yml:3:4 b\n');
  expect(captured.out()).toBe('');
});

test('a bug is one line and exit 1; its stack comes only when asked for', () => {
  const bug = new TypeError('x is not a function', { cause: new Error('deeper') });
  const captured = streams();
  textOutput(captured).fail(failureOf(bug));
  expect(captured.err()).toBe('reconcile: internal error: x is not a function\n');
  const debugged = streams({ debug: true });
  textOutput(debugged).fail(failureOf(bug));
  expect(debugged.err()).toMatch(/output\.test\.ts.*caused by Error: deeper/s);
  expect(failureOf('thrown text')).toMatchObject({ exit: 1, message: 'internal error: thrown text' });
});

test('nothing but the answer and errors with --quiet', () => {
  const captured = streams({ quiet: true });
  const output = textOutput(captured);
  output.progress('reading tabs', 1, 2);
  output.notice('asked launch-1 to stop');
  output.pass(Buffer.from('worker says hello\n'));
  expect(captured.err()).toBe('');
  output.fail(failureOf(refusal));
  expect(captured.err()).not.toBe('');
});

test('off a terminal, progress is a line when it changes and one when a count is full', () => {
  const captured = streams();
  const { progress } = textOutput(captured);
  for (let done = 0; done <= 300; done += 1) progress('reading tabs', done, 300);
  progress('asking \x07');
  expect(captured.err()).toBe('reading tabs\nreading tabs (300/300)\nasking \\x07\n');
});

test('on a terminal, progress is one line that fits and is wiped before anything else is written', () => {
  const captured = streams({}, true);
  const output = textOutput(captured);
  output.progress('a text that is much longer than this terminal is wide', 5, 10);
  const bar = captured.err();
  expect(bar.startsWith(`${WIPE}[##########..........] 5/10 a text`)).toBe(true);
  expect(bar.slice(WIPE.length).length).toBeLessThanOrEqual(39);
  output.pass(Buffer.from('out'));
  expect(captured.err()).toBe(`${WIPE}out`);
});

test('a notice stays on a terminal whatever comes after it, escaped', () => {
  const captured = streams({}, true);
  const output = textOutput(captured);
  output.progress('reading tabs');
  output.notice('asked a\x1b[2J to stop');
  output.progress('reading files');
  expect(captured.err()).toBe(`${WIPE}reading tabs${WIPE}asked a\\x1b[2J to stop\n${WIPE}reading files`);
});

test('with --json stdout carries a hostile text only escaped', async () => {
  const captured = streams();
  const action = sampleAction({ id: '\x9b2J\u202e' });
  const answer = { actions: [action], summary: sampleReport().summary };
  await jsonOutput(captured).answer({ kind: 'status', data: answer, exit: 0 });
  const text = captured.out();
  expect(text).toContain('\\u009b2J\\u202e');
  expect(JSON.parse(text).actions[0].id).toBe(action.id);
});
