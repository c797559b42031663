import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openLedger } from '../../src/ledger/open.js';
import { expect, test } from '../support/folder.js';
import { basisOf, claimed, keyOf, note, verdict } from './sample.js';

const A = keyOf('a');

/** What somebody does to the file behind the ledger's back, and what `check` then says. */
const TAMPERED: { name: string; sql: string; fault: RegExp }[] = [
  {
    name: 'changed evidence',
    sql: `UPDATE evidence SET content = replace(content, 'note 2', 'note 7') WHERE seq = 2`,
    fault: new RegExp(`^action ${A}: evidence 2 was changed$`),
  },
  {
    name: 'evidence moved to another attempt',
    sql: 'UPDATE evidence SET attempt = NULL WHERE seq = 2',
    fault: new RegExp(`^action ${A}: evidence 2 was changed$`),
  },
  {
    name: 'missing evidence',
    sql: 'DELETE FROM evidence WHERE seq = 2',
    fault: new RegExp(`^action ${A}: evidence 2 is missing$`),
  },
  {
    name: 'missing last evidence',
    sql: 'DELETE FROM evidence WHERE seq = 3',
    fault: new RegExp(`^action ${A}: evidence 3 is missing$`),
  },
  {
    name: 'no evidence left',
    sql: 'DELETE FROM evidence',
    fault: new RegExp(`^action ${A}: evidence 1 is missing$`),
  },
  {
    name: 'swapped evidence',
    sql: 'UPDATE evidence SET seq = 9 - seq WHERE seq > 1; UPDATE evidence SET seq = seq - 4 WHERE seq > 3',
    fault: new RegExp(`^action ${A}: evidence 2 was changed$`),
  },
  {
    name: 'evidence added by another program',
    sql: `INSERT INTO evidence SELECT NULL, action, 4, attempt, 'x', content FROM evidence WHERE seq = 3`,
    fault: new RegExp(`^action ${A}: evidence 4 was changed$`),
  },
  {
    name: 'a verdict that no history explains',
    sql: `UPDATE actions SET state = 'absent', reason = 'quiet'`,
    fault: /its verdict is not the one that its history ends with/,
  },
  {
    name: 'missing history',
    sql: `DELETE FROM history WHERE state = 'claimed'`,
    fault: /^history: 1 rows are missing$/,
  },
  { name: 'missing action', sql: 'DELETE FROM actions', fault: /evidence 1: its row of actions is missing/ },
];

for (const { name, sql, fault } of TAMPERED) {
  test(`check finds ${name}`, async ({ folder }) => {
    const path = join(folder, 'ledger.db');
    const ledger = await openLedger(path, { create: true });
    const start = await claimed(ledger, 'a');
    for (const about of ['note 1', 'note 2', 'note 3']) await ledger.append(A, [note(about)], start);
    const { basis } = await basisOf(ledger, 'a');
    await ledger.record(A, verdict('unverified', 'settling'), basis, 'reconcile');
    expect(await ledger.check()).toEqual([]);

    const db = new Database(path);
    for (const trigger of ['evidence_stays', 'evidence_is_kept', 'history_stays', 'history_is_kept'])
      db.exec(`DROP TRIGGER ${trigger}`);
    db.pragma('foreign_keys = OFF');
    db.exec(sql);
    db.close();

    expect(await ledger.check()).toEqual(expect.arrayContaining([expect.stringMatching(fault)]));
    await ledger.close();
  });
}

test('the database itself refuses to change or delete evidence and history', async ({ folder }) => {
  const path = join(folder, 'ledger.db');
  const ledger = await openLedger(path, { create: true });
  await claimed(ledger, 'a');
  await ledger.append(A, [note('one')]);
  const db = new Database(path);
  for (const table of ['evidence', 'history'])
    for (const sql of [`DELETE FROM ${table}`, `UPDATE ${table} SET id = id + 1`])
      expect(() => db.exec(sql)).toThrow(/immutable/);
  db.close();
  await ledger.close();
});
