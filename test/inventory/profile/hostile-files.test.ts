/** Torn, foreign and hostile session files. The sample is one that a real browser left. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { cleanWith } from '../../../src/inventory/profile/clean.js';
import { dateOf } from '../../../src/inventory/profile/date-value.js';
import { pageStateIn } from '../../../src/inventory/profile/page-state.js';
import { readProfile, readSessionTabs } from '../../../src/inventory/profile/profile.js';
import { type SessionTab, tabsOf } from '../../../src/inventory/profile/session.js';
import { commandsIn } from '../../../src/inventory/profile/snss.js';
import { submittedIn } from '../../../src/inventory/profile/submitted.js';
import { tabOf } from '../../../src/inventory/profile/tab.js';
import { expect, test } from '../../support/folder.js';

const fixtures = join(import.meta.dirname, '../../fixtures/inventory/profile');
const NAME = 'Session_13440489543614080';
const sample = await readFile(join(fixtures, NAME));
const clean = cleanWith([]);

/** Everything that a file can be made to say. */
function readAll(file: Buffer) {
  const { commands, why } = commandsIn(file);
  const found = (['session', 'closed-tabs'] as const).flatMap((kind) => tabsOf(commands, kind));
  const tabs = found.map((tab) => tabOf(tab, '', clean));
  return { tabs, why, submitted: found.flatMap((tab) => submittedIn(tab, clean)) };
}

async function profileWith(folder: string, file: Buffer): Promise<string> {
  await mkdir(join(folder, 'Default/Sessions'), { recursive: true });
  await writeFile(join(folder, 'Default/Sessions', NAME), file);
  return folder;
}

test('a torn session file gives everything before the tear, and says that it is torn', async ({ folder }) => {
  const torn = await profileWith(folder, sample.subarray(0, sample.length - 5));
  const { tabs, record } = await readProfile(torn);
  expect(record.sources[0]).toMatchObject({ file: `Sessions/${NAME}`, why: 'its end is torn' });
  expect(tabs).toHaveLength(5);
  expect(JSON.stringify(tabs)).toContain('half-slug');
});

test('a session file torn anywhere is read as far as it goes', () => {
  let most = 0;
  for (let length = 0; length <= sample.length; length += 97) {
    const { tabs } = readAll(sample.subarray(0, length));
    expect(tabs.length).toBeGreaterThanOrEqual(most);
    most = tabs.length;
  }
  expect(most).toBe(5);
});

test('an unknown version is said, and what can be read is given', () => {
  const foreign = Buffer.from(sample);
  foreign.writeInt32LE(9, 4);
  expect(commandsIn(foreign).why).toBe('a session file of the unknown version 9');
  expect(readAll(foreign).tabs).toEqual(readAll(sample).tabs);
  foreign.writeInt32LE(4, 4);
  expect(commandsIn(foreign)).toEqual({ commands: [], why: 'it is encrypted' });
  expect(commandsIn(Buffer.from('no such thing')).why).toBe('not a session file');
});

test('a page state of an unknown version is said at its frame, and read as far as it goes', () => {
  const [tab] = openTabs('/form');
  const entry = tab?.entries[0];
  if (!tab || !entry) throw new Error('no such tab in the sample');
  const pageState = Buffer.from(entry.pageState);
  pageState.writeInt32LE(40, 4);
  const frame = tabOf({ ...tab, entries: [{ ...entry, pageState }] }, '', clean)?.frames[0];
  expect(frame?.why).toBe('a page state of the unknown version 40');
  expect(frame?.controls.length).toBeGreaterThan(5);
  pageState.writeInt32LE(11, 4);
  const old = tabOf({ ...tab, entries: [{ ...entry, pageState }] }, '', clean)?.frames[0];
  expect(old).toMatchObject({ controls: [], why: expect.stringContaining('old version 11') });
});

function openTabs(end: string): SessionTab[] {
  return tabsOf(commandsIn(sample).commands, 'session').filter(({ entries }) =>
    entries[0]?.url.endsWith(end),
  );
}

test('a state too large for the file is said, not taken for an empty page', () => {
  const [tab] = openTabs('/form');
  const bare = {
    ...(tab as SessionTab),
    entries: [{ ...(tab as SessionTab).entries[0], pageState: Buffer.alloc(0) }],
  };
  expect(tabOf(bare as SessionTab, '', clean)?.frames[0]?.why).toContain('were not written down');
});

