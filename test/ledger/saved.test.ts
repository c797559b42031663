import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLedger } from '../../src/ledger/open.js';
import { expect, test } from '../support/folder.js';
import { append, keyOf, newStart, note, verdict } from './sample.js';

// One a schema, saved by the version that brought it (make.mjs beside them). They are never made again.
const SAVED = fileURLToPath(new URL('../fixtures/ledger/', import.meta.url));

for (const name of readdirSync(SAVED).filter((file) => file.endsWith('.db'))) {
  test(`a ledger saved as ${name} opens, is sound and goes on`, async ({ folder }) => {
    const path = join(folder, 'ledger.db');
    copyFileSync(join(SAVED, name), path);
    const ledger = await openLedger(path);
    expect(await ledger.check()).toEqual([]);
    const states = (await ledger.list()).map(({ action, state, reason }) => [action.id, state, reason]);
    expect(states).toEqual([
      ['listed', 'verified', 'one'],
      ['half-filled', 'absent', 'quiet'],
      ['open', 'unverified', 'blind:401'],
      ['untouched', 'planned', 'no-attempt'],
    ]);
    expect(await ledger.starts()).toMatchObject([{ worker: 'w', epoch: 1, death: { signal: 'SIGKILL' } }]);

    const start = await ledger.begin(newStart());
    const basis = { state: 'planned', attempt: null, head: 0 } as const;
    expect(await ledger.claim(keyOf('untouched'), start, basis)).not.toBeNull();
    const [one] = await append(ledger, 'untouched', [note('one')], start);
    const now = { state: 'claimed', attempt: one?.attempt ?? null, head: 1 } as const;
    expect(await ledger.record(keyOf('untouched'), verdict('absent', 'quiet'), now, 'me')).toBe(true);
    expect(await ledger.check()).toEqual([]);
    await ledger.close();
  });
}
