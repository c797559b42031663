/** What a real browser's files keep of forms that nobody touched, of touched ones and of too large ones, as the tree shows it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inventoryProfile } from '../../src/inventory/dead.js';
import type { BrowserInventory, Control } from '../../src/inventory/inventory.js';
import { paint } from '../../src/report/lines.js';
import { inventoryText } from '../../src/report/text-inventory.js';
import { expect, LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';
import { Site } from '../support/site.js';

test.describe.configure({ mode: 'serial' });

const FORM = `<!doctype html><title>Form</title><form method=post action="/submit">
  <input name=plain><input name=preset value=preset><textarea name=area></textarea>
  <input type=checkbox name=ticked checked><input type=checkbox name=bare>
  <input type=radio name=plan value=a><input type=radio name=plan value=b checked><input type=radio name=plan value=c>
  <select name=kind><option value="">choose<option value=b>B</select><select name=size><option>S<option>M</select>
  <select multiple name=many><option>1<option>2</select>
  <input type=date name=day><input type=date name=due value=2026-02-03><input type=month name=month>
  <input type=date name=year min=2026-01-01 max=2026-12-31><input type=date name=half>
  <input type=range name=level><input type=range name=fixed value=20><input type=color name=hue value="#ff0000">
</form>`;

let seen: BrowserInventory;
let site: Site;
const undo: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-test-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  site = await new Site().start();
  undo.push(() => site.stop());
  for (const path of ['/untouched', '/touched', '/large']) site.route(path, FORM);
  const profile = join(folder, 'profile');
  const browser = await LeftoverBrowser.start(profile);
  undo.push(() => browser.kill());
  await needsFullChromium(browser);
  await browser.open(`${site.url}/untouched`);
  const large = await browser.open(`${site.url}/large`);
  await large.evaluate("document.querySelector('[name=area]').value = 'x'.repeat(200_000)");
  const touched = await browser.open(`${site.url}/touched`);
  await touched.click('[name=plain]');
  await touched.session.ask('Input.insertText', { text: 'typed' });
  await touched.evaluate(`document.querySelector('[name=kind]').selectedIndex = 1;
    for (const one of document.querySelectorAll('[name=many] option')) one.selected = true;
    document.querySelector('[name=day]').value = '2026-03-04'; document.querySelector('[name=fixed]').value = 30;
    document.querySelector('[name=hue]').value = '#00ff00'`);
  await touched.evaluate("document.querySelector('[name=half]').focus()");
  for (const text of ['0', '2']) await touched.session.ask('Input.dispatchKeyEvent', { type: 'char', text });
  for (const box of ['[name=ticked]', '[name=bare]', '[name=plan]']) await touched.click(box);
  const isWritten = async () => {
    seen = await inventoryProfile(profile, {});
    const big = seen.tabs.find(({ url }) => url.endsWith('/large'))?.frames[0];
    return big?.why !== null && controlsAt('/touched').some((one) => one.name === 'bare' && one.checked);
  };
  await expect.poll(isWritten, { timeout: 40_000, intervals: [250] }).toBe(true);
  await browser.kill();
  seen = await inventoryProfile(profile, {});
});

test.afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

function controlsAt(path: string): Control[] {
  return seen.tabs.find(({ url }) => url.endsWith(path))?.frames[0]?.controls ?? [];
}

/** The lines under a tab's address. */
function treeAt(path: string): string {
  const lines = paint(inventoryText(seen), false).split('\n');
  const from = lines.findIndex((line) => line.endsWith(`${site.url}${path}`)) + 1;
  const length = lines.slice(from).findIndex((line) => !/^[│ ] {4}/.test(line));
  const shown = lines.slice(from, from + length).map((line) => line.slice(5).replace(site.url, ''));
  return shown.join('\n');
}

test('of a form that nobody touched, what it holds is shown, and nothing is called typed', () => {
  expect(controlsAt('/untouched').filter(({ dirty }) => dirty)).toEqual([]);
  expect(
    treeAt('/untouched')
      .replace(/(\S) +/g, '$1 ')
      .split('\n')
      .sort(),
  ).toEqual(
    [
      'form /submit',
      '  holds, changed or not (the session file does not tell):',
      '    ticked checked',
      '    plan chosen (no. 2 of 3)',
      '    size S',
      '    due 2026-02-03',
      '    level 50',
    ].sort(),
  );
});

test('of a form that was touched, the text is shown as typed, and the choices and dates as held', () => {
  const dirty = controlsAt('/touched').filter((one) => one.dirty);
  expect(dirty.map(({ name, value }) => [name, value]).sort()).toEqual([
    ['half', null],
    ['plain', 'typed'],
  ]);
  const tree = treeAt('/touched');
  expect(tree).toMatch(
    /^form \/submit\n( {2}(plain +typed|half +filled in in part) \(as the session file has it\)\n){2} {2}holds/,
  );
  const held = (tree.split('tell):\n')[1] ?? '')
    .replace(/(\S) +/g, '$1 ')
    .split('\n')
    .sort();
  expect(held.map((line) => line.trim())).toEqual(
    [
      ...['bare checked', 'plan chosen (no. 1 of 3)', 'kind b', 'size S', 'many 1, 2', 'day 2026-03-04'],
      ...['due 2026-02-03', 'level 50', 'fixed 30', 'hue #00ff00'],
    ].sort(),
  );
});

test('a tab whose forms were too large for the file says so, and is not taken for an empty one', () => {
  expect(treeAt('/large').replace(/\s+/g, ' ')).toBe(
    'not read: its forms were not written down; they may be too large',
  );
  expect(paint(inventoryText(seen), false).replace(/\s+/g, ' ')).toMatch(
    /^4 tabs open [^│├]* 1 not fully readable/,
  );
});
