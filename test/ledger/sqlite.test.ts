import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openLedger } from '../../src/ledger/open.js';
import { ledgerSuite } from '../ledger-suite.js';
import { expect, test } from '../support/folder.js';
import { action, basisOf, keyOf, note } from './sample.js';

ledgerSuite((folder) =>
  openLedger(join(folder, '.reconcile', 'ledger.db'), { create: true, waitMs: 30_000 }),
);

test('writes that had to wait for another process arrive in the order in which they were asked for', async ({
  folder,
}) => {
  const path = join(folder, 'ledger.db');
  const ledger = await openLedger(path, { create: true });
  await ledger.declare('w', [action('a')], { revise: false });
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  const names = Array.from({ length: 30 }, (_, no) => `note ${no}`);
  const writing = names.map((name) => ledger.append(keyOf('a'), [note(name)]));
  await new Promise((soon) => setTimeout(soon, 30));
  other.exec('COMMIT');
  other.close();
  await Promise.all(writing);
  expect((await basisOf(ledger, 'a')).chain.evidence.map((one) => one.summary)).toEqual(names);
  await ledger.close();
});
