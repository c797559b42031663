import { readdirSync, readFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { Refusal } from '../refusal.js';
import { storeRefusal } from './failure.js';

/** "RCNL": tells our databases from anybody else's. */
const APPLICATION_ID = 0x52434e4c;
const FOLDER = new URL('./migrations/', import.meta.url);

export interface Migration {
  number: number;
  name: string;
}

/** Numbered, forward-only, frozen once released. `-- breaking` as first line: an older binary must not go on. */
export function migrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

/**
 * Bring the schema up to date. Two processes may do this at once: recording a migration is the first statement of the
 * transaction that carries it out, so the second one finds it done.
 */
export function migrate(db: Database.Database): void {
  for (const { number, name } of migrations()) {
    if (number <= newest(db)) continue;
    const sql = readFileSync(new URL(name, FOLDER), 'utf8');
    db.transaction(() => {
      if (record(db, number, name, sql.startsWith('-- breaking'))) db.exec(sql);
    }).immediate();
  }
}

/** Writes the migration's row; false: somebody else's transaction has done it. */
function record(db: Database.Database, number: number, name: string, breaking: boolean): boolean {
  if (number === 1) bootstrap(db);
  const row = db.prepare(
    'INSERT INTO migrations (number, name, breaking, applied_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  if (row.run(number, name, breaking ? 1 : 0, Date.now()).changes === 0) return false;
  // What an older binary looks at: the newest schema it would have to know.
  if (breaking) db.pragma(`user_version = ${number}`);
  return true;
}

/** The table that records migrations cannot be made by one. */
function bootstrap(db: Database.Database): void {
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    CREATE TABLE IF NOT EXISTS migrations (
      number     INTEGER PRIMARY KEY,
      name       TEXT    NOT NULL,
      breaking   INTEGER NOT NULL,
      applied_at INTEGER NOT NULL
    ) STRICT;`);
}

/** Refuses what is not a ledger, or is one that this version must not touch. Tells whether migrations are pending. */
export function inspectSchema(db: Database.Database, path: string): { pending: boolean } {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    throw storeRefusal('ledger-foreign', path);
  const known = migrations().at(-1)?.number ?? 0;
  const needed = db.pragma('user_version', { simple: true }) as number;
  if (needed > known)
    throw new Refusal('ledger-newer', {
      on: `${path}: schema ${needed}, this version knows ${known}`,
      hint: 'use the newer version of browser-reconciler',
    });
  const found = newest(db);
  // Ledgers come into being whole (create.ts): one without its first migration has lost it.
  if (found === 0) throw storeRefusal('ledger-corrupt', path);
  return { pending: found < known };
}

function newest(db: Database.Database): number {
  const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'migrations'`).get();
  if (table === undefined) return 0;
  return db.prepare<[], number>('SELECT coalesce(max(number), 0) FROM migrations').pluck().get() as number;
}
