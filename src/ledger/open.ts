import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Refusal } from '../refusal.js';
import { connect } from './connect.js';
import { createLedgerFile } from './create.js';
import { asRefusal } from './failure.js';
import { findLedger, isPostgres } from './find.js';
import type { Ledger } from './ledger.js';
import { SqliteLedger } from './sqlite.js';

export interface OpenOptions {
  /** Make one where there is none. */
  create?: boolean;
  /** Only look: works on a ledger that cannot be written, as far as SQLite can read it. */
  readOnly?: boolean;
  /** How long a call waits for its turn before it is refused as `ledger-locked`. */
  waitMs?: number;
}

/** `url` left out: the one that RECONCILE_LEDGER names, else the nearest one upward from the working folder. */
export async function openLedger(url = nearest(), options: OpenOptions = {}): Promise<Ledger> {
  if (isPostgres(url))
    throw new Refusal('usage', {
      on: 'a PostgreSQL ledger', // not the URL itself: it may hold a password
      hint: 'this version keeps its ledger in a file; name its path with --ledger',
    });
  const { create = false, readOnly = false, waitMs = 10_000 } = options;
  const path = resolve(url);
  if (!isThere(path)) {
    if (!create || readOnly)
      throw new Refusal('no-ledger', {
        on: path,
        hint: 'reconcile plan <file> makes one; --ledger names another',
      });
    createLedgerFile(path);
  }
  // One ledger has one address, whatever link led to it: a worker's environment is compared with it.
  return new SqliteLedger(await connect(path, { readOnly, waitMs }), realpathSync(path), waitMs);
}

function nearest(): string {
  return findLedger({ env: process.env.RECONCILE_LEDGER, cwd: process.cwd() });
}

/** "I may not look" is not "it is not there": a second ledger must not come into being for lack of a permission. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw asRefusal(error, path);
  }
}
