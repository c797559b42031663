/** `reconcile demo`: the founding story, for real: a real browser, a real site, a real SIGKILL. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readPlan } from '../declare/plan.js';
import type { Ledger } from '../ledger/ledger.js';
import { openLedger } from '../ledger/open.js';
import { Refusal } from '../refusal.js';
import type { Line } from '../report/lines.js';
import { renderReport } from '../report/page.js';
import type { Report } from '../report/report.js';
import { textOf } from '../report/text.js';
import type { Progress } from '../words.js';
import { closeBrowser } from '../worker/browser.js';
import { placesOf } from '../worker/places.js';
import { signal as send, sessionMembers } from '../worker/proc.js';
import { run } from '../worker/run.js';
import { blindRetry } from './blind-retry.js';
import { planText, WORKER } from './plan.js';
import { countsOf, type Site, startSite } from './site.js';

export interface DemoOptions {
  out: (line: Line) => void;
  progress?: Progress;
  /** Where the HTML report goes; default: in the demo's own folder. */
  report?: string;
  signal?: AbortSignal;
}

export interface DemoReport {
  /** What the reconciler found after the kill, and what the retry then did. */
  found: Report;
  retried: Report;
  /** slug → how many listings the site holds: after a blind retry on a copy of it, and after ours. */
  blind: Record<string, number>;
  ours: Record<string, number>;
  /** Path of the HTML report. */
  report: string;
}

/** A folder of the demo's own under the working folder, made anew each time. */
const FOLDER = join('.reconcile', 'demo');
const worker = fileURLToPath(new URL('./worker.js', import.meta.url));

export async function demo(options: DemoOptions): Promise<DemoReport> {
  makeFolder();
  const site = await startSite(randomUUID());
  process.env.DIRECTORY_TOKEN = site.token;
  process.env.DEMO_SITE = site.origin;
  const ledger = await openLedger(join(FOLDER, 'ledger.db'), { create: true });
  try {
    return await tell(options, site, ledger);
  } finally {
    await closeLeftover(ledger);
    await ledger.close();
    await site.close();
  }
}

function makeFolder(): void {
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  } catch (cause) {
    // Not the system's code: for a read-only file system Node's mkdir says ENOENT.
    const hint = 'the demo cannot make its folder there; start it in a folder that can be written';
    throw new Refusal('usage', { on: resolve(FOLDER), hint, cause });
  }
}

async function tell(options: DemoOptions, site: Site, ledger: Ledger): Promise<DemoReport> {
  const { out } = options;
  const file = join(FOLDER, 'plan.yml');
  writeFileSync(file, planText(site.origin), { mode: 0o600 });

  out({
    text: `1. A worker is to submit three listings to ${site.origin}, and is killed in the middle.`,
    colour: 'bold',
  });
  const found = await killedInTheMiddle(options, ledger, file);
  out(`   It left ${found.death?.stdoutBytes ?? 0} bytes of stdout: a total failure, by the look of it.`);

  out('');
  out({ text: '2. What a blind retry does, on a copy of the site:', colour: 'bold' });
  const blind = await blindRetry(site, worker, file, FOLDER);
  out(`   ${countsText(blind)}`);

  out('');
  out({ text: '3. What reconcile found instead:', colour: 'bold' });
  for (const line of await textOf({ kind: 'report', data: found, page: null })) out(line);
  const report = await writePage(options.report ?? join(FOLDER, 'report.html'), found, ledger);

  out('');
  out({ text: '4. The retry, only of what the gate lets RUN:', colour: 'bold' });
  const retried = await run(await runOptions(options, ledger, file));
  const ours = countsOf(site);
  out(`   ${countsText(ours)}`);
  out('');
  out({ text: 'Nothing twice, nothing lost.', colour: 'green' });
  out(`report with screenshots: ${report}`);
  return { found, retried, blind, ours, report };
}

/** SIGKILL for all of the worker's processes, once its second form is half-filled. */
async function killedInTheMiddle(options: DemoOptions, ledger: Ledger, file: string): Promise<Report> {
  process.env.DEMO_STOP_AT = 'bolt';
  try {
    return await run({
      ...(await runOptions(options, ledger, file)),
      onOutput: (_, stream) => {
        if (stream === 'stdout') void kill(ledger);
      },
    });
  } finally {
    delete process.env.DEMO_STOP_AT;
  }
}

async function kill(ledger: Ledger): Promise<void> {
  const start = (await ledger.starts(WORKER)).at(-1);
  if (start?.session == null) return;
  for (const pid of sessionMembers(start.session, start.process)) send(pid, 'SIGKILL');
}

async function runOptions({ progress, signal }: DemoOptions, ledger: Ledger, file: string) {
  const command = [process.execPath, worker];
  return { ledger, plan: await readPlan(file), command, retries: 0, progress, signal };
}

function countsText(counts: Record<string, number>): string {
  const each = Object.entries(counts).map(
    ([slug, count]) => `${slug} ${count === 1 ? 'once' : `${count} times`}`,
  );
  return `the site now lists ${each.join(', ')}`;
}

async function writePage(path: string, report: Report, ledger: Ledger): Promise<string> {
  const screenshots = placesOf(ledger.url, WORKER).screenshots;
  const page = await renderReport(report, {
    screenshots: async (shot) => {
      const inside = resolve(shot).startsWith(resolve(screenshots));
      return inside ? `data:image/png;base64,${readFileSync(shot).toString('base64')}` : null;
    },
  });
  writeFileSync(path, page, { mode: 0o600 });
  return resolve(path);
}

/** The demo's own browser, also when the story broke off. */
async function closeLeftover(ledger: Ledger): Promise<void> {
  const browser = (await ledger.starts(WORKER)).findLast((start) => start.browser !== null)?.browser;
  if (browser != null) await closeBrowser(browser);
}
