/** Databases of other versions, damaged and hostile ones; which folder is a profile; the network log. */
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readProfile } from '../../../src/inventory/profile/profile.js';
import { loggedRequests, openRequests } from '../../../src/wire/netlog.js';
import { expect, test } from '../../support/folder.js';

const MICROS = 13_440_489_543_067_633n;
const AT = Math.round(Number(MICROS) / 1_000 - 11_644_473_600_000);

const URLS = 'CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT, title TEXT)';
const VISITS =
  'CREATE TABLE visits (id INTEGER PRIMARY KEY, url INTEGER, visit_time INTEGER, transition INTEGER)';

async function database(folder: string, file: string, ...statements: string[]): Promise<string> {
  await mkdir(join(folder, 'Default/Local Storage'), { recursive: true });
  const path = join(folder, 'Default', file);
  const db = new Database(path);
  for (const sql of statements) db.exec(sql);
  db.close();
  return path;
}

async function sourceOf(folder: string, file: string) {
  const { record } = await readProfile(folder);
  return { record, source: record.sources.find((source) => source.file === file) };
}

test('cookies give host, name and dates; their values are not even asked for', async ({ folder }) => {
  const columns = 'creation_utc, host_key, name, value, encrypted_value, expires_utc, last_access_utc';
  const row = `(${MICROS}, '.example.com', 'sid', 'hidden-value', x'00', 0, ${MICROS + 5_000_000n})`;
  await database(folder, 'Cookies', `CREATE TABLE cookies (${columns})`, `INSERT INTO cookies VALUES ${row}`);
  const { record, source } = await sourceOf(folder, 'Cookies');
  expect(source).toMatchObject({ lateMs: 30_000, why: null });
  const times = { createdAt: AT, lastUsedAt: AT + 5_000, expiresAt: null };
  expect(record.cookies).toEqual([{ host: '.example.com', name: 'sid', ...times }]);
  expect(JSON.stringify(record)).not.toContain('hidden-value');
});

test('a redirect that a visit led on to is told, newest first', async ({ folder }) => {
  const redirect = `(1, 1, ${MICROS}, 268435457), (2, 2, ${MICROS}, ${0xa0000001 - 2 ** 32})`;
  await database(folder, 'History', URLS, VISITS, `INSERT INTO visits VALUES ${redirect}`);
  await database(
    folder,
    'History',
    "INSERT INTO urls VALUES (1, 'http://a/?token=abcdef', ''), (2, 'http://b/', 'B')",
  );
  const { record } = await sourceOf(folder, 'History');
  expect(record.visits).toMatchObject([
    { url: 'http://b/', transition: 'typed', redirected: false, at: AT },
    { url: 'http://a/?token=***', transition: 'typed', redirected: true, formPost: false },
  ]);
});

test('a table of another version is said, and the others are read', async ({ folder }) => {
  const downloads = 'CREATE TABLE downloads (id INTEGER PRIMARY KEY, somewhere TEXT)';
  await database(folder, 'History', URLS, VISITS, downloads, "INSERT INTO urls VALUES (1, 'http://a/', 'A')");
  await database(folder, 'History', `INSERT INTO visits VALUES (1, 1, ${MICROS}, 7)`);
  const { record, source } = await sourceOf(folder, 'History');
  expect(source?.why).toBe('this version keeps downloads in another way');
  expect(record.visits).toMatchObject([{ url: 'http://a/', transition: 'form_submit', formPost: null }]);
});

test('a view under the name of a table is not run', async ({ folder }) => {
  const endless =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS url, i AS visit_time, i AS transition FROM n';
  await database(folder, 'History', URLS, `CREATE VIEW visits AS ${endless}`);
  const { record, source } = await sourceOf(folder, 'History');
  expect(record.visits).toEqual([]);
  expect(source?.why).toContain('keeps visits in another way');
});

