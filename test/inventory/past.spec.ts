import type { Tab } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, test } from '../support/browser.js';

const find = (tabs: Tab[], driven: DrivenTab) => {
  const tab = tabs.find(({ targetId }) => targetId === driven.targetId);
  if (tab === undefined) throw new Error('the tab is not in the inventory');
  return tab;
};
const status = (code: number) => (_: unknown, response: import('node:http').ServerResponse) => {
  response.writeHead(code, { 'content-type': 'text/html' });
  response.end('<title>Sorry</title>');
};

test('a tab tells the status of its document and the requests of its scripts that have ended', async ({
  shared,
  open,
  site,
}) => {
  site.route('/page', status(422)).route('/api/submit', status(503)).route('/api/ok', status(201));
  site.route('/never', () => {});
  const tab = await open(`${site.url}/page`);
  await tab.evaluate(`fetch('/api/submit?token=abcdef', { method: 'POST' })
    .then((answer) => answer.text()).then(() => fetch('/api/ok')).then((answer) => answer.text())`);
  await tab.evaluate(`new Promise((end) => {
    const request = new XMLHttpRequest();
    request.onloadend = end;
    request.open('POST', '/api/ok?x');
    request.send();
  })`);
  await tab.evaluate(`void fetch('/never')`);
  await tab.until(
    `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/')).length === 3`,
  );

  const found = find((await takeInventory({ endpoint: shared.endpoint })).tabs, tab);

  expect(found.responseStatus).toBe(422);
  expect(found.timeline).toMatchObject([
    { type: 'fetch', status: 503, url: `${site.url}/api/submit?token=***` },
    { type: 'fetch', status: 201, url: `${site.url}/api/ok` },
    { type: 'xmlhttprequest', status: 201, url: `${site.url}/api/ok?x` },
  ]);
  expect(found.timeline.every(({ at }) => Math.abs(at - Date.now()) < 60_000)).toBe(true);
});

test('failed requests and errors are replayed from the log, and no code of the page runs for it', async ({
  shared,
  open,
  site,
}) => {
  site.route('/page', '<title>Form</title>').route('/api/submit', status(503));
  const tab = await open(`${site.url}/page`);
  await tab.evaluate(`
    window.noticed = [];
    Error.prepareStackTrace = () => { noticed.push('stack'); return '' };
    class Odd extends Error {
      get name() { noticed.push('name'); return 'Odd' }
      get message() { noticed.push('message'); return 'odd' }
    }
    console.error('could not save, password=hunter2');
    console.log(new Error('kept'), new Odd());
    console.debug({ get secret() { noticed.push('getter'); return 1 } });
    fetch('/api/submit').then(() => { noticed.length = 0; window.ready = true })`);
  await tab.until('window.ready === true');
  await tab.leave();

  const found = find((await takeInventory({ endpoint: shared.endpoint })).tabs, tab);

  const texts = found.complaints.map(({ text }) => text);
  expect(texts).toContainEqual('could not save, password=***');
  expect(texts).toContainEqual(expect.stringContaining('status of 503'));
  const again = await shared.drive(tab.targetId);
  expect(await again.evaluate('noticed')).toEqual([]);
});

test('an error that no script caught is told with its place, which is all that the browser tells of it', async ({
  shared,
  open,
  site,
}) => {
  site.route('/app.js', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end(`void 0;\nconsole.error('${'x'.repeat(600)}'); null.value`);
  });
  const tab = await open(`${site.route('/page', '<script src="/app.js"></script>').url}/page`);
  await tab.leave();
  const { complaints } = find((await takeInventory({ endpoint: shared.endpoint })).tabs, tab);
  expect(complaints).toContainEqual({
    text: expect.stringMatching(/^Uncaught at 2:\d+$/),
    url: `${site.url}/app.js`,
    at: null,
  });
  expect(complaints.map(({ text }) => text)).toContain(`${'x'.repeat(500)}…`);
});

test('a service worker that is left is listed with its context', async ({ shared, open, site }) => {
  site.route('/sw.js', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' });
    response.end('onmessage = () => {}');
  });
  site.route('/page', '<title>Worker</title>');
  const tab = await open(`${site.url}/page`);
  await tab.evaluate(
    `navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)`,
  );
  const { serviceWorkers, contexts } = await takeInventory({ endpoint: shared.endpoint });
  expect(serviceWorkers).toContainEqual({ url: `${site.url}/sw.js`, contextId: expect.any(String) });
  const known = contexts.map(({ contextId }) => contextId);
  expect(serviceWorkers.every(({ contextId }) => known.includes(contextId))).toBe(true);
});