test('entries that were dropped from the front keep their ids, and those from the back are gone', () => {
  const navigation = commandsIn(sample).commands.filter(({ id }) => id === 6);
  const own = navigation.filter(
    ({ payload }) => payload.readInt32LE(4) === navigation.at(2)?.payload.readInt32LE(4),
  );
  const tab = own[0]?.payload.readInt32LE(4) ?? 0;
  const at = (index: number) => {
    const payload = Buffer.from(own[0]?.payload ?? '');
    payload.writeInt32LE(index, 8);
    return { id: 6, payload };
  };
  const numbers = (id: number, ...all: number[]) => {
    const payload = Buffer.alloc(4 * all.length);
    for (const [i, n] of all.entries()) payload.writeInt32LE(n, 4 * i);
    return { id, payload };
  };
  const history = (...more: { id: number; payload: Buffer }[]) =>
    tabsOf([at(0), at(1), at(2), at(3), numbers(7, tab, 2), ...more], 'session').flatMap(
      (found) =>
        tabOf(found, '', clean)?.history.map((item) => `${item.entryId}${item.current ? '*' : ''}`) ?? [],
    );
  expect(history()).toEqual(['0', '1', '2*', '3']);
  expect(history(numbers(24, tab, 0, 2))).toEqual(['2*', '3']);
  expect(history(numbers(24, tab, 2, 2))).toEqual(['0', '1*']);
  expect(history(numbers(5, tab, 3))).toEqual(['0', '1', '2*']);
  expect(history(numbers(11, tab, 1))).toEqual(['1', '2*', '3']);
});

test('random bytes after the head of a session file never throw', () => {
  const head = sample.subarray(0, 8);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => void readAll(Buffer.concat([head, bytes]))),
    { numRuns: 300 },
  );
});

test('bits that flipped in a real session file never throw, hang or swell', () => {
  const flips = fc.array(fc.nat(sample.length * 8 - 1), { minLength: 1, maxLength: 40 });
  let largest = 0;
  fc.assert(
    fc.property(flips, fc.nat(sample.length), (bits, cut) => {
      const broken = Buffer.from(sample);
      for (const bit of bits) broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      largest = Math.max(largest, JSON.stringify(readAll(broken.subarray(0, cut))).length);
    }),
    { numRuns: 400 },
  );
  expect(largest).toBeLessThan(40 * sample.length);
});

test('a page state whose frames point to one another is refused before it swells', () => {
  // Fifteen frames, each with a list of fifty children that are all the next one: 50^15 frames when followed.
  const [depth, width, each] = [15, 50, 104 + 8 + 8 * 50];
  const mojom = Buffer.alloc(24 + (depth + 1) * each);
  mojom.writeUInt32LE(24, 0);
  pointer(mojom, 16, 24);
  for (let level = 0; level < depth; level++) {
    const frame = 24 + level * each;
    mojom.writeUInt32LE(104, frame);
    pointer(mojom, frame + 8 + 80, frame + 104);
    mojom.writeUInt32LE(8 + 8 * width, frame + 104);
    mojom.writeUInt32LE(width, frame + 108);
    for (let i = 0; i < width; i++) pointer(mojom, frame + 112 + 8 * i, frame + each);
  }
  mojom.writeUInt32LE(104, 24 + depth * each);
  expect(() => pageStateIn(pageState(mojom))).toThrow(/more than it can hold/);
});

function pointer(mojom: Buffer, at: number, to: number): void {
  mojom.writeBigUInt64LE(BigInt(to - at), at);
}

function pageState(mojom: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(mojom.length + 8, 0);
  head.writeInt32LE(33, 4);
  head.writeInt32LE(mojom.length, 8);
  return Buffer.concat([head, mojom]);
}

test('a date field is put together from its parts, or said to be half filled', () => {
  const parts = (text: string) => text.split(',');
  expect(dateOf('date', parts('2026,2,3,,,,,,'))).toBe('2026-02-03');
  expect(dateOf('time', parts(',,,1,05,,,P,'))).toBe('13:05');
  expect(dateOf('time', parts(',,,12,05,7,,A,'))).toBe('00:05:07');
  expect(dateOf('week', parts('2026,,,,,,,,5'))).toBe('2026-W05');
  expect(dateOf('datetime-local', parts('2026,2,3,10,11,,,A,'))).toBe('2026-02-03T10:11');
  expect(dateOf('date', parts('2026,,3,,,,,,'))).toBeNull();
  expect(dateOf('date', parts(',,,,,,,,'))).toBe('');
  // As Chromium 156 writes a month: 0 is none.
  expect(dateOf('month', parts(',0,,,,,,,'))).toBe('');
  expect(dateOf('month', parts('2026,0,,,,,,,'))).toBeNull();
  expect(dateOf('month', parts('2026,3,,,,,,,'))).toBe('2026-03');
  expect(dateOf('text', ['x'])).toBeUndefined();
});

