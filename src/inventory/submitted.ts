/**
 * Tab history that shows an effect's URL reached by a form submit (contract §5, row 16). Pure. It holds its action
 * back, so whatever explains it must be telling: where in doubt it is not explained.
 */

import { matchesUrl, sameText } from '../wire/match.js';
import type { Action, Fact, Identity, Millis } from '../words.js';
import type { Control, HistoryItem, ProfileRecord, Tab } from './inventory.js';
import { isTelling, valuesOf } from './values.js';

export type Submitted = Omit<Extract<Fact, { kind: 'tab' }>, 'kind'>;

export interface Other {
  key: string;
  identity: Identity;
  /** Where the platform's API has shown it. */
  sightingUrls: string[];
}

/** What a dead browser's profile adds. */
export interface FromProfile {
  /** The attempt's opening. A live tab's history has no times: there the baseline tells what was there before. */
  since: Millis | null;
  /** Fields of forms that were sent. */
  sent: ProfileRecord['submitted'];
}

const NOTHING: FromProfile = { since: null, sent: [] };

/** `baseline`: `targetId:entryId` of what was there before the attempt. */
export function submittedEntries(
  action: Action,
  others: Other[],
  tabs: Pick<Tab, 'targetId' | 'history' | 'frames'>[],
  baseline: ReadonlySet<string>,
  { since, sent }: FromProfile = NOTHING,
): Submitted[] {
  const { effect } = action;
  if (!effect) return [];
  return tabs.flatMap((tab) =>
    tab.history.flatMap((item) => {
      const entry = `${tab.targetId}:${item.entryId}`;
      if (item.transition !== 'form_submit' || baseline.has(entry)) return [];
      if (item.at !== null && since !== null && item.at < since) return [];
      // After a redirect the entry's URL is the last one; the browser keeps the first one too.
      const url = [item.userTypedUrl, item.url].find((address) => matchesUrl(effect.url, address));
      if (url === undefined) return [];
      const explainedBy =
        bySighting(effect.url, item.url, others) ??
        byFields(action, others, [...texts(tab, item, url), ...sentWith(item, sent)]);
      return [{ entry, url, ledTo: item.url, explainedBy }];
    }),
  );
}

/**
 * Forms of a dead browser that were sent and never answered: no entry of the history tells of them, but the browser
 * keeps what is sent from its fields for the next time (autofill), and the form is still there that held it.
 */
export function unansweredForms(
  { effect, ...action }: Action,
  others: Other[],
  tabs: Tab[],
  { since, sent }: FromProfile,
): Submitted[] {
  // Autofill's times are whole seconds.
  const kept = sent.filter(
    (one) => one.action === undefined && (since === null || one.lastAt >= Math.floor(since / 1000) * 1000),
  );
  const wasSent = ({ name, dirty, value }: Control) =>
    dirty && kept.some((one) => one.name === name && one.value !== null && one.value === value);
  if (effect === null) return [];
  return tabs.flatMap(({ targetId, frames }) =>
    frames.flatMap(({ path, forms, controls }) =>
      forms.flatMap((form, index) => {
        const own = controls.filter((control) => control.form === index);
        if (!matchesUrl(effect.url, form.action) || !own.some(wasSent)) return [];
        const entry = `${targetId}:sent:${[...path, index].join('.')}`;
        const explainedBy = byFields(action, others, own.flatMap(valuesOf));
        return [{ entry, url: form.action, ledTo: null, explainedBy }];
      }),
    ),
  );
}

/** The page that it led to is another action's, and only that one's. A page at the effect's own URL is everybody's. */
function bySighting(effectUrl: string, ledTo: string, others: Other[]): Submitted['explainedBy'] {
  if (address(ledTo, true) === address(effectUrl, true)) return null;
  const shown = others.filter(({ sightingUrls }) => sightingUrls.some((url) => isPage(ledTo, url)));
  return shown.length === 1 && shown[0] ? { key: shown[0].key, by: 'sighting' } : null;
}

/** All identity values of exactly one other action stand there, and not all of this one's. */
function byFields(
  { identity }: Pick<Action, 'identity'>,
  others: Other[],
  found: string[],
): Submitted['explainedBy'] {
  if (names(identity, found)) return null;
  const named = others.filter((other) => names(other.identity, found));
  return named.length === 1 && named[0] ? { key: named[0].key, by: 'fields' } : null;
}

function names(identity: Identity, found: string[]): boolean {
  const values = Object.values(identity);
  return (
    values.some(isTelling) && values.every((value) => found.some((text) => sameText(text, String(value))))
  );
}

/**
 * Segments and query values of both addresses; of the page that is open now also its fields as the server filled them.
 * What was typed into it since then belongs to what comes next.
 */
function texts(tab: Pick<Tab, 'frames'>, item: HistoryItem, url: string): string[] {
  const controls = item.current ? tab.frames.flatMap(({ controls }) => controls) : [];
  // Of a session file nobody can tell which choices are the server's.
  const rendered = controls.filter(({ dirty, from }) => !dirty && from === 'page').flatMap(valuesOf);
  return [...parts(url), ...parts(item.url), ...rendered];
}

/** The fields that led to this entry, as the session file kept them. */
function sentWith({ at }: HistoryItem, sent: FromProfile['sent']): string[] {
  const own = sent.filter(({ action, firstAt }) => action !== undefined && firstAt === at);
  return own.flatMap(({ value }) => value ?? []);
}

/** A visit and the entry of a tab are written at nearly the same time. */
const SAME_MS = 2_000;

/**
 * Visits that forms led to, as a tab of their own: of a tab that was closed nothing else is left. The address before a
 * redirect is a visit too. What a tab's own entry tells is not told twice.
 */
export function visitedByForm(
  profile: ProfileRecord | null,
  tabs: Pick<Tab, 'history'>[],
): Pick<Tab, 'targetId' | 'history' | 'frames'>[] {
  const told = tabs.flatMap((tab) => tab.history).filter(({ transition }) => transition === 'form_submit');
  const isTold = ({ url, at }: ProfileRecord['visits'][number]) =>
    told.some(
      (entry) =>
        [entry.url, entry.userTypedUrl].includes(url) &&
        entry.at !== null &&
        Math.abs(entry.at - at) < SAME_MS,
    );
  const rest = (profile?.visits ?? []).filter((visit) => !isTold(visit));
  const history = rest.map((visit) => ({
    ...visit,
    entryId: visit.at,
    userTypedUrl: '',
    current: false,
  }));
  return history.length === 0 ? [] : [{ targetId: 'visits', history, frames: [] }];
}

function parts(text: string): string[] {
  const url = parsed(text);
  if (!url) return [];
  return [...url.pathname.split('/').map(decoded), ...url.searchParams.values()];
}

/** A sighting's own fragment must be met; otherwise a page's fragment says nothing. */
function isPage(ledTo: string, sighting: string): boolean {
  const bare = !parsed(sighting)?.hash;
  const wanted = address(sighting, bare);
  return wanted !== null && address(ledTo, bare) === wanted;
}

function address(text: string, bare: boolean): string | null {
  const url = parsed(text);
  if (url && bare) url.hash = '';
  return url?.href ?? null;
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
