/** What every story needs: a folder, a directory site with a plan on it, and the processes of both ends afterwards. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Start } from '../../src/words.js';
import { BROWSE, type Ran, reconcile, type Started, start } from './cli.js';
import { type Directory, type PlanOptions, planOf, startDirectory } from './directory.js';
import { test as base } from './folder.js';

export interface Story {
  folder: string;
  /** For workers: where the site is, and a temporary folder that goes with the test's own. */
  env: Record<string, string>;
  site: Directory;
  /** Writes plan.json. */
  plan(slugs: string[], options?: PlanOptions, file?: string): void;
  /** `reconcile run … -- node browse.mjs <steps>`, in the background. */
  run(steps: string[], flags?: string[]): Started;
  reconcile(...words: string[]): Promise<Ran>;
  /** Newest start of `launch-1`, as the ledger holds it. */
  newestStart(ledger?: string): Known;
}

export const test = base.extend<{ story: Story }>({
  story: async ({ folder }, use) => {
    const site = await startDirectory();
    const started: Started[] = [];
    // What killed processes leave in the temporary folder goes with the test's own.
    const temporary = join(folder, 't');
    mkdirSync(temporary);
    const env = { SITE: site.origin, TMPDIR: temporary };
    await use({
      folder,
      env,
      site,
      plan: (slugs, options, file = 'plan.json') =>
        writeFileSync(join(folder, file), planOf(site, slugs, options)),
      run: (steps, flags = []) => {
        const words = [
          'run',
          '--plan',
          'plan.json',
          ...flags,
          '--json',
          '--',
          process.execPath,
          BROWSE,
          ...steps,
        ];
        const one = start(folder, words, env);
        started.push(one);
        return one;
      },
      reconcile: (...words) => reconcile(folder, words, env),
      newestStart: (ledger) => {
        const newest = startsIn(folder, ledger).at(-1);
        if (newest === undefined) throw new Error('nothing was started');
        return newest;
      },
    });
    for (const { child } of started) child.kill('SIGKILL');
    killLeftovers(folder);
    await lastBreath(folder);
    await site.close();
  },
});

export { expect } from '@playwright/test';

type Known = Pick<Start, 'process' | 'session' | 'browser'> & { epoch: number };

const LEDGER = '.reconcile/ledger.db';

function startsIn(folder: string, file = LEDGER): Known[] {
  const ledger = new Database(join(folder, file), { readonly: true });
  try {
    const rows = ledger.prepare('SELECT epoch, about FROM starts ORDER BY epoch').all();
    return (rows as { epoch: number; about: string }[]).map(({ epoch, about }) => ({
      ...JSON.parse(about),
      epoch,
    }));
  } finally {
    ledger.close();
  }
}

/** By pid, and only where the process still is the one that the ledger names. */
function killLeftovers(folder: string): void {
  const ledgers = [LEDGER, 'elsewhere.db'].filter((file) => existsSync(join(folder, file)));
  for (const { process: worker, browser } of ledgers.flatMap((file) => startsIn(folder, file))) {
    for (const ref of [worker, browser?.process]) {
      if (ref && /browse\.mjs|library\.mjs|--user-data-dir=/.test(commandLine(ref.pid)))
        process.kill(ref.pid, 'SIGKILL');
    }
  }
}

/** A killed browser's children live a moment longer and write a last file, also where the folder has gone already. */
async function lastBreath(folder: string): Promise<void> {
  for (let looks = 0; looks < 100; looks++) {
    const left = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && commandLine(pid).includes(`--user-data-dir=${folder}/`));
    if (left.length === 0) return;
    for (const pid of left) signal(pid);
    await sleep(50);
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
