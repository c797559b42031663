/** What is proved here for one inventory holds for every call in it; `noticed.spec.ts` proves that the witness sees. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';
import type { Site } from '../support/site.js';
import { calm, collections, serveWitness, testimony } from '../support/witness.js';

/** In front and behind, frozen, in a popup, incognito; each with frames of both origins, workers and a service worker. */
async function everywhere(browser: LeftoverBrowser, site: Site): Promise<DrivenTab> {
  const url = await serveWitness(site);
  const context = await browser.newContext();
  const first = await browser.open(url);
  await first.click('#typed');
  await first.session.ask('Input.insertText', { text: 'acme' });
  await first.evaluate(`void open('/witness.html?popup', 'popup', 'width=400,height=300')`);
  const others = [{ background: true }, { context }, { context, background: true }, { background: true }];
  const tabs = [first, ...(await Promise.all(others.map((where) => browser.open(url, where))))];
  await calm(browser, site);
  await tabs.at(-1)?.session.ask('Page.setWebLifecycleState', { state: 'frozen' });
  await Promise.all(tabs.map((tab) => tab.leave()));
  return first;
}

/** All that is to be as it was: what the witnesses tell, pages and frames, what the server was asked. */
async function world(browser: LeftoverBrowser, site: Site) {
  const told = await testimony(browser);
  const targets = await browser.targets();
  // The browser looks by itself for a newer service worker, late on a busy machine; a started one asks for more.
  const requests = site.requests.filter(({ path }) => path !== '/witness-sw.js').length;
  return { told, targets, requests, pid: browser.process.pid, alive: browser.alive };
}

/** The processes that draw pages. One in reserve may come by itself; none may go. */
async function renderers({ driver }: LeftoverBrowser): Promise<number[]> {
  const { processInfo } = await driver.send('SystemInfo.getProcessInfo', undefined, { withinMs: 5_000 });
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
}

async function lookTwice({ endpoint }: LeftoverBrowser, screenshots: string) {
  const { tabs } = await takeInventory({ endpoint, screenshots, deadlineMs: 2_000 });
  await takeInventory({ endpoint, deadlineMs: 1_000 });
  // What it set off, if anything, may come late.
  await sleep(500);
  return tabs;
}

test('a page that records everything notices nothing of an inventory, in any context, in front, behind or frozen', async ({
  leftover,
  site,
  folder,
}) => {
  await needsFullChromium(leftover);
  const first = await everywhere(leftover, site);
  await calm(leftover, site);
  const [before, drawing] = [await world(leftover, site), await renderers(leftover)];
  // Six pages, and a frame of another origin in each.
  expect(Object.keys(before.told)).toHaveLength(12);

  const tabs = await lookTwice(leftover, join(folder, 'shots'));

  expect(await world(leftover, site)).toEqual(before);
  // Reading takes memory, after which the browser tidies up in some pages; nobody asks it to, in all of them.
  expect((await collections(leftover)).length).toBeLessThan(12);
  expect(await renderers(leftover)).toEqual(expect.arrayContaining(drawing));
  const read = tabs.find(({ targetId }) => targetId === first.targetId)?.frames.flatMap((f) => f.controls);
  expect(read?.find(({ name }) => name === 'slug')?.value).toBe('acme');
});

const DIALOGS = {
  alert: `window.answer = String(alert('there?'))`,
  confirm: `window.answer = String(confirm('there?'))`,
  prompt: `window.answer = prompt('there?')`,
  beforeunload: `window.onbeforeunload = (event) => event.preventDefault(); location.href = '/elsewhere'`,
};

/** The dialog answered by a person; what the page noticed from its opening until then. */
async function answered(tab: DrivenTab, meanwhile: () => Promise<void>, script: string): Promise<unknown> {
  await tab.evaluate('forget()');
  const opened = new Promise<void>((resolve) => {
    tab.session.cdp.listen(tab.session.id, (method) => {
      if (method === 'Page.javascriptDialogOpening') resolve();
    });
  });
  tab.begin(script);
  await opened;
  await meanwhile();
  const stays = script === DIALOGS.beforeunload;
  await tab.session.ask('Page.handleJavaScriptDialog', { accept: !stays, promptText: 'here' });
  await tab.until('true');
  await sleep(300);
  return tab.evaluate('({ seen: seen.slice(), state: state(), answer: window.answer })');
}

test('dialogs are still open after an inventory, and the pages that opened them notice nothing of it', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  const url = await serveWitness(site);
  const tabs = await Promise.all(Object.keys(DIALOGS).map(() => leftover.open(url)));
  for (const tab of tabs) {
    await tab.session.ask('Page.enable');
    await tab.session.ask('Page.bringToFront');
    await tab.click('#typed');
  }
  await calm(leftover, site);
  for (const [i, script] of Object.values(DIALOGS).entries()) {
    const tab = tabs[i];
    if (tab === undefined) throw new Error('no tab');
    await tab.session.ask('Page.bringToFront');
    await sleep(200);
    const alone = await answered(tab, () => sleep(1_000), script);
    const look = async () => {
      const { tabs: found } = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 800 });
      expect(found.find(({ targetId }) => targetId === tab.targetId)?.status).toBe('blocked');
    };
    expect(await answered(tab, look, script)).toEqual(alone);
  }
});

test('a tab that loads, waits for a navigation, loops for ever or has crashed goes on as before', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  const open = new Set<string>();
  for (const path of ['/slow.png', '/slow-form']) {
    site.route(path, (_, response) => {
      open.add(path);
      response.on('close', () => open.delete(path));
    });
  }
  const url = await serveWitness(site);
  const [loading, pending, looping, crashed] = await Promise.all([1, 2, 3, 4].map(() => leftover.open(url)));
  await loading?.evaluate(`document.open(); document.write('<p>loading<img src="/slow.png">')`);
  pending?.begin(
    `HTMLFormElement.prototype.submit.call(Object.assign(document.forms[0], { action: '/slow-form' }))`,
  );
  looping?.begin('for (;;);');
  await crashed?.crash();
  await expect.poll(() => [...open].sort()).toEqual(['/slow-form', '/slow.png']);
  await calm(leftover, site);
  const [before, drawing] = [await world(leftover, site), await renderers(leftover)];

  const { tabs } = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 1_500 });
  await sleep(300);

  expect(await world(leftover, site)).toEqual(before);
  expect(await renderers(leftover)).toEqual(expect.arrayContaining(drawing));
  expect([...open].sort()).toEqual(['/slow-form', '/slow.png']);
  const status = [loading, pending, looping, crashed].map(
    (tab) => tabs.find(({ targetId }) => targetId === tab?.targetId)?.status,
  );
  expect(status).toEqual(['ok', 'navigating', 'blocked', 'crashed']);
});