test('a damaged database gives what stands before the damage, and says so', async ({ folder }) => {
  const many = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500) INSERT INTO visits SELECT i, 1, ${MICROS}, 0 FROM n`;
  const path = await database(
    folder,
    'History',
    URLS,
    VISITS,
    "INSERT INTO urls VALUES (1, 'http://a/', 'A')",
    many,
  );
  const bytes = await readFile(path);
  bytes.fill(0xff, 4 * 4096, 6 * 4096);
  await writeFile(path, bytes);
  const { record, source } = await sourceOf(folder, 'History');
  expect(source?.why).toContain('it is damaged');
  expect(record.visits.length).toBeGreaterThan(100);
  expect(record.visits.length).toBeLessThan(1_500);
  await writeFile(path, 'rubbish '.repeat(200));
  expect((await sourceOf(folder, 'History')).source?.why).toBe('it is no database, or an encrypted one');
});

test('a database of no bytes is said to be empty, not to be of another version', async ({ folder }) => {
  await mkdir(join(folder, 'Default/Local Storage'), { recursive: true });
  for (const file of ['History', 'Web Data', 'Cookies', 'Login Data'])
    await writeFile(join(folder, 'Default', file), '');
  const { record } = await readProfile(folder);
  const why = record.sources.slice(1).map((source) => source.why);
  expect(why).toEqual(Array(4).fill('it is empty, or damaged'));
});

test('cookies of a folder that may not be looked into are not sought elsewhere', async ({ folder }) => {
  await mkdir(join(folder, 'Default/Local Storage'), { recursive: true });
  await symlink('Network', join(folder, 'Default/Network'));
  const { record } = await readProfile(folder);
  const source = record.sources.find(({ file }) => file === 'Network/Cookies');
  expect(source).toMatchObject({ modified: null, why: 'it is a link' });
});

test('where no copy can be made, what to do is said in one line', async ({ folder }) => {
  await database(folder, 'History', URLS);
  const usual = process.env.TMPDIR;
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  for (const [place, fault] of [
    [join(folder, 'none'), 'there is no such folder'],
    [file, 'there is no such folder'],
  ] as const) {
    process.env.TMPDIR = place;
    const read = readProfile(folder).finally(() => {
      if (usual === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = usual;
    });
    await expect(read).rejects.toMatchObject({ name: 'Refusal', exit: 2 });
    await expect(read).rejects.toThrow(
      `cannot read the profile (${place}): its files cannot be copied there: ${fault}; set TMPDIR to`,
    );
  }
});

test('other profiles beside the one that is read are named, and not read', async ({ folder }) => {
  await database(folder, 'History', URLS);
  for (const name of ['Profile 1', 'System Profile', 'ShaderCache']) await mkdir(join(folder, name));
  for (const name of ['Profile 1', 'System Profile'])
    await writeFile(join(folder, name, 'Preferences'), '{}');
  const others = ({ record }: Awaited<ReturnType<typeof readProfile>>) =>
    record.sources.filter(({ file }) => file.startsWith('../'));
  expect(others(await readProfile(folder))).toEqual([
    { file: '../Profile 1', modified: expect.any(Number), lateMs: 0, why: expect.stringMatching(/not read/) },
  ]);
  expect(others(await readProfile(join(folder, 'Default')))).toEqual([]);
  await writeFile(join(folder, 'Local State'), '{"profile":{"last_used":"Profile 1"}}');
  expect(others(await readProfile(folder))).toMatchObject([{ file: '../Default' }]);
});

test('what only the write-ahead log holds is read, and no file is made beside it', async ({ folder }) => {
  const path = await database(folder, 'History', 'PRAGMA journal_mode = WAL', URLS, VISITS);
  const writer = new Database(path);
  writer.pragma('wal_autocheckpoint = 0');
  writer.exec(
    `INSERT INTO urls VALUES (1, 'http://wal/', 'W'); INSERT INTO visits VALUES (1, 1, ${MICROS}, 0)`,
  );
  const copy = join(folder, 'copy');
  await mkdir(join(copy, 'Default/Local Storage'), { recursive: true });
  for (const end of ['', '-wal']) await copyFile(path + end, join(copy, `Default/History${end}`));
  writer.close();
  const { record } = await sourceOf(copy, 'History');
  expect(record.visits).toMatchObject([{ url: 'http://wal/' }]);
  await expect(readFile(join(copy, 'Default/History-shm'))).rejects.toThrow(/ENOENT/);
});

test('what was half written when the browser died is rolled back in the copy', async ({ folder }) => {
  const kept = `INSERT INTO visits VALUES (1, 1, ${MICROS}, 0)`;
  const path = await database(
    folder,
    'History',
    URLS,
    VISITS,
    "INSERT INTO urls VALUES (1, 'http://a/', '')",
    kept,
  );
  const writer = new Database(path);
  writer.pragma('cache_size = 1');
  const many = `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) INSERT INTO visits SELECT i, 1, ${MICROS}, 0 FROM n`;
  writer.exec(`BEGIN; ${many}`);
  const copy = join(folder, 'copy');
  await mkdir(join(copy, 'Default/Local Storage'), { recursive: true });
  for (const end of ['', '-journal']) await copyFile(path + end, join(copy, `Default/History${end}`));
  writer.close();
  const journal = await readFile(join(copy, 'Default/History-journal'));
  expect(journal.length).toBeGreaterThan(512);
  const { record } = await sourceOf(copy, 'History');
  expect(record.visits).toHaveLength(1);
  expect(await readFile(join(copy, 'Default/History-journal'))).toEqual(journal);
});

test('a journal that names another file to be removed is left out', async ({ folder }) => {
  const path = await database(folder, 'History', URLS, VISITS);
  const victim = join(folder, 'victim');
  await writeFile(victim, `${path}-nothing\0`);
  // SQLite's own layout: at the end the name, its length, its checksum, and the magic.
  const name = Buffer.from(victim);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    [...name].reduce((sum, byte) => sum + byte, 0),
    4,
  );
  const magic = Buffer.from('d9d505f920a163d7', 'hex');
  const head = Buffer.alloc(512);
  magic.copy(head);
  const locking = Buffer.alloc(4);
  await writeFile(`${path}-journal`, Buffer.concat([head, locking, name, end, magic]));
  const { source } = await sourceOf(folder, 'History');
  expect(source?.why).toContain('not one that a browser writes');
  await readFile(victim);
});

test('the profile that was used last is read; a folder of profiles without one is refused in one line', async ({
  folder,
}) => {
  await database(folder, 'History', URLS);
  await mkdir(join(folder, 'Profile 2'), { recursive: true });
  await writeFile(join(folder, 'Profile 2/Preferences'), '{}');
  await writeFile(join(folder, 'Local State'), '{"profile":{"last_used":"Profile 2"}}');
  expect((await readProfile(folder)).record.path).toBe(join(folder, 'Profile 2'));
  await writeFile(join(folder, 'Local State'), '{"profile":{"last_used":"../.."}}');
  expect((await readProfile(folder)).record.path).toBe(join(folder, 'Default'));
  expect((await readProfile(join(folder, 'Default'))).record.path).toBe(join(folder, 'Default'));
  await mkdir(join(folder, 'empty'));
  await expect(readProfile(join(folder, 'empty'))).rejects.toThrow(
    /cannot read the profile .*no browser profile/,
  );
  await expect(readProfile(join(folder, 'none'))).rejects.toThrow(/no such folder/);
  await expect(readProfile(join(folder, 'Local State'))).rejects.toThrow(/it is no folder/);
});

test("a headless shell's profile tells nothing, and says so", async ({ folder }) => {
  await mkdir(join(folder, 'Default/Local Storage'), { recursive: true });
  const { tabs, record } = await readProfile(folder, { netlog: join(folder, 'none.json') });
  expect(tabs).toEqual([]);
  expect(record.sources).toHaveLength(6);
  for (const { modified, why } of record.sources)
    expect([modified, why]).toEqual([null, expect.stringMatching(/^there is none/)]);
  expect(record.sources[0]?.why).toContain('a headless shell writes none');
});

const CONSTANTS = `{"constants":{"logEventTypes":{"REQUEST_ALIVE":2,"URL_REQUEST_START_JOB":136,"HTTP_TRANSACTION_READ_RESPONSE_HEADERS":245},"logEventPhase":{"PHASE_BEGIN":1},"timeTickOffset":1000},\n"events": [\n`;

function started(id: number, method: string, url: string): string {
  return `{"params":{"method":"${method}","url":"${url}"},"phase":1,"source":{"id":${id}},"time":"${id}","type":136},\n`;
}

function answered(id: number, line: string): string {
  return `{"params":{"headers":["${line}"]},"phase":0,"source":{"id":${id}},"time":"9","type":245},\n`;
}

function ended(id: number): string {
  return `{"phase":2,"source":{"id":${id}},"time":"9","type":2},\n`;
}

test('the network log tells each request and redirect with its status, and which have no end', async ({
  folder,
}) => {
  const path = join(folder, 'netlog.json');
  const first = started(5, 'POST', 'http://a/s?token=abc') + answered(5, 'HTTP/1.1 303 See Other');
  const second = started(5, 'GET', 'http://a/done') + answered(5, 'HTTP/1.1 200 OK') + ended(5);
  const long = `{"params":{"x":"${'x'.repeat(3_000_000)}"},"type":136},\n`;
  const torn = '{"params":{"method":"GET","url":"http://a/to';
  await writeFile(path, CONSTANTS + first + second + long + started(7, 'PUT', 'http://a/open') + torn);
  expect(await loggedRequests(path, { newest: 10 })).toEqual([
    { method: 'POST', url: 'http://a/s?token=***', status: 303, at: 1_005, open: false },
    { method: 'GET', url: 'http://a/done', status: 200, at: 1_005, open: false },
    { method: 'PUT', url: 'http://a/open', status: null, at: 1_007, open: true },
  ]);
  expect(await openRequests(path)).toEqual([{ method: 'PUT', url: 'http://a/open' }]);
  expect(await loggedRequests(path, { newest: 1 })).toMatchObject([{ url: 'http://a/open' }]);
  await writeFile(path, 'no log');
  expect(await loggedRequests(path, { newest: 10 })).toBeNull();
});
