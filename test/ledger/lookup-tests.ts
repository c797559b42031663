import type { Ledger } from '../../src/ledger/ledger.js';
import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, basisOf, claimed, everything, keyOf, newStart, note, verdict } from './sample.js';

const idsOf = async (found: ReturnType<Ledger['list']>) => (await found).map((current) => current.action.id);

export function lookupTests(make: MakeLedger): void {
  test('a list is in the order of declaration and can be of one worker or one state', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare(
      'w',
      ['z', 'y', 'x'].map((id) => action(id)),
      { revise: false },
    );
    await ledger.declare(
      'v',
      ['q', 'p'].map((id) => action(id)),
      { revise: false },
    );
    await ledger.begin(newStart('v'));
    await ledger.claim(keyOf('p'), { worker: 'v', epoch: 1 }, (await basisOf(ledger, 'p')).basis);
    expect(await idsOf(ledger.list())).toEqual(['z', 'y', 'x', 'q', 'p']);
    expect(await idsOf(ledger.list({ worker: 'w' }))).toEqual(['z', 'y', 'x']);
    expect(await idsOf(ledger.list({ state: 'planned' }))).toEqual(['z', 'y', 'x', 'q']);
    expect(await idsOf(ledger.list({ worker: 'v', state: 'claimed' }))).toEqual(['p']);
    expect(await idsOf(ledger.list({ worker: 'nobody' }))).toEqual([]);
    await ledger.close();
  });

  test('an action is found by its key, by eight characters of it, and by its id', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a'), action('b')], { revise: false });
    const key = keyOf('a');
    for (const name of [key, key.slice(0, 8), key.slice(0, 20).toUpperCase(), 'a'])
      for (const worker of [undefined, 'w']) expect(await idsOf(ledger.find(name, worker))).toEqual(['a']);
    for (const name of [key.slice(0, 7), `${key}0`, '', '%', 'a%', '________'])
      expect(await ledger.find(name)).toEqual([]);
    for (const name of [key, 'a']) expect(await ledger.find(name, 'nobody')).toEqual([]);
    await ledger.close();
  });

  test('an ambiguous name finds all that it may mean', async ({ folder }) => {
    const ledger = await make(folder);
    const keys = ['1', '2', '3'].map((end) => 'abcdef01'.padEnd(64, end));
    const actions = keys.map((key, no) => action(`id-${no}`, { key }));
    await ledger.declare('w', [...actions, action('abcdef01')], { revise: false });
    await ledger.declare('v', [action('id-0')], { revise: false });
    expect((await idsOf(ledger.find('abcdef01'))).sort()).toEqual(['abcdef01', 'id-0', 'id-1', 'id-2']);
    expect(await ledger.find('id-0')).toHaveLength(2);
    expect(await ledger.find('id-0', 'w')).toHaveLength(1);
    await ledger.close();
  });

  test('a ledger that is closed and opened again holds all that it held', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    await ledger.append(keyOf('a'), [note('one')], start);
    const { basis } = await basisOf(ledger, 'a');
    await ledger.record(keyOf('a'), verdict('unverified', 'settling', { nextLook: 5 }), basis, 'reconcile');
    const before = await everything(ledger);
    await ledger.close();
    const again = await make(folder);
    expect(await everything(again)).toEqual(before);
    expect(await again.check()).toEqual([]);
    await again.close();
  });
}
