/** `reconcile run … -- command`: a browser that outlives its worker, and the main job when the worker ends. */
import { Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import type { RunOptions } from '../worker/run.js';
import { type Context, required, withLedger } from './context.js';
import { pageFor, withPage } from './html-report.js';
import { interruptible } from './interruptible.js';
import { duration, wholeNumber } from './values.js';

export interface RunFlags {
  worker?: string;
  plan?: string;
  retries?: string;
  wait?: string;
  profile?: string;
  browser?: string;
  browserArg?: string[];
  headed?: boolean;
  keepBrowser?: boolean;
  observe?: boolean;
  report?: string;
}

export async function runWorker(context: Context, command: string[], flags: RunFlags): Promise<Outcome> {
  const file = required(flags.plan, '--plan', 'name the plan of what the worker does');
  if (command.length === 0)
    throw new Refusal('usage', {
      on: 'no command',
      hint: 'give it after --: reconcile run … -- node worker.js',
    });
  const wishes = optionsOf(flags);
  const { readPlan } = await import('../declare/plan.js');
  const plan = await readPlan(file, flags.worker === undefined ? {} : { worker: flags.worker });
  const page = await pageFor(context, flags.report, plan.worker, file);
  const { progress, output } = context;
  const data = await interruptible(
    (signal) =>
      withLedger(context, { plan: file, create: true }, async (ledger) => {
        const { run } = await import('../worker/run.js');
        return run({ ...wishes, ledger, plan, command, progress, onOutput: output.pass, signal });
      }),
    () => output.notice(stopping(plan.worker)),
  );
  return withPage(context, page, data);
}

/** True at any time of a run: before the worker, while it runs, and while its traces are read. */
function stopping(worker: string): string {
  return `asked ${worker} to stop, if it runs; a second signal ends reconcile at once and leaves it running`;
}

function optionsOf(flags: RunFlags): Omit<RunOptions, 'ledger' | 'plan' | 'command'> {
  return {
    retries: wholeNumber('--retries', flags.retries) ?? 0,
    waitMs: duration('--wait', flags.wait),
    profile: flags.profile ?? null,
    ...(flags.browser === undefined ? {} : { browser: flags.browser }),
    browserArgs: flags.browserArg ?? [],
    headed: flags.headed === true,
    keepBrowser: flags.keepBrowser === true,
    observe: flags.observe === true,
  };
}
