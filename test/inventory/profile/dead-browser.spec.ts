/** One real browser, killed with everything it had on disk; all tests read what it left. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Control, ProfileRecord, Tab } from '../../../src/inventory/inventory.js';
import { readProfile, readSessionTabs } from '../../../src/inventory/profile/profile.js';
import { type DrivenTab, expect, LeftoverBrowser, needsFullChromium, test } from '../../support/browser.js';
import { Site } from '../../support/site.js';

test.describe.configure({ mode: 'serial' });

const PASSWORD = 'correct-horse-battery';
const CARD = '4111 1111 1111 1111';
const TOKEN = 'b7f3c2d1e0a9';

const FORM = `<!doctype html><title>Listing</title>
<form method=post action="/submit?step=2&token=${TOKEN}">
  <input name=slug><input type=password name=login><input name=cardnumber>
  <textarea name=text></textarea><input type=checkbox name=agree value=yes>
  <input type=radio name=plan value=a><input type=radio name=plan value=b checked>
  <select name=kind><option value=a>A<option value=b>B</select>
  <select multiple name=many><option>1<option>2<option>3</select>
  <input type=file name=logo><input type=date name=day><input name=same value=preset>
  <input type=hidden name=csrf_token value=${TOKEN}><button>Go</button>
</form><input name=loose><iframe src="/inner"></iframe>`;

interface Left {
  site: Site;
  folder: string;
  tabs: Tab[];
  record: ProfileRecord;
  before: Map<string, string>;
  beside: Tab | null;
}
let left: Left;
/** To be undone whatever becomes of the rest. */
const undo: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-test-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const site = await new Site().start();
  undo.push(() => site.stop());
  site
    .route('/form', FORM)
    .route('/direct', FORM.replace('/submit?', '/posted?'))
    .route('/inner', '<input name=inside>')
    .route('/posted', '<title>Posted</title>thanks')
    .route('/done', '<title>Done</title><a href="/file">file</a>')
    .route('/submit', (_, response) => void response.writeHead(303, { location: '/done?id=7' }).end())
    .route('/file', (_, response) => {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=proof.bin' });
      response.end('proof');
    });
  const netlog = join(folder, 'netlog.json');
  const browser = await LeftoverBrowser.start(join(folder, 'profile'), [`--log-net-log=${netlog}`]);
  undo.push(() => browser.kill());
  await needsFullChromium(browser);
  const downloadPath = join(folder, 'downloads');
  await browser.driver.send(
    'Browser.setDownloadBehavior',
    { behavior: 'allow', downloadPath },
    { withinMs: 5_000 },
  );
  const half = await browser.open(`${site.url}/form`);
  await fill(half, 'half');
  await select(half, downloadPath);
  await half.click('[name=agree]');
  const sent = await browser.open(`${site.url}/form`);
  await fill(sent, 'sent');
  await sent.click('button');
  await sent.until("location.pathname === '/done'");
  await sent.click('a');
  const direct = await browser.open(`${site.url}/direct`);
  await type(direct, '[name=slug]', 'direct-slug');
  await direct.click('button');
  await direct.until("location.pathname === '/posted'");
  const gone = await browser.open(`${site.url}/done?closed`);
  await browser.close(gone.targetId);
  const profile = join(folder, 'profile');
  await expect.poll(() => isWritten(profile), { timeout: 40_000, intervals: [250] }).toBe(true);
  half.begin('for (;;);');
  const { entries } = await half.session.ask('Page.getNavigationHistory');
  const saved = await readSessionTabs(profile);
  const beside = saved.find(({ url }) => url === entries[0]?.url) ?? null;
  await browser.kill();
  const before = await hashes(profile);
  left = { site, folder, before, beside, ...(await readProfile(profile, { netlog })) };
});

test.afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function type(tab: DrivenTab, selector: string, text: string): Promise<void> {
  await tab.click(selector);
  await tab.session.ask('Input.insertText', { text });
}

async function fill(tab: DrivenTab, word: string): Promise<void> {
  await type(tab, '[name=slug]', `${word}-slug`);
  await type(tab, '[name=login]', PASSWORD);
  await type(tab, '[name=cardnumber]', CARD);
  await type(tab, '[name=text]', `${word} text\nwith ä and €`);
}

