/** A page that changes after it was read, or while it is pictured, shows no secret in its picture. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';
import { count, EMAIL, otherColour, SECRET, STYLE, secretColour } from '../support/colours.js';

const STEP = `${STYLE}<p>a shop</p><div id=h>${EMAIL}</div>`;
const CHANGED = 'the page changed while it was pictured';
const ELSEWHERE = 'it had gone on to another page by then, or was loaded again';

interface Pictured {
  png: PNG | null;
  why: string | null;
}

async function picturesOf(
  { endpoint }: LeftoverBrowser,
  folder: string,
  tabs: DrivenTab[],
  deadlineMs = 5_000,
) {
  const inventory = await takeInventory({ endpoint, screenshots: join(folder, 'shots'), deadlineMs });
  const pictured = async ({ targetId }: DrivenTab): Promise<Pictured> => {
    const tab = inventory.tabs.find((one) => one.targetId === targetId);
    if (tab === undefined) throw new Error('the tab is not in the inventory');
    const { screenshot, screenshotWhy: why } = tab;
    return { png: screenshot === null ? null : PNG.sync.read(await readFile(screenshot)), why };
  };
  return Promise.all(tabs.map(pictured));
}

async function showsSecret({ session }: DrivenTab): Promise<boolean> {
  const { data } = await session.ask('Page.captureScreenshot', { format: 'png' });
  return count(PNG.sync.read(Buffer.from(data, 'base64')), secretColour) > 0;
}

/** A tab with an open dialog, for which all others wait until the deadline; and one that does `then` after a while. */
async function besideBlocked(browser: LeftoverBrowser, url: string, then: string, ms: number) {
  const blocked = await browser.open(url);
  blocked.begin('alert(1)');
  const tab = await browser.open(url);
  await tab.evaluate(`void setTimeout(() => { ${then} }, ${ms})`);
  return tab;
}

for (const ms of [300, 900, 1_450]) {
  test(`a step with a password that comes ${ms} ms after the reading is not shown`, async ({
    leftover,
    site,
    folder,
  }) => {
    const url = `${site.route('/step', STEP).url}/step`;
    const tab = await besideBlocked(leftover, url, `h.innerHTML = ${JSON.stringify(SECRET)}`, ms);
    const [found] = await picturesOf(leftover, folder, [tab], 1_500);
    expect(await showsSecret(tab)).toBe(true);
    // Where it came just then there may be none.
    if (ms < 1_000) expect(found?.why).toBeNull();
    expect(found?.png ? count(found.png, secretColour) : 0).toBe(0);
    if (found?.png) expect(count(found.png, otherColour)).toBeGreaterThan(100);
  });
}

for (const [what, then] of [
  ['another document', `location.href = '/other'`],
  ['the same address loaded again', 'location.reload()'],
  ['another address in the same document', `history.pushState(null, '', '/other'); h.innerHTML = ''`],
] as const) {
  test(`${what} is not pictured for what was read`, async ({ leftover, site, folder }) => {
    const other = `${STYLE}${SECRET}<label>Card <input class=secret value="4111 1111 1111 1111"></label>`;
    const url = `${site.route('/step', STEP).route('/other', other).url}/step`;
    const tab = await besideBlocked(leftover, url, then, 600);
    const [found] = await picturesOf(leftover, folder, [tab], 1_500);
    expect(found).toEqual({ png: null, why: ELSEWHERE });
  });
}

/** What shows the secret (or moves it away from where it was read), what hides it again, and how many pictures. */
const FLICKERS: Record<string, [page: string, show: string, hide: string, runs: number]> = {
  'another field in its place': [
    STEP,
    `h.innerHTML = ${JSON.stringify(SECRET)}`,
    `h.innerHTML = ${JSON.stringify(EMAIL)}`,
    40,
  ],
  'what a field holds': [
    `${STYLE}<p>a shop</p><input class=secret id=f>`,
    `f.value = '4111 1111 1111 1111'`,
    `f.value = ''`,
    8,
  ],
  'what a field holds, beside something that moves': [
    `${STYLE}<style>@keyframes s { to { transform: rotate(1turn) } } i { display: block; width: 20px; height: 20px; animation: s 1s infinite }</style>
    <i></i><input class=secret id=f>`,
    `f.value = '4111 1111 1111 1111'`,
    `f.value = ''`,
    8,
  ],
  'a class': [
    `${STYLE}<style>.off { display: none }</style><p>a shop</p><div id=h>${SECRET}</div>`,
    `h.className = ''`,
    `h.className = 'off'`,
    8,
  ],
  'a rule of a style sheet': [
    `${STYLE}<p>a shop</p>${SECRET}`,
    `rules.sheet.cssRules[1].style.display = ''`,
    `rules.sheet.cssRules[1].style.display = 'none'`,
    8,
  ],
  'something in an open shadow root': [
    `${STYLE}<p>a shop</p><div id=h></div><script>const root = h.attachShadow({ mode: 'open' })</script>`,
    `root.innerHTML = ${JSON.stringify(STYLE + SECRET)}`,
    `root.innerHTML = ${JSON.stringify(STYLE + EMAIL)}`,
    8,
  ],
  'something in a closed shadow root': [
    `${STYLE}<p>a shop</p><div id=h></div><script>const root = h.attachShadow({ mode: 'closed' })</script>`,
    `root.innerHTML = ${JSON.stringify(STYLE + SECRET)}`,
    `root.innerHTML = ${JSON.stringify(STYLE + EMAIL)}`,
    8,
  ],
  'a frame': [
    `${STYLE}<p>a shop</p><iframe id=h src="/step"></iframe>`,
    `h.contentDocument.getElementById('h').innerHTML = ${JSON.stringify(SECRET)}`,
    `h.contentDocument.getElementById('h').innerHTML = ${JSON.stringify(EMAIL)}`,
    8,
  ],
  'where it stands': [
    `${STYLE}<p>a shop</p><div id=h></div>${SECRET}`,
    `h.style.height = '200px'`,
    `h.style.height = '0'`,
    8,
  ],
  'how far it is scrolled': [
    `${STYLE}<p>a shop</p>${SECRET}<p style="height: 3000px">`,
    'scrollTo(0, 40)',
    'scrollTo(0, 0)',
    8,
  ],
};