test("a user's own pattern keeps values, titles and addresses of session files secret", async ({
  folder,
}) => {
  const profile = await profileWith(folder, sample);
  expect(JSON.stringify(await readSessionTabs(profile))).toContain('half-slug');
  const told = JSON.stringify(await readProfile(profile, { redact: [/half-sl/i, /Form pa/] }));
  expect(told).not.toMatch(/half-slug|Form page/);
});

test('without a tab, what was wrong with the session file is said', async ({ folder }) => {
  const why = async () => {
    const { tabs, record } = await readProfile(folder);
    expect(tabs).toEqual([]);
    return record.sources[0]?.why;
  };
  await profileWith(folder, Buffer.alloc(0));
  expect(await why()).toBe('it is empty');
  await profileWith(folder, sample.subarray(0, 8));
  expect(await why()).toBe('it tells of no tab');
  await profileWith(folder, Buffer.from('rubbish, rubbish'));
  expect(await why()).toBe('not a session file');
  await rm(join(folder, 'Default/Sessions'), { recursive: true });
  await writeFile(join(folder, 'Default/History'), '');
  expect(await why()).toMatch(/^there is none: a headless shell writes none/);
  await writeFile(join(folder, 'Default/Sessions'), '');
  expect(await why()).toBe('its folder cannot be read: it is no folder');
});

test('an encrypted session file is named where no plain one told of a tab', async ({ folder }) => {
  await profileWith(folder, sample.subarray(0, 8));
  await mkdir(join(folder, 'Default/Sessions_Encrypted'));
  await writeFile(join(folder, 'Default/Sessions_Encrypted', NAME), sample);
  const encrypted = async () =>
    (await readProfile(folder)).record.sources.find(({ file }) => file === `Sessions_Encrypted/${NAME}`);
  expect((await encrypted())?.why).toBe('it is encrypted and was not read; no plain one told of a tab');
  await profileWith(folder, sample);
  expect(await encrypted()).toBeUndefined();
});

test('tabs say whether they were open at the end, closed before, or an earlier run’s', async ({ folder }) => {
  const earlier = `Session_${BigInt(NAME.slice(8)) - 1n}`;
  await profileWith(folder, sample);
  await writeFile(join(folder, 'Default/Sessions', earlier), sample);
  const { tabs } = await readProfile(folder);
  const all = tabs.map(({ last, why }) => `${last}: ${/closed|earlier|dead/.exec(why ?? '')?.[0]}`);
  expect(new Set(all)).toEqual(new Set(['open: dead', 'closed: closed', 'earlier: earlier']));
  expect(tabs.filter(({ last }) => last === 'open')).toHaveLength(
    tabs.filter(({ last }) => last === 'earlier').length,
  );
});

test('a field that Login Data names as a password of the same site is secret, and none of it is told', async ({
  folder,
}) => {
  await profileWith(folder, sample);
  const [tab] = openTabs('/form');
  const site = new URL(tab?.entries[0]?.url ?? '').origin;
  const db = new Database(join(folder, 'Default/Login Data'));
  db.exec(`CREATE TABLE logins (signon_realm, username_element, username_value, password_element, password_value);
    CREATE TABLE stats (origin_domain, username_value)`);
  const insert = db.prepare('INSERT INTO logins VALUES (?, ?, ?, ?, ?)');
  insert.run('https://elsewhere.example/', 'slug', 'ada-elsewhere', 'slug', 'stored-password');
  expect(JSON.stringify(await readProfile(folder)), 'another site’s').toContain('half-slug');
  insert.run(`${site}/`, 'text', 'ada-known', 'slug', 'stored-password');
  db.close();
  const told = JSON.stringify(await readProfile(folder));
  expect(told).not.toMatch(/half-slug|stored-password|ada-/);
});

test('what is no regular file is not read as a session file', async ({ folder }) => {
  await mkdir(join(folder, 'Default/Sessions', NAME), { recursive: true });
  const { tabs, record } = await readProfile(folder);
  expect(tabs).toEqual([]);
  expect(record.sources[0]?.why).not.toBeNull();
});
