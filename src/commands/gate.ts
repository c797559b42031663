/** `reconcile gate`: may this action be dispatched? Scripts call it once an action, so it loads little. */
import { EXIT, Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import type { Action } from '../words.js';
import { type Context, oneAction, required, withLedger } from './context.js';

export interface GateFlags {
  plan?: string;
  action?: string;
  claim?: boolean;
  worker?: string;
}

export async function askGate(context: Context, key: string | undefined, flags: GateFlags): Promise<Outcome> {
  const claim = flags.claim ? claimerOf(flags, context.env) : null;
  const planned = key === undefined ? await actionOfPlan(flags) : null;
  return withLedger(context, { plan: flags.plan }, async (ledger) => {
    const { action } = await oneAction(ledger, planned?.key ?? key ?? '');
    if (planned !== null) refuseOtherPayload(planned, action);
    const { gate } = await import('../gate.js');
    const options = { progress: context.progress };
    const data = await gate(ledger, action.key, claim === null ? options : { ...options, claim });
    return { kind: 'gate', data, exit: EXIT.gate[data.gate] };
  });
}

/** A worker claims as the start that its environment names: one of an old epoch must not pass for the newest. */
function claimerOf(flags: GateFlags, env: NodeJS.ProcessEnv): { worker: string; epoch?: number } {
  const worker = required(flags.worker ?? env.RECONCILE_WORKER, '--worker', 'a claim needs its worker');
  const inherited = env.RECONCILE_WORKER === worker ? env.RECONCILE_EPOCH : undefined;
  if (inherited === undefined) return { worker };
  if (/^\d+$/.test(inherited)) return { worker, epoch: Number(inherited) };
  throw new Refusal('usage', { on: `RECONCILE_EPOCH=${inherited}`, hint: 'it must be a whole number' });
}

/** The same act with another payload is a contradiction, here as in `reconcile plan` (contract §3). */
function refuseOtherPayload(planned: Action, known: Action): void {
  if (planned.payloadHash === known.payloadHash) return;
  throw new Refusal('plan-conflict', {
    on: `${planned.id} in ${planned.source}`,
    hint: `${known.source} declared the same act with another payload; see \`reconcile plan --revise\``,
  });
}

async function actionOfPlan(flags: GateFlags): Promise<Action> {
  const file = required(flags.plan, 'a key', 'give one, or --plan and --action');
  const id = required(flags.action, '--action', 'name the action of the plan');
  const { readPlan } = await import('../declare/plan.js');
  const { actions } = await readPlan(file, flags.worker === undefined ? {} : { worker: flags.worker });
  const action = actions.find((candidate) => candidate.id === id);
  if (action) return action;
  throw new Refusal('unknown-action', {
    on: id,
    hint: `${file} has ${actions
      .map((each) => each.id)
      .slice(0, 20)
      .join(', ')}`,
  });
}
