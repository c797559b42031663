/** `reconcile inventory`: only look. */
import { resolve } from 'node:path';
import type { Ledger } from '../ledger/ledger.js';
import { EXIT, Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import { type Context, withLedger } from './context.js';
import { patterns } from './values.js';

export interface InventoryFlags {
  cdp?: string;
  profile?: string;
  worker?: string;
  screenshots?: string;
  redact?: string[];
}

export async function inventory(context: Context, flags: InventoryFlags): Promise<Outcome> {
  const redact = patterns('--redact', flags.redact ?? []);
  const endpoint = await endpointOf(context, flags);
  const screenshots = flags.screenshots === undefined ? null : resolve(context.cwd, flags.screenshots);
  const { takeInventory } = await import('../inventory/leftover.js');
  const data = await takeInventory({ endpoint, screenshots, redact, progress: context.progress });
  return { kind: 'inventory', data, exit: EXIT.ok };
}

async function endpointOf(context: Context, flags: InventoryFlags): Promise<string> {
  const { cdp, profile, worker } = flags;
  const named = [cdp, profile, worker].filter((value) => value !== undefined);
  if (named.length !== 1)
    throw new Refusal('usage', {
      on: `${named.length} browsers named`,
      hint: 'give one of --cdp, --profile or --worker',
    });
  if (cdp !== undefined) return cdp;
  if (worker !== undefined)
    return withLedger(context, { readOnly: true }, (ledger) => newestEndpoint(ledger, worker));
  throw new Refusal('profile', {
    on: profile ?? '',
    hint: 'this version reads live browsers only: start it again and give --cdp',
  });
}

async function newestEndpoint(ledger: Ledger, worker: string): Promise<string> {
  const newest = (await ledger.starts(worker)).at(-1);
  if (!newest)
    throw new Refusal('unknown-worker', { on: worker, hint: 'no start of it is recorded: give --cdp' });
  if (!newest.browser)
    throw new Refusal('endpoint', { on: worker, hint: 'its newest start recorded no browser: give --cdp' });
  return newest.browser.endpoint;
}
