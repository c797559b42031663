/** `reconcile resolve`: a person decides, and the ledger keeps whose word it is. */
import { userInfo } from 'node:os';
import { EXIT } from '../refusal.js';
import { showReport } from '../report/build.js';
import type { Outcome } from '../report/outcome.js';
import { type Context, oneAction, required, withLedger } from './context.js';
import { oneOf } from './values.js';

const WORDS = ['verified', 'absent', 'waived'] as const;

export interface ResolveFlags {
  as?: string;
  because?: string;
}

export async function decide(context: Context, keyOrId: string, flags: ResolveFlags): Promise<Outcome> {
  const as = required(oneOf('--as', flags.as, WORDS), '--as', `give one of ${WORDS.join(', ')}`);
  const because = required(flags.because?.trim(), '--because', 'say how you know it');
  return withLedger(context, {}, async (ledger) => {
    const { action } = await oneAction(ledger, keyOrId);
    const { resolve } = await import('../resolve.js');
    await resolve(ledger, action.key, { as, because, who: whoAmI() });
    return { kind: 'show', data: await showReport(ledger, action.key), exit: EXIT.ok };
  });
}

/** A container's user may have no name. */
function whoAmI(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? `uid ${process.getuid?.() ?? '?'}`;
  }
}
