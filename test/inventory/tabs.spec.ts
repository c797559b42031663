import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tab } from '../../src/inventory/inventory.js';
import { isQuiet, takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';

const FORM = '<title>Form</title><form method="post" action="/slow"><input name="slug"></form>';
const find = (tabs: Tab[], driven: DrivenTab) => {
  const tab = tabs.find(({ targetId }) => targetId === driven.targetId);
  if (tab === undefined) throw new Error('the tab is not in the inventory');
  return tab;
};
const value = (tab: Tab) => tab.frames[0]?.controls.find(({ name }) => name === 'slug')?.value;

test('blocked, crashed and navigating tabs are said to be so, and the others are read in full', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  site.route('/form', FORM).route('/slow', () => {});
  const url = `${site.url}/form`;
  const incognito = await leftover.newContext();
  const fill = async (tab: DrivenTab) => tab.evaluate(`document.querySelector('input').value = 'acme'`);
  const [normal, hidden, dialog, loop, crashed, posting] = await Promise.all([
    leftover.open(url),
    leftover.open(url, { context: incognito, background: true }),
    leftover.open(url),
    leftover.open(`${site.other}/form`),
    leftover.open(url),
    leftover.open(url),
  ]);
  await Promise.all([fill(normal), fill(hidden)]);
  dialog.begin('alert(1)');
  loop.begin('for (;;) {}');
  await crashed.crash();
  await posting.evaluate(`document.forms[0].submit()`);
  await expect.poll(() => site.requests.filter(({ method }) => method === 'POST').length).toBe(1);

  const { tabs, contexts } = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 2_000 });

  const status = (driven: DrivenTab) => find(tabs, driven).status;
  expect([normal, hidden, dialog, loop, crashed, posting].map(status)).toEqual([
    'ok',
    'ok',
    'blocked',
    'blocked',
    'crashed',
    'navigating',
  ]);
  expect([normal, hidden].map((tab) => value(find(tabs, tab)))).toEqual(['acme', 'acme']);
  expect(find(tabs, hidden)).toMatchObject({ incognito: true, contextId: incognito });
  expect(find(tabs, posting).why).toContain('/slow');
  expect(find(tabs, posting).loading).toBe(true);
  expect(find(tabs, dialog).history.at(-1)).toMatchObject({ url, current: true });
  expect(contexts.find(({ contextId }) => contextId === incognito)).toMatchObject({
    incognito: true,
    tabs: 1,
  });
});

test('a discarded tab is told from a crashed one', async ({ folder, site }) => {
  const profile = join(folder, 'profile');
  // The browser's own page for discarding is shut off unless its settings allow internal pages.
  await mkdir(profile, { recursive: true });
  await writeFile(join(profile, 'Local State'), JSON.stringify({ internal_only_uis_enabled: true }));
  const browser = await LeftoverBrowser.start(profile);
  try {
    await needsFullChromium(browser);
    const sleeper = await browser.open(`${site.route('/form', FORM).url}/form`);
    await sleeper.leave();
    const discards = await browser.open('chrome://discards/');
    await discards.until(DISCARD);
    await expect
      .poll(async () => (await browser.targets()).some((t) => t.targetId === sleeper.targetId))
      .toBe(false);

    const { tabs } = await takeInventory({ endpoint: browser.endpoint, deadlineMs: 2_000 });

    const tab = tabs.find(({ url }) => url.endsWith('/form'));
    expect(tab).toMatchObject({ status: 'discarded', title: 'Form' });
    expect(tab?.history).toHaveLength(1);
  } finally {
    await browser.kill();
  }
});

const DISCARD = `(() => {
  const all = [];
  const walk = (root) => { for (const e of root.querySelectorAll('*')) { all.push(e); if (e.shadowRoot) walk(e.shadowRoot) } };
  walk(document);
  const row = all.find((e) => e.tagName === 'TR' && e.innerText.includes('/form'));
  const links = [...(row?.querySelectorAll('[is=action-link]') ?? [])];
  const link = links.find((e) => e.textContent.includes('Urgent Discard'));
  link?.click();
  return link !== undefined;
})()`;

