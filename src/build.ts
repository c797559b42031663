/** The last steps of `npm run build`, behind the compiler's. */
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { READER } from './inventory/in-page.js';

const built = fileURLToPath(new URL('.', import.meta.url));
const source = fileURLToPath(new URL('../../src/', import.meta.url));

cpSync(`${source}ledger/migrations`, `${built}ledger/migrations`, { recursive: true });
chmodSync(`${built}cli.js`, 0o755);
// What nothing uses is dropped: a name holds it.
const { code } = transformSync(`reader = ${READER}`, { minify: true, target: 'es2022', charset: 'utf8' });
writeFileSync(`${built}inventory/in-page.min.js`, code.replace(/^reader=|;\s*$/g, ''));
