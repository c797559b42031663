/** What a tab tells beside what was typed into it, as sentences: only what may matter to somebody who looks at a leftover. */
import type { Complaint, Frame, HistoryItem, Tab, TimelineRequest } from '../inventory/inventory.js';
import { hasHeld } from './frame-inputs.js';
import { count } from './lines.js';
import { when } from './profile-facts.js';
import { TABS } from './sentences.js';
import { cut, hasInput, shorten } from './unsent.js';

const MOST = 3;
const LONGEST = 200;

/** What went wrong, then what holds input, then what else has something to tell. */
export function gravestFirst(tabs: Tab[]): Tab[] {
  return [...tabs].sort((a, b) => rank(a) - rank(b));
}

/** There is nothing to say of it but its address. */
export function isPlain(tab: Tab): boolean {
  return rank(tab) === 3 && tab.screenshot === null;
}

function rank(tab: Tab): number {
  if (tab.status !== 'ok') return 0;
  if (hasInput(tab)) return 1;
  const { frames } = tab;
  const tells = frames.some((frame) => hasHeld(frame) || unreadIn(frame, tab) !== null);
  return tells || factsOf(tab).length > 0 || standingOf(tab) !== null ? 2 : 3;
}

/** Why (part of) a frame could not be read; null where it could, or where what is said of the tab tells it. */
export function unreadIn({ why, controls, path }: Frame, { status, last, ...tab }: Tab): string | null {
  if (why === null) return null;
  if (controls.length > 0) return `partly read: ${why}`;
  // Of a profile's tab its own status tells only that the browser is dead.
  const told = last === undefined && path.length === 0 && (status !== 'ok' || tab.why === why);
  return told ? null : `not read: ${why}`;
}

/** What stops it from being read or from being at rest; null where nothing does. */
export function standingOf({ status, why, dialog, loading, last, url }: Tab): string | null {
  // Of a profile's tabs the heading above them says it for all.
  if (last !== undefined && last !== 'closed' && url !== '') return null;
  if (status !== 'ok') {
    const by = dialog === null ? '' : `, ${dialog} dialog open`;
    return `${status}${by}: ${why ?? TABS[status]}`;
  }
  const parts = [...(loading ? ['still loading'] : []), ...(why === null ? [] : [why])];
  return parts.length === 0 ? null : parts.join('; ');
}

export function factsOf(tab: Tab): string[] {
  const { history, responseStatus, openSockets } = tab;
  const submits = history.filter(({ transition }) => transition === 'form_submit');
  const shown = submits.slice(-MOST).reverse();
  const told = shown.some(({ current }) => current);
  return [
    ...shown.map((item) => submitText(item, tab)),
    ...more(submits.length - shown.length, 'earlier form sent', 'earlier forms sent'),
    ...(!told && responseStatus !== null && responseStatus >= 400
      ? [`the page shown was answered HTTP ${responseStatus}`]
      : []),
    ...timelineText(tab.timeline, tab.url),
    ...complaintTexts(tab),
    ...(openSockets !== null && openSockets > 0 ? [count(openSockets, 'open socket')] : []),
  ];
}

/** Redirects keep the address that the form was sent to apart from the one that it led to. */
function submitText({ userTypedUrl, url, current, at }: HistoryItem, tab: Tab): string {
  const sentTo = userTypedUrl || url;
  const place = current && url === tab.url ? 'this page' : cut(url, LONGEST);
  const led = sentTo === url ? '' : `, led to ${place}`;
  const answer = current && tab.responseStatus !== null ? ` (HTTP ${tab.responseStatus})` : '';
  const moment = at === null ? '' : ` at ${when(at)}`;
  return `a form was sent to ${cut(sentTo, LONGEST)}${moment}${led}${answer}`;
}

/** Failures first, then the newest: their method is not told, so what they did is not known either. */
function timelineText(timeline: TimelineRequest[], page: string): string[] {
  if (timeline.length === 0) return [];
  const failed = (one: TimelineRequest): boolean =>
    one.status === null || one.status === 0 || one.status >= 400;
  const order = [...timeline].sort((a, b) => Number(failed(b)) - Number(failed(a)) || b.at - a.at);
  const shown = order.slice(0, MOST).map(({ url, status }) => `${status || 'no answer'} ${near(url, page)}`);
  const rest = timeline.length - shown.length;
  return [`background requests: ${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`];
}

/** Without what it shares with the page. */
function near(url: string, page: string): string {
  if (!URL.canParse(url) || !URL.canParse(page)) return cut(url, 100);
  const { origin } = new URL(page);
  return cut(new URL(url).origin === origin ? url.slice(origin.length) : url, 100);
}

/** What the timeline tells already is not told twice, and no page's missing icon is worth a line. */
function complaintTexts({ complaints, timeline, url: page }: Tab): string[] {
  const told = new Set(timeline.map(({ url }) => url));
  const news = complaints.filter(
    ({ url }) => url === null || !(told.has(url) || /\/favicon\.ico$/.test(url)),
  );
  const texts = [...new Set(news.map((one) => complaintText(one, page)))];
  return [...texts.slice(-MOST), ...more(texts.length - MOST, 'more logged error', 'more logged errors')];
}

/** `Uncaught at 3:14`: all that the browser tells of an error that no script caught. */
const UNCAUGHT = /^Uncaught(?: \(in promise\))?(?: at (\d+:\d+))?$/;

function complaintText({ text, url }: Complaint, page: string): string {
  const uncaught = UNCAUGHT.exec(text);
  if (uncaught !== null) {
    const script = url === null || url === page ? 'this page' : near(url, page);
    const at = uncaught[1] === undefined ? '' : ` at ${uncaught[1]}`;
    return `an error in ${script}${at} that no script caught; its text is not told`;
  }
  const short = text.replace(/^Failed to load resource: (the server responded with a status of )?/, '');
  const where = url === null || url === page ? '' : ` ${near(url, page)}`;
  return short === text
    ? `an error in the page's log: ${shorten(text, LONGEST)}${where}`
    : `failed: ${shorten(short, LONGEST)}${where}`;
}

function more(n: number, one: string, many: string): string[] {
  return n > 0 ? [`and ${count(n, one, many)}`] : [];
}
