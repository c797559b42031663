/** Secrets are painted over in a picture, or there is none; either way the page is not touched. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { termsWith } from '../../src/inventory/controls.js';
import { lookInto, takeInventory, withPictures } from '../../src/inventory/leftover.js';
import { masked, type Sight, sightOf } from '../../src/inventory/mask.js';
import { PictureFolder } from '../../src/inventory/picture-folder.js';
import { rulesWith } from '../../src/inventory/redact.js';
import { takeScreenshots } from '../../src/inventory/screenshot.js';
import { readTab } from '../../src/inventory/tab.js';
import { Refusal } from '../../src/refusal.js';
import { type DrivenTab, expect, LeftoverBrowser, test } from '../support/browser.js';
import { count, otherColour, secretColour } from '../support/colours.js';
import { calm, serveWitness, testimony } from '../support/witness.js';

/** Secrets in magenta, everything else in green. */
const PAGE = `<!doctype html><title>Card</title><style>* { color: #0f0; font: 20px monospace } .secret { color: #f0f }</style>
<p><label>Note <input class="secret" value="4111 1111 1111 1111"></label></p><p>harmless <input value="not a secret"></p>
<p><input class="secret" name="cvc" value="123" style="position: absolute; left: 300px; top: 200.4px; width: 77.7px"></p>
<p><input class="secret" type="password" value="far below" style="position: absolute; top: 5000px"></p>`;

/** By a client of its own, as the inventory is one; or why there is none. */
async function picture(tab: DrivenTab, folder: string, meanwhile = async () => {}): Promise<PNG | string> {
  const { cdp } = tab.session;
  const targets = async () => (await cdp.send('Target.getTargets', {}, { withinMs: 5_000 })).targetInfos;
  // The only tab with frames in other processes, where there are any.
  const frames = async () => (await targets()).filter(({ type }) => type === 'iframe');
  const info = (await targets()).find(({ targetId }) => targetId === tab.targetId);
  if (info === undefined) throw new Error('the tab is gone');
  const reading = await readTab({
    cdp,
    info,
    frameTargets: await frames(),
    frameTargetsNow: async () => (await frames()).map(({ targetId }) => targetId),
    contextId: '',
    incognito: false,
    terms: termsWith(rulesWith([]), 1_000_000),
    deadlineMs: 5_000,
  });
  await meanwhile();
  const found = (await takeScreenshots([reading], join(folder, 'shots'))).get(tab.targetId);
  if (found === undefined) throw new Error('neither a picture nor a reason');
  return 'why' in found ? found.why : PNG.sync.read(await readFile(found.path));
}

/** As the page looks, with all that it shows. */
async function sightOfIt({ session }: DrivenTab): Promise<PNG> {
  const { data } = await session.ask('Page.captureScreenshot', { format: 'png' });
  return PNG.sync.read(Buffer.from(data, 'base64'));
}

for (const ratio of [1, 2, 1.25]) {
  test(`a picture at ${ratio} device pixels a pixel shows nothing of a secret, and all of the rest`, async ({
    site,
    folder,
  }) => {
    const args = [`--force-device-scale-factor=${ratio}`];
    const browser = await LeftoverBrowser.start(join(folder, 'profile'), args);
    try {
      const tab = await browser.open(site.route('/card', PAGE).url.concat('/card'));
      const plain = await sightOfIt(tab);
      const covered = await picture(tab, folder);
      if (typeof covered === 'string') throw new Error(`there is no picture: ${covered}`);
      expect(Math.abs(plain.width - ratio * Number(await tab.evaluate('innerWidth')))).toBeLessThan(2);
      expect(count(plain, secretColour)).toBeGreaterThan(100);
      expect(count(covered, secretColour)).toBe(0);
      expect(count(covered, otherColour)).toBe(count(plain, otherColour));
    } finally {
      await browser.kill();
    }
  });
}

