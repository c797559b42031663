import { join } from 'node:path';
import { openLedger } from '../../src/ledger/open.js';
import { ledgerSuite } from '../ledger-suite.js';

ledgerSuite((folder) =>
  openLedger(join(folder, '.reconcile', 'ledger.db'), { create: true, waitMs: 30_000 }),
);
