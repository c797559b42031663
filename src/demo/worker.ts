/**
 * The demo's worker: an ordinary Playwright script that takes its browser over CDP. It knows nothing of claims; it does
 * what its TODO file says. With DEMO_STOP_AT=<id> it stops in the middle of that form, as if deep in thought.
 */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import type { TodoItem } from '../worker/todo.js';

const { RECONCILE_CDP_ENDPOINT = '', RECONCILE_TODO = '', DEMO_SITE = '', DEMO_STOP_AT } = process.env;

// Playwright keeps a folder of its own there, and a killed process cannot remove it.
process.env.TMPDIR = dirname(RECONCILE_TODO);
const { chromium } = await import('playwright');

const todo = JSON.parse(await readFile(RECONCILE_TODO, 'utf8')) as TodoItem[];
const browser = await chromium.connectOverCDP(RECONCILE_CDP_ENDPOINT);
const [context] = browser.contexts();
if (context === undefined) throw new Error('the browser has no context');
for (const item of todo) await submit(context, item);
await browser.close();

async function submit(context: BrowserContext, { id, identity, payload, draft }: TodoItem): Promise<void> {
  const { title, url } = payload as { title: string; url: string };
  const page = (draft && (await leftoverTab(context, title))) ?? (await context.newPage());
  if (!page.url().startsWith(DEMO_SITE)) await page.goto(`${DEMO_SITE}/new`);
  await page.getByLabel('slug').fill(String(identity.slug));
  await page.getByLabel('title').fill(title);
  if (id === DEMO_STOP_AT) {
    process.stdout.write(
      'Opened the directory, signed in, and began to fill in the form for the next one.\n...',
    );
    await new Promise(() => setInterval(() => {}, 1000));
  }
  await page.getByLabel('url').fill(url);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL(/\/listing\//);
}

/** The tab in which an earlier start left this form half-filled. */
async function leftoverTab(context: BrowserContext, title: string): Promise<Page | undefined> {
  for (const page of context.pages()) {
    const field = page.getByLabel('title');
    if ((await field.count()) > 0 && (await field.inputValue()) === title) return page;
  }
  return undefined;
}
