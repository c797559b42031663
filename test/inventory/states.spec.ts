import { setTimeout as sleep } from 'node:timers/promises';
import { frameWhy } from '../../src/inventory/controls.js';
import type { Tab } from '../../src/inventory/inventory.js';
import { isQuiet, takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, needsFullChromium, test } from '../support/browser.js';

const FORM = '<title>Form</title><form method="post" action="/slow"><input name="slug"></form>';
const TYPE = `document.querySelector('input').value = 'acme'`;
const find = (tabs: Tab[], driven: DrivenTab) => {
  const tab = tabs.find(({ targetId }) => targetId === driven.targetId);
  if (tab === undefined) throw new Error('the tab is not in the inventory');
  return tab;
};

test('every kind of dialog, and a synchronous request, blocks its own tab only', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  site.route('/form', FORM).route('/slow', () => {});
  const open = async (begin: string) => {
    const tab = await leftover.open(`${site.url}/form`);
    await tab.click('input');
    await tab.session.ask('Input.insertText', { text: 'acme' });
    tab.begin(begin);
    return tab;
  };
  const unload = `addEventListener('beforeunload', (event) => event.preventDefault()); location.href = '/slow'`;
  const sync = `const request = new XMLHttpRequest(); request.open('POST', '/slow', false); request.send('x')`;
  const blocked: DrivenTab[] = [];
  for (const begin of ['alert(1)', 'confirm(1)', 'prompt(1)', unload, sync]) blocked.push(await open(begin));
  const frozen = await leftover.open(`${site.url}/form`);
  await frozen.evaluate(TYPE);
  await frozen.session.ask('Page.setWebLifecycleState', { state: 'frozen' });
  await expect.poll(() => site.requests.filter(({ method }) => method === 'POST').length).toBe(1);

  const inventory = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 1_500 });

  const { tabs } = inventory;
  expect(blocked.map((tab) => find(tabs, tab).status)).toEqual(Array(5).fill('blocked'));
  for (const tab of blocked)
    expect(find(tabs, tab).history.find(({ current }) => current)).toMatchObject({ url: `${site.url}/form` });
  expect(find(tabs, frozen)).toMatchObject({ status: 'ok', frames: [{ controls: [{ value: 'acme' }] }] });
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('an answer that waited behind a navigation is told of the document that gave it', async ({
  leftover,
  site,
}) => {
  let arrive = () => {};
  const slow = `<title>Next</title><form action="/other"><input name="note" value="seen"></form>`;
  site.route('/form', FORM).route('/slow', (_, response) => {
    arrive = () => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(slow);
    };
  });
  const tab = await leftover.open(`${site.url}/form`);
  await tab.evaluate(`${TYPE}; document.forms[0].submit()`);
  await expect.poll(() => site.requests.some(({ method }) => method === 'POST')).toBe(true);

  const looking = takeInventory({ endpoint: leftover.endpoint, deadlineMs: 4_000 });
  await sleep(700); // all that can be asked has been asked by now, and waits
  arrive();
  const found = find((await looking).tabs, tab);

  expect(found).toMatchObject({ status: 'ok', url: `${site.url}/slow`, title: 'Next', responseStatus: 200 });
  expect(found.frames[0]?.controls).toMatchObject([{ name: 'note', value: 'seen' }]);
  expect(found.history.find(({ current }) => current)).toMatchObject({
    url: `${site.url}/slow`,
    transition: 'form_submit',
  });
});

