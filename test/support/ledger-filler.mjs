// node ledger-filler.mjs <ledger> <key>: write evidence until it is refused; print the hashes written, then the refusal.
import { openLedger } from '../../dist/src/ledger/open.js';

const [url, key] = process.argv.slice(2);
const ledger = await openLedger(url);
const fact = { kind: 'note', about: 'x'.repeat(50_000) };
const hashes = [];
let refusal = null;
while (refusal === null && hashes.length < 1_000) {
  try {
    const [written] = await ledger.append(key, [
      { source: 'log', at: 1, says: 'unknown', summary: 's', fact },
    ]);
    hashes.push(written.hash);
  } catch (error) {
    refusal = { code: error.code, message: error.message };
  }
}
process.stdout.write(JSON.stringify({ hashes, refusal }));
