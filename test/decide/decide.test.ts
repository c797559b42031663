import { expect, test } from '@playwright/test';
import { decide } from '../../src/decide/decide.js';
import type { Chain, Fact } from '../../src/words.js';
import {
  action,
  at,
  attempt,
  blind,
  browser,
  chain,
  coverage,
  death,
  person,
  probe,
  reading,
  request,
  sighting,
  submitted,
} from '../support/chain.js';

/** The worker died at second 5, the browser was found quiet at 6: the last possible write. Settle is 10 s. */
const dead: Fact[] = [death(5), browser(6)];
const baseline = { before: reading(-5) };
const live = (over = {}) => reading(8, { sightings: [sighting(over)] });
const undated = sighting({ createdAt: null });
const older = sighting({ createdAt: at(-3600) });
const review = { probe: { ...probe, review: 'possible' as const } };
const unseen = (seconds: number) => reading(seconds, { seesReview: false });

interface Case {
  row: number;
  is: string;
  when: string;
  chain: Chain;
}

/** The contract's rows (§5) in their order; `is` is the verdict's `state · reason`. */
const ROWS: Case[] = [
  { row: 1, is: 'verified · person', when: 'a person said so', chain: chain([...dead, person('verified')]) },
  { row: 1, is: 'absent · person', when: 'a person said so', chain: chain([...dead, person('absent')]) },
  {
    row: 1,
    is: 'waived · person',
    when: 'a person said so',
    chain: chain([...dead, live(), person('waived')]),
  },
  {
    row: 1,
    is: 'verified · one',
    when: 'a sighting came after the word',
    chain: chain([...dead, person('absent'), live()]),
  },
  {
    row: 1,
    is: 'unverified · sent',
    when: 'a request came after the word',
    chain: chain([...dead, person('absent'), request()]),
  },
  {
    row: 1,
    is: 'gone · removed',
    when: 'what the person knew as live was removed since',
    chain: chain([...dead, live(), person('verified'), live({ status: 'removed' })]),
  },
  {
    row: 2,
    is: 'duplicate · many',
    when: 'two are there, at once, even under a live claim',
    chain: chain([reading(3, { sightings: [sighting(), sighting({ id: '8', url: null })] })]),
  },
  {
    row: 2,
    is: 'duplicate · many',
    when: 'one of the two waits for a moderator, the other lies before the window',
    chain: chain([
      ...dead,
      reading(8, { sightings: [sighting({ status: 'pending' }), { ...older, id: '8' }] }),
    ]),
  },
  {
    row: 2,
    is: 'verified · one',
    when: 'repeat: without a baseline only those inside the window count',
    chain: chain([...dead, reading(8, { sightings: [sighting(), { ...older, id: '8' }] })], {
      action: { repeat: true },
    }),
  },
  {
    row: 2,
    is: 'verified · one',
    when: 'a baseline showed the other one',
    chain: chain([{ before: reading(-5, { sightings: [{ ...older, id: '8' }] }) }, ...dead, live()]),
  },
  { row: 3, is: 'claimed · live-claim', when: 'nobody proved a death', chain: chain([live()]) },
  { row: 4, is: 'verified · one', when: 'one, seen completely', chain: chain([...dead, live()]) },
  {
    row: 4,
    is: 'verified · one',
    when: 'the platform cannot hold two',
    chain: chain([...dead, reading(8, { complete: false, unique: true, sightings: [sighting()] })]),
  },
  {
    row: 4,
    is: 'verified · one',
    when: 'undated, and a baseline lacked it',
    chain: chain([baseline, ...dead, reading(8, { sightings: [undated] })]),
  },
  {
    row: 5,
    is: 'verified · at-least-one',
    when: 'one, not seen completely',
    chain: chain([...dead, reading(8, { complete: false, sightings: [sighting()] })]),
  },
  {
    row: 6,
    is: 'verified · undated',
    when: 'neither date nor baseline',
    chain: chain([...dead, reading(8, { sightings: [undated] })]),
  },
  {
    row: 6,
    is: 'unverified · maybe-older',
    when: 'neither date nor baseline, and older ones are allowed',
    chain: chain([...dead, reading(8, { sightings: [undated] })], { action: { repeat: true } }),
  },
  {
    row: 7,
    is: 'unverified · pending',
    when: 'it waits for a moderator',
    chain: chain([...dead, live({ status: 'pending' })]),
  },
  {
    row: 8,
    is: 'gone · removed',
    when: 'it was removed',
    chain: chain([...dead, live({ status: 'removed' })]),
  },
  {
    row: 8,
    is: 'gone · missing',
    when: 'missing in two complete readings settle apart',
    chain: chain([...dead, live(), reading(20), reading(30)]),
  },
  {
    row: 8,
    is: 'verified · one',
    when: 'missing in one: the verdict stays',
    chain: chain([...dead, live(), reading(20)]),
  },
  {
    row: 8,
    is: 'verified · one',
    when: 'missing in two that are closer than settle',
    chain: chain([...dead, live(), reading(20), reading(29)]),
  },
  {
    row: 9,
    is: 'unverified · already-there',
    when: 'it was created before the window',
    chain: chain([...dead, reading(8, { sightings: [older] })]),
  },
  {
    row: 9,
    is: 'unverified · already-there',
    when: 'a baseline showed it, whatever its date says',
    chain: chain([{ before: reading(-5, { sightings: [sighting()] }) }, ...dead, live()]),
  },
  {
    row: 9,
    is: 'unverified · already-there',
    when: 'it was there before anybody claimed',
    chain: chain([{ before: live() }], { attempts: [] }),
  },
  {
    row: 10,
    is: 'unverified · outside-guards',
    when: 'repeat: an older one that no baseline showed',
    chain: chain([...dead, reading(8, { sightings: [older] })], { action: { repeat: true } }),
  },
  {
    row: 10,
    is: 'unverified · outside-guards',
    when: 'its author is not known',
    chain: chain([...dead, live({ author: null })], { action: { account: 'me' } }),
  },
  {
    row: 11,
    is: 'absent · never-left',
    when: 'the only request failed before anything was sent',
    chain: chain([
      ...dead,
      request({ sends: 0, failed: { error: 'ERR_NAME_NOT_RESOLVED', at: at(3) } }),
      coverage(),
      reading(7),
    ]),
  },
  {
    row: 11,
    is: 'absent · never-left',
    when: 'the interlock blocked it and the browser confirmed',
    chain: chain([...dead, request({ sends: null, blocked: 'confirmed' }), coverage(), reading(7)]),
  },
  {
    row: 12,
    is: 'absent · wire-silent',
    when: 'both witnesses saw nothing',
    chain: chain([...dead, coverage(), reading(7)]),
  },
  {
    row: 12,
    is: 'absent · wire-silent',
    when: 'there is no probe to ask',
    chain: chain([...dead, coverage()], { action: { probe: null } }),
  },
  {
    row: 13,
    is: 'absent · rejected',
    when: 'it was answered 422, and one empty reading after settle',
    chain: chain([
      ...dead,
      request({ answer: { status: 422, location: null, refused: false, at: at(3) } }),
      coverage({ netlog: false }),
      reading(17),
    ]),
  },
  {
    row: 14,
    is: 'absent · quiet',
    when: 'two empty readings after settle',
    chain: chain([...dead, reading(17), reading(22)]),
  },
  {
    row: 15,
    is: 'unverified · sent',
    when: 'the wire holds a request',
    chain: chain([...dead, request(), coverage(), reading(17)]),
  },
  {
    row: 15,
    is: 'unverified · sent-twice',
    when: 'the network log shows two sends of one request',
    chain: chain([...dead, request({ sends: 2 }), coverage()]),
  },
  {
    row: 16,
    is: 'unverified · tab-submitted',
    when: 'a tab shows the submit',
    chain: chain([...dead, submitted(), reading(17), reading(22)]),
  },
  {
    row: 16,
    is: 'absent · quiet',
    when: 'that page belongs to another action',
    chain: chain([...dead, submitted(), submitted({ key: 'b', by: 'sighting' }), reading(17), reading(22)]),
  },
  {
    row: 17,
    is: 'unverified · draft',
    when: 'only a draft is there',
    chain: chain([
      ...dead,
      ...[17, 22].map((s) => reading(s, { sightings: [sighting({ status: 'draft' })] })),
    ]),
  },
  {
    row: 18,
    is: 'unverified · unseen-review',
    when: 'something may wait unseen',
    chain: chain([...dead, unseen(17), unseen(22)], { action: review }),
  },
  {
    row: 18,
    is: 'absent · quiet',
    when: 'the probe sees the review queue',
    chain: chain([...dead, reading(17), reading(22)], { action: review }),
  },
  {
    row: 19,
    is: 'unverified · blind:401',
    when: 'the platform cannot be read',
    chain: chain([...dead, blind(17, '401')]),
  },
  {
    row: 19,
    is: 'absent · quiet',
    when: 'a blind reading never replaces clear ones',
    chain: chain([...dead, reading(17), reading(22), blind(30, '500')]),
  },
  {
    row: 20,
    is: 'unverified · no-probe',
    when: 'nobody can be asked',
    chain: chain([...dead], { action: { probe: null } }),
  },
  {
    row: 21,
    is: 'unverified · incomplete',
    when: 'the window was not covered',
    chain: chain([...dead, reading(17, { complete: false })]),
  },
  { row: 22, is: 'unverified · settling', when: 'it is too early', chain: chain([...dead, reading(8)]) },
  {
    row: 22,
    is: 'planned · no-attempt',
    when: 'nobody ever claimed it',
    chain: chain([{ before: reading(8) }], { attempts: [] }),
  },
];