for (const [what, [page, show, hide, runs]] of Object.entries(FLICKERS)) {
  test(`a page that changes ${what} every 35 ms shows no secret in ${runs} pictures`, async ({
    shared,
    open,
    site,
    folder,
  }) => {
    const tab = await open(`${site.route('/step', STEP).route('/flicker', page).url}/flicker`);
    await tab.evaluate(`${show}; void 0`);
    expect(await showsSecret(tab)).toBe(true);
    await tab.evaluate(`void setInterval(() => { ${hide}; setTimeout(() => { ${show} }, 35) }, 70)`);
    const whys: (string | null)[] = [];
    for (let run = 0; run < runs; run++) {
      const [found] = await picturesOf(shared, folder, [tab]);
      whys.push(found?.why ?? null);
      expect(found?.png ? count(found.png, secretColour) : 0).toBe(0);
    }
    expect(whys).toEqual(expect.arrayContaining([CHANGED]));
  });
}

test('a page that still shows how it was, in a transition between two views, is not pictured', async ({
  shared,
  open,
  site,
  folder,
}) => {
  const slow =
    '<style>::view-transition-group(*), ::view-transition-old(*) { animation-duration: 60s }</style>';
  const tab = await open(
    `${site.route('/slow', `${STYLE}${slow}<p>a shop</p><div id=h>${SECRET}</div>`).url}/slow`,
  );
  await tab.evaluate(
    `document.startViewTransition(() => { h.innerHTML = ${JSON.stringify(EMAIL)} }).ready.then(() => 0)`,
  );
  expect(await showsSecret(tab)).toBe(true);
  expect(await picturesOf(shared, folder, [tab])).toEqual([{ png: null, why: CHANGED }]);
});

/** Nothing of it makes a control come, go or move. */
const RESTLESS: Record<string, [page: string, script: string]> = {
  'a clock': ['<p id=clock></p>', 'setInterval(() => { clock.textContent = performance.now() }, 5)'],
  'a bar that a script moves': [
    '<div><i id=bar style="display: block; height: 9px; background: red"></i></div>',
    `let n = 0; setInterval(() => { bar.style.width = (n++ % 100) + '%' }, 5)`,
  ],
  'a drawing that moves': [
    '<svg width="100" height="30"><circle id=dot cy="15" r="9" fill="red"></circle></svg>',
    `let n = 0; setInterval(() => dot.setAttribute('cx', n++ % 100), 5)`,
  ],
  'a wheel that turns': [
    `<style>@keyframes s { to { transform: rotate(1turn) } } i { display: block; width: 20px; height: 20px; animation: s 1s linear infinite }</style><i></i>`,
    '0',
  ],
  'a ground that changes its colour': [
    '<style>@keyframes g { to { background-color: #ff9 } } body { animation: g 2s infinite alternate }</style>',
    '0',
  ],
  'a frame that failed to load': ['<iframe src="http://127.0.0.1:1/"></iframe>', '0'],
  'a field with a caret': ['<input autofocus value=x id=f>', 'f.focus()'],
};

for (const [what, [page, script]] of Object.entries(RESTLESS)) {
  test(`a page with ${what} is pictured`, async ({ shared, open, site, folder }) => {
    const tab = await open(`${site.route('/restless', STYLE + SECRET + page).url}/restless`);
    await tab.evaluate(`${script}; void 0`);
    const [found] = await picturesOf(shared, folder, [tab]);
    expect(found?.why).toBeNull();
    expect(found?.png ? count(found.png, secretColour) : 0).toBe(0);
    expect(found?.png ? count(found.png, otherColour) : 0).toBeGreaterThan(100);
  });
}
