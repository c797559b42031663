/** Secrets that a page shows as plain text. One real browser writes them all down, is killed, and its files are read. */
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Control, ProfileRecord, Tab } from '../../../src/inventory/inventory.js';
import { readProfile } from '../../../src/inventory/profile/profile.js';
import { expect, LeftoverBrowser, needsFullChromium, test } from '../../support/browser.js';
import { Site } from '../../support/site.js';

test.describe.configure({ mode: 'serial' });

type Field = [name: string, value: string, kind?: string];

/** Their fields, a password where it says so: a script then makes all of these text, as a "show" button does. */
const FORMS: Record<string, { action: string; fields: Field[] }> = {
  '/short': {
    action: '/a',
    fields: [
      ['about', 'long ago'],
      ['extra', 'x y'],
      ['pw1', 'secret-short', 'password'],
    ],
  },
  '/user': {
    action: '/a',
    fields: [
      ['username', 'ada'],
      ['field7', 'secret-beside-user', 'password'],
    ],
  },
  '/mail': {
    action: '/a',
    fields: [
      ['f1', 'ada@example.com'],
      ['f2', 'secret-beside-mail', 'password'],
    ],
  },
  '/known': {
    action: '/a',
    fields: [
      ['u', 'ada-known'],
      ['memo', 'secret-known', 'password'],
    ],
  },
  '/news': {
    action: '/register',
    fields: [
      ['email', 'ada@example.com'],
      ['city', 'readable-city'],
    ],
  },
  '/door': {
    action: '/users/sign_in',
    fields: [
      ['a', 'secret-door-1'],
      ['b', 'secret-door-2', 'password'],
      ['c', 'two words'],
    ],
  },
  '/twice': {
    action: '/a',
    fields: [
      ['f1', 'secret-twice', 'password'],
      ['f2', 'secret-twice', 'password'],
      ['f3', 'readable-three'],
      ['f4', 'readable-four'],
    ],
  },
  '/holder': {
    action: '/a',
    fields: [
      ['cardholder', 'A Lovelace'],
      ['n', '4111 1111 1111 secret-9'],
      ['memo', 'readable memo'],
    ],
  },
  '/expiry': {
    action: '/a',
    fields: [
      ['exp', '12/29'],
      ['n', '4111-1111-1111-99'],
      ['floor', 'readable floor 3'],
    ],
  },
  '/nameless': {
    action: '/a',
    fields: [
      ['', 'secret-nameless-1', 'password'],
      [':r3:', 'secret-nameless-2', 'password'],
      ['field_9', 'readable-words-only'],
      ['', 'readable of two words 2'],
    ],
  },
  '/apart': {
    action: '/a',
    fields: [
      ['x', '4111/1111 * 1111_1111'],
      ['y', 'readable y'],
      ['z', 'readable-z'],
    ],
  },
};
const LISTING: Field[] = [
  ['listing[title]', 'Acme 3000'],
  ['listing[url]', 'https://acme.example/v2?ref=7'],
  ['listing[slug]', 'acme-3000'],
  ['listing[description]', 'Call us at 12 o’clock.', 'textarea'],
  ['listing[email]', 'ada@example.com'],
  ['listing[tagline]', 'fast'],
];
const CARDS = ['4111-1111-1111-99', '4111/1111 * 1111_1111'];

function formOf(action: string, fields: Field[]): string {
  const controls = fields.map(([name, , kind = 'text']) =>
    kind === 'textarea' ? `<textarea name="${name}"></textarea>` : `<input name="${name}" type=${kind}>`,
  );
  return `<!doctype html><title>Form</title><form method=post action="${action}">${controls.join('')}<button>Go</button></form>`;
}

interface Left {
  profile: string;
  tabs: Tab[];
  record: ProfileRecord;
}
let left: Left;
let site: Site;
/** To be undone whatever becomes of the rest. */
const undo: (() => Promise<unknown>)[] = [];

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reconcile-test-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  site = await new Site().start();
  undo.push(() => site.stop());
  site.route('/a', '<title>Sent</title>thanks').route('/listing', formOf('/submit?step=2', LISTING));
  for (const [path, { action, fields }] of Object.entries(FORMS)) site.route(path, formOf(action, fields));
  const profile = join(folder, 'profile');
  const browser = await LeftoverBrowser.start(profile);
  undo.push(() => browser.kill());
  await needsFullChromium(browser);
  await logIn(browser, profile);
  for (const [path, { fields }] of Object.entries(FORMS)) await fill(browser, path, fields);
  await fill(browser, '/listing', LISTING);
  for (const [path, length] of [
    ['/a?long', 20_000],
    ['/a?longest', 2_000_000],
  ] as const) {
    const tab = await browser.open(`${site.url}${path}`);
    await tab.evaluate(`history.replaceState(null, '', location.href + '=' + 'x'.repeat(${length}))`);
  }
  await expect.poll(() => isWritten(profile), { timeout: 40_000, intervals: [250] }).toBe(true);
  await browser.kill();
  left = { profile, ...(await readProfile(profile)) };
});

test.afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/**
 * A login that is sent, so that the browser knows who logs in there. It notes that only when its question whether to keep
 * the password is left without an answer: another tab that comes up before the question does makes it forget both.
 */
async function logIn(browser: LeftoverBrowser, profile: string): Promise<void> {
  const isNoted = async () => {
    const file = await readFile(join(profile, 'Default/Login Data')).catch(() => '');
    return file.includes('ada-known');
  };
  for (let wait = 250; !(await isNoted()); wait *= 2) {
    const sent = await fill(browser, '/known', FORMS['/known']?.fields ?? []);
    await sent.click('button');
    await sent.until("location.pathname === '/a'");
    await sleep(wait);
    await browser.open(`${site.url}/a`);
    await sleep(wait);
  }
}

