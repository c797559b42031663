/** A secret that a page shows between any two questions of ours, right around its picture, is in no picture. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { Cdp, type Method, type Params } from '../../src/inventory/cdp.js';
import { termsWith } from '../../src/inventory/controls.js';
import { rulesWith } from '../../src/inventory/redact.js';
import { takeScreenshots } from '../../src/inventory/screenshot.js';
import { readTab } from '../../src/inventory/tab.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';
import { count, EMAIL, SECRET, STYLE, secretColour } from '../support/colours.js';

const PAGES: Record<string, [page: string, show: string, hide: string]> = {
  'in a closed shadow root': [
    `${STYLE}<p>a shop</p><div id=h></div><script>const root = h.attachShadow({ mode: 'closed' })</script>`,
    `root.innerHTML = ${JSON.stringify(STYLE + SECRET)}`,
    `root.innerHTML = ${JSON.stringify(STYLE + EMAIL)}`,
  ],
  'as the value of a field': [
    `${STYLE}<p>a shop</p><input class=secret id=f>`,
    `f.value = '4111 1111 1111 1111'`,
    `f.value = ''`,
  ],
  'by a rule of a style sheet': [
    `${STYLE}<p>a shop</p>${SECRET}`,
    `rules.sheet.cssRules[1].style.display = ''`,
    `rules.sheet.cssRules[1].style.display = 'none'`,
  ],
};

type Before = (nth: number, method: Method) => Promise<unknown>;

/** Counts what is asked of tabs from here on, and does `before` first. */
function interrupt(cdp: Cdp, before: Before): void {
  const send = cdp.send.bind(cdp);
  let nth = 0;
  cdp.send = async <M extends Method>(method: M, params: Params<M>, how: Parameters<Cdp['send']>[2]) => {
    if (how.session !== undefined) await before(++nth, method);
    return send(method, params, how);
  };
}

/** By a client of its own; null: there is none. */
async function picture(browser: LeftoverBrowser, tab: DrivenTab, folder: string, before: Before) {
  const cdp = await Cdp.connect(browser.socket);
  const { targetInfos } = await cdp.send('Target.getTargets', {}, { withinMs: 5_000 });
  const info = targetInfos.find(({ targetId }) => targetId === tab.targetId);
  if (info === undefined) throw new Error('the tab is gone');
  const terms = termsWith(rulesWith([]), 1_000_000);
  const rest = { frameTargets: [], frameTargetsNow: async () => [], contextId: '', incognito: false };
  const reading = await readTab({ cdp, info, terms, deadlineMs: 5_000, ...rest });
  interrupt(cdp, before);
  const found = (await takeScreenshots([reading], join(folder, 'shots'))).get(tab.targetId);
  cdp.close();
  return found !== undefined && 'path' in found ? PNG.sync.read(await readFile(found.path)) : null;
}

for (const [where, [page, show, hide]] of Object.entries(PAGES)) {
  test(`a secret that is shown ${where} between any two questions`, async ({ leftover, site, folder }) => {
    const tab = await leftover.open(`${site.route('/gaps', `<meta charset=utf-8>${page}`).url}/gaps`);
    await tab.evaluate(`${hide}; void 0`);
    let taken = 0;
    const still = await picture(leftover, tab, folder, async (nth, method) => {
      if (method === 'Page.captureScreenshot') taken = nth;
    });
    expect(still, 'a page at rest is pictured').not.toBeNull();
    for (const shown of [taken - 5, taken - 1, taken])
      for (const hidden of [taken + 1, taken + 3]) {
        await tab.evaluate(`${hide}; void 0`);
        // Laid out at once: it need not wait for the picture to be.
        const png = await picture(leftover, tab, folder, async (nth) => {
          if (nth === shown) await tab.evaluate(`${show}; document.body.offsetTop`);
          if (nth === hidden) await tab.evaluate(`${hide}; document.body.offsetTop`);
        });
        const secret = png === null ? 0 : count(png, secretColour);
        expect(secret, `shown at ${shown - taken}, hidden at ${hidden - taken}`).toBe(0);
      }
  });
}
