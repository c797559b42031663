import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { asRefusal, storeRefusal } from './failure.js';
import { inspectSchema, migrate } from './migrate.js';
import { patiently } from './turns.js';

/** Open a ledger file that exists. What is wrong with it is refused here, before anything is written. */
export async function connect(
  path: string,
  options: { readOnly: boolean; waitMs: number },
): Promise<Database.Database> {
  const deadline = performance.now() + options.waitMs;
  inspectFile(path, options.readOnly);
  const db = openFile(path, options.readOnly);
  try {
    // First of all: somebody else's database must not even be switched to WAL.
    const { pending } = await patiently(() => inspectSchema(db, path), path, deadline);
    await patiently(() => configure(db), path, deadline);
    if (pending) await patiently(() => migrate(db), path, deadline);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function inspectFile(path: string, readOnly: boolean): void {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw storeRefusal('ledger-foreign', path);
    accessSync(path, constants.R_OK | (readOnly ? 0 : constants.W_OK));
    if (!readOnly) accessSync(dirname(path), constants.W_OK);
    // Ledgers come into being whole (create.ts): one without even a header (100 bytes) has lost its content.
    if (found.size < 100) throw storeRefusal(isCutLedger(path) ? 'ledger-corrupt' : 'ledger-foreign', path);
  } catch (error) {
    throw asRefusal(error, path);
  }
}

function isCutLedger(path: string): boolean {
  const MAGIC = 'SQLite format 3\0';
  return MAGIC.startsWith(readFileSync(path).subarray(0, MAGIC.length).toString('latin1'));
}

function openFile(path: string, readOnly: boolean): Database.Database {
  try {
    if (readOnly && isStill(path)) return new Database(stillCopy(path), { readonly: true });
    return new Database(path, { readonly: readOnly, fileMustExist: true, timeout: 0 });
  } catch (error) {
    throw asRefusal(error, path);
  }
}

/**
 * SQLite reads a WAL database only where it can make files beside it. Where this user cannot, and there is no log
 * beside the file, the file holds everything and can be read from memory.
 */
function isStill(path: string): boolean {
  if (existsSync(`${path}-wal`)) return false;
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** In memory there is no log: bytes 18 and 19 of the header say so (https://sqlite.org/fileformat.html). */
function stillCopy(path: string): Buffer {
  return readFileSync(path).fill(1, 18, 20);
}

/** FULL: a commit is on disk when it returns, also after a power cut (`fullfsync`: on macOS, too). */
export function configure(db: Database.Database): void {
  db.pragma('synchronous = FULL');
  db.pragma('fullfsync = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('wal_autocheckpoint = 2000'); // of pages half the usual size (create.ts)
  if (!db.readonly) db.pragma('journal_mode = WAL');
}