for (const { row, is, when, chain: known } of ROWS) {
  test(`row ${row}: ${is} when ${when}`, () => {
    const { state, reason } = decide(known, at(100));
    expect(`${state} · ${reason}`).toBe(is);
  });
}

/** Each of these lacks one thing that an `absent` needs. */
const quiet = [reading(17), reading(22)];
const NOT_ABSENT: [string, Chain][] = [
  ['the second empty reading is closer than half of settle', chain([...dead, reading(17), reading(21)])],
  ['the first empty reading is not later than settle', chain([...dead, reading(16), reading(21)])],
  [
    'the second reading is a cache’s copy of the first',
    chain([...dead, reading(17), reading(22, { ageMs: 5000 })]),
  ],
  ['nobody has looked at the leftover', chain([death(5), ...quiet])],
  [
    'something is under way although no browser is left',
    chain([death(5), browser(6, { alive: false, quiet: false }), ...quiet]),
  ],
  ['something is in flight in the leftover', chain([...dead, browser(7, { quiet: false }), ...quiet])],
  [
    'an answered request may have worked',
    chain([
      ...dead,
      request({ answer: { status: 302, location: null, refused: false, at: at(3) } }),
      ...quiet,
    ]),
  ],
  ['a request is still open in a living browser', chain([...dead, request(), ...quiet])],
  [
    'a draft is there',
    chain([...dead, ...quiet, reading(30, { sightings: [sighting({ status: 'draft' })] })]),
  ],
  ['wire: the recorder has a gap', chain([...dead, coverage({ recorder: false }), reading(7)])],
  ['wire: there is no network log', chain([...dead, coverage({ netlog: false }), reading(7)])],
  [
    'wire: it does not reach a second past the last possible write',
    chain([...dead, coverage({ to: at(6.5) }), reading(7)]),
  ],
  ['wire: it began after the attempt', chain([...dead, coverage({ from: at(1) }), reading(7)])],
  ['wire: a socket was used', chain([...dead, coverage({ sockets: true }), reading(7)])],
  ['wire: something unexplained left', chain([...dead, coverage({ strangers: 1 }), reading(7)])],
  ['wire: a tab can still send', chain([...dead, coverage({ canSend: true }), reading(7)])],
  ['wire: the platform was not read after the death', chain([...dead, coverage(), reading(4)])],
  [
    'wire: the act can leave in another way',
    chain([...dead, coverage(), reading(7)], {
      action: { effect: { ...(action.effect as NonNullable<typeof action.effect>), via: 'any' } },
    }),
  ],
  [
    'rejected: one of the requests worked',
    chain([
      ...dead,
      request({ id: 'a', answer: { status: 422, location: null, refused: false, at: at(3) } }),
      request({ id: 'b' }),
      coverage(),
      reading(17),
    ]),
  ],
];

