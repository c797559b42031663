/** `reconcile doctor`: what this machine has and lacks. */
import type { Outcome } from '../report/outcome.js';
import { type Context, ledgerUrl } from './context.js';

export interface DoctorFlags {
  plan?: string;
}

export async function examine(context: Context, { plan }: DoctorFlags): Promise<Outcome> {
  const { doctor } = await import('../doctor.js');
  const ledger = await ledgerUrl(context, plan);
  const { report, exit } = await doctor({ ledger, plan: plan ?? null, env: context.env });
  return { kind: 'doctor', data: report, exit };
}
