import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../../src/worker/find-browser.js';
import { expect, test } from '../support/workers/processes.js';

test('a browser that is named is used, or nothing is', async ({ folder }) => {
  const path = join(folder, 'chrome-headless-shell');
  writeFileSync(path, '');
  await expect(findBrowser(path)).rejects.toMatchObject({ code: 'no-browser', exit: 2 });
  await expect(findBrowser(path)).rejects.toThrow('npx playwright install chromium');
  await expect(findBrowser(folder)).rejects.toMatchObject({ code: 'no-browser' });
  chmodSync(path, 0o755);
  expect(await findBrowser(path)).toEqual({ path, kind: 'headless-shell', found: 'named', args: [] });
});

test("RECONCILE_BROWSER comes first, then Playwright's own, then the system's, and no snap", async ({
  processes,
  folder,
}) => {
  const env = { RECONCILE_BROWSER: '' };
  const { line } = await processes.script('find-browser.ts', [folder], env);
  const { paths, ...found } = JSON.parse(line);
  expect(found.withSnap.path).not.toBe(paths.snap);
  expect(found).toMatchObject({
    withSystem: { path: paths.system, found: 'system', kind: 'full' },
    withShell: { path: paths.shell, found: 'playwright', kind: 'headless-shell' },
    withFull: { path: paths.full, found: 'playwright', kind: 'full' },
    withEnv: { path: paths.system, found: 'env', kind: 'full' },
  });
});
