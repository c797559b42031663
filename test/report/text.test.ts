import { paint, widthOf } from '../../src/report/lines.js';
import { blindSentence, reasonSentence } from '../../src/report/sentences.js';
import { gateText } from '../../src/report/text-gate.js';
import { inventoryText } from '../../src/report/text-inventory.js';
import { probeText } from '../../src/report/text-probe.js';
import { reportText } from '../../src/report/text-report.js';
import { statusText } from '../../src/report/text-status.js';
import { expect, test } from '../support/folder.js';
import { sampleAction, sampleReport, sampleTab } from './sample-report.js';

function lines(report = sampleReport()): string[] {
  return paint(reportText(report, '/reports/out.html'), false).split('\n');
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

test('where this run started nothing, it says so, whatever ended an earlier start', () => {
  const text = lines({ ...sampleReport(), starts: 0, left: [] });
  expect(text[0]).toMatch(/^launch-1 was not started: /);
  expect(text[1]).toBe('nothing may run, so no worker was started');
  expect(lines({ ...sampleReport(), starts: 0, left: ['beta-directory'] })[1]).toBe('no worker was started');
});

test('a start that never became a process did not end, and after another one it is no first start', () => {
  const at = '2026-03-01T02:47:09.512Z';
  const death = { proof: 'exit', at, exitCode: null, signal: null, stdoutBytes: null } as const;
  const [first, second] = lines({ ...sampleReport(), death });
  expect(first).toMatch(/^launch-1 was not started: /);
  expect(second).toBe('epoch 2, 2026-03-01 02:47:09Z: its command was not started');
  expect(lines({ ...sampleReport(), death, starts: 1 })[0]).toMatch(/^launch-1 was not started again: /);
});

test('a planned or absent action that the gate holds shows what the gate saw', () => {
  const report = sampleReport();
  const evidence = report.actions[2]?.evidence ?? [];
  const held = sampleAction({ state: 'planned', reason: 'no-attempt', url: null, gate: 'HOLD', evidence });
  const said = 'held by the last look: the platform could not be read (401)';
  expect(lines({ ...report, actions: [held] }).join('\n')).toContain(said);
  expect(lines({ ...report, actions: [{ ...held, gate: 'RUN' }] }).join('\n')).not.toContain('held by');
  expect(lines().join('\n')).not.toContain('held by');
});

test('a secret that is known to be empty is not counted as filled', () => {
  const report = sampleReport();
  const fields = report.actions[1]?.draft?.fields ?? [];
  const password = fields.find(({ redacted }) => redacted);
  if (password) password.length = 0;
  expect(lines(report).join('\n')).toContain('2 fields (slug, title)');
  if (password) password.length = 12;
  expect(lines(report).join('\n')).toContain('3 fields (slug, title, password)');
});

test('a gate that gave the claim says to whom, not that somebody may be doing it', () => {
  const claimed = { key: 'a', id: 'acme', state: 'claimed', reason: 'live-claim', look: null } as const;
  const claim = { worker: 'launch-1', epoch: 2 };
  const given = paint(gateText({ ...claimed, gate: 'RUN', claim }), false);
  expect(given).toContain('acme: the claim is taken for launch-1, epoch 2\n');
  expect(given).not.toContain('may be doing it');
  const held = paint(gateText({ ...claimed, gate: 'HOLD', claim }), false);
  expect(held).toContain('acme: a live worker may be doing it now\n  claimed by launch-1, epoch 2\n');
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
  const inventory = { at: 0, contexts: [], tabs: [tab], serviceWorkers: [], profile: null };
  for (const text of [lines(report).join('\n'), paint(inventoryText(inventory), false)]) {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain('\\x1b[2J\\u202e');
  }
});

test('an endless address is cut, and its length told', () => {
  const inventory = {
    at: 0,
    contexts: [],
    serviceWorkers: [],
    profile: null,
    tabs: [sampleTab({ url: `data:text/html,${'x'.repeat(1_000_000)}` })],
  };
  const text = paint(inventoryText(inventory), false);
  expect(text.length).toBeLessThan(2_000);
  expect(text).toContain('… (1000015 characters)');
});

test('colours are written only where they are wanted', () => {
  const answer = reportText(sampleReport(), null);
  expect(paint(answer, false)).not.toContain('\x1b');
  expect(paint(answer, true)).toContain('\x1b[32mverified · one\x1b[39m');
});

test('a secret in a form is never shown, only that there is one', () => {
  const text = paint(inventoryText(sampleReport().inventory), false);
  expect(text).toContain('Password  (kept secret, 12 long)');
});

test('every HTTP status that blinds a probe has a sentence', () => {
  expect(reasonSentence('blind:503')).toBe('the platform could not be read: it answered HTTP 503');
  expect(blindSentence('429')).toContain('left alone');
  expect(reasonSentence('blind:login')).toContain('login page');
});

test('a reading says why it is not complete, what does not count and why, and what answered', () => {
  const at = '2026-03-01T02:47:09.512Z';
  const sighting = {
    id: null,
    url: 'https://board.example/1',
    createdAt: null,
    author: null,
    queue: null,
    status: 'live',
    inside: false,
    why: 'was there before the first claim',
  } as const;
  const reading = {
    complete: false,
    incompleteWhy: 'the branch is at c0ffee, whose whole history the clone does not know: fetch it first',
    view: 'public',
    sightings: [sighting, { ...sighting, inside: true, why: 'inside the window and every guard' }],
    blind: null,
    requests: [
      { url: '/srv/a.git', status: null, at, answered: true },
      { url: 'ssh://git.example/a.git', status: null, at },
      { url: 'https://board.example/api', status: 200, at },
    ],
  } as const;
  const probed = {
    id: 'push',
    key: 'k',
    reading: { ...reading, sightings: [...reading.sightings], requests: [...reading.requests] },
  };
  expect(paint(probeText({ actions: [probed] }), false)).toBe(`\
push: 2 sightings, not complete, public view
  not complete: the branch is at c0ffee, whose whole history the clone does not
  know: fetch it first
  seen, but does not count as this action's: live; was there before the first
  claim
    https://board.example/1
  counts: live; inside the window and every guard
    https://board.example/1
  asked /srv/a.git: answered
  asked ssh://git.example/a.git: no answer
  asked https://board.example/api: 200
`);
});
