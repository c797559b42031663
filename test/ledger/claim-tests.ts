import type { Basis, Verdict } from '../../src/words.js';
import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, basisOf, claimed, everything, keyOf, newStart, note, verdict } from './sample.js';

export function claimTests(make: MakeLedger): void {
  test('a claim opens an attempt and moves the action to claimed', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const start = await ledger.begin(newStart());
    const { basis } = await basisOf(ledger, 'a');
    const attempt = await ledger.claim(keyOf('a'), start, basis);
    expect(attempt).toMatchObject({ key: keyOf('a'), worker: 'w', epoch: 1, settled: false });
    const after = await basisOf(ledger, 'a');
    expect(after.chain.attempts).toEqual([attempt]);
    expect(after.basis).toEqual({ state: 'claimed', attempt: attempt?.token, head: 0 });
    expect(after.current).toMatchObject({ reason: 'live-claim', claim: { worker: 'w', epoch: 1 } });
    expect(await ledger.history(keyOf('a'))).toMatchObject([
      { state: 'planned' },
      { state: 'claimed', reason: 'live-claim', by: 'w' },
    ]);
    await ledger.close();
  });

  test('tokens increase over all actions, whoever claims', async ({ folder }) => {
    const ledger = await make(folder);
    const tokens: number[] = [];
    for (const id of ['a', 'b', 'c']) {
      await claimed(ledger, id, `worker-${id}`);
      tokens.push((await basisOf(ledger, id)).basis.attempt ?? 0);
    }
    expect(tokens).toEqual([...tokens].sort((x, y) => x - y));
    expect(new Set(tokens).size).toBe(3);
    await ledger.close();
  });

  test('a claim on a basis that no longer holds writes nothing', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const start = await ledger.begin(newStart());
    await ledger.append(keyOf('a'), [note('baseline')]);
    const { basis } = await basisOf(ledger, 'a');
    const before = await everything(ledger);
    const wrong: Basis[] = [
      { ...basis, head: 0 },
      { ...basis, head: 2 },
      { ...basis, attempt: 1 },
      { ...basis, state: 'absent' },
    ];
    for (const one of wrong) expect(await ledger.claim(keyOf('a'), start, one)).toBeNull();
    expect(await everything(ledger)).toEqual(before);
    expect(await ledger.claim(keyOf('a'), start, basis)).not.toBeNull();
    await ledger.close();
  });

  const neverClaimed: Verdict[] = [
    verdict('unverified', 'settling'),
    verdict('verified', 'one'),
    verdict('duplicate', 'many'),
    verdict('gone', 'missing'),
    verdict('waived', 'person'),
  ];
  test('only a planned or absent action can be claimed', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'claimed');
    const start = await ledger.begin(newStart('second'));
    for (const { state, reason } of neverClaimed) {
      await ledger.declare('w', [action(state)], { revise: false });
      const { basis } = await basisOf(ledger, state);
      await ledger.record(keyOf(state), verdict(state, reason), basis, 'reconcile');
    }
    for (const id of ['claimed', ...neverClaimed.map((one) => one.state)])
      expect(await ledger.claim(keyOf(id), start, (await basisOf(ledger, id)).basis)).toBeNull();
    await ledger.close();
  });

  test('an absent action is claimed again, and its first attempt stays settled', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    const { basis } = await basisOf(ledger, 'a');
    await ledger.record(keyOf('a'), verdict('absent', 'quiet'), basis, 'reconcile');
    expect((await basisOf(ledger, 'a')).chain.attempts).toMatchObject([{ settled: true }]);
    const second = await ledger.claim(keyOf('a'), start, (await basisOf(ledger, 'a')).basis);
    const { chain } = await basisOf(ledger, 'a');
    expect(chain.attempts).toMatchObject([{ settled: true }, { settled: false, token: second?.token }]);
    await ledger.close();
  });

  test('an attempt may have been opened earlier, or without a lower end', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a'), action('b')], { revise: false });
    const start = await ledger.begin(newStart());
    await ledger.claim(keyOf('a'), start, (await basisOf(ledger, 'a')).basis, 1_234);
    await ledger.claim(keyOf('b'), start, (await basisOf(ledger, 'b')).basis, null);
    expect((await basisOf(ledger, 'a')).chain.attempts[0]?.openedAt).toBe(1_234);
    expect((await basisOf(ledger, 'b')).chain.attempts[0]?.openedAt).toBeNull();
    await ledger.close();
  });

  test('an action that was never declared can neither be claimed nor written about', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await ledger.begin(newStart());
    const basis: Basis = { state: 'planned', attempt: null, head: 0 };
    const refusal = { code: 'unknown-action' };
    await expect(ledger.claim(keyOf('a'), start, basis)).rejects.toMatchObject(refusal);
    await expect(ledger.append(keyOf('a'), [note('x')])).rejects.toMatchObject(refusal);
    const planned = verdict('planned', 'no-attempt');
    await expect(ledger.record(keyOf('a'), planned, basis, 'me')).rejects.toMatchObject(refusal);
    await expect(ledger.history(keyOf('a'))).rejects.toMatchObject(refusal);
    expect(await ledger.chain(keyOf('a'))).toBeUndefined();
    await ledger.close();
  });
}
