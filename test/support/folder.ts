import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';

/** `folder`: an empty folder of the test's own, gone after it whatever happens. */
export const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'reconcile-test-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },
});

export { expect } from '@playwright/test';