async function select(tab: DrivenTab, file: string): Promise<void> {
  await type(tab, '[name=loose]', 'loose text');
  await tab.evaluate(`document.querySelector('[name=kind]').selectedIndex = 1;
    for (const i of [0, 2]) document.querySelector('[name=many]').options[i].selected = true;
    document.querySelector('[name=day]').value = '2026-02-03'`);
  const { root } = await tab.session.ask('DOM.getDocument', {});
  const { nodeId } = await tab.session.ask('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[name=logo]',
  });
  await tab.session.ask('DOM.setFileInputFiles', { nodeId, files: [`${file}/logo.png`] });
}

/** By the files alone, while the browser lives: there is no other sign of it. */
async function isWritten(profile: string): Promise<boolean> {
  const { tabs, record } = await readProfile(profile);
  const agreed = tabs.some(
    (tab) => controlNamed(tab, 'agree')?.checked === true && tab.url.endsWith('/form'),
  );
  const visited = record.visits.some(({ url }) => url.endsWith('/done?id=7'));
  return agreed && visited && record.downloads.some(({ state }) => state === 'complete');
}

async function hashes(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name);
    const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
    const bytes = await readFile(path).catch(() => '');
    found.set(name, `${mtimeMs} ${size} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  return found;
}

function controlNamed(tab: Tab | null | undefined, name: string): Control | undefined {
  return tab?.frames.flatMap(({ controls }) => controls).find((control) => control.name === name);
}

function tabAt(end: string): Tab | undefined {
  return left.tabs.find(({ url }) => url.endsWith(end));
}

test('what was half typed into a page is read from the files of its dead browser', () => {
  const tab = tabAt('/form');
  expect(tab).toMatchObject({ status: 'closed', contextId: 'profile', responseStatus: 200 });
  expect(tab?.why).toMatch(/^its browser is dead; .*some seconds late$/);
  const read = (name: string) => controlNamed(tab, name);
  expect(read('slug')).toMatchObject({ value: 'half-slug', dirty: true, from: 'session-file', form: 0 });
  expect(read('text')).toMatchObject({ tag: 'textarea', value: 'half text\nwith ä and €', dirty: true });
  expect(read('agree')).toMatchObject({ checked: true, partial: false });
  expect(read('kind')).toMatchObject({ selected: ['b'], type: 'select-one' });
  expect(read('many')).toMatchObject({ selected: ['1', '3'] });
  expect(read('day')).toMatchObject({ value: '2026-02-03' });
  expect(read('logo')).toMatchObject({ files: [{ name: 'logo.png', size: null }] });
  expect(read('loose')).toMatchObject({ value: 'loose text', form: null });
  expect(tab?.frames[1]).toMatchObject({ url: `${left.site.url}/inner`, path: [0] });
});

test('a field that holds its default is not taken for one that was typed into', () => {
  expect(controlNamed(tabAt('/form'), 'same')).toMatchObject({
    value: null,
    dirty: false,
    defaultValue: null,
  });
});

test('which of several radio buttons was chosen is said to be known in part only', () => {
  expect(controlNamed(tabAt('/form'), 'plan')).toMatchObject({ partial: true, value: null });
});

test("a form's action stands there without its query, and the form goes to it", () => {
  expect(tabAt('/form')?.frames[0]?.forms).toMatchObject([{ action: `${left.site.url}/submit` }]);
});

test('a submitted form that led to a redirect is told by its history, with the address that it was sent to', () => {
  const [first, second] = tabAt('/done?id=7')?.history ?? [];
  expect(first).toMatchObject({ entryId: 0, url: `${left.site.url}/form`, current: false });
  expect(second).toMatchObject({ entryId: 1, transition: 'form_submit', current: true });
  expect(second?.userTypedUrl).toContain('/submit?step=2');
  expect(second?.at).toBeGreaterThan(Date.now() - 120_000);
});

test('the fields that were submitted are told with their page, by the session file', () => {
  const own = left.record.submitted.filter(({ page }) => page?.endsWith('/form'));
  expect(own).toContainEqual(expect.objectContaining({ name: 'slug', value: 'sent-slug', redacted: false }));
  expect(own).toContainEqual(expect.objectContaining({ name: 'cardnumber', value: null, redacted: true }));
  expect(own.map(({ name }) => name)).not.toContain('login');
});

test('the body of a POST that was answered without a redirect is told, but for its hidden token', () => {
  const own = left.record.submitted.filter(({ page }) => page?.endsWith('/direct'));
  expect(own).toContainEqual(expect.objectContaining({ name: 'same', value: 'preset' }));
  expect(own).toContainEqual(expect.objectContaining({ name: 'csrf_token', value: null, redacted: true }));
  const visit = left.record.visits.find(({ url }) => url.includes('/posted'));
  expect(visit).toMatchObject({ transition: 'form_submit', formPost: true });
});

test('autofill tells a submitted field without its page', () => {
  const autofill = left.record.submitted.filter(({ page }) => page === undefined);
  expect(autofill).toContainEqual(expect.objectContaining({ name: 'slug', value: 'sent-slug' }));
});

test('a visit by a form does not claim to be a POST where a redirect hides the method', () => {
  const visit = left.record.visits.find(({ url }) => url.endsWith('/done?id=7'));
  expect(visit).toMatchObject({ transition: 'form_submit', formPost: null, title: 'Done' });
});

test('a closed tab and a download are told', () => {
  expect(tabAt('/done?closed')?.why).toMatch(/^it was closed at 20/);
  expect(left.record.downloads).toMatchObject([
    {
      url: `${left.site.url}/file`,
      path: join(left.folder, 'downloads/proof.bin'),
      state: 'complete',
      bytes: 5,
    },
  ]);
});

test("the network log's requests are told with method, status and time", () => {
  const requests = left.record.requests.filter(({ url }) => url.startsWith(left.site.url));
  const post = requests.findIndex(({ method, url }) => method === 'POST' && url.includes('/submit'));
  expect(requests[post]).toMatchObject({ status: 303, open: false });
  expect(requests[post + 1]).toMatchObject({ method: 'GET', url: `${left.site.url}/done?id=7`, status: 200 });
  expect(Math.abs((requests[post]?.at ?? 0) - Date.now())).toBeLessThan(120_000);
});

test('beside the living browser, the text of a tab that hung in a loop was read', () => {
  expect(controlNamed(left.beside, 'slug')).toMatchObject({ value: 'half-slug', from: 'session-file' });
  expect(left.beside?.why).toMatch(/beside the browser/);
});

test('no password, card number or token comes out of the files that hold them', async () => {
  const raw = await hashableText(join(left.folder, 'profile/Default/Sessions'));
  expect(raw, 'the files hold the card number').toContain(CARD);
  const told = JSON.stringify([left.tabs, left.record]);
  for (const secret of [PASSWORD, CARD, TOKEN]) expect(told).not.toContain(secret);
});

async function hashableText(folder: string): Promise<string> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const all = Buffer.concat(files.flatMap((file) => [file, Buffer.alloc(4 - (file.length % 4))]));
  return all.toString('utf16le') + all.subarray(1).toString('utf16le');
}

test('nothing in the profile is changed, and no copy is left anywhere', async () => {
  const temporary = await mkdtemp(join(left.folder, 'tmp-'));
  const usual = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  await readProfile(join(left.folder, 'profile')).finally(() => {
    if (usual === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = usual;
  });
  expect(await readdir(temporary)).toEqual([]);
  expect((await stat(temporary)).mtimeMs, 'the copy was made there').toBeGreaterThan(
    (await stat(temporary)).birthtimeMs,
  );
  expect(await hashes(join(left.folder, 'profile'))).toEqual(left.before);
});

test('every file says when it was written and how late the browser writes it', () => {
  const of = (start: string) => left.record.sources.find(({ file }) => file.startsWith(start));
  expect(of('Sessions/Session_')).toMatchObject({ lateMs: 3_000, why: null });
  expect(of('History')).toMatchObject({ lateMs: 10_000, why: null });
  expect(of('Web Data')).toMatchObject({ lateMs: 0, why: null });
  for (const { modified } of left.record.sources) expect(modified).toBeGreaterThan(Date.now() - 120_000);
});
