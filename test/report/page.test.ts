import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { renderReport } from '../../src/report/page.js';
import type { Report } from '../../src/report/report.js';
import { findBrowser } from '../../src/worker/find-browser.js';
import { test as base, expect } from '../support/folder.js';
import { control, sampleAction, sampleReport, sampleTab } from './sample-report.js';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const test = base.extend<{ open: (report: Report) => Promise<Page> }, { browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
    async ({}, use) => {
      const { path } = await findBrowser();
      const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  /** The report as a file, in a real browser. */
  open: async ({ browser, folder }, use) => {
    const page = await browser.newPage();
    await use(async (report) => {
      const file = join(folder, 'report.html');
      await writeFile(file, await renderReport(report, { screenshots: async () => PIXEL }));
      await page.goto(pathToFileURL(file).href);
      return page;
    });
    await page.close();
  },
});

test('the report says first how it ended, then what each action is and what a retry does', async ({
  open,
}) => {
  const page = await open(sampleReport());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^launch-1 died .*: 1 verified, 1 absent/);
  const rows = page.locator('table.actions tbody tr');
  await expect(rows).toHaveText([
    /acme-directory\s*verified\s*Happened\. The platform shows it, once\..*SKIP: a retry skips it/s,
    /beta-directory\s*absent\s*Did not happen\..*RUN: a retry does it/s,
    /gamma-forum\s*unverified\s*May have happened\..*HTTP 401.*HOLD/s,
  ]);
});

test('an action’s evidence, its draft and the leftover tabs with their pictures are all in the page', async ({
  open,
}) => {
  const page = await open(sampleReport());
  await expect(page.getByText('nothing there (complete)')).toHaveCount(2);
  await expect(page.getByRole('row', { name: 'Title Beta, the second' })).toHaveCount(2);
  await expect(page.getByText('kept secret', { exact: true })).toBeVisible();
  for (const image of await page.locator('img').all())
    expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  await expect(page.locator('img')).toHaveCount(2);
  await expect(page.getByText('submitted acme')).toBeVisible();
});

test('the page says what holds a planned action, and that a worker was not started', async ({ open }) => {
  const report = sampleReport();
  const evidence = report.actions[2]?.evidence ?? [];
  const held = sampleAction({ state: 'planned', reason: 'no-attempt', url: null, gate: 'HOLD', evidence });
  const page = await open({ ...report, actions: [held], starts: 0, left: [] });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^launch-1 was not started: /);
  await expect(page.locator('table.actions tbody tr')).toHaveText(
    /HOLD: .*The last look: the platform could not be read \(401\)/,
  );
});

test('hostile texts run nothing, load nothing and become no element of their own', async ({ open }) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const evil = `"'></title></style></pre><img src=${at}/img onerror="document.title='owned'"><script>document.title='owned'</script><style>@import '${at}/css'</style>`;
  const report = hostileReport(evil);
  try {
    const page = await open(report);
    await page.waitForLoadState('networkidle');
    expect(await page.title()).not.toBe('owned');
    await expect(page.locator('script')).toHaveCount(0);
    await expect(page.locator('img:not([src^="data:image/png"])')).toHaveCount(0);
    await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
    expect(asked).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('the page’s own policy stops what a fault of ours would let through', async ({ open }) => {
  const page = await open(sampleReport());
  const refused = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective)),
      ),
  );
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = "document.title = 'owned'";
    document.body.append(script);
  });
  expect(await refused).toMatch(/^script-src/);
  expect(await page.title()).not.toBe('owned');
});

test('the style sheet applies under the policy, and a phone scrolls in one direction only', async ({
  open,
}) => {
  const page = await open(sampleReport());
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => getComputedStyle(document.body).overflowWrap)).toBe('anywhere');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('a screenshot that is no picture is left out', async () => {
  const html = await renderReport(sampleReport(), {
    screenshots: async () => 'data:text/html,<script>1</script>',
  });
  expect(html).not.toContain('<img');
  expect(html).toContain('form.png');
});

function hostileReport(evil: string): Report {
  const report = sampleReport();
  const frame = {
    url: evil,
    origin: evil,
    path: [0],
    forms: [],
    why: evil,
    controls: [control({ name: evil, value: evil, dirty: true })],
  };
  const evidence = [
    {
      source: 'tab',
      at: report.actions[0]?.since ?? '',
      says: 'unknown',
      summary: evil,
      hash: evil,
      artifact: evil,
    },
  ] as const;
  const field = { name: evil, label: evil, type: evil, value: evil, redacted: false, partial: false };
  const draft = {
    targetId: null,
    url: 'javascript:alert(1)',
    form: { action: evil, method: evil },
    fields: [field],
    why: [evil],
    from: 'tab',
  } as const;
  return {
    ...report,
    worker: evil,
    actions: [
      sampleAction({
        id: evil,
        key: evil,
        url: 'javascript:alert(1)',
        evidence: [...evidence],
        draft: { ...draft, fields: [field], why: [evil] },
      }),
    ],
    inventory: {
      ...report.inventory,
      tabs: [
        sampleTab({
          title: evil,
          url: evil,
          status: 'blocked',
          why: evil,
          screenshot: evil,
          frames: [frame],
        }),
      ],
      files: [{ path: evil, size: 1, modified: 0, sha256: null, changed: true, why: evil }],
      repos: report.inventory.repos.map((repo) => ({
        ...repo,
        path: evil,
        branch: evil,
        dirty: [evil],
        untracked: [evil],
      })),
      log: { stdoutBytes: 1, stderrBytes: 1, tail: evil },
    },
  };
}