for (const [why, known] of NOT_ABSENT) {
  test(`not absent while ${why}`, () => {
    expect(decide(known, at(100)).state).toBe('unverified');
  });
}

test('without a proof of death the claim stays claimed, whatever was read', () => {
  expect(decide(chain([...quiet]), at(100)).state).toBe('claimed');
});

test('a worker that ended its attempt can be verified before it dies, but never absent', () => {
  const ended: Fact = { kind: 'report', outcome: 'done', text: '' };
  expect(decide(chain([ended, live()]), at(100))).toMatchObject({ state: 'verified', reason: 'one' });
  expect(decide(chain([ended, browser(6), ...quiet]), at(100)).state).toBe('unverified');
});

test('a platform whose clock is two hours behind still dates its item inside the window', () => {
  const behind = reading(8, { skewMs: -7_200_000, sightings: [sighting({ createdAt: at(2 - 7200) })] });
  expect(decide(chain([...dead, behind]), at(100))).toMatchObject({ state: 'verified', reason: 'one' });
});

test('a reading of the window does not refute what lies before it', () => {
  const seen = { before: reading(-5, { sightings: [older] }) };
  const ofTheWindow = (seconds: number) => reading(seconds, { since: at(-120) });
  const verdict = decide(chain([seen, ...dead, ofTheWindow(17), ofTheWindow(22)]), at(100));
  expect(verdict).toMatchObject({ state: 'unverified', reason: 'already-there' });
});

test('another account’s item and another queue’s item are not ours', () => {
  const theirs = reading(17, { sightings: [sighting({ author: 'someone', queue: 'sales' })] });
  const again = reading(22, { sightings: [sighting({ author: 'someone', queue: 'sales' })] });
  const guarded = { account: 'me', probe: { ...probe, queue: 'disputes' } };
  expect(decide(chain([...dead, theirs, again], { action: guarded }), at(100)).state).toBe('absent');
});

test('what an earlier, settled attempt sent does not count against a later one, but sightings do', () => {
  const second = { ...attempt, token: 2, epoch: 2, openedAt: at(40) };
  const attempts = [{ ...attempt, settled: true }, second];
  const known = chain([...dead, request(), death(45), browser(46), reading(57), reading(62)], { attempts });
  for (const one of known.evidence.slice(0, 3)) one.attempt = 1;
  expect(decide(known, at(100))).toMatchObject({ state: 'absent', reason: 'quiet' });
  const late = chain([reading(70, { sightings: [sighting()] })]).evidence;
  known.evidence.push(...late.map((one) => ({ ...one, seq: 99, attempt: 2 })));
  expect(decide(known, at(100)).state).toBe('verified');
});
