/** `reconcile --worker <id>`: the main job. */
import { resolve } from 'node:path';
import type { ReconcileOptions } from '../reconcile.js';
import { Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import { type Context, required, withLedger } from './context.js';
import { pageFor, withPage } from './html-report.js';
import { interruptible } from './interruptible.js';
import { duration, since } from './values.js';

export interface MainFlags {
  worker?: string;
  plan?: string;
  cdp?: string;
  profile?: string;
  since?: string;
  files?: string[];
  repo?: string[];
  wait?: string;
  fence?: boolean;
  report?: string;
}

export async function main(context: Context, words: string[], flags: MainFlags): Promise<Outcome> {
  const [unknown] = words;
  if (unknown !== undefined)
    throw new Refusal('usage', { on: `unknown command '${unknown}'`, hint: 'see `reconcile --help`' });
  if (flags.plan === undefined)
    required(flags.worker, '--worker', 'name the worker that died, or see `reconcile --help`');
  const wishes = optionsOf(flags);
  const plan = flags.plan === undefined ? null : await planOf(flags.plan, flags.worker);
  const worker = required(flags.worker ?? plan?.worker, '--worker', 'the plan names no worker either');
  const page = await pageFor(context, flags.report, worker, flags.plan);
  const data = await interruptible((signal) =>
    withLedger(context, { plan: flags.plan, create: plan !== null }, async (ledger) => {
      const { reconcile } = await import('../reconcile.js');
      const { progress } = context;
      const screenshots = page?.screenshots ?? null;
      return reconcile({ ...wishes, ledger, worker, plan, screenshots, progress, signal });
    }),
  );
  return withPage(context, page, data);
}

async function planOf(file: string, worker: string | undefined) {
  const { readPlan } = await import('../declare/plan.js');
  return readPlan(file, worker === undefined ? {} : { worker });
}

function optionsOf(flags: MainFlags): Omit<ReconcileOptions, 'ledger' | 'worker'> {
  return {
    cdp: flags.cdp ?? null,
    profile: flags.profile === undefined ? null : resolve(flags.profile),
    since: since('--since', flags.since),
    files: flags.files ?? [],
    repos: flags.repo ?? [],
    waitMs: duration('--wait', flags.wait),
    fence: flags.fence === true,
  };
}
