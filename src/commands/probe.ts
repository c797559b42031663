/** `reconcile probe`: only ask the platforms; the ledger is read for each action's window, where there is one. */
import { judge, windowStart } from '../decide/guards.js';
import { EXIT, Refusal } from '../refusal.js';
import { iso } from '../report/build.js';
import type { Outcome } from '../report/outcome.js';
import type { ProbeReport } from '../report/report.js';
import type { Action, Chain, Millis, Reading, Sighting } from '../words.js';
import { type Context, required, withLedger } from './context.js';

export interface ProbeFlags {
  plan?: string;
  action?: string;
}

type ProbedAction = ProbeReport['actions'][number];
type ReadingReport = NonNullable<ProbedAction['reading']>;

export async function probe(context: Context, flags: ProbeFlags): Promise<Outcome> {
  const file = required(flags.plan, '--plan', 'name the plan whose platforms are asked');
  const { readPlan } = await import('../declare/plan.js');
  const chains = await chainsOf(context, file, chosen((await readPlan(file)).actions, flags.action));
  const { askPlatforms } = await import('../probe/ask-platforms.js');
  const wanted = chains
    .filter(({ action }) => action.probe !== null)
    .map((chain) => ({ action: chain.action, since: windowStart(chain), hints: [] }));
  const readings = await askPlatforms(wanted, { progress: context.progress });
  const actions = chains.map((chain) => probedAction(chain, readings.get(chain.action.key)));
  return { kind: 'probe', data: { actions }, exit: EXIT.ok };
}

function chosen(actions: Action[], id: string | undefined): Action[] {
  const some = actions.filter((action) => id === undefined || action.id === id);
  if (some.length > 0 || id === undefined) return some;
  const known = actions
    .map((action) => action.id)
    .slice(0, 20)
    .join(', ');
  throw new Refusal('unknown-action', { on: id, hint: `the plan has ${known}` });
}

/** The plan's actions as it declares them now, with what the ledger knows of them. */
async function chainsOf(context: Context, plan: string, actions: Action[]): Promise<Chain[]> {
  try {
    return await withLedger(context, { plan, readOnly: true }, async (ledger) => {
      const known = await Promise.all(actions.map(({ key }) => ledger.chain(key)));
      return actions.map((action, at) => ({ ...unknown(action), ...known[at]?.chain, action }));
    });
  } catch (error) {
    const named = context.flags.ledger ?? context.env.RECONCILE_LEDGER;
    if (!(error instanceof Refusal) || error.code !== 'no-ledger' || named !== undefined) throw error;
    return actions.map(unknown);
  }
}

function unknown(action: Action): Chain {
  return { action, attempts: [], evidence: [] };
}

function probedAction(chain: Chain, reading: Reading | undefined): ProbedAction {
  const { id, key } = chain.action;
  return { id, key, reading: reading === undefined ? null : readingReport(chain, reading) };
}

function readingReport(chain: Chain, reading: Reading): ReadingReport {
  const { complete, incompleteWhy, view, sightings, blind, requests } = reading;
  return {
    complete,
    incompleteWhy: complete ? null : incompleteWhy,
    view,
    sightings: sightings.map((sighting) => sightingReport(chain, sighting)),
    blind: blind === null ? null : { why: blind.why, retryAt: when(blind.retryAt) },
    requests: requests.map(({ url, status, at, answered }) => ({
      url,
      status,
      at: iso(at),
      ...(answered && { answered }),
    })),
  };
}

function sightingReport(chain: Chain, sighting: Sighting): ReadingReport['sightings'][number] {
  const { id, url, createdAt, author, queue, status } = sighting;
  return {
    id,
    url,
    createdAt: when(createdAt),
    author: author ?? null,
    queue: queue ?? null,
    status,
    ...judge(sighting, chain),
  };
}

/** A platform's own time may be anything. */
function when(at: Millis | null): string | null {
  return at !== null && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
