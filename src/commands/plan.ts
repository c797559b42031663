/** `reconcile plan <file>`: give every action its key now; twice changes nothing. */
import { EXIT } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import { type Context, withLedger } from './context.js';

export interface PlanFlags {
  worker?: string;
  revise?: boolean;
}

export async function plan(context: Context, file: string, flags: PlanFlags): Promise<Outcome> {
  const { readPlan } = await import('../declare/plan.js');
  const { worker, actions } = await readPlan(
    file,
    flags.worker === undefined ? {} : { worker: flags.worker },
  );
  return withLedger(context, { plan: file, create: true }, async (ledger) => {
    const declared = await ledger.declare(worker, actions, { revise: flags.revise === true });
    const keys = declared.map(({ action, state, fresh }) => ({
      id: action.id,
      key: action.key,
      state,
      fresh,
    }));
    return { kind: 'plan', data: { worker, actions: keys }, exit: EXIT.ok };
  });
}
