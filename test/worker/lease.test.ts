import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../../src/ledger/ledger.js';
import { openLedger } from '../../src/ledger/open.js';
import { keepLease } from '../../src/worker/lease.js';
import { test as base, expect } from '../support/workers/processes.js';

const test = base.extend<{ ledger: Ledger }>({
  ledger: async ({ folder }, use) => {
    const ledger = await openLedger(join(folder, 'ledger.db'), { create: true });
    await use(ledger);
    await ledger.close();
  },
});

test('a lease is pushed out again and again until it is stopped', async ({ ledger, processes }) => {
  const start = await ledger.begin(processes.startOf(null));
  const until = async () => (await ledger.starts(processes.worker)).at(-1)?.leaseUntil ?? 0;
  const lease = keepLease(ledger, start, { everyMs: 10, forMs: 5_000 });
  await expect.poll(until).toBeGreaterThan(Date.now() + 4_000);
  const first = await until();
  await expect.poll(until).toBeGreaterThan(first);
  lease.stop();
  await sleep(50);
  const last = await until();
  await sleep(50);
  expect(await until()).toBe(last);
});

test('a lease is lost when its epoch is fenced', async ({ ledger, processes }) => {
  const start = await ledger.begin(processes.startOf(null));
  const lease = keepLease(ledger, start, { everyMs: 10 });
  const early = await Promise.race([lease.lost.then(() => 'lost'), sleep(60, 'kept')]);
  expect(early).toBe('kept');
  await ledger.fence(start);
  await lease.lost;
  lease.stop();
});
