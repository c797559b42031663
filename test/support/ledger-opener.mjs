// node ledger-opener.mjs <ledger> [options as JSON] [wait]: open it (when told to), write to it unless readOnly, print
// what came of it.
import { once } from 'node:events';
import { openLedger } from '../../dist/src/ledger/open.js';

const [url, json = '{}', wait] = process.argv.slice(2);
const options = JSON.parse(json);
if (wait) {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  process.stdin.destroy();
}
try {
  const ledger = await openLedger(url, options);
  if (!options.readOnly) await ledger.declare('w', [], { revise: false });
  const actions = await ledger.list();
  await ledger.close();
  process.stdout.write(JSON.stringify({ actions: actions.map((current) => current.action.id) }));
} catch (error) {
  process.stdout.write(JSON.stringify({ code: error.code ?? null, message: error.message }));
}
