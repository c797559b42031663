/** What the rows of the decision table ask about, drawn from one action's chain. Pure. */
import type { Attempt, Chain, Coverage, Evidence, Fact, Millis, WireRequest } from '../words.js';
import { readingsOf, type SeenReading, same, type Tracked, track } from './guards.js';

export type FactOf<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;

export interface Weighed {
  chain: Chain;
  attempt: Attempt | null;
  readings: SeenReading[];
  /** Every distinct sighting, including those that count no more. */
  tracked: Tracked[];
  /** Sightings that count: no later complete reading lacks them, no guard excludes them. */
  counted: Tracked[];
  death: FactOf<'death'>['death'] | null;
  /** A worker of the library has ended its attempt itself. */
  ended: boolean;
  browser: FactOf<'browser'> | null;
  lastPossibleWrite: Millis | null;
  requests: WireRequest[];
  coverage: Coverage | null;
  /** Forms submitted to the effect's URL that no other action explains. */
  submittedTabs: FactOf<'tab'>[];
  person: FactOf<'person'> | null;
  settleMs: Millis;
}

export function weigh(chain: Chain): Weighed {
  const attempt = chain.attempts.at(-1) ?? null;
  const token = attempt?.token ?? null;
  const own = chain.evidence.filter((one) => one.attempt === token);
  const readings = readingsOf(chain);
  const tracked = track(chain);
  const death = factsOf(own, 'death').at(-1)?.death ?? null;
  const requests = latestBy(factsOf(own, 'request'), ({ request }) => request.id).map((fact) => fact.request);
  return {
    chain,
    attempt,
    readings,
    tracked,
    counted: tracked.filter(({ place, lackedBy }) => place !== 'excluded' && lackedBy.length === 0),
    death,
    ended: factsOf(own, 'report').some(({ outcome }) => outcome !== 'begun'),
    browser: factsOf(own, 'browser').at(-1) ?? null,
    lastPossibleWrite: lastPossibleWrite(death?.at ?? null, factsOf(own, 'browser'), requests),
    requests,
    coverage: factsOf(own, 'coverage').at(-1)?.coverage ?? null,
    submittedTabs: latestBy(factsOf(own, 'tab'), ({ entry }) => entry).filter(
      (tab) => tab.explainedBy === null,
    ),
    person: personsWord(own, chain, tracked),
    settleMs: chain.action.probe?.settleMs ?? 0,
  };
}

function factsOf<Kind extends Fact['kind']>(evidence: Evidence[], kind: Kind): FactOf<Kind>[] {
  return evidence.flatMap(({ fact }) => (fact.kind === kind ? [fact as FactOf<Kind>] : []));
}

function latestBy<T>(facts: T[], name: (fact: T) => string): T[] {
  return [...new Map(facts.map((fact) => [name(fact), fact])).values()];
}

/**
 * Latest of: proof of death, answer to the last matching request, browser quiesced or dead. Unknown (null) without a
 * proof of death, and until somebody has looked at the leftover and found nothing in flight.
 */
function lastPossibleWrite(
  death: Millis | null,
  browser: FactOf<'browser'>[],
  requests: WireRequest[],
): Millis | null {
  const busy = browser.findLastIndex(({ quiet }) => !quiet);
  const quiet = browser.slice(busy + 1).find(({ at }) => death !== null && at >= death);
  const last = browser.at(-1);
  // Without a browser something else of the worker may still be under way.
  const dead = last?.alive === false && last.quiet ? last : undefined;
  const settled = quiet ?? dead;
  if (death === null || settled === undefined) return null;
  const answers = requests.map(({ answer, failed }) => answer?.at ?? failed?.at ?? 0);
  return Math.max(death, settled.at, ...answers);
}

/** The last word of a person on this attempt, if nothing came since that the ledger did not hold then. */
function personsWord(own: Evidence[], chain: Chain, tracked: Tracked[]): FactOf<'person'> | null {
  const word = own.findLast(({ fact }) => fact.kind === 'person');
  if (word?.fact.kind !== 'person') return null;
  const newSighting = tracked.some(
    ({ firstSeenSeq, place }) => place !== 'excluded' && firstSeenSeq > word.seq,
  );
  const known = chain.evidence.filter(({ seq }) => seq < word.seq);
  const newRequest = own.some(
    ({ seq, fact }) =>
      seq > word.seq &&
      fact.kind === 'request' &&
      !known.some((old) => old.fact.kind === 'request' && old.fact.request.id === fact.request.id),
  );
  return newSighting || newRequest || newlyRemoved(chain, word.seq) ? null : word.fact;
}

/** An item that the ledger knew as live when the person spoke, and that was removed since. */
function newlyRemoved(chain: Chain, since: number): boolean {
  const all = readingsOf(chain).flatMap(({ seq, reading }) =>
    reading.sightings.map((sighting) => ({ seq, sighting })),
  );
  const removed = all.filter(({ sighting }) => sighting.status === 'removed');
  return removed.some(
    ({ seq, sighting }) =>
      seq > since && !removed.some((old) => old.seq < since && same(old.sighting, sighting)),
  );
}
