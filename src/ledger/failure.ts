import Database from 'better-sqlite3';
import { Refusal, type RefusalCode } from '../refusal.js';

/** What the user can do about it, for each way in which the store itself fails. */
const HINTS = {
  'ledger-locked': 'another program holds it; close that program and try again',
  'ledger-full': 'make room on its disk and try again; what was written before is kept',
  'ledger-read-only': 'make the file and its folder writable for this user',
  'ledger-corrupt': 'put a backup in its place; do not delete it: it says what must not be done twice',
  'ledger-foreign': 'name another path with --ledger',
} as const satisfies Partial<Record<RefusalCode, string>>;

type StoreFailure = keyof typeof HINTS;

/** SQLite's result codes and Node's errno codes, by how they begin; the first that fits wins. */
const CAUSES: [prefix: string, failure: StoreFailure][] = [
  ['SQLITE_BUSY', 'ledger-locked'],
  ['SQLITE_LOCKED', 'ledger-locked'],
  ['SQLITE_PROTOCOL', 'ledger-locked'],
  ['SQLITE_FULL', 'ledger-full'],
  ['SQLITE_IOERR_WRITE', 'ledger-full'], // a quota or a file size limit
  ['SQLITE_IOERR_SHM', 'ledger-full'],
  ['ENOSPC', 'ledger-full'],
  ['EDQUOT', 'ledger-full'],
  ['EFBIG', 'ledger-full'],
  ['SQLITE_READONLY', 'ledger-read-only'],
  ['SQLITE_CANTOPEN', 'ledger-read-only'],
  ['SQLITE_PERM', 'ledger-read-only'],
  ['SQLITE_AUTH', 'ledger-read-only'],
  ['EACCES', 'ledger-read-only'],
  ['EPERM', 'ledger-read-only'],
  ['EROFS', 'ledger-read-only'],
  ['ENOTDIR', 'ledger-read-only'],
  ['EEXIST', 'ledger-read-only'],
  ['ELOOP', 'ledger-foreign'],
  ['ENAMETOOLONG', 'ledger-foreign'],
  ['SQLITE_CORRUPT', 'ledger-corrupt'],
  ['SQLITE_IOERR', 'ledger-corrupt'],
  ['SQLITE_NOTADB', 'ledger-foreign'],
];

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return '';
  // Our own statements name what every ledger has: without it, something was taken out.
  if (error.code === 'SQLITE_ERROR' && /^no such (table|column)/.test(error.message)) return 'SQLITE_CORRUPT';
  return error.code;
}

/** Busy is the one failure that waiting can cure. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && failureOf(error) === 'ledger-locked';
}

function failureOf(error: unknown): StoreFailure | undefined {
  const code = codeOf(error);
  return CAUSES.find(([prefix]) => code.startsWith(prefix))?.[1];
}

export function storeRefusal(failure: StoreFailure, path: string, cause?: unknown): Refusal {
  return new Refusal(failure, { on: path, hint: HINTS[failure], cause });
}

/** The only place where an error of the store becomes a Refusal. Anything else is a bug and stays what it is. */
export function asRefusal(error: unknown, path: string): unknown {
  const failure = failureOf(error);
  return failure === undefined ? error : storeRefusal(failure, path, error);
}