test('frames that load in a page that does not answer are no navigation of the page', async ({
  leftover,
  site,
}) => {
  site.route('/form', FORM).route('/slow', () => {});
  const busy = 'const busy = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); }';
  const frames = `for (let i = 0; i < 300; i++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/slow?' + i }))`;
  const framed = await leftover.open(`${site.url}/form`);
  framed.begin(`${busy}; busy(2500); ${frames}; busy(60_000)`);

  const inventory = await takeInventory({ endpoint: leftover.endpoint, deadlineMs: 5_000 });

  const { status, why, loading } = find(inventory.tabs, framed);
  expect({ status, loading }).toEqual({ status: 'blocked', loading: true });
  expect(why).toMatch(/, while \d+ of its frames are loading$/);
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('a page that is at rest but for its frames is read, and loading', async ({ shared, open, site }) => {
  site.route('/slow', () => {});
  const many = Array.from({ length: 300 }, (_, i) => `<iframe src="/slow?${i}"></iframe>`).join('');
  site.route('/many', `<input name="slug" value="x">${many}`);
  const tab = await open(`${site.url}/many`, { wait: false });
  await tab.until(`document.querySelectorAll('iframe').length === 300`);
  const inventory = await takeInventory({ endpoint: shared.endpoint, deadlineMs: 20_000 });
  expect(find(inventory.tabs, tab)).toMatchObject({ status: 'ok', why: null, loading: true });
  expect(isQuiet(inventory).quiet).toBe(false);
});

test('what Chromium refuses is said in plain words, its own only in brackets', async ({ open, site }) => {
  const { session } = await open(`${site.route('/form', FORM).url}/form`);
  const whyOf = (asked: Promise<unknown>) => asked.then(() => 'it was answered', frameWhy);
  const gone = /^it was removed or replaced while it was read \([^()]+\)$/;
  for (const asked of [
    session.ask('Runtime.evaluate', { expression: '1', contextId: 999_999 }),
    session.ask('Page.createIsolatedWorld', { frameId: 'A'.repeat(32) }),
    session.ask('DOM.getFrameOwner', { frameId: 'A'.repeat(32) }),
    session.ask('DOM.describeNode', { backendNodeId: 999_999 }),
  ])
    expect(await whyOf(asked)).toMatch(gone);
  expect(await whyOf(session.ask('Page.createIsolatedWorld', {} as never))).toMatch(
    /^the browser would not let it be read \(.+\)$/,
  );
});

test('a frame that goes on to another page while it is read is not read as the one that was there', async ({
  shared,
  open,
  site,
}) => {
  site.route(
    '/inner',
    '<input name="inner" value="x"><script>setTimeout(() => location.reload(), 5)</script>',
  );
  site.route('/outer', '<input name="outer" value="y"><iframe src="/inner"></iframe>');
  const tab = await open(`${site.url}/outer`);
  const found = find((await takeInventory({ endpoint: shared.endpoint })).tabs, tab);
  expect(found).toMatchObject({ status: 'ok', frames: [{ controls: [{ name: 'outer', value: 'y' }] }, {}] });
  const [, inner] = found.frames;
  expect(inner?.why !== null || inner.controls[0]?.value === 'x').toBe(true);
});

test('PDF, blob: and data: pages are read like any other, or say what is missing', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  site.route('/form', FORM);
  site.route('/a.pdf', (_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' });
    response.end(PDF);
  });
  const pdf = await leftover.open(`${site.url}/a.pdf`);
  const opener = await leftover.open(`${site.url}/form`);
  await opener.evaluate(
    `void window.open(URL.createObjectURL(new Blob(['<input value=b>'], { type: 'text/html' })))`,
  );
  await leftover.open('data:text/html,<input value=d>', { wait: false });
  const inputs = async () => {
    const { tabs } = await takeInventory({ endpoint: leftover.endpoint });
    return tabs.flatMap(({ url, frames }) =>
      frames.flatMap(({ controls }) => controls.map(({ value }) => `${url.split(':')[0]} ${value}`)),
    );
  };
  await expect.poll(inputs).toEqual(expect.arrayContaining(['blob b', 'data d']));
  const { tabs } = await takeInventory({ endpoint: leftover.endpoint });
  expect(find(tabs, pdf)).toMatchObject({ status: 'ok', url: `${site.url}/a.pdf`, responseStatus: 200 });
  // The viewer's own page box and buttons are no controls of the page.
  expect(find(tabs, pdf).frames.flatMap(({ controls }) => controls)).toEqual([]);
  expect(find(tabs, pdf).frames[1]?.why).toContain('PDF viewer');
});

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
