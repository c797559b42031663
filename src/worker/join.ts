/** The library's side of a worker: the same claims, browser and looks for TypeScript as `reconcile run` gives any command. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright';
import { type Plan, readPlan } from '../declare/plan.js';
import { gate } from '../gate.js';
import { findLedger } from '../ledger/find.js';
import type { Author, Ledger } from '../ledger/ledger.js';
import { openLedger } from '../ledger/open.js';
import { known, look, settle } from '../look.js';
import { Refusal } from '../refusal.js';
import type { Current, Millis, NewEvidence, Verdict } from '../words.js';
import { begin, settleEarlier } from './begin.js';
import { keepLease } from './lease.js';
import { self } from './proc.js';
import { type TodoItem, todoItems } from './todo.js';

export interface JoinOptions {
  /** Left out under `reconcile run`: everything comes from the environment. */
  worker?: string;
  plan?: string;
  ledger?: string;
  profile?: string;
  browser?: string;
  headed?: boolean;
}

export interface PerformOptions {
  /** How long to look for the effect afterwards; default 10 s. */
  deadlineMs?: Millis;
}

export interface JoinedWorker {
  /** The browser that outlives this process, over CDP. Use `contexts()[0]`: contexts of its own may not survive. */
  browser(): Promise<Browser>;
  /** What this start may do. */
  todo(): AsyncIterable<TodoItem>;
  /**
   * Claim durably, act, look until the deadline. `act` is called only with the claim in hand, and at most once per
   * claim. Where the gate does not let it RUN, `act` is not called and the verdict says why.
   * What `act` throws is thrown on, unless the platform shows that the effect happened all the same.
   */
  perform(
    action: Pick<TodoItem, 'key'>,
    act: () => Promise<unknown>,
    options?: PerformOptions,
  ): Promise<Verdict>;
  /** Let go of ledger and browser connection; the browser itself stays. */
  leave(): Promise<void>;
}

interface Seat {
  ledger: Ledger;
  author: Author;
  endpoint: string;
  todo: TodoItem[];
}

export async function joinWorker(options: JoinOptions = {}): Promise<JoinedWorker> {
  const { ledger, author, endpoint, todo } = await takeSeat(options);
  const lease = keepLease(ledger, author);
  let browser: Promise<Browser> | undefined;
  const connect = async (): Promise<Browser> =>
    (await import('playwright')).chromium.connectOverCDP(endpoint);
  return {
    browser() {
      browser ??= connect();
      return browser;
    },
    async *todo() {
      yield* todo;
    },
    perform: ({ key }, act, { deadlineMs = 10_000 } = {}) => perform(ledger, author, key, act, deadlineMs),
    async leave() {
      lease.stop();
      // For a browser that was connected to, close() only disconnects.
      await (await browser?.catch(() => undefined))?.close();
      await ledger.close();
    },
  };
}

/** Under `reconcile run` the place is there already; otherwise this process becomes a start of its own. */
async function takeSeat(options: JoinOptions): Promise<Seat> {
  const { RECONCILE_WORKER, RECONCILE_EPOCH, RECONCILE_LEDGER, RECONCILE_CDP_ENDPOINT, RECONCILE_TODO } =
    process.env;
  if (
    options.worker === undefined &&
    RECONCILE_WORKER &&
    RECONCILE_EPOCH &&
    RECONCILE_LEDGER &&
    RECONCILE_TODO
  ) {
    const ledger = await openLedger(RECONCILE_LEDGER);
    const author = { worker: RECONCILE_WORKER, epoch: Number(RECONCILE_EPOCH) };
    const todo = JSON.parse(await readFile(RECONCILE_TODO, 'utf8')) as TodoItem[];
    return { ledger, author, endpoint: RECONCILE_CDP_ENDPOINT ?? '', todo };
  }
  if (options.plan === undefined) {
    throw new Refusal('usage', {
      on: 'joinWorker',
      hint: 'start it under `reconcile run`, or pass { plan, worker }',
    });
  }
  const plan = await readPlan(options.plan, { worker: options.worker });
  const url = findLedger({
    flag: options.ledger,
    env: RECONCILE_LEDGER,
    plan: plan.file,
    cwd: process.cwd(),
  });
  const ledger = await openLedger(url, { create: true });
  return ownStart(ledger, plan, options);
}

async function ownStart(ledger: Ledger, plan: Plan, options: JoinOptions): Promise<Seat> {
  const { profile, browser: named, headed } = options;
  const wish = { ledger, plan, process: self(), profile, browser: named, headed };
  await ledger.declare(plan.worker, plan.actions, { revise: false });
  await settleEarlier(wish);
  const { author, browser, answers } = await begin(wish);
  // What this process spawns belongs to the worker too, and is known by its environment.
  process.env.RECONCILE_WORKER = author.worker;
  process.env.RECONCILE_EPOCH = String(author.epoch);
  process.env.RECONCILE_LEDGER = ledger.url;
  const keys = answers.filter(({ gate: said }) => said === 'RUN').map(({ key }) => key);
  return { ledger, author, endpoint: browser.endpoint, todo: await todoItems(ledger, plan, keys) };
}

async function perform(
  ledger: Ledger,
  author: Author,
  key: string,
  act: () => Promise<unknown>,
  deadlineMs: Millis,
): Promise<Verdict> {
  if (!(await take(ledger, author, key))) return (await known(ledger, key)).current;
  // From here until the report is written an exception must not escape: the attempt would look unended until death.
  let failure: { error: unknown } | null = null;
  try {
    await act();
  } catch (error) {
    failure = { error };
  }
  await ledger.append(key, [report(failure === null ? 'done' : 'failed', messageOf(failure))], author);
  const current = await lookUntil(ledger, key, Date.now() + deadlineMs);
  if (failure !== null && current.state !== 'verified') throw failure.error;
  return current;
}

/** Takes the claim, or the one that this start already holds, and marks it as used; false: it may not be acted on. */
async function take(ledger: Ledger, author: Author, key: string): Promise<boolean> {
  const { current } = await known(ledger, key);
  const { claim } = current;
  const holds =
    claim?.worker === author.worker && claim.epoch === author.epoch && current.state === 'claimed';
  if (!holds && (await gate(ledger, key, { claim: author })).gate !== 'RUN') return false;
  const { chain, basis } = await known(ledger, key);
  const begun = chain.evidence.some(
    ({ attempt, fact }) => attempt === basis.attempt && fact.kind === 'report',
  );
  if (begun || basis.state !== 'claimed') return false;
  return (await ledger.append(key, [report('begun', '')], author, basis)) !== null;
}

async function lookUntil(ledger: Ledger, key: string, deadline: Millis): Promise<Current> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 2000)) {
    await look(ledger, [(await known(ledger, key)).chain]);
    const current = await settle(ledger, key, 'perform');
    const open = current.state === 'unverified' || current.state === 'claimed';
    const hopeless = current.action.probe === null || Date.now() + pause > deadline;
    if (!open || hopeless) return current;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function report(outcome: 'begun' | 'done' | 'failed', text: string): NewEvidence {
  const summary = {
    begun: 'the worker began',
    done: 'the worker says that it is done',
    failed: `the worker failed: ${text}`,
  };
  const fact = { kind: 'report', outcome, text } as const;
  return { source: 'worker', at: Date.now(), says: 'unknown', summary: summary[outcome], fact };
}

function messageOf(failure: { error: unknown } | null): string {
  if (failure === null) return '';
  return (failure.error instanceof Error ? failure.error.message : String(failure.error)).slice(0, 500);
}
