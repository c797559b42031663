/** From the ledger's values to the documents of contract §7 and §9: the edge where times become ISO 8601. */
import { gateAnswer } from '../decide/answer.js';
import type { Ledger } from '../ledger/ledger.js';
import { Refusal } from '../refusal.js';
import type { Chain, Current, Draft, Evidence, Millis } from '../words.js';
import { STATES } from '../words.js';
import type { ActionReport, ActionStatus, EvidenceReport, Iso, ShowReport, Summary } from './report.js';

export function iso(at: Millis): Iso {
  return new Date(at).toISOString();
}

export function statusOf(current: Current): ActionStatus {
  const { action, state, reason, nextLook } = current;
  return {
    key: action.key,
    id: action.id,
    worker: action.worker,
    kind: action.kind,
    platform: action.platform,
    account: action.account,
    identity: action.identity,
    state,
    reason,
    url: current.url,
    since: iso(current.since),
    nextLook: nextLook === null ? null : iso(nextLook),
    gate: gateAnswer({ state, reason, nextLook }),
  };
}

export function actionReport(chain: Chain, current: Current): ActionReport {
  return { ...statusOf(current), evidence: chain.evidence.map(evidenceReport), draft: draftOf(chain) };
}

function evidenceReport(evidence: Evidence): EvidenceReport {
  const { source, at, says, summary, hash, artifact } = evidence;
  const report: EvidenceReport = { source, at: iso(at), says, summary, hash };
  return artifact === null ? report : { ...report, artifact };
}

/** The newest draft; it stays attached when its tab is gone. */
function draftOf(chain: Chain): Draft | null {
  const newest = chain.evidence.findLast(({ fact }) => fact.kind === 'draft');
  return newest?.fact.kind === 'draft' ? newest.fact.draft : null;
}

/** How many actions are in each state; every state is named, also with 0. */
export function summarise(actions: Pick<Current, 'state'>[]): Summary {
  const summary = Object.fromEntries(STATES.map((state) => [state, 0])) as Summary;
  for (const { state } of actions) summary[state] += 1;
  return summary;
}

export async function showReport(ledger: Ledger, key: string): Promise<ShowReport> {
  const found = await ledger.chain(key);
  if (!found)
    throw new Refusal('unknown-action', { on: key, hint: 'see `reconcile status` for those there are' });
  const history = await ledger.history(key);
  return {
    ...actionReport(found.chain, found.current),
    history: history.map(({ state, reason, at, by }) => ({ state, reason, at: iso(at), by })),
  };
}
