import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { connect } from '../../src/ledger/connect.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openLedger } from '../../src/ledger/open.js';
import { SqliteLedger } from '../../src/ledger/sqlite.js';
import { expect, test } from '../support/folder.js';
import { output, pathOf } from './child.js';
import { action, append, basisOf, keyOf, note } from './sample.js';

/** A closed ledger that holds some actions. */
async function saved(folder: string): Promise<string> {
  const path = join(folder, 'ledger.db');
  const ledger = await openLedger(path, { create: true });
  const actions = Array.from({ length: 50 }, (_, no) => action(`a-${no}`));
  await ledger.declare('w', actions, { revise: false });
  await ledger.close();
  return path;
}

/** Open it and use it. */
async function use(path: string, options: { waitMs?: number; readOnly?: boolean } = {}): Promise<void> {
  const ledger = await openLedger(path, options);
  try {
    await ledger.declare('w', [action('new')], { revise: false });
    await ledger.list();
  } finally {
    await ledger.close();
  }
}

test('a ledger of a newer schema is refused and not touched', async ({ folder }) => {
  const path = await saved(folder);
  const db = new Database(path);
  db.exec(`INSERT INTO migrations VALUES (2, '0002-later.sql', 1, 0); PRAGMA user_version = 2`);
  db.close();
  const before = readFileSync(path);
  await expect(use(path)).rejects.toMatchObject({ code: 'ledger-newer', exit: 6 });
  await expect(use(path)).rejects.toThrow(/schema 2, this version knows 1/);
  expect(readFileSync(path)).toEqual(before);
});

test('a newer schema that older versions may use is used', async ({ folder }) => {
  const path = await saved(folder);
  const db = new Database(path);
  db.exec(`INSERT INTO migrations VALUES (2, '0002-harmless.sql', 0, 0)`);
  db.close();
  await use(path);
});

const DAMAGED = [
  { name: 'empty', damage: (path: string) => truncateSync(path, 0), code: 'ledger-corrupt' },
  { name: 'cut short', damage: halve, code: 'ledger-corrupt' },
  { name: 'cut within its header', damage: (path: string) => truncateSync(path, 60), code: 'ledger-corrupt' },
  {
    name: 'not a database',
    damage: (path: string) => writeFileSync(path, 'worker: w\nactions: []\n'.repeat(99)),
    code: 'ledger-foreign',
  },
  { name: "another program's database", damage: foreign, code: 'ledger-foreign' },
  { name: 'scribbled over', damage: scribble, code: 'ledger-corrupt' },
];

for (const { name, damage, code } of DAMAGED) {
  test(`a ledger that is ${name} is refused and left as it is`, async ({ folder }) => {
    const path = await saved(folder);
    damage(path);
    const before = readFileSync(path);
    await expect(use(path)).rejects.toMatchObject({ code, exit: 6 });
    await expect(openLedger(path, { create: true }).then((ledger) => ledger.list())).rejects.toMatchObject({
      code,
    });
    expect(readFileSync(path)).toEqual(before);
  });
}

function halve(path: string): void {
  truncateSync(path, Math.floor(statSync(path).size / 2 / 4096) * 4096);
}

function foreign(path: string): void {
  writeFileSync(path, '');
  const db = new Database(path);
  db.exec('CREATE TABLE actions (key TEXT)');
  db.close();
}

function scribble(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4096);
  writeFileSync(path, bytes);
}

test('a folder in the place of a ledger is refused', async ({ folder }) => {
  mkdirSync(join(folder, 'ledger.db'));
  await expect(use(join(folder, 'ledger.db'))).rejects.toMatchObject({ code: 'ledger-foreign' });
});

test('a ledger that another process keeps for itself is refused after the wait', async ({ folder }) => {
  const path = await saved(folder);
  const other = new Database(path);
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN IMMEDIATE; UPDATE starts SET fenced = 1; COMMIT');
  await expect(use(path, { waitMs: 50 })).rejects.toMatchObject({ code: 'ledger-locked', exit: 6 });
  other.close();
  await use(path);
});

