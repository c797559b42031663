/** Facts as evidence: what each one says and how it is summed up in a line for people. */
import { countFilled } from './inventory/draft-field.js';
import type { Draft, Fact, Millis, NewEvidence, Reading, Says } from './words.js';

type TabFact = Extract<Fact, { kind: 'tab' }>;
type BrowserFact = Extract<Fact, { kind: 'browser' }>;

export function readingEvidence(reading: Reading): NewEvidence {
  const says: Says = reading.sightings.some(({ status }) => status === 'live')
    ? 'happened'
    : reading.sightings.length > 0
      ? 'partly'
      : 'unknown';
  return {
    source: 'probe',
    at: reading.at,
    says,
    summary: summaryOf(reading),
    fact: { kind: 'reading', reading },
  };
}

/** What one reading saw, in a few words. */
export function summaryOf(reading: Reading): string {
  if (reading.blind !== null) return `the platform could not be read (${reading.blind.why})`;
  const copy = reading.ageMs > 0 ? `; a cache's copy, ${Math.round(reading.ageMs / 1000)} s old` : '';
  const why = reading.incompleteWhy ?? 'not everything was covered';
  const coverage = `${reading.complete ? 'complete' : `incomplete: ${why}`}${copy}`;
  if (reading.sightings.length === 0) return `nothing there (${coverage})`;
  const seen = reading.sightings
    .map(({ status, url, id }) => `${status} ${url ?? id ?? ''}`.trim())
    .join(', ');
  return `${reading.sightings.length} there: ${seen} (${coverage})`;
}

export function browserEvidence(fact: Omit<BrowserFact, 'kind'>): NewEvidence {
  const summary = fact.alive
    ? fact.quiet
      ? 'the leftover browser is alive; nothing is in flight in its tabs'
      : `the leftover browser is alive and may still send: ${fact.why ?? 'something is in flight'}`
    : `no browser is left${fact.quiet ? ':' : ', but'} ${fact.why ?? 'it is dead'}`;
  return { source: 'tab', at: fact.at, says: 'unknown', summary, fact: { kind: 'browser', ...fact } };
}

export function tabEvidence(tab: Omit<TabFact, 'kind'>, at: Millis, source: 'tab' | 'profile'): NewEvidence {
  const whose = tab.explainedBy === null ? '' : '; that belongs to another action';
  return {
    source,
    at,
    says: tab.explainedBy === null ? 'partly' : 'unknown',
    summary: `${source === 'tab' ? 'a tab shows' : 'the profile tells of'} a form submitted to ${tab.url}, ${tab.ledTo === null ? 'without an answer' : `which led to ${tab.ledTo}`}${whose}`,
    fact: { kind: 'tab', ...tab },
  };
}

export function draftEvidence(draft: Draft, at: Millis): NewEvidence {
  const form = `a form at ${draft.url}`;
  const { typed, unclear, all } = countFilled(draft.fields);
  const of = `of ${all} field${all === 1 ? '' : 's'}`;
  const alsoUnclear = unclear === 0 ? '' : `, ${unclear} more typed into or filled from the start`;
  const untouched =
    unclear === 0
      ? 'nothing is known to be typed into it'
      : `${unclear} ${of} typed into or filled from the start`;
  return {
    source: 'tab',
    at,
    says: 'unknown',
    summary:
      typed > 0
        ? `${form} is half-filled: ${typed} ${of} typed into${alsoUnclear}`
        : `${form} holds what names the action: ${untouched}`,
    fact: { kind: 'draft', draft },
  };
}

export function note(
  source: NewEvidence['source'],
  at: Millis,
  summary: string,
  artifact?: string,
): NewEvidence {
  return {
    source,
    at,
    says: 'unknown',
    summary,
    fact: { kind: 'note', about: source },
    artifact: artifact ?? null,
  };
}
