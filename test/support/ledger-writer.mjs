// node ledger-writer.mjs <ledger> <key>: write evidence without a pause until killed; print each hash once it is on disk.
import { writeSync } from 'node:fs';
import { openLedger } from '../../dist/src/ledger/open.js';

const [url, key] = process.argv.slice(2);
const ledger = await openLedger(url, { waitMs: 30_000 });
for (let no = 0; ; no++) {
  const about = `${process.pid} writes ${no}`;
  const fact = { kind: 'note', about };
  const [written] = await ledger.append(key, [
    { source: 'log', at: no, says: 'unknown', summary: about, fact },
  ]);
  writeSync(1, `${written.hash}\n`);
}