test('a write that does not get its turn is refused, and what it would have written is not there', async ({
  folder,
}) => {
  const path = await saved(folder);
  const ledger = await openLedger(path, { waitMs: 50 });
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  const late = ledger.append(keyOf('a-1'), [note('late')]);
  await expect(late).rejects.toMatchObject({ code: 'ledger-locked' });
  expect(await ledger.list()).toHaveLength(50); // reading goes on
  other.exec('COMMIT');
  other.close();
  expect((await basisOf(ledger, 'a-1')).basis.head).toBe(0);
  await ledger.close();
});

async function fill(ledger: Ledger): Promise<string[]> {
  const hashes: string[] = [];
  for (;;) {
    try {
      for (const one of await append(ledger, 'a-1', [note('x'.repeat(20_000))])) hashes.push(one.hash);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ledger-full', exit: 6 });
      return hashes;
    }
  }
}

test('a full ledger refuses the write, keeps what it has, and goes on when there is room', async ({
  folder,
}) => {
  const path = await saved(folder);
  const db = await connect(path, { readOnly: false, waitMs: 1_000 });
  const ledger = new SqliteLedger(db, path, 1_000);
  const pages = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${pages + 40}`);
  const written = await fill(ledger);
  expect(written.length).toBeGreaterThan(0);
  const { chain } = await basisOf(ledger, 'a-1');
  expect(chain.evidence.map((one) => one.hash)).toEqual(written);
  expect(await ledger.check()).toEqual([]);
  db.pragma('max_page_count = 100000');
  expect(await append(ledger, 'a-1', [note('again')])).toMatchObject([{ seq: written.length + 1 }]);
  await ledger.close();
});

test('a disk that takes no more bytes refuses the write and keeps what was acknowledged', async ({
  folder,
}) => {
  const path = await saved(folder);
  // A file size limit of the shell is a full disk that needs no root: write() fails after part of the bytes.
  const limited = `trap '' XFSZ; ulimit -f 2048; exec "$0" "$@"`;
  const argv = [process.execPath, pathOf('ledger-filler.mjs'), path, keyOf('a-1')];
  const child = spawn('sh', ['-c', limited, ...argv], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { hashes, refusal } = JSON.parse((await output(child)).join(''));
  expect(refusal).toMatchObject({ code: 'ledger-full' });
  const ledger = await openLedger(path);
  const { chain } = await basisOf(ledger, 'a-1');
  expect(hashes.length).toBeGreaterThan(0);
  expect(chain.evidence.map((one) => one.hash)).toEqual(hashes);
  expect(await ledger.check()).toEqual([]);
  await ledger.close();
});

/** Opens it in a process without root's right to write everything. */
function openAsUser(path: string, options: object): unknown {
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const argv = [pathOf('ledger-opener.mjs'), path, JSON.stringify(options)];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8', ...user }));
}

for (const [what, file, around] of [
  ['file', 0o444, 0o777],
  ['folder', 0o666, 0o555],
] as const) {
  test(`a ledger whose ${what} is read-only is refused to writers and shown to readers`, async ({
    folder,
  }) => {
    const path = await saved(folder);
    chmodSync(path, file);
    chmodSync(folder, around);
    expect(openAsUser(path, {})).toMatchObject({ code: 'ledger-read-only' });
    const seen = openAsUser(path, { readOnly: true });
    expect(seen).toMatchObject({ actions: expect.arrayContaining(['a-0', 'a-49']) });
    chmodSync(folder, 0o700);
  });
}

test('a reader writes nothing', async ({ folder }) => {
  const path = await saved(folder);
  await expect(use(path, { readOnly: true })).rejects.toMatchObject({ code: 'ledger-read-only' });
});
