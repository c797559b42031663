import type { Frame } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';

async function framesOf(browser: LeftoverBrowser, tab: DrivenTab, deadlineMs = 5_000): Promise<Frame[]> {
  const { tabs } = await takeInventory({ endpoint: browser.endpoint, deadlineMs });
  return tabs.find(({ targetId }) => targetId === tab.targetId)?.frames ?? [];
}
const names = (frames: Frame[]) =>
  frames.map(({ path, controls }) => `${path.join('.')} ${controls.map((c) => c.name)}`);

test('every frame is read in its place, whatever process it runs in', async ({ shared, site, open }) => {
  site.route('/inner.html', '<input name="inner"><iframe srcdoc="<input name=innermost>"></iframe>');
  site.route('/outer.html', `<input name="outer"><iframe src="${site.url}/inner.html"></iframe>`);
  const frames = await framesOf(shared, await open(await site.fixture('inventory/frames.html')));
  expect(names(frames)).toEqual([
    ' top',
    '0 inner',
    '0.0 innermost',
    '1 outer',
    '1.0 inner',
    '1.0.0 innermost',
    '2 sandboxed',
    '3 srcdoc',
    '4 ',
  ]);
  expect(frames.map(({ origin }) => origin).slice(3, 8)).toEqual([
    site.other,
    site.url,
    site.url,
    'null',
    site.url,
  ]);
  expect(frames.map(({ why }) => why).filter((why) => why !== null)).toEqual([
    expect.stringContaining('failed to load'),
  ]);
});

test('a frame of another process is read although the tab around it is blocked', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  site.route('/in', '<input name="inside" value="still here">');
  site.route('/out', `<iframe src="${site.other}/in"></iframe>`);
  const tab = await leftover.open(`${site.url}/out`);
  tab.begin('for (;;) {}');
  const frames = await framesOf(leftover, tab, 1_500);
  expect(frames.map(({ controls }) => controls[0]?.value)).toEqual([undefined, 'still here']);
  expect(frames[0]?.why).toContain('endless script');
});

test('controls in open and closed shadow roots are read, with the way to them', async ({
  shared,
  site,
  open,
}) => {
  const frames = await framesOf(shared, await open(await site.fixture('inventory/shadow.html')));
  const { controls, forms } = frames[0] ?? { controls: [], forms: [] };
  const listed = controls.map(({ name, value, shadow, form }) => [
    name,
    value,
    shadow.join(' '),
    forms[form ?? -1]?.action,
  ]);
  expect(listed.sort()).toEqual([
    ['closed', '4', 'x-closed', `${site.url}/closed`],
    ['deep', '3', 'x-closed x-inner x-deep', undefined],
    ['deep', '3', 'x-open x-inner x-deep', undefined],
    ['inner', '2', 'x-closed x-inner', undefined],
    ['inner', '2', 'x-open x-inner', undefined],
    ['open', '1', 'x-open', `${site.url}/open`],
    ['own', null, '', `${site.url}/own`],
  ]);
});

test('a secret in a closed shadow root is redacted there too', async ({ shared, site, open }) => {
  const page = `<div id="host"></div><script>host.attachShadow({ mode: 'closed' }).innerHTML =
    '<input name="pass" type="password" value="hunter2">'</script>`;
  const [frame] = await framesOf(shared, await open(`${site.route('/shut', page).url}/shut`));
  expect(frame?.controls).toMatchObject([
    { name: 'pass', value: null, redacted: true, length: 7, shadow: ['div'] },
  ]);
});
