import fc from 'fast-check';
import { actionReport, statusOf, summarise } from '../../src/report/build.js';
import { exitOf } from '../../src/report/exit.js';
import type { Action, Chain, Current, Draft, Evidence, Fact, GateAnswer } from '../../src/words.js';
import { STATES } from '../../src/words.js';
import { expect, test } from '../support/folder.js';

const action: Action = {
  key: 'a0'.repeat(32),
  id: 'acme-directory',
  worker: 'launch-1',
  kind: 'submit-listing',
  platform: 'directory.example',
  account: null,
  identity: { slug: 'acme' },
  repeat: false,
  payloadHash: null,
  effect: null,
  probe: null,
  source: 'plan.yml:3',
};

function current(change: Partial<Current> = {}): Current {
  return {
    action,
    state: 'planned',
    reason: 'no-attempt',
    url: null,
    nextLook: null,
    since: 0,
    claim: null,
    ...change,
  };
}

function draft(slug: string): Draft {
  const field = { name: 'slug', label: '', type: 'text', value: slug, redacted: false, partial: false };
  const url = 'https://directory.example/submit';
  return {
    targetId: 'T1',
    url,
    form: { action: url, method: 'post' },
    fields: [field],
    why: [],
    from: 'tab',
  };
}

function chain(facts: Fact[]): Chain {
  const evidence = facts.map(
    (fact, at): Evidence => ({
      key: action.key,
      seq: at + 1,
      attempt: 1,
      source: 'tab',
      at,
      says: 'unknown',
      summary: 'x',
      fact,
      artifact: null,
      hash: 'd4'.repeat(32),
    }),
  );
  return { action, attempts: [], evidence };
}

test('times become ISO 8601 at the edge', () => {
  const status = statusOf(current({ state: 'unverified', reason: 'settling', nextLook: 60_000 }));
  expect(status).toMatchObject({ since: '1970-01-01T00:00:00.000Z', nextLook: '1970-01-01T00:01:00.000Z' });
});

test('the newest draft is the one reported, and stays when later evidence has none', () => {
  const facts: Fact[] = [
    { kind: 'draft', draft: draft('old') },
    { kind: 'draft', draft: draft('new') },
    { kind: 'note', about: 'log' },
  ];
  expect(actionReport(chain(facts), current()).draft?.fields[0]?.value).toBe('new');
});

test('a summary names every state, also with none in it', () => {
  const summary = summarise([current(), current({ state: 'gone' })]);
  expect(Object.keys(summary).sort()).toEqual([...STATES].sort());
  expect(summary).toMatchObject({ planned: 1, gone: 1, verified: 0 });
});

const judged = fc.record({
  state: fc.constantFrom(...STATES),
  gate: fc.constantFrom<GateAnswer>('RUN', 'SKIP', 'HOLD', 'HUMAN'),
});

test('exit 0 means that every action is verified, absent, waived or planned, and none is held', () => {
  fc.assert(
    fc.property(fc.array(judged), fc.array(fc.string()), (actions, left) => {
      const settled = actions.every(({ state, gate }) =>
        state === 'planned' || state === 'absent'
          ? gate !== 'HOLD'
          : state === 'verified' || state === 'waived',
      );
      return (exitOf({ actions, left }) === 0) === (settled && left.length === 0);
    }),
  );
});

test('where several exit codes apply, 4 comes before 3 and 3 before 7', () => {
  const open = { state: 'unverified', gate: 'HOLD' } as const;
  const gone = { state: 'gone', gate: 'HUMAN' } as const;
  const absent = { state: 'absent', gate: 'RUN' } as const;
  expect(exitOf({ actions: [open, gone], left: ['x'] })).toBe(4);
  expect(exitOf({ actions: [open, absent], left: ['x'] })).toBe(3);
  expect(exitOf({ actions: [absent], left: ['x'] })).toBe(7);
  expect(exitOf({ actions: [{ state: 'planned', gate: 'HOLD' }] })).toBe(3);
});
