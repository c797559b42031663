import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, append, basisOf, claimed, everything, keyOf, note } from './sample.js';

export function evidenceTests(make: MakeLedger): void {
  test('evidence belongs to the attempt that it was written under, in the order of writing', async ({
    folder,
  }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const first = note('before', { artifact: 'shots/1.png' });
    const [before] = await append(ledger, 'a', [first]);
    const start = await claimed(ledger, 'a');
    const after = await append(ledger, 'a', [note('one'), note('two')], start);
    expect(before).toMatchObject({ seq: 1, attempt: null, key: keyOf('a'), artifact: 'shots/1.png' });
    const { chain, basis } = await basisOf(ledger, 'a');
    expect(after).toMatchObject([
      { seq: 2, attempt: basis.attempt, artifact: null },
      { seq: 3, attempt: basis.attempt },
    ]);
    expect(chain.evidence).toEqual([before, ...after]);
    expect(basis.head).toBe(3);
    await ledger.close();
  });

  test('evidence for a basis that no longer holds is not written', async ({ folder }) => {
    const ledger = await make(folder);
    await claimed(ledger, 'a');
    const { basis } = await basisOf(ledger, 'a');
    expect(await ledger.append(keyOf('a'), [note('one')], undefined, basis)).toHaveLength(1);
    const before = await everything(ledger);
    const wrong = [
      basis,
      { ...basis, head: 1, attempt: null },
      { ...basis, head: 1, state: 'absent' as const },
    ];
    for (const one of wrong)
      expect(await ledger.append(keyOf('a'), [note('two')], undefined, one)).toBeNull();
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });

  test('every hash covers the content and the hash before it', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a'), action('b')], { revise: false });
    const hashes: string[] = [];
    for (const id of ['a', 'b'])
      for (const one of await append(ledger, id, [note('same'), note('same')])) hashes.push(one.hash);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set(hashes).size).toBe(4);
    await ledger.close();
  });

  test('hostile text is kept as it is and leaves the chain sound', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const hostile = 'nul \0 escape \x1b[2J half \ud800 quote \' "); DROP TABLE evidence; -- \u2028 😀';
    const [written] = await append(ledger, 'a', [note(hostile)]);
    const { chain } = await basisOf(ledger, 'a');
    expect(chain.evidence).toEqual([written]);
    expect(chain.evidence[0]?.summary).toBe(hostile);
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });

  test('a long summary is cut, a huge fact is refused as a bug of its maker, and nothing of that call is written', async ({
    folder,
  }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const [cut] = await append(ledger, 'a', [note('s', { summary: 'x'.repeat(5_000) })]);
    expect(cut?.summary).toHaveLength(2_000);
    const before = await everything(ledger);
    const huge = ledger.append(keyOf('a'), [note('small'), note('x'.repeat(300_000))]);
    await expect(huge).rejects.toThrow(/must bound it/);
    await expect(huge).rejects.not.toHaveProperty('code');
    expect(await everything(ledger)).toEqual(before);
    await ledger.close();
  });
}
