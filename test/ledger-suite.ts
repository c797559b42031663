import type { Ledger } from '../src/ledger/ledger.js';
import { claimTests } from './ledger/claim-tests.js';
import { declareTests } from './ledger/declare-tests.js';
import { evidenceTests } from './ledger/evidence-tests.js';
import { lookupTests } from './ledger/lookup-tests.js';
import { processTests } from './ledger/process-tests.js';
import { startTests } from './ledger/start-tests.js';
import { verdictTests } from './ledger/verdict-tests.js';

/**
 * The ledger that belongs to `folder`, made where it does not exist: a second call is a second handle on the same
 * one. The suite closes what it opens through this.
 */
export type MakeLedger = (folder: string) => Promise<Ledger>;

/** What every store must do (src/ledger/ledger.ts). A store's own test file is this call and what only it can do. */
export function ledgerSuite(make: MakeLedger): void {
  declareTests(make);
  startTests(make);
  claimTests(make);
  evidenceTests(make);
  verdictTests(make);
  lookupTests(make);
  processTests(make);
}
