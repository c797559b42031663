import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from '../../src/ledger/migrate.js';
import { openLedger } from '../../src/ledger/open.js';
import { expect, test } from '../support/folder.js';
import { output, run, startTogether } from './child.js';
import { action } from './sample.js';

test('without a ledger the refusal says what makes one, and nothing is made', async ({ folder }) => {
  const path = join(folder, '.reconcile', 'ledger.db');
  for (const options of [{}, { readOnly: true, create: true }]) {
    const refused = openLedger(path, options);
    await expect(refused).rejects.toMatchObject({ code: 'no-ledger', exit: 6 });
    await expect(refused).rejects.toThrow(/reconcile plan/);
  }
  expect(readdirSync(folder)).toEqual([]);
});

test('a PostgreSQL ledger is refused without showing its password', async () => {
  const refused = openLedger('postgres://me:secret@db/x', { create: true });
  await expect(refused).rejects.toMatchObject({ code: 'usage' });
  await expect(refused).rejects.not.toThrow(/secret/);
});

for (const umask of [0o000, 0o777]) {
  test(`only its user may read a ledger made under umask ${umask.toString(8)}`, async ({ folder }) => {
    const old = process.umask(umask);
    try {
      const ledger = await openLedger(join(folder, '.reconcile', 'ledger.db'), { create: true });
      await ledger.declare('w', [action('a')], { revise: false });
      const modes = readdirSync(join(folder, '.reconcile')).map((name) => {
        return [name, statSync(join(folder, '.reconcile', name)).mode & 0o777];
      });
      expect(Object.fromEntries(modes)).toEqual({
        'ledger.db': 0o600,
        'ledger.db-shm': 0o600,
        'ledger.db-wal': 0o600,
      });
      expect(statSync(join(folder, '.reconcile')).mode & 0o777).toBe(0o700);
      await ledger.close();
    } finally {
      process.umask(old);
    }
  });
}

test('a folder that was there keeps its mode', async ({ folder }) => {
  mkdirSync(join(folder, 'theirs'), { mode: 0o755 });
  await (await openLedger(join(folder, 'theirs', 'l.db'), { create: true })).close();
  expect(statSync(join(folder, 'theirs')).mode & 0o777).toBe(0o755);
});

test('processes that make a ledger at the same time all get the same one', async ({ folder }) => {
  const path = join(folder, 'new', 'ledger.db');
  const children = [1, 2, 3, 4].map(() => run('ledger-opener.mjs', path, '{"create":true}', 'wait'));
  const printed = children.map(output);
  await startTogether(children);
  expect(await Promise.all(printed)).toEqual(Array(4).fill(['ready', '{"actions":[]}']));
  // Of those that close in the same moment none may be the last one: SQLite then leaves its log to the next.
  await (await openLedger(path)).close();
  expect(readdirSync(join(folder, 'new'))).toEqual(['ledger.db']);
});

test('of processes that migrate at the same time one does it', async ({ folder }) => {
  const path = join(folder, 'empty.db');
  writeFileSync(path, '');
  const children = [1, 2, 3, 4].map(() => run('ledger-migrator.mjs', path));
  const ends = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  await startTogether(children);
  expect(await Promise.all(ends)).toEqual([0, 0, 0, 0]);
  const db = new Database(path);
  expect(db.prepare('SELECT number, name FROM migrations').all()).toEqual([
    { number: 1, name: '0001-actions.sql' },
  ]);
  migrate(db);
  expect(db.prepare('SELECT count(*) FROM migrations').pluck().get()).toBe(1);
  db.close();
});