test('a page whose first navigation is pending is navigating, not an empty page', async ({
  shared,
  open,
  site,
}) => {
  const tab = await open(`${site.route('/slow', () => {}).url}/slow`, { wait: false });
  await expect.poll(() => site.requests.length).toBe(1);
  await tab.leave();
  const inventory = await takeInventory({ endpoint: shared.endpoint });
  expect(find(inventory.tabs, tab)).toMatchObject({
    status: 'navigating',
    loading: true,
    url: `${site.url}/slow`,
  });
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('a page that is still loading is read as far as it has come', async ({ shared, open, site }) => {
  site.route('/half', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(`<input name="slug" value="half">${' '.repeat(4096)}`);
  });
  const tab = await open(`${site.url}/half`, { wait: false });
  await tab.until(`document.querySelector('input') !== null`);
  const inventory = await takeInventory({ endpoint: shared.endpoint });
  expect(find(inventory.tabs, tab)).toMatchObject({ status: 'ok', loading: true });
  expect(value(find(inventory.tabs, tab))).toBe('half');
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('the browser’s own error page adds no controls', async ({ shared, open }) => {
  const tab = await open('http://127.0.0.1:1/', { wait: false });
  await tab.until(`location.href === 'chrome-error://chromewebdata/' && document.readyState === 'complete'`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const { status, url, frames } = find(tabs, tab);
  expect({ status, url }).toEqual({ status: 'ok', url: 'http://127.0.0.1:1/' });
  expect(frames).toMatchObject([{ controls: [], why: expect.stringContaining('failed to load') }]);
});

test('popups, about:blank and data: pages are tabs like any other', async ({ shared, open, site }) => {
  const opener = await open(`${site.route('/form', FORM).url}/form`);
  await opener.evaluate(`void (window.popup = open('/form?popup', '', 'width=300,height=300'))`);
  await opener.until(`popup.location.search === '?popup' && popup.document.readyState === 'complete'`);
  await open('data:text/html,<input name=slug value=data>');
  const inventory = await takeInventory({ endpoint: shared.endpoint });
  const urls = inventory.tabs.map(({ url, status }) => `${status} ${url}`).sort();
  expect(urls).toEqual([
    'ok about:blank',
    'ok data:text/html,… (43 characters)',
    `ok ${site.url}/form`,
    `ok ${site.url}/form?popup`,
  ]);
  expect(inventory.tabs.find(({ url }) => url.startsWith('data:'))?.frames[0]?.controls[0]?.value).toBe(
    'data',
  );
});

test('history tells a submitted form and the action before its redirect', async ({ shared, open, site }) => {
  site.route('/form', FORM).route('/done', '<title>Done</title>');
  site.route('/slow', (_, response) => response.writeHead(303, { location: '/done' }).end());
  const tab = await open(`${site.url}/form`);
  tab.begin(`document.forms[0].submit()`);
  await tab.until(`location.pathname === '/done' && document.readyState === 'complete'`);
  const inventory = await takeInventory({ endpoint: shared.socket });
  expect(find(inventory.tabs, tab).history.at(-1)).toMatchObject({
    url: `${site.url}/done`,
    title: 'Done',
    transition: 'form_submit',
    userTypedUrl: `${site.url}/slow`,
    current: true,
  });
  expect(isQuiet(inventory)).toEqual({ quiet: true, why: null });
});

test('a browser that dies while it is read costs the tabs not yet read, and nothing else', async ({
  leftover,
  site,
}) => {
  const good = await leftover.open(`${site.route('/form', FORM).url}/form`);
  const loop = await leftover.open(`${site.other}/form`);
  loop.begin('for (;;) {}');
  const { pid } = leftover.process;
  const inventory = await takeInventory({
    endpoint: leftover.endpoint,
    deadlineMs: 20_000,
    // The blank tab and the good one are in; the third one never answers.
    progress: (_, done) => void (done === 2 && process.kill(-(pid ?? 0), 'SIGKILL')),
  });
  expect(find(inventory.tabs, good)).toMatchObject({ status: 'ok', title: 'Form' });
  expect(find(inventory.tabs, loop)).toMatchObject({
    status: 'closed',
    why: expect.stringContaining('went away'),
  });
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('a picture is taken when asked for, for its owner’s eyes only', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const tab = await open(`${site.route('/form', FORM).url}/form`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint, screenshots: join(folder, 'shots') });
  const { screenshot } = find(tabs, tab);
  const bytes = await readFile(screenshot ?? '');
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect((await stat(screenshot ?? '')).mode & 0o777).toBe(0o600);
});
