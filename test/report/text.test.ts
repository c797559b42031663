import { paint, widthOf } from '../../src/report/lines.js';
import { blindSentence, reasonSentence } from '../../src/report/sentences.js';
import { inventoryText } from '../../src/report/text-inventory.js';
import { reportText } from '../../src/report/text-report.js';
import { statusText } from '../../src/report/text-status.js';
import { expect, test } from '../support/folder.js';
import { sampleAction, sampleReport, sampleTab } from './sample-report.js';

function lines(report = sampleReport()): string[] {
  return paint(reportText(report, '/work/out.html'), false).split('\n');
}

test('the first line of the main job says how the worker ended and what became of its actions', () => {
  expect(lines()[0]).toBe('launch-1 died (SIGKILL, 84 bytes of stdout): 1 verified, 1 absent, 1 unverified');
});

test('a worker that ended by itself did not die, and one that never started did neither', () => {
  const ended = {
    proof: 'exit',
    at: '2026-03-01T02:47:09.512Z',
    exitCode: 0,
    signal: null,
    stdoutBytes: 1,
  } as const;
  expect(lines({ ...sampleReport(), death: ended })[0]).toMatch(
    /^launch-1 ended \(exit 0, 1 byte of stdout\): /,
  );
  expect(lines({ ...sampleReport(), death: null })[0]).toMatch(/^launch-1 was not started: /);
});

test('every action shows its state, its reason in words, what a retry does and its half-filled form', () => {
  const text = lines().join('\n');
  expect(text).toMatch(/^acme-directory {2}verified · one {10}SKIP$/m);
  expect(text).toMatch(/^beta-directory {2}absent · quiet {10}RUN$/m);
  expect(text).toMatch(/^gamma-forum {5}unverified · blind:401 {2}HOLD$/m);
  expect(text).toContain('next look 2026-03-01 02:52:00Z');
  expect(text).toContain('half-filled form in the leftover browser: 3 fields (slug, title, password)');
  expect(text).toContain('https://directory.example/listings/acme');
});

test('no line is wider than 80 columns, unless a single word is', () => {
  for (const line of lines()) expect(widthOf(line) <= 80 || !line.trim().includes(' '), line).toBe(true);
});

test('an id too long for its column is shown whole, and the row goes on below it', () => {
  const id = 'an-id-that-somebody-has-to-copy-into-a-command';
  const actions = [sampleAction(), sampleAction({ id })];
  const summary = { ...sampleReport().summary, verified: 2 };
  const rows = paint(statusText({ actions, summary }), false).split('\n');
  expect(rows[rows.indexOf(id) + 1]).toMatch(/^ {16}verified · one/);
});

test('nothing that a page wrote reaches the terminal raw', () => {
  const evil = '\x1b]0;owned\x07\x1b[2J\u202e';
  const tab = sampleTab({ title: evil, url: evil, status: 'unreadable', why: evil, screenshot: evil });
  const report = sampleReport();
  report.inventory.tabs = [tab];
  report.actions = [sampleAction({ url: evil, id: evil })];
  const inventory = { at: 0, contexts: [], tabs: [tab] };
  for (const text of [lines(report).join('\n'), paint(inventoryText(inventory), false)]) {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('\\x1b[2J\\u202e');
  }
});

test('an endless address is cut, and its length told', () => {
  const inventory = {
    at: 0,
    contexts: [],
    tabs: [sampleTab({ url: `data:text/html,${'x'.repeat(1_000_000)}` })],
  };
  const text = paint(inventoryText(inventory), false);
  expect(text.length).toBeLessThan(2_000);
  expect(text).toContain('… (1000017 characters)');
});

test('colours are written only where they are wanted', () => {
  const answer = reportText(sampleReport(), null);
  expect(paint(answer, false)).not.toContain('\x1b');
  expect(paint(answer, true)).toContain('\x1b[32mverified · one\x1b[39m');
});

test('a secret in a form is never shown, only that there is one', () => {
  const text = paint(inventoryText(sampleReport().inventory), false);
  expect(text).toContain('password: (kept secret, 12 long)');
});

test('every HTTP status that blinds a probe has a sentence', () => {
  expect(reasonSentence('blind:503')).toBe('the platform could not be read: it answered HTTP 503');
  expect(blindSentence('429')).toContain('left alone');
  expect(reasonSentence('blind:login')).toContain('login page');
});
