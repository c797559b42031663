/** `reconcile status` and `reconcile show`: what the ledger holds; asks nobody. */
import type { Ledger } from '../ledger/ledger.js';
import { EXIT, Refusal } from '../refusal.js';
import { showReport, statusOf, summarise } from '../report/build.js';
import type { Outcome } from '../report/outcome.js';
import { STATES } from '../words.js';
import { type Context, oneAction, withLedger } from './context.js';
import { oneOf } from './values.js';

export interface StatusFlags {
  worker?: string;
  state?: string;
}

export async function status(context: Context, flags: StatusFlags): Promise<Outcome> {
  const { worker } = flags;
  const state = oneOf('--state', flags.state, STATES);
  return withLedger(context, { readOnly: true }, async (ledger) => {
    const found = await ledger.list({
      ...(worker === undefined ? {} : { worker }),
      ...(state ? { state } : {}),
    });
    if (worker !== undefined && found.length === 0) await refuseUnknown(ledger, worker);
    return {
      kind: 'status',
      data: { actions: found.map(statusOf), summary: summarise(found) },
      exit: EXIT.ok,
    };
  });
}

export function show(context: Context, keyOrId: string): Promise<Outcome> {
  return withLedger(context, { readOnly: true }, async (ledger) => {
    const { action } = await oneAction(ledger, keyOrId);
    return { kind: 'show', data: await showReport(ledger, action.key), exit: EXIT.ok };
  });
}

/** No action in this state is an answer; a worker that nobody ever declared is a mistake. */
async function refuseUnknown(ledger: Ledger, worker: string): Promise<void> {
  if ((await ledger.list({ worker })).length > 0 || (await ledger.starts(worker)).length > 0) return;
  throw new Refusal('unknown-worker', { on: worker, hint: 'see `reconcile status` for those there are' });
}
