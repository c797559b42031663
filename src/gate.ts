/**
 * The only way to be allowed to dispatch an action. RUN is given only with a fresh look at the platform, taken in the
 * same call (contract §2); the look guards against what came late, the claim's atomic statement against racing workers.
 */
import { gateAnswer } from './decide/answer.js';
import { judge, readingsOf } from './decide/guards.js';
import { weigh } from './decide/weigh.js';
import { summaryOf } from './evidence.js';
import type { Author, Ledger } from './ledger/ledger.js';
import { known, look, settle } from './look.js';
import { Refusal } from './refusal.js';
import type { GateReport } from './report/report.js';
import type { Chain, Current, GateAnswer, Millis, Progress, Reading } from './words.js';

export interface GateOptions {
  /** Take the claim in the same atomic step, for this worker's start (`epoch`: the newest where left out). */
  claim?: { worker: string; epoch?: number };
  progress?: Progress;
  signal?: AbortSignal;
}

export async function gate(ledger: Ledger, key: string, options: GateOptions = {}): Promise<GateReport> {
  const [report] = await gateAll(ledger, [key], options);
  if (report === undefined) throw new Error('the gate answers every key');
  return report;
}

/** The gate for several actions: one look asks for all of them together. */
export async function gateAll(
  ledger: Ledger,
  keys: string[],
  options: GateOptions = {},
): Promise<GateReport[]> {
  const author = options.claim === undefined ? undefined : await authorOf(ledger, options.claim);
  const chains: Chain[] = [];
  for (const key of keys) {
    const { chain, current } = await known(ledger, key);
    if (gateAnswer(current) === 'RUN') chains.push(chain);
  }
  const readings = await look(ledger, chains, options);
  const reports: GateReport[] = [];
  for (const key of keys) reports.push(await answer(ledger, key, readings.get(key), author));
  return reports;
}

/** How old a look may be that lets something RUN (contract §2). */
const FRESH: Millis = 60_000;

/** For a report that says RUN: where nobody looked since the job `began`, or not lately, a look is taken. */
export async function freshAnswers(
  ledger: Ledger,
  worker: string,
  began: Millis,
  options: GateOptions = {},
): Promise<GateReport[]> {
  const stale: string[] = [];
  const from = Math.max(began, Date.now() - FRESH);
  for (const { action } of await ledger.list({ worker })) {
    const { chain, current } = await known(ledger, action.key);
    const newest = readingsOf(chain).at(-1)?.reading.at ?? Number.NEGATIVE_INFINITY;
    if (gateAnswer(current) === 'RUN' && newest < from) stale.push(action.key);
  }
  return gateAll(ledger, stale, options);
}

async function answer(
  ledger: Ledger,
  key: string,
  reading: Reading | undefined,
  author: Author | undefined,
): Promise<GateReport> {
  for (;;) {
    // A reading may turn the answer; without one there is nothing new to decide.
    const current =
      reading === undefined ? (await known(ledger, key)).current : await settle(ledger, key, 'gate');
    const { chain, basis } = await known(ledger, key);
    const said = allowed(current, chain, reading);
    const report: GateReport = {
      key,
      id: current.action.id,
      gate: said,
      state: current.state,
      reason: current.reason,
      claim: current.claim,
      look:
        reading === undefined
          ? null
          : { at: new Date(reading.at).toISOString(), result: resultOf(reading, chain) },
    };
    if (said !== 'RUN' || author === undefined) return report;
    // null: somebody wrote to this action since we read it, so everything is weighed again.
    if ((await ledger.claim(key, author, basis)) !== null) {
      return { ...report, state: 'claimed', reason: 'live-claim', claim: author };
    }
    await refuseUnlessWriter(ledger, author);
  }
}

/** What the look saw, and why a sighting does not count where it does not. */
function resultOf(reading: Reading, chain: Chain): string {
  const judged = reading.sightings.map((sighting) => judge(sighting, chain));
  const whys = judged.flatMap(({ inside, why }) => (inside ? [] : [why]));
  return [summaryOf(reading), ...new Set(whys)].join('; ');
}

/** RUN only with a complete reading that is late enough to mean something; otherwise HOLD. */
function allowed(current: Current, chain: Chain, reading: Reading | undefined): GateAnswer {
  const said = gateAnswer(current);
  if (said !== 'RUN' || chain.action.probe === null) return said;
  const fresh = reading !== undefined && reading.blind === null && reading.complete;
  return fresh && reading.at - reading.ageMs > notBefore(current, chain) ? 'RUN' : 'HOLD';
}

/** The moment after which an empty reading confirms the absence that the verdict states (contract §2). */
function notBefore({ state, reason }: Current, chain: Chain): Millis {
  if (state === 'planned') return Number.NEGATIVE_INFINITY;
  const { death, lastPossibleWrite, settleMs } = weigh(chain);
  const never = Number.POSITIVE_INFINITY;
  if (reason === 'person') return chain.evidence.findLast(({ fact }) => fact.kind === 'person')?.at ?? never;
  if (reason === 'never-left' || reason === 'wire-silent') return death?.at ?? never;
  return (lastPossibleWrite ?? never) + settleMs;
}

async function authorOf(ledger: Ledger, claim: { worker: string; epoch?: number }): Promise<Author> {
  const newest = (await ledger.starts(claim.worker)).at(-1);
  if (newest === undefined) {
    throw new Refusal('unknown-worker', {
      on: claim.worker,
      hint: 'no start of it is recorded; start it under `reconcile run`',
    });
  }
  const author = { worker: claim.worker, epoch: claim.epoch ?? newest.epoch };
  await refuseUnlessWriter(ledger, author);
  return author;
}

async function refuseUnlessWriter(ledger: Ledger, { worker, epoch }: Author): Promise<void> {
  const newest = (await ledger.starts(worker)).at(-1);
  if (newest?.epoch === epoch && !newest.fenced && newest.death === null) return;
  throw new Refusal('epoch-fenced', {
    on: `${worker}, epoch ${epoch}`,
    hint: 'it may claim nothing any more; start the worker again under `reconcile run`',
  });
}
