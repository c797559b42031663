/** What every command is given, and the ledger opened for as long as it is used. */
import type { Ledger } from '../ledger/ledger.js';
import { Refusal } from '../refusal.js';
import type { Output } from '../report/output.js';
import type { Current, Progress } from '../words.js';

export interface GlobalFlags {
  ledger?: string;
  json?: boolean;
  quiet?: boolean;
  color: boolean;
}

export interface Context {
  flags: GlobalFlags;
  cwd: string;
  env: NodeJS.ProcessEnv;
  output: Output;
  progress: Progress;
}

export interface LedgerNeed {
  plan?: string | undefined;
  create?: boolean;
  readOnly?: boolean;
}

export async function withLedger<T>(
  context: Context,
  need: LedgerNeed,
  use: (ledger: Ledger) => Promise<T>,
): Promise<T> {
  const { openLedger } = await import('../ledger/open.js');
  const { create = false, readOnly = false } = need;
  const ledger = await openLedger(await ledgerUrl(context, need.plan), { create, readOnly });
  try {
    return await use(ledger);
  } finally {
    await ledger.close();
  }
}

export async function ledgerUrl({ flags, env, cwd }: Context, plan?: string): Promise<string> {
  const { findLedger } = await import('../ledger/find.js');
  return findLedger({ flag: flags.ledger, env: env.RECONCILE_LEDGER, plan, cwd });
}

export function required<T>(value: T | undefined, flag: string, hint = 'see `reconcile --help`'): T {
  if (value !== undefined && value !== '') return value;
  throw new Refusal('usage', { on: `${flag} is missing`, hint });
}

/** The one action that `keyOrId` names. */
export async function oneAction(ledger: Ledger, keyOrId: string): Promise<Current> {
  const found = await ledger.find(keyOrId);
  const [first] = found;
  if (!first)
    throw new Refusal('unknown-action', { on: keyOrId, hint: 'see `reconcile status` for those there are' });
  if (found.length > 1) {
    const keys = found.map(({ action }) => `${action.key.slice(0, 12)} of ${action.worker}`).join(', ');
    throw new Refusal('unknown-action', { on: keyOrId, hint: `it could be ${keys}: give the key` });
  }
  return first;
}
