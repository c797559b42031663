/** The beginning of a worker's start, for `run` and for the library: epoch, browser, claims, in this order. */
import { gateAnswer } from '../decide/answer.js';
import type { Plan } from '../declare/plan.js';
import { gateAll } from '../gate.js';
import { takeInventory } from '../inventory/leftover.js';
import type { Author, Ledger, NewStart } from '../ledger/ledger.js';
import { reconcile } from '../reconcile.js';
import type { GateReport } from '../report/report.js';
import type { BrowserRef, Current, Death, Millis, ProcessRef, Progress, Start } from '../words.js';
import { browserAlive, launchBrowser } from './browser.js';
import { newStart } from './new-start.js';
import { placesOf } from './places.js';

export interface BeginOptions {
  ledger: Ledger;
  plan: Plan;
  /** How long the main job looks again, where an earlier start has to be settled first. */
  waitMs?: Millis | null;
  profile?: string | null;
  browser?: string | null;
  browserArgs?: string[];
  headed?: boolean;
  /** The worker itself, where it is this process; null: a command that is still to be spawned. */
  process?: ProcessRef | null;
  progress?: Progress;
  signal?: AbortSignal;
}

export interface Begun {
  start: Start;
  author: Author;
  browser: BrowserRef;
  /** What the gate said to each action that its verdict would let RUN. */
  answers: GateReport[];
}

export async function begin(options: BeginOptions): Promise<Begun> {
  const { ledger, plan } = options;
  const earlier = (await ledger.starts(plan.worker)).findLast(({ browser }) => browser !== null)?.browser;
  const start = await ledger.begin(startOf(plan, options.process ?? null));
  const author = { worker: start.worker, epoch: start.epoch };
  return orBury(ledger, author, async () => {
    const browser = await browserFor(earlier ?? null, start, options);
    // Registered before the worker gets it: whoever cleans up after us finds it through the ledger.
    await ledger.amend(author, { browser });
    await ledger.amend(author, { tabBaseline: await tabBaseline(browser) });
    return { start: { ...start, browser }, author, browser, answers: await claimAll(options, author) };
  });
}

/** What fails before there is a worker leaves a start that never had one. */
export async function orBury<T>(ledger: Ledger, author: Author, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await ledger.bury(author, neverSpawned());
    throw error;
  }
}

export function neverSpawned(): Death {
  return {
    proof: 'exit',
    at: Date.now(),
    exitCode: null,
    signal: null,
    stdoutBytes: null,
    stderrBytes: null,
  };
}

/** An earlier start that nobody reconciled is settled first: its claims are open, its browser may still be there. */
export async function settleEarlier(options: BeginOptions): Promise<void> {
  const { ledger, plan, waitMs, progress, signal } = options;
  const newest = (await ledger.starts(plan.worker)).at(-1);
  if (newest === undefined) return;
  const all = await ledger.list({ worker: plan.worker });
  const open = all.some(({ state }) => state === 'claimed' || state === 'unverified');
  if (newest.death === null || open)
    await reconcile({ ledger, worker: plan.worker, waitMs, progress, signal });
}

export function startOf(plan: Plan, process: ProcessRef | null): NewStart {
  const { worker, file, claims, files, repos } = plan;
  return newStart(worker, { process, plan: file, claims, files, repos });
}

/** Actions of the plan that their verdicts let RUN; the gate has the last word. */
export async function mayRun({ ledger, plan }: Pick<BeginOptions, 'ledger' | 'plan'>): Promise<Current[]> {
  const planned = new Set(plan.actions.map(({ key }) => key));
  const all = await ledger.list({ worker: plan.worker });
  return all.filter((current) => planned.has(current.action.key) && gateAnswer(current) === 'RUN');
}

/** `claims: start` takes every claim that the gate gives; `required` leaves them to the worker. */
async function claimAll(options: BeginOptions, author: Author): Promise<GateReport[]> {
  const { ledger, plan, progress, signal } = options;
  const keys = (await mayRun(options)).map(({ action }) => action.key);
  return gateAll(ledger, keys, { claim: plan.claims === 'start' ? author : undefined, progress, signal });
}

/** The leftover browser if it lives, else a new one on the same profile. */
async function browserFor(
  earlier: BrowserRef | null,
  { worker, epoch }: Start,
  options: BeginOptions,
): Promise<BrowserRef> {
  if (earlier !== null && browserAlive(earlier)) return earlier;
  options.progress?.('starting a browser that outlives the worker');
  const places = placesOf(options.ledger.url, worker);
  const { endpoint, process, profile, netlog } = await launchBrowser({
    profile: options.profile ?? places.profile,
    netlog: places.netlog(epoch),
    browser: options.browser,
    args: options.browserArgs,
    headed: options.headed,
  });
  return { endpoint, process, profile, netlog };
}

/** What tab history was there before this start: it is no evidence of what the start did. */
async function tabBaseline({ endpoint }: BrowserRef): Promise<string[]> {
  const { tabs } = await takeInventory({ endpoint });
  return tabs.flatMap(({ targetId, history }) => history.map(({ entryId }) => `${targetId}:${entryId}`));
}
