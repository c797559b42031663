import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { basisOf, claimed, everything, keyOf, note, verdict } from './sample.js';

export function verdictTests(make: MakeLedger): void {
  test('a verdict stands with its address, next look and author', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const { basis } = await basisOf(ledger, 'a');
    const seen = verdict('verified', 'one', { url: 'https://directory.example/a', nextLook: 9_000 });
    expect(await ledger.record(keyOf('a'), seen, basis, 'reconcile')).toBe(true);
    expect((await ledger.list())[0]).toMatchObject({ ...seen });
    expect((await ledger.history(keyOf('a'))).at(-1)).toMatchObject({ ...seen, by: 'reconcile' });
    await ledger.close();
  });

  test('a verdict on a basis that no longer holds writes nothing', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    const { basis } = await basisOf(ledger, 'a');
    await ledger.append(keyOf('a'), [note('new')], start);
    const before = await everything(ledger);
    for (const wrong of [
      basis,
      { ...basis, head: 1, attempt: null },
      { ...basis, head: 1, state: 'unverified' as const },
    ])
      expect(await ledger.record(keyOf('a'), verdict('absent', 'quiet'), wrong, 'reconcile')).toBe(false);
    expect(await ledger.record(keyOf('a'), verdict('claimed', 'live-claim'), basis, 'reconcile')).toBe(false);
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });

  test('an unchanged verdict moves its next look and adds no history', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    for (const nextLook of [5_000, 7_000.5, null]) {
      const { basis } = await basisOf(ledger, 'a');
      const open = verdict('unverified', 'blind:401', { nextLook });
      expect(await ledger.record(keyOf('a'), open, basis, 'poll')).toBe(true);
      const { current } = await basisOf(ledger, 'a');
      expect(current.nextLook).toBe(nextLook === null ? null : Math.round(nextLook));
    }
    expect(await ledger.history(keyOf('a'))).toHaveLength(3);
    await ledger.close();
  });

  test('a verdict settles the attempt unless it is open, and an open one opens it again', async ({
    folder,
  }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const steps = [
      [verdict('unverified', 'settling'), false],
      [verdict('absent', 'quiet'), true],
      [verdict('unverified', 'sent'), false],
      [verdict('verified', 'one'), true],
      [verdict('gone', 'missing'), true],
    ] as const;
    for (const [next, settled] of steps) {
      const { basis } = await basisOf(ledger, 'a');
      await ledger.record(keyOf('a'), next, basis, 'reconcile');
      const { chain, current } = await basisOf(ledger, 'a');
      expect(chain.attempts).toMatchObject([{ settled }]);
      expect(current.claim).toEqual(settled ? null : { worker: 'w', epoch: 1 });
    }
    expect((await ledger.history(keyOf('a'))).map((entry) => entry.state)).toEqual([
      'planned',
      'claimed',
      ...steps.map(([next]) => next.state),
    ]);
    await ledger.close();
  });

  test('since is when the state began, whatever its reason was in between', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const record = async (reason: 'settling' | 'no-probe') => {
      const { basis } = await basisOf(ledger, 'a');
      await ledger.record(keyOf('a'), verdict('unverified', reason), basis, 'reconcile');
      return (await basisOf(ledger, 'a')).current;
    };
    const { since } = await record('settling');
    while (Date.now() <= since) await new Promise((soon) => setTimeout(soon, 1));
    expect(await record('no-probe')).toMatchObject({ reason: 'no-probe', since });
    await ledger.close();
  });
}
