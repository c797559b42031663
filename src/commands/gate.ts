/** `reconcile gate`: may this action be dispatched? Scripts call it once an action, so it loads little. */
import { EXIT, Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import { type Context, oneAction, required, withLedger } from './context.js';

export interface GateFlags {
  plan?: string;
  action?: string;
  claim?: boolean;
  worker?: string;
}

export async function askGate(context: Context, key: string | undefined, flags: GateFlags): Promise<Outcome> {
  const claim = flags.claim
    ? { worker: required(flags.worker, '--worker', 'a claim needs its worker') }
    : null;
  const wanted = key ?? (await keyFromPlan(flags));
  return withLedger(context, { plan: flags.plan }, async (ledger) => {
    const { action } = await oneAction(ledger, wanted);
    const { gate } = await import('../gate.js');
    const options = { progress: context.progress };
    const data = await gate(ledger, action.key, claim === null ? options : { ...options, claim });
    return { kind: 'gate', data, exit: EXIT.gate[data.gate] };
  });
}

async function keyFromPlan(flags: GateFlags): Promise<string> {
  const file = required(flags.plan, 'a key', 'give one, or --plan and --action');
  const id = required(flags.action, '--action', 'name the action of the plan');
  const { readPlan } = await import('../declare/plan.js');
  const { actions } = await readPlan(file, flags.worker === undefined ? {} : { worker: flags.worker });
  const action = actions.find((candidate) => candidate.id === id);
  if (action) return action.key;
  throw new Refusal('unknown-action', {
    on: id,
    hint: `${file} has ${actions
      .map((each) => each.id)
      .slice(0, 20)
      .join(', ')}`,
  });
}
