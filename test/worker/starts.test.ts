/** A start that nobody recorded, met again after whoever looked at it was killed. */
import { join } from 'node:path';
import type { Plan } from '../../src/declare/plan.js';
import { openLedger } from '../../src/ledger/open.js';
import { deadStart } from '../../src/worker/starts.js';
import { action, newStart } from '../ledger/sample.js';
import { expect, test } from '../support/folder.js';

test('one that was fenced and never buried leaves no new action unclaimed', async ({ folder }) => {
  const ledger = await openLedger(join(folder, 'ledger.db'), { create: true });
  const browser = { endpoint: '', process: null, profile: join(folder, 'gone'), netlog: null };
  const first = await ledger.adopt(newStart('w', { recorded: false, browser }), [action('a')], null);
  await ledger.fence(first);
  const plan: Plan = {
    worker: 'w',
    file: 'p.yml',
    folder,
    claims: 'start',
    files: [],
    repos: [],
    actions: ['a', 'b'].map((id) => ({ ...action(id), payload: null })),
  };
  const found = await deadStart({ ledger, worker: 'w', plan });
  expect(found.start.epoch).toBe(2);
  expect((await ledger.list({ worker: 'w' })).map(({ state }) => state)).toEqual(['claimed', 'claimed']);
  await ledger.close();
});