async function fill(browser: LeftoverBrowser, path: string, fields: Field[]) {
  const tab = await browser.open(`${site.url}${path}`);
  for (const [i, [, text]] of fields.entries()) {
    await tab.evaluate(`document.querySelectorAll('input, textarea')[${i}].focus()`);
    await tab.session.ask('Input.insertText', { text });
  }
  await tab.evaluate(`for (const one of document.querySelectorAll('[type=password]')) one.type = 'text'`);
  return tab;
}

/** By the files alone, while the browser lives: there is no other sign of it. */
async function isWritten(profile: string): Promise<boolean> {
  const { tabs } = await readProfile(profile);
  const written = [...Object.entries(FORMS), ['/listing', { fields: LISTING }] as const].every(
    ([path, { fields }]) => controlsAt(tabs, path).filter(({ dirty }) => dirty).length === fields.length,
  );
  return written && tabs.some(({ url }) => url.includes('/a?long=x')) && tabs.some(({ url }) => url === '');
}

function controlsAt(tabs: Tab[], path: string): Control[] {
  const tab = tabs.find(({ url }) => url === `${site.url}${path}`);
  return tab?.frames.flatMap(({ controls }) => controls) ?? [];
}

/** What is shown of a form's fields, and null for what is kept secret. */
function shown(path: string): Record<string, string | null> {
  return Object.fromEntries(controlsAt(left.tabs, path).map(({ name, value }) => [name, value]));
}

test('the browser writes down a password that was made visible, and none of it is read out', async () => {
  const folder = join(left.profile, 'Default/Sessions');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
  const raw = files
    .flatMap((file) => [0, 1].map((from) => file.subarray(from).toString('utf16le')))
    .join('\n');
  const told = JSON.stringify([left.tabs, left.record]);
  const secrets = Object.values(FORMS).flatMap(({ fields }) => fields.map(([, value]) => value));
  for (const secret of secrets.filter((value) => value.includes('secret-') || CARDS.includes(value))) {
    expect(raw, 'the files hold it').toContain(secret);
    expect(told).not.toContain(secret);
  }
  expect(told).not.toContain('secret-');
});

test('a secret field is told with its length, and its neighbours can be read', () => {
  const [field] = controlsAt(left.tabs, '/short').filter(({ name }) => name === 'pw1');
  expect(field).toMatchObject({ value: null, redacted: true, length: 'secret-short'.length, dirty: true });
  expect(shown('/short')).toEqual({ about: 'long ago', extra: 'x y', pw1: null });
  expect(shown('/user')).toEqual({ username: 'ada', field7: null });
  expect(shown('/mail')).toEqual({ f1: 'ada@example.com', f2: null });
  expect(shown('/news')).toEqual({ email: 'ada@example.com', city: 'readable-city' });
  expect(shown('/door')).toEqual({ a: null, b: null, c: 'two words' });
  expect(controlsAt(left.tabs, '/nameless').map(({ value }) => value)).toEqual(
    expect.arrayContaining([null, null, 'readable-words-only', 'readable of two words 2']),
  );
  expect(shown('/twice')).toEqual({ f1: null, f2: null, f3: 'readable-three', f4: 'readable-four' });
  expect(shown('/holder')).toEqual({ cardholder: 'A Lovelace', n: null, memo: 'readable memo' });
  expect(shown('/expiry')).toEqual({ exp: null, n: null, floor: 'readable floor 3' });
  expect(shown('/apart')).toEqual({ x: null, y: 'readable y', z: 'readable-z' });
});

test('what an ordinary form holds can be read whole, and goes to where it says', () => {
  expect(shown('/listing')).toEqual(Object.fromEntries(LISTING));
  const frame = left.tabs.find(({ url }) => url.endsWith('/listing'))?.frames[0];
  expect(frame?.forms).toMatchObject([{ action: `${site.url}/submit` }]);
  expect(frame?.why).toBeNull();
});

test('who logs in at a site is known from its Login Data, and gives the password beside it away', () => {
  expect(shown('/known')).toEqual({ u: 'ada-known', memo: null });
  expect(left.record.sources.find(({ file }) => file === 'Login Data')).toMatchObject({ why: null });
});

test('a long address is cut; one that the browser did not write down is said to be missing', () => {
  const long = left.tabs.find(({ url }) => url.includes('/a?long='))?.url ?? '';
  expect(long).toHaveLength(8_001);
  expect(long).toMatch(/^http.*x…$/);
  const longest = left.tabs.find(({ url }) => url === '');
  expect(longest).toMatchObject({ title: 'Sent', last: 'open' });
  expect(longest?.why).toContain(
    `its address is not in the file: one so long is not written down (${site.url}/a?longest was asked for)`,
  );
});

test('an encrypted session file is named where it is newer than the plain one, and only there', async () => {
  const encrypted = async () =>
    (await readProfile(left.profile)).record.sources.find(({ file }) =>
      file.startsWith('Sessions_Encrypted'),
    );
  const folder = join(left.profile, 'Default/Sessions_Encrypted');
  const [name] = await readdir(folder).catch((): string[] => []);
  test.skip(name === undefined, 'this browser writes none');
  expect(await encrypted(), 'both are written in the same moment').toBeUndefined();
  const plain = left.record.sources[0]?.modified ?? 0;
  await utimes(join(folder, name ?? ''), new Date(), new Date(plain + 60_000));
  expect(await encrypted()).toMatchObject({
    file: `Sessions_Encrypted/${name}`,
    modified: plain + 60_000,
    why: expect.stringMatching(/^it is encrypted and was not read; 60 s newer than what was read/),
  });
});