test('an inventory pictures a tab without the secrets that it shows, and covers frames that show some', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const frames = `<style>p { color: #0f0; font: 20px monospace }</style><p>around the frames</p>
    <iframe src="/card"></iframe><div id="shut"></div><iframe src="${site.other}/nest"></iframe>
    <script>shut.attachShadow({ mode: 'closed' }).innerHTML = '<iframe src="/card"></iframe>'</script>`;
  site.route('/card', PAGE).route('/nest', '<iframe src="/card"></iframe>').route('/framed', frames);
  for (const path of ['/card', '/framed']) {
    const tab = await open(site.url + path);
    await tab.session.ask('Page.bringToFront');
    const asked = { endpoint: shared.endpoint, screenshots: join(folder, 'shots') };
    const { tabs } = await takeInventory(asked);
    const found = tabs.find(({ targetId }) => targetId === tab.targetId);
    expect(found?.screenshotWhy).toBeNull();
    const png = PNG.sync.read(await readFile(found?.screenshot ?? ''));
    expect(count(await sightOfIt(tab), secretColour)).toBeGreaterThan(100);
    expect(count(png, secretColour)).toBe(0);
    expect(count(png, otherColour)).toBeGreaterThan(100);
    await shared.close(tab.targetId);
  }
});

test('a page that records everything notices nothing of a picture that is painted over', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const tab = await open(await serveWitness(site));
  await calm(shared, site);
  const before = await testimony(shared);
  expect(await picture(tab, folder)).not.toEqual(expect.any(String));
  expect(await testimony(shared)).toEqual(before);
});

test('there is no picture where the secret moves, or the page is zoomed in', async ({
  open,
  site,
  folder,
}) => {
  const url = site.route('/card', PAGE).url.concat('/card');
  const zoomed = await open(url);
  expect(await picture(zoomed, folder)).not.toEqual(expect.any(String));
  await zoomed.session.ask('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  expect(await zoomed.evaluate('visualViewport.scale')).toBe(2);
  expect(await picture(zoomed, folder)).toMatch(/could not be painted over/);

  const moving = await open(url);
  await moving.evaluate(
    `let n = 0; setInterval(() => { document.querySelector('.secret').style.marginLeft = (n++ % 300) + 'px' }, 1); void 0`,
  );
  expect(await picture(moving, folder)).toBe('the page changed while it was pictured');
});

test('a secret in a closed shadow root is painted over too', async ({ open, site, folder }) => {
  const tab = await open(site.route('/card', PAGE).url.concat('/card'));
  await tab.evaluate(`document.body.append(Object.assign(document.createElement('div'), { id: 'shut' }));
    document.getElementById('shut').attachShadow({ mode: 'closed' }).innerHTML = '<input name="cvc" value="123" style="color: #f0f">'`);
  const covered = await picture(tab, folder);
  if (typeof covered === 'string') throw new Error(`there is no picture: ${covered}`);
  expect(count(covered, secretColour)).toBe(0);
});

test('there is no picture where the page does not tell clearly, or the picture cannot be its viewport’s', () => {
  const sight: Sight = { secretBoxes: [[10, 10, 20, 10]], viewport: { width: 100, height: 50, scale: 1 } };
  const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }));
  expect(masked(png(200, 100), sight)).not.toBeNull();
  expect(masked(png(200, 200), sight)).toBeNull();
  expect(masked(Buffer.from('no picture at all, whatever it says'), sight)).toBeNull();
  expect(masked(png(200, 100).subarray(0, 60), sight)).toBeNull();
  const bomb = png(200, 100);
  bomb.writeUInt32BE(1_000_000, 16);
  expect(masked(bomb, sight)).toBeNull();
  expect(masked(png(200, 100), { ...sight, secretBoxes: [] })).toBeNull();

  expect(sightOf(sight)).toEqual(sight);
  for (const unclear of [
    null,
    'text',
    {},
    { ...sight, viewport: { ...sight.viewport, width: 0 } },
    { ...sight, viewport: { width: 1, height: 1 } },
    { ...sight, secretBoxes: 'none' },
    { ...sight, secretBoxes: [[1, 2, 3]] },
    { ...sight, secretBoxes: [[1, null, 3, 4]] },
    { ...sight, secretBoxes: [[1, 2, -3, 4]] },
  ])
    expect(sightOf(unclear)).toBeNull();
});

