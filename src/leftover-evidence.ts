/** Writes what the leftover shows into the chains of the actions that it speaks about. Writing it twice adds nothing. */
import { isDeepStrictEqual } from 'node:util';
import { track } from './decide/guards.js';
import { browserEvidence, draftEvidence, note, tabEvidence } from './evidence.js';
import { findDraft } from './inventory/draft.js';
import { submittedEntries, unansweredForms, visitedByForm } from './inventory/submitted.js';
import type { Ledger } from './ledger/ledger.js';
import type { Leftover } from './leftover.js';
import { notes } from './leftover-notes.js';
import { pushEvidence } from './pushed.js';
import { matchesUrl } from './wire/match.js';
import type { Chain, Evidence, Fact, Millis, NewEvidence, Start } from './words.js';

const MOST_REQUESTS = 20;

/** What the browser, the files, the repos and the log say, for every action that may have been attempted. */
export async function writeDownLeftover(ledger: Ledger, chains: Chain[], leftover: Leftover): Promise<void> {
  const { inventory, browser } = leftover;
  const worker = chains[0]?.attempts.at(-1)?.worker;
  const others = worker === undefined ? [] : (await ledger.list({ worker })).map(({ action }) => action);
  for (const chain of chains) {
    const draft = findDraft(chain.action, inventory.tabs, others);
    const seen = [
      browserEvidence(browser),
      ...(draft === null ? [] : [draftEvidence(draft, inventory.at)]),
      ...requestNotes(chain, leftover),
      ...pushEvidence(chain, inventory.repos),
      ...unknowns(leftover),
      ...notes(leftover),
    ];
    await appendNew(ledger, chain, seen);
  }
}

/**
 * Forms that were submitted to an action's address (decision row 16). Asked again after every look at the platforms:
 * a page that proves to be another action's sighting explains itself.
 */
export async function writeDownSubmits(
  ledger: Ledger,
  chains: Chain[],
  all: Chain[],
  starts: Start[],
  { inventory }: Leftover,
): Promise<void> {
  for (const chain of chains) {
    const epoch = chain.attempts.at(-1)?.epoch;
    const baseline = starts.find((start) => start.epoch === epoch)?.tabBaseline ?? [];
    const others = all
      .filter(({ action }) => action.key !== chain.action.key)
      .map((other) => ({
        key: other.action.key,
        identity: other.action.identity,
        sightingUrls: sightingUrls(other),
      }));
    const { tabs, profile } = inventory;
    const from = { since: chain.attempts.at(-1)?.openedAt ?? null, sent: profile?.submitted ?? [] };
    const seen = [...tabs, ...visitedByForm(profile, tabs)];
    const entries = [
      ...submittedEntries(chain.action, others, seen, new Set(baseline), from),
      ...unansweredForms(chain.action, others, tabs, from),
    ];
    await appendNew(
      ledger,
      chain,
      entries.map((entry) => tabEvidence(entry, inventory.at, profile === null ? 'tab' : 'profile')),
    );
  }
}

/** Addresses at which the platform's API has shown this action; what a tab shows is never among them. */
function sightingUrls(chain: Chain): string[] {
  const ours = track(chain).filter(({ place }) => place !== 'excluded');
  return ours.flatMap(({ sighting }) => (sighting.url === null ? [] : [sighting.url]));
}

/** Requests to the effect's address of which the page itself or the browser's log tells. Neither decides anything. */
function requestNotes({ action, attempts }: Chain, { inventory }: Leftover): NewEvidence[] {
  const { effect } = action;
  if (effect === null) return [];
  const { at, tabs, profile } = inventory;
  const since = attempts.at(-1)?.openedAt ?? 0;
  const ours = (one: { url: string; at: Millis | null }) =>
    (one.at === null || one.at >= since) && matchesUrl(effect.url, one.url);
  const logged = (profile?.requests ?? []).filter((one) => ours(one) && one.method === effect.method);
  return [
    ...tabs
      .flatMap(({ timeline }) => timeline)
      .filter(ours)
      .map(({ type, url, status }) =>
        note('tab', at, `a page's timeline tells of a ${type} to ${url}, ${answerOf(status)}`),
      ),
    ...logged.map(({ method, url, status, open }) =>
      note(
        'netlog',
        at,
        `the network log tells of ${method} ${url}, ${open ? 'still open' : answerOf(status)}`,
      ),
    ),
  ].slice(0, MOST_REQUESTS);
}

/** What could not be learned, and so speaks for nothing. */
function unknowns({ inventory: { at, profile }, since }: Leftover): NewEvidence[] {
  const unread = (profile?.sources ?? []).filter(({ modified, why }) => modified !== null && why !== null);
  const begun = 'nobody knows when the worker began: files and commits of any time are listed';
  return [
    ...unread.map(({ file, why }) => note('profile', at, `${file} of the browser could not be read: ${why}`)),
    ...(since === null ? [note('worker', at, begun)] : []),
  ];
}

function answerOf(status: number | null): string {
  return status === null ? 'without an answer' : `answered ${status}`;
}

/** Adds what differs from the last evidence of its kind in the current attempt. */
async function appendNew(ledger: Ledger, chain: Chain, seen: NewEvidence[]): Promise<void> {
  const token = chain.attempts.at(-1)?.token ?? null;
  const own = chain.evidence.filter(({ attempt }) => attempt === token);
  const fresh = seen.filter((one) => isNews(own, one));
  if (fresh.length > 0) await ledger.append(chain.action.key, fresh);
}

function isNews(own: Evidence[], one: NewEvidence): boolean {
  const last = own.findLast((old) => sameSubject(old, one));
  return last === undefined || !isDeepStrictEqual(content(last.fact), content(one.fact));
}

function sameSubject(old: Evidence, one: NewEvidence): boolean {
  if (old.source !== one.source || old.fact.kind !== one.fact.kind) return false;
  if (old.fact.kind === 'tab' && one.fact.kind === 'tab') return old.fact.entry === one.fact.entry;
  if (old.fact.kind === 'request' && one.fact.kind === 'request')
    return old.fact.request.id === one.fact.request.id;
  // Notes have no identity but their text.
  return old.fact.kind !== 'note' || old.summary === one.summary;
}

/** The moment of each look at the browser is no news: what counts is the first quiet one. */
function content(fact: Fact): unknown {
  return fact.kind === 'browser' ? { ...fact, at: null } : fact;
}
