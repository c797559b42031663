import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, basisOf, claimed, death, everything, keyOf, newStart, note, verdict } from './sample.js';

export function startTests(make: MakeLedger): void {
  test('each worker counts its own epochs, and a start keeps all it began with', async ({ folder }) => {
    const ledger = await make(folder);
    const first = await ledger.begin(newStart('w', { recorded: false, plan: null }));
    expect(first).toMatchObject({ ...newStart('w', { recorded: false, plan: null }), epoch: 1 });
    expect(first).toMatchObject({ fenced: false, death: null, leaseUntil: 1_000 });
    await ledger.bury(first, death());
    expect((await ledger.begin(newStart('w'))).epoch).toBe(2);
    expect((await ledger.begin(newStart('other'))).epoch).toBe(1);
    expect((await ledger.starts('w')).map((start) => start.epoch)).toEqual([1, 2]);
    expect(await ledger.starts()).toHaveLength(3);
    expect(await ledger.starts('nobody')).toEqual([]);
    await ledger.close();
  });

  test('a start is refused while the one before it has no death, fenced or not', async ({ folder }) => {
    const ledger = await make(folder);
    const first = await ledger.begin(newStart());
    const refused = ledger.begin(newStart());
    await expect(refused).rejects.toMatchObject({ code: 'worker-alive' });
    await expect(refused).rejects.toThrow(/w, start 1, pid 4711/);
    await ledger.fence(first);
    await expect(ledger.begin(newStart())).rejects.toMatchObject({ code: 'worker-alive' });
    expect(await ledger.starts()).toHaveLength(1);
    await ledger.close();
  });

  test('a start that nobody recorded is adopted with its actions and an attempt at each, or not at all', async ({
    folder,
  }) => {
    const ledger = await make(folder);
    const made = newStart('w', { recorded: false });
    const states = async () => (await ledger.list({ worker: 'w' })).map(({ state }) => state);
    const twins = [action('a'), action('a', { id: 'b' })];
    await expect(ledger.adopt(made, twins, null)).rejects.toMatchObject({ code: 'plan-conflict' });
    expect([await ledger.starts('w'), await states()]).toEqual([[], []]);

    const start = await ledger.adopt(made, [action('a')], 500);
    expect([start.epoch, await states()]).toEqual([1, ['claimed']]);
    expect((await ledger.chain(keyOf('a')))?.chain.attempts).toMatchObject([{ epoch: 1, openedAt: 500 }]);
    // What is alive is taken again, and so is what is dead where nothing is left to attempt.
    expect((await ledger.adopt(made, [action('a'), action('b')], null)).epoch).toBe(1);
    expect(await states()).toEqual(['claimed', 'claimed']);
    await ledger.bury(start, death());
    expect((await ledger.adopt(made, [], null)).epoch).toBe(1);
    expect((await ledger.adopt(made, [action('c')], null)).epoch).toBe(2);
    expect(await states()).toEqual(['claimed', 'claimed', 'claimed']);
    await ledger.close();
  });

  test('amending a start changes what is named and nothing else', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await ledger.begin(newStart());
    const browser = { endpoint: 'http://127.0.0.1:9', process: null, profile: '/p', netlog: null };
    await ledger.amend(start, { browser, session: 12 });
    await ledger.amend(start, { process: { pid: 5, startTicks: null } });
    const amended = { ...start, browser, session: 12, process: { pid: 5, startTicks: null } };
    expect(await ledger.starts('w')).toEqual([amended]);
    await ledger.close();
  });

  test('a lease only moves out', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await ledger.begin(newStart());
    expect(await ledger.renew(start, 9_000)).toBe(true);
    expect(await ledger.renew(start, 5_000)).toBe(true);
    expect((await ledger.starts('w'))[0]?.leaseUntil).toBe(9_000);
    await ledger.close();
  });

  test('the first proof of death stays', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    expect((await ledger.bury(start, death())).death).toEqual(death());
    const after = await everything(ledger);
    expect((await ledger.bury(start, death({ proof: 'assumed', at: 9_000 }))).death).toEqual(death());
    expect(await everything(ledger)).toEqual(after);
    await ledger.close();
  });

  test('a death is a fact of every open attempt of that start and of no other', async ({ folder }) => {
    const ledger = await make(folder);
    const start = await claimed(ledger, 'a');
    for (const id of ['unverified', 'settled', 'planned'])
      await ledger.declare('w', [action(id)], { revise: false });
    for (const id of ['unverified', 'settled'])
      await ledger.claim(keyOf(id), start, (await basisOf(ledger, id)).basis);
    const { basis } = await basisOf(ledger, 'unverified');
    await ledger.record(keyOf('unverified'), verdict('unverified', 'settling'), basis, 'reconcile');
    const settled = await basisOf(ledger, 'settled');
    await ledger.record(keyOf('settled'), verdict('absent', 'quiet'), settled.basis, 'reconcile');
    await claimed(ledger, 'theirs', 'other');

    await ledger.bury(start, death());
    const fact = { kind: 'death', death: death() };
    for (const id of ['a', 'unverified']) {
      const { chain } = await basisOf(ledger, id);
      expect(chain.evidence).toMatchObject([{ source: 'worker', says: 'unknown', at: 2_000, fact }]);
      expect(chain.evidence[0]?.attempt).toBe(chain.attempts[0]?.token);
    }
    for (const id of ['settled', 'planned', 'theirs'])
      expect((await basisOf(ledger, id)).chain.evidence).toEqual([]);
    await ledger.close();
  });

  for (const end of ['fenced', 'dead'] as const) {
    test(`a ${end} epoch writes nothing`, async ({ folder }) => {
      const ledger = await make(folder);
      const start = await claimed(ledger, 'a');
      await ledger.declare('w', [action('b')], { revise: false });
      if (end === 'fenced') await ledger.fence(start);
      else await ledger.bury(start, death());
      const before = await everything(ledger);

      const { basis } = await basisOf(ledger, 'b');
      const refusal = { code: 'epoch-fenced' };
      await expect(ledger.claim(keyOf('b'), start, basis)).rejects.toMatchObject(refusal);
      await expect(ledger.append(keyOf('a'), [note('late')], start)).rejects.toMatchObject(refusal);
      await expect(ledger.amend(start, { session: 1 })).rejects.toMatchObject(refusal);
      expect(await ledger.renew(start, 1e12)).toBe(false);
      expect(await everything(ledger)).toEqual(before);
      await ledger.close();
    });
  }

  test('a start that never was is refused', async ({ folder }) => {
    const ledger = await make(folder);
    await ledger.declare('w', [action('a')], { revise: false });
    const nobody = { worker: 'w', epoch: 7 };
    const refusal = { code: 'unknown-worker' };
    const { basis } = await basisOf(ledger, 'a');
    await expect(ledger.claim(keyOf('a'), nobody, basis)).rejects.toMatchObject(refusal);
    await expect(ledger.append(keyOf('a'), [note('x')], nobody)).rejects.toMatchObject(refusal);
    await expect(ledger.amend(nobody, {})).rejects.toMatchObject(refusal);
    await expect(ledger.fence(nobody)).rejects.toMatchObject(refusal);
    await expect(ledger.bury(nobody, death())).rejects.toMatchObject(refusal);
    expect(await ledger.renew(nobody, 1)).toBe(false);
    await ledger.close();
  });
}
