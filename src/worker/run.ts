/** `reconcile run`: a browser that outlives its worker, the worker, and the main job when it ends, however it ends. */

import type { Tab } from '../inventory/inventory.js';
import { takeLeftover } from '../leftover.js';
import { reconcile } from '../reconcile.js';
import { buildReport } from '../report/main-report.js';
import type { GateReport, Report } from '../report/report.js';
import {
  type BeginOptions,
  type Begun,
  begin,
  mayRun,
  neverSpawned,
  orBury,
  settleEarlier,
  startOf,
} from './begin.js';
import { closeBrowser } from './browser.js';
import { findCommand, startCommand } from './command.js';
import { keepLease } from './lease.js';
import { notBegun } from './new-start.js';
import type { Stream } from './output.js';
import { placesOf } from './places.js';
import { writeTodo } from './todo.js';

export interface RunOptions extends Omit<BeginOptions, 'process'> {
  command: string[];
  /** How often it is started again, for what the gate lets RUN. */
  retries: number;
  keepBrowser?: boolean;
  /** Accepted for the wire, which is not there yet: nothing is stopped either way. */
  observe?: boolean;
  /** Folder for screenshots of the leftover tabs; default: beside the ledger. */
  screenshots?: string | null;
  onOutput?: (chunk: Buffer, stream: Stream) => void;
}

export async function run(options: RunOptions): Promise<Report> {
  const { ledger, plan, signal } = options;
  findCommand(options.command, process.cwd());
  await ledger.declare(plan.worker, plan.actions, { revise: false });
  await settleEarlier(options);
  let answers: GateReport[] = [];
  let starts = 0;
  while (starts <= options.retries && signal?.aborted !== true && (await mayRun(options)).length > 0) {
    const begun = await begin(options);
    answers = begun.answers;
    if (!(await work(options, begun))) break;
    starts += 1;
    await settleUp(options);
  }
  const report = await finalReport(options, answers);
  const left = report.actions.filter(({ gate }) => gate === 'RUN').map(({ id }) => id);
  return { ...report, left, starts };
}

/** The worker, until its last process is gone. false: nothing may RUN, and the command was not started. */
async function work(options: RunOptions, { start, author, browser, answers }: Begun): Promise<boolean> {
  const { ledger, plan, command, onOutput, progress, signal } = options;
  const keys = answers.filter(({ gate }) => gate === 'RUN').map(({ key }) => key);
  if (keys.length === 0) {
    progress?.('nothing may RUN; the command is not started');
    await ledger.bury(author, neverSpawned());
    return false;
  }
  const logs = placesOf(ledger.url, plan.worker).logs(start.epoch);
  const running = await orBury(ledger, author, async () => {
    const env = {
      RECONCILE_WORKER: start.worker,
      RECONCILE_EPOCH: String(start.epoch),
      RECONCILE_LEDGER: ledger.url,
      RECONCILE_PLAN: plan.file,
      RECONCILE_CDP_ENDPOINT: browser.endpoint,
      PLAYWRIGHT_MCP_CDP_ENDPOINT: browser.endpoint,
      RECONCILE_TODO: await writeTodo(ledger, plan, keys, logs),
    };
    return startCommand({ command, env, cwd: start.cwd, logs, onOutput });
  });
  // From here on the worker acts by itself: only its processes can tell when it is dead.
  await ledger.amend(author, { process: running.process, session: running.session, logs });
  const lease = keepLease(ledger, author);
  const stop = (): void => running.signal('SIGINT');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  const { exitCode, signal: by, stdoutBytes, stderrBytes, at } = await running.ended;
  signal?.removeEventListener('abort', stop);
  lease.stop();
  const proof = by === null ? 'exit' : 'signal';
  await ledger.bury(author, { proof, at, exitCode, signal: by, stdoutBytes, stderrBytes });
  return true;
}

function settleUp({ ledger, plan, waitMs, progress, signal, ...options }: RunOptions): Promise<Report> {
  // Interrupted: what is certain now is written down, nothing is waited for.
  const patience = signal?.aborted === true ? { waitMs: 0 } : { waitMs, signal };
  const screenshots = screenshotsOf({ ledger, plan, ...options });
  return reconcile({ ledger, worker: plan.worker, screenshots, progress, ...patience });
}

function screenshotsOf({
  ledger,
  plan,
  screenshots,
}: Pick<RunOptions, 'ledger' | 'plan' | 'screenshots'>): string {
  return screenshots ?? placesOf(ledger.url, plan.worker).screenshots;
}

/** The browser stays for as long as it is evidence: closed only when all is done and nothing typed would be lost. */
async function finalReport(options: RunOptions, answers: GateReport[]): Promise<Report> {
  const { ledger, plan, keepBrowser } = options;
  const start = (await ledger.starts(plan.worker)).at(-1) ?? notBegun(startOf(plan, null), ledger.url);
  const leftover = await takeLeftover(start, {
    mustAnswer: false,
    actions: plan.actions,
    screenshots: screenshotsOf(options),
  });
  const report = await buildReport(ledger, start, leftover, answers);
  const done = report.actions.every(({ state }) => state === 'verified' || state === 'waived');
  const stays = keepBrowser === true || !done || leftover.inventory.tabs.some(holdsUnsaved);
  if (stays || start.browser === null || !leftover.browser.alive) return report;
  await closeBrowser(start.browser);
  return { ...report, browser: { ...report.browser, alive: false } };
}

/** A tab that cannot be read may hold anything. A page may take what is typed for the default; then it is only `edited`. */
function holdsUnsaved({ status, frames }: Tab): boolean {
  return (
    status !== 'ok' ||
    frames.some(({ controls }) => controls.some(({ dirty, edited }) => dirty || edited === true))
  );
}
