import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';

interface Witnesses {
  tabs: DrivenTab[];
  /** What each of them has noticed since it was last forgotten, and how the world looks to it. */
  noticed(): Promise<unknown[]>;
  forget(): Promise<void>;
}

/** A front and a background tab in the default context, and the same in an incognito one. */
async function witnesses(browser: LeftoverBrowser, url: string): Promise<Witnesses> {
  const context = await browser.newContext();
  const tabs: DrivenTab[] = [];
  for (const where of [{}, { background: true }, { context }, { context, background: true }]) {
    tabs.push(await browser.open(url, where));
  }
  await tabs[0]?.click('#typed');
  await tabs[0]?.session.ask('Input.insertText', { text: 'acme' });
  // First frames, layout and the picture of a tab that was never shown: let all of that be over.
  await sleep(1_000);
  return {
    tabs,
    noticed: () => Promise.all(tabs.map((tab) => tab.evaluate('[seen.slice(), state()]'))),
    forget: async () => {
      await Promise.all(tabs.map((tab) => tab.evaluate('state(), seen.length = 0')));
    },
  };
}

test('a page that records everything notices nothing of an inventory, in any context, in front or behind', async ({
  leftover,
  site,
  folder,
}) => {
  await needsFullChromium(leftover);
  const watch = await witnesses(leftover, await site.fixture('inventory/witness.html'));
  const dialog = await leftover.open(await site.fixture('inventory/witness.html'));
  dialog.begin(`window.answer = confirm('still here?')`);
  await sleep(200);
  await watch.forget();
  const before = {
    seen: await watch.noticed(),
    targets: await leftover.targets(),
    requests: site.requests.length,
  };
  await watch.forget();

  const shots = join(folder, 'shots');
  const { tabs } = await takeInventory({
    endpoint: leftover.endpoint,
    screenshots: shots,
    deadlineMs: 2_000,
  });
  await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 1_000 });
  await sleep(500);

  expect(
    tabs.find(({ targetId }) => targetId === watch.tabs[0]?.targetId)?.frames[0]?.controls[0]?.value,
  ).toBe('acme');
  const after = {
    seen: await watch.noticed(),
    targets: await leftover.targets(),
    requests: site.requests.length,
  };
  expect(after).toEqual(before);
  expect(leftover.alive).toBe(true);
  // The dialog is still open, so a person can still answer it.
  const { tabs: again } = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 1_000 });
  expect(again.find(({ targetId }) => targetId === dialog.targetId)?.status).toBe('blocked');
});

test('the same page notices a tab brought to the front', async ({ leftover, site }) => {
  await needsFullChromium(leftover);
  const watch = await witnesses(leftover, await site.fixture('inventory/witness.html'));
  await watch.forget();
  const before = JSON.stringify(await watch.noticed());
  await watch.forget();
  await watch.tabs[1]?.session.ask('Page.bringToFront');
  await sleep(300);
  expect(JSON.stringify(await watch.noticed())).not.toBe(before);
});
