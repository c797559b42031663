/** The story: what a dead worker really did, found out and written down before anyone does it again. */
import type { Plan } from './declare/plan.js';
import { freshAnswers } from './gate.js';
import type { Ledger } from './ledger/ledger.js';
import { type Leftover, type LeftoverOptions, proveBrowser, takeLeftover } from './leftover.js';
import { writeDownLeftover, writeDownSubmits } from './leftover-evidence.js';
import { known, look, settle } from './look.js';
import { buildReport } from './report/main-report.js';
import type { Report } from './report/report.js';
import { nextRound, type OpenAction, waitUntil } from './rounds.js';
import type { Chain, Millis, Progress, Start } from './words.js';
import { deadStart } from './worker/starts.js';

export interface ReconcileOptions {
  ledger: Ledger;
  worker: string;
  plan?: Plan | null;
  cdp?: string | null;
  profile?: string | null;
  /** When the attempts of a worker without a recorded start began. */
  since?: Millis | null;
  files?: string[];
  repos?: string[];
  /** How long to look again; left out: as long as looking can still settle something, at most a minute. */
  waitMs?: number | null;
  /** Stop a living worker instead of refusing. */
  fence?: boolean;
  /** Folder for screenshots of the leftover tabs. */
  screenshots?: string | null;
  redact?: RegExp[];
  progress?: Progress;
  signal?: AbortSignal;
}

export async function reconcile(options: ReconcileOptions): Promise<Report> {
  const { ledger, worker, cdp, profile, progress } = options;
  await proveBrowser(cdp ?? null, profile ?? null);

  progress?.(`proving that ${worker} is dead`);
  const dead = await deadStart(options);
  let leftover = await takeLeftover(dead.start, await leftoverOptions(options));
  const start = await dead.enter();

  const began = Date.now();
  for (;;) {
    const open = await judge(options, start, leftover);
    const again = nextRound(open, began, options.waitMs);
    // What an earlier job found absent may have come late.
    if (again === null) {
      const answers = await freshAnswers(ledger, worker, began, options);
      return buildReport(ledger, start, leftover, answers);
    }
    await waitUntil(again, `${open.length} not settled, looking again`, options);
    if (!leftover.browser.quiet) leftover = await takeLeftover(start, await leftoverOptions(options));
  }
}

/** One round: write down what the leftover shows, ask the platforms, decide. Returns what is still open. */
async function judge(options: ReconcileOptions, start: Start, leftover: Leftover): Promise<OpenAction[]> {
  const { ledger, worker, progress, signal } = options;
  const open = await knownOf(ledger, worker, isOpen);
  await writeDownLeftover(ledger, attemptedBy(worker, open), leftover);
  await look(ledger, open.map(chainOf), { hints: hintsOf(leftover), progress, signal });

  // After the look: a page that proves to be another action's sighting explains itself.
  const all = await knownOf(ledger, worker, () => true);
  const starts = await ledger.starts(start.worker);
  await writeDownSubmits(ledger, attemptedBy(worker, all.filter(isOpen)), all.map(chainOf), starts, leftover);
  for (const { current } of open) await settle(ledger, current.action.key, 'reconcile');
  return knownOf(ledger, worker, isOpen);
}

async function knownOf(
  ledger: Ledger,
  worker: string,
  test: (one: OpenAction) => boolean,
): Promise<OpenAction[]> {
  const currents = await ledger.list({ worker });
  const all = await Promise.all(currents.map(({ action }) => known(ledger, action.key)));
  return all.filter(test);
}

function isOpen({ current: { state } }: OpenAction): boolean {
  return state === 'claimed' || state === 'unverified';
}

function chainOf({ chain }: OpenAction): Chain {
  return chain;
}

/** Another worker's attempt at the same action says nothing about this leftover, and the other way round. */
function attemptedBy(worker: string, actions: OpenAction[]): Chain[] {
  return actions.map(chainOf).filter(({ attempts }) => attempts.at(-1)?.worker === worker);
}

/** Addresses in the leftover that a probe may follow; a hinted item must still match. */
function hintsOf({ inventory }: Leftover): string[] {
  const urls = inventory.tabs.flatMap((tab) => [tab.url, ...tab.history.map(({ url }) => url)]);
  return [...new Set(urls.filter((url) => url.startsWith('https://') || url.startsWith('http://')))].slice(
    0,
    200,
  );
}

async function leftoverOptions(options: ReconcileOptions): Promise<LeftoverOptions> {
  const { ledger, worker, cdp, plan, screenshots, redact, progress } = options;
  const files = options.files?.length ? options.files : plan?.files;
  const repos = options.repos?.length ? options.repos : plan?.repos;
  const actions = (await ledger.list({ worker })).map(({ action }) => action);
  return { mustAnswer: cdp != null, actions, screenshots, redact, files, repos, progress };
}
