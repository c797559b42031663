/** Third parties' pages, typed into by a real hand, read by the inventory and by a method that shares nothing with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { takeInventory } from '../../src/inventory/leftover.js';
import { expect, test } from '../support/browser.js';
import { compare } from './compare.js';
import { Hand } from './hand.js';
import { found, load, names, serve } from './page.js';
import { readAgain } from './second-reading.js';

for (const name of names()) {
  test(`${name}: the inventory and a second, independent reading agree on every control`, async ({
    shared,
    site,
    open,
  }) => {
    const vector = await load(name);
    const tab = await open(await serve(site, name, vector));
    const hand = new Hand(tab);
    await hand.until(vector.ready, 'true');
    await vector.work?.(hand);
    await tab.leave();

    const { tabs } = await takeInventory({ endpoint: shared.endpoint });
    const frames = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames ?? [];
    const again = await shared.drive(tab.targetId);
    let told = compare(frames, await readAgain(again.session));
    // On a busy machine the browser's accessibility tree comes after the page, by seconds.
    for (let tries = 0; tries < 40 && told.withName < vector.controls; tries++) {
      await sleep(250);
      told = compare(frames, await readAgain(again.session));
    }
    const { mismatches, compared, withName } = told;

    test
      .info()
      .annotations.push({ type: 'compared', description: `${compared}, ${withName} by name and state` });
    expect.soft(mismatches, `${name}: ${compared} controls compared`).toEqual([]);
    expect(withName).toBeGreaterThanOrEqual(vector.controls);
    vector.expects?.(found(frames));
  });
}
