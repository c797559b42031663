import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { configure } from './connect.js';
import { asRefusal, storeRefusal } from './failure.js';
import { migrate } from './migrate.js';

/**
 * A new ledger is made whole under another name and then linked into place: nobody ever meets half a ledger, an
 * empty file is always damage, and of two processes that create one at once the second finds the first one's.
 */
export function createLedgerFile(path: string): void {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`;
  try {
    makeFolder(dirname(path));
    makePrivateFile(draft);
    fill(draft);
    putInPlace(draft, path);
  } catch (error) {
    throw asRefusal(error, path);
  } finally {
    for (const left of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(left, { force: true });
  }
}

/** Only a folder that this call makes is made private; one that was there is somebody's. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** SQLite gives `-wal` and `-shm` the mode of the database, whatever the umask is. */
function makePrivateFile(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  fchmodSync(file, 0o600);
  closeSync(file);
}

function fill(path: string): void {
  const db = new Database(path, { timeout: 0 });
  try {
    // A claim changes four pages, each a frame of the log: half the usual size costs half the bytes to sync, and a
    // usual action still fits on one.
    db.pragma('page_size = 2048');
    configure(db);
    migrate(db);
    // Closing would do this too, but says nothing where the disk is full, and what is in the log would be lost.
    const [moved] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (moved?.busy !== 0) throw storeRefusal('ledger-full', path);
  } finally {
    db.close(); // the only connection: its log is removed
  }
}

function putInPlace(draft: string, path: string): void {
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
