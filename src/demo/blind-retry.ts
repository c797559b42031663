/** What people do without a reconciler: the same script again, from the top, in a fresh browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlan } from '../declare/plan.js';
import { closeBrowser, launchBrowser } from '../worker/browser.js';
import { countsOf, type Site, startSite } from './site.js';

/** On a copy of the site, so that the real one keeps its state. slug → how many listings it holds then. */
export async function blindRetry(site: Site, worker: string, planFile: string, folder: string) {
  const copy = await startSite(site.token, [...site.listings]);
  const profile = join(folder, 'blind', 'profile');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  const { actions } = await readPlan(planFile);
  const todo = join(folder, 'blind', 'todo.json');
  writeFileSync(todo, JSON.stringify(actions.map((action) => ({ ...action, draft: null }))), { mode: 0o600 });
  const browser = await launchBrowser({ profile, netlog: null });
  try {
    const env = { RECONCILE_CDP_ENDPOINT: browser.endpoint, RECONCILE_TODO: todo, DEMO_SITE: copy.origin };
    const child = spawn(process.execPath, [worker], { env: { ...process.env, ...env }, stdio: 'ignore' });
    await once(child, 'exit');
    return countsOf(copy);
  } finally {
    await closeBrowser(browser);
    await copy.close();
  }
}
