/** Secrets are painted over in a picture, or there is none; either way the page is not touched. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { patient, Session } from '../../src/inventory/cdp.js';
import { termsWith } from '../../src/inventory/controls.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { lookAgain, masked, type Sight, sightOf } from '../../src/inventory/mask.js';
import { rulesWith } from '../../src/inventory/redact.js';
import { takeScreenshots } from '../../src/inventory/screenshot.js';
import { sampleTab } from '../report/sample-report.js';
import { type DrivenTab, expect, LeftoverBrowser, test } from '../support/browser.js';
import { calm, serveWitness, testimony } from '../support/witness.js';

/** Secrets in magenta, everything else in green. */
const PAGE = `<!doctype html><title>Card</title><style>* { color: #0f0; font: 20px monospace } .secret { color: #f0f }</style>
<p><label>Note <input class="secret" value="4111 1111 1111 1111"></label></p><p>harmless <input value="not a secret"></p>
<p><input class="secret" name="cvc" value="123" style="position: absolute; left: 300px; top: 200.4px; width: 77.7px"></p>
<p><input class="secret" type="password" value="far below" style="position: absolute; top: 5000px"></p>`;

const reader = termsWith(rulesWith([]), 1_000_000).reader(null);

/** A client of its own, as the inventory has one; and its picture, if there is one. */
async function picture(tab: DrivenTab, folder: string, secrets: number): Promise<PNG | null> {
  const session = await Session.attach(tab.session.cdp, tab.targetId, patient(5_000));
  const { frameTree } = await session.ask('Page.getFrameTree');
  const { executionContextId } = await session.ask('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const look = secrets > 0 ? lookAgain(session, executionContextId, reader, secrets) : null;
  const pictures = await takeScreenshots([{ tab: sampleTab(), session, look }], join(folder, 'shots'));
  const path = pictures.get(sampleTab().targetId) ?? null;
  return path === null ? null : PNG.sync.read(await readFile(path));
}

function count({ data }: PNG, is: (red: number, green: number, blue: number) => boolean): number {
  let found = 0;
  for (let i = 0; i < data.length; i += 4) if (is(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) found++;
  return found;
}

/** Also where a letter's edge fades into the ground. */
const secretColour = (red: number, green: number, blue: number) => red - green > 8 && blue - green > 8;
const otherColour = (red: number, green: number, blue: number) => green - red > 100 && green - blue > 100;

for (const ratio of [1, 2, 1.25]) {
  test(`a picture at ${ratio} device pixels a pixel shows nothing of a secret, and all of the rest`, async ({
    site,
    folder,
  }) => {
    const args = [`--force-device-scale-factor=${ratio}`];
    const browser = await LeftoverBrowser.start(join(folder, 'profile'), args);
    try {
      const tab = await browser.open(site.route('/card', PAGE).url.concat('/card'));
      const plain = await picture(tab, folder, 0);
      const covered = await picture(tab, folder, 3);
      if (plain === null || covered === null) throw new Error('there is no picture');
      expect(Math.abs(plain.width - ratio * Number(await tab.evaluate('innerWidth')))).toBeLessThan(2);
      expect(count(plain, secretColour)).toBeGreaterThan(100);
      expect(count(covered, secretColour)).toBe(0);
      expect(count(covered, otherColour)).toBe(count(plain, otherColour));
    } finally {
      await browser.kill();
    }
  });
}

test('an inventory pictures a tab that shows secrets without them, and none whose frames show some', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const { targetId } = await open(site.route('/card', PAGE).url.concat('/card'));
  const framed = await open(site.route('/framed', '<iframe src="/card"></iframe>').url.concat('/framed'));
  const shots = { endpoint: shared.endpoint, screenshots: join(folder, 'shots') };
  const pictureOf = async (id: string) =>
    (await takeInventory(shots)).tabs.find((tab) => tab.targetId === id)?.screenshot ?? null;
  await framed.session.ask('Page.bringToFront');
  expect(await pictureOf(framed.targetId)).toBeNull();
  await shared.close(framed.targetId);
  await expect.poll(() => pictureOf(targetId)).not.toBeNull();
  const png = PNG.sync.read(await readFile((await pictureOf(targetId)) ?? ''));
  expect(count(png, secretColour)).toBe(0);
  expect(count(png, otherColour)).toBeGreaterThan(100);
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
  expect(await picture(tab, folder, 1)).not.toBeNull();
  expect(await testimony(shared)).toEqual(before);
});

test('there is no picture where the secret moves, or the page is zoomed in', async ({
  open,
  site,
  folder,
}) => {
  const url = site.route('/card', PAGE).url.concat('/card');
  const zoomed = await open(url);
  expect(await picture(zoomed, folder, 3)).not.toBeNull();
  await zoomed.session.ask('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  expect(await zoomed.evaluate('visualViewport.scale')).toBe(2);
  expect(await picture(zoomed, folder, 3)).toBeNull();

  const moving = await open(url);
  await moving.evaluate(
    `let n = 0; setInterval(() => { document.querySelector('.secret').style.marginLeft = (n++ % 300) + 'px' }, 1); void 0`,
  );
  expect(await picture(moving, folder, 3)).toBeNull();
});

test('there is no picture where a secret stands in a closed shadow root, which the second look does not find', async ({
  open,
  site,
  folder,
}) => {
  const tab = await open(site.route('/card', PAGE).url.concat('/card'));
  expect(await picture(tab, folder, 3)).not.toBeNull();
  await tab.evaluate(`document.body.append(Object.assign(document.createElement('div'), { id: 'shut' }));
    document.getElementById('shut').attachShadow({ mode: 'closed' }).innerHTML = '<input name="cvc" value="123">'`);
  // The inventory knows of it: it asks the browser for closed roots.
  expect(await picture(tab, folder, 4)).toBeNull();
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
