// node ledger-migrator.mjs <database>: when told to, bring the schema of a database up to date.
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { migrate } from '../../dist/src/ledger/migrate.js';

const db = new Database(process.argv[2], { timeout: 30_000 });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
migrate(db);
db.close();
process.stdin.destroy();
