/** The story: what a dead worker really did, found out and written down before anyone does it again. */
import type { Plan } from './declare/plan.js';
import type { Ledger } from './ledger/ledger.js';
import { type Leftover, type LeftoverOptions, takeLeftover } from './leftover.js';
import { writeDownLeftover, writeDownSubmits } from './leftover-evidence.js';
import { known, look, settle } from './look.js';
import { buildReport } from './report/main-report.js';
import type { Report } from './report/report.js';
import { nextRound, type OpenAction, waitUntil } from './rounds.js';
import type { Chain, Current, Millis, Progress, Start } from './words.js';
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
  const { ledger, worker, plan, progress } = options;
  if (plan != null) await ledger.declare(worker, plan.actions, { revise: false });

  progress?.(`proving that ${worker} is dead`);
  const dead = await deadStart(options);
  let leftover = await takeLeftover(dead.start, leftoverOptions(options));
  const start = await dead.enter();

  const began = Date.now();
  for (;;) {
    const open = await judge(options, start, leftover);
    const again = nextRound(open, began, options.waitMs);
    if (again === null) return buildReport(ledger, start, leftover);
    await waitUntil(again, `${open.length} not settled, looking again`, options);
    if (!leftover.browser.quiet) leftover = await takeLeftover(start, leftoverOptions(options));
  }
}

/** One round: write down what the leftover shows, ask the platforms, decide. Returns what is still open. */
async function judge(options: ReconcileOptions, start: Start, leftover: Leftover): Promise<OpenAction[]> {
  const { ledger, worker, progress, signal } = options;
  const keys = (await ledger.list({ worker })).filter(isOpen).map(({ action }) => action.key);
  const ours = (chains: Chain[]): Chain[] =>
    chains.filter(({ attempts }) => attempts.at(-1)?.worker === worker);

  await writeDownLeftover(ledger, ours(await chainsOf(ledger, keys)), leftover);
  const asked = await chainsOf(ledger, keys);
  await look(ledger, asked, { hints: hintsOf(leftover), progress, signal });
  await writeDownSubmits(
    ledger,
    ours(await chainsOf(ledger, keys)),
    await siblings(ledger, worker),
    leftover,
    {
      starts: await ledger.starts(start.worker),
    },
  );
  for (const key of keys) await settle(ledger, key, 'reconcile');
  return openActions(ledger, keys);
}

async function openActions(ledger: Ledger, keys: string[]): Promise<OpenAction[]> {
  const all = await Promise.all(keys.map((key) => known(ledger, key)));
  return all.filter(({ current }) => isOpen(current));
}

function isOpen({ state }: Current): boolean {
  return state === 'claimed' || state === 'unverified';
}

async function siblings(ledger: Ledger, worker: string): Promise<Chain[]> {
  const all = await ledger.list({ worker });
  return chainsOf(
    ledger,
    all.map(({ action }) => action.key),
  );
}

async function chainsOf(ledger: Ledger, keys: string[]): Promise<Chain[]> {
  return (await Promise.all(keys.map((key) => known(ledger, key)))).map(({ chain }) => chain);
}

/** Addresses in the leftover that a probe may follow; a hinted item must still match. */
function hintsOf({ inventory }: Leftover): string[] {
  const urls = inventory.tabs.flatMap((tab) => [tab.url, ...tab.history.map(({ url }) => url)]);
  return [...new Set(urls.filter((url) => url.startsWith('https://') || url.startsWith('http://')))].slice(
    0,
    200,
  );
}

function leftoverOptions(options: ReconcileOptions): LeftoverOptions {
  const { cdp, plan, screenshots, redact, progress } = options;
  const files = options.files?.length ? options.files : plan?.files;
  const repos = options.repos?.length ? options.repos : plan?.repos;
  return { mustAnswer: cdp != null, screenshots, redact, files, repos, progress };
}
