import { once } from 'node:events';
import type { MakeLedger } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { lines, output, run, startTogether } from './child.js';
import { action, basisOf, keyOf, newStart } from './sample.js';

export function processTests(make: MakeLedger): void {
  test('of 16 racing processes exactly one gets each action', async ({ folder }) => {
    const ledger = await make(folder);
    const ids = Array.from({ length: 120 }, (_, no) => `action-${no}`);
    await ledger.declare(
      'w',
      ids.map((id) => action(id)),
      { revise: false },
    );
    const racers = Array.from({ length: 16 }, (_, no) => `racer-${no}`);
    for (const racer of racers) await ledger.begin(newStart(racer));

    const children = racers.map((racer) => run('ledger-racer.mjs', ledger.url, racer));
    const printed = children.map(output);
    await startTogether(children);
    const won = (await Promise.all(printed)).map((all) => all.filter((line) => line !== 'ready'));

    expect(won.flat().sort()).toEqual(ids.map(keyOf).sort());
    for (const [no, keys] of won.entries())
      for (const key of keys) {
        const known = await ledger.chain(key);
        expect(known?.chain.attempts).toMatchObject([{ worker: racers[no] }]);
        expect(known?.current.claim).toEqual({ worker: racers[no], epoch: 1 });
      }
    await ledger.close();
  });

  test('a process gets its turn however much the others write', async ({ folder }) => {
    const ledger = await make(folder);
    const names = Array.from({ length: 8 }, (_, no) => `writer-${no}`);
    await ledger.declare(
      'w',
      names.map((name) => action(name)),
      { revise: false },
    );

    // Each one writes without a pause until it is told to stop, and says when it has had twenty turns.
    const children = names.map((name) => run('ledger-writer.mjs', ledger.url, keyOf(name)));
    const ends = children.map((child) => once(child, 'exit'));
    const served = children.map(async (child) => {
      let acknowledged = 0;
      for await (const _ of lines(child)) if (++acknowledged === 20) return true;
      return false;
    });
    expect(await Promise.all(served)).toEqual(names.map(() => true));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ends);
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });

  test('a writer killed at any moment loses nothing that it was told is written', async ({ folder }) => {
    const ledger = await make(folder);
    const names = Array.from({ length: 4 }, (_, no) => `writer-${no}`);
    await ledger.declare(
      'w',
      names.map((name) => action(name)),
      { revise: false },
    );

    await Promise.all(
      names.map(async (name) => {
        for (let round = 0; round < 8; round++) {
          const child = run('ledger-writer.mjs', ledger.url, keyOf(name));
          const gone = once(child, 'exit');
          const acknowledged: string[] = [];
          const killAfter = 1 + Math.floor(Math.random() * 12);
          for await (const line of lines(child)) {
            acknowledged.push(line);
            if (acknowledged.length === killAfter) child.kill('SIGKILL');
          }
          await gone;
          const { chain } = await basisOf(ledger, name);
          const hashes = chain.evidence.map((one) => one.hash);
          expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
          expect(hashes).toEqual(expect.arrayContaining(acknowledged));
        }
      }),
    );
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });
}