test('each tab without a picture says why', async ({ leftover, site }) => {
  const shots = join(leftover.profile, 'shots');
  const url = site.route('/card', PAGE).url.concat('/card');
  const behind = await leftover.open(url);
  const stuck = await leftover.open(url);
  const front = await leftover.open(url);
  await front.session.ask('Page.bringToFront');
  stuck.begin('for (;;) {}');
  const how = { endpoint: leftover.endpoint, deadlineMs: 1_500 };
  const whyOf = async (given: { screenshots?: string }) => {
    const { tabs } = await takeInventory({ ...how, ...given });
    const by = new Map(tabs.map((tab) => [tab.targetId, tab]));
    return [behind, stuck, front].map(({ targetId }) => by.get(targetId)?.screenshotWhy);
  };
  // A headless shell calls every tab the one in front.
  const hidden = (await behind.evaluate('document.hidden')) ? 'it is not in front' : null;
  expect(await whyOf({ screenshots: shots })).toEqual([hidden, 'it is blocked', null]);
  expect(await whyOf({})).toEqual([null, null, null]);
});

test('a folder that cannot be made is refused before anything is read, and costs a verdict nothing', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const { targetId } = await open(site.route('/card', PAGE).url.concat('/card'));
  await writeFile(join(folder, 'file'), '');
  const cases = [
    ['/proc/x', 'nothing can be made there (ENOENT)'],
    ['/proc/x/y', 'nothing can be made there (ENOENT)'],
    [join(folder, 'file'), 'a file stands in its way (ENOTDIR)'],
    [join(folder, 'file', 'x'), 'a file stands in its way (ENOTDIR)'],
    [join(folder, 'x'.repeat(300)), 'its name is too long (ENAMETOOLONG)'],
  ] as const;
  for (const [screenshots, fault] of cases) {
    const said: string[] = [];
    const how = { endpoint: shared.endpoint, screenshots, progress: (text: string) => said.push(text) };
    const refused = await takeInventory(how).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({
      exit: 2,
      message: `usage (--screenshots ${screenshots}): ${fault}: name a folder that can be written to`,
    });
    expect(said).toEqual([]);

    const { inventory, pictures } = await lookInto(how);
    const tab = withPictures(inventory, await pictures).tabs.find((one) => one.targetId === targetId);
    expect(tab).toMatchObject({
      status: 'ok',
      screenshot: null,
      screenshotWhy: `its folder cannot be used: ${fault}`,
    });
    expect(said.filter((text) => text.startsWith('no screenshots'))).toEqual([
      `no screenshots in ${screenshots}: ${fault}`,
    ]);
  }
});

test('a picture takes the place of what lies under its name, and leaves nothing else behind', async ({
  folder,
}) => {
  const shots = new PictureFolder(join(folder, 'new', 'shots'));
  expect(await shots.fault()).toBeNull();
  const path = await shots.store(Buffer.from('a picture'));
  await rm(path);
  // Opening a pipe waits for a reader, for ever.
  execFileSync('mkfifo', [path]);
  expect(await shots.store(Buffer.from('a picture'))).toBe(path);
  expect(await readFile(path, 'utf8')).toBe('a picture');
  expect((await stat(join(folder, 'new', 'shots'))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, 'new', 'shots'))).toHaveLength(1);
});

test('a folder that is late holds nothing up, and is asked no more', async ({ folder }) => {
  const slow = new PictureFolder(folder, 1);
  // No disk takes this much in a millisecond.
  await expect(slow.store(Buffer.alloc(64 * 1024 * 1024))).rejects.toThrow('it did not answer in time');
  expect(await slow.fault()).toBe('it did not answer in time');
  await expect(slow.store(Buffer.from('x'))).rejects.toThrow('it did not answer in time');
  // What was late still comes to its end, by itself; of what was asked later nothing was begun.
  await expect.poll(async () => (await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await readdir(folder)).toHaveLength(1);
});
