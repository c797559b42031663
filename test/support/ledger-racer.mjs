// node ledger-racer.mjs <ledger> <worker>: when told to, try to claim every action; print the keys that were won.
import { once } from 'node:events';
import { openLedger } from '../../dist/src/ledger/open.js';

const [url, worker] = process.argv.slice(2);
const ledger = await openLedger(url);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (const { action } of await ledger.list()) {
  const { basis } = await ledger.chain(action.key);
  if (basis.state !== 'planned') continue;
  if ((await ledger.claim(action.key, { worker, epoch: 1 }, basis)) !== null)
    process.stdout.write(`${action.key}\n`);
}
await ledger.close();
