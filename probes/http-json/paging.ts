/** Where a list goes on. Pure: one page in, the next place or the reason to stop out. */
import type { Blindness } from '../../src/words.js';
import { hasMember, pick } from './expression.js';
import { nextLinkOf } from './link.js';
import type { Paging } from './options.js';

export interface Place {
  /** Page number, or number of items before. */
  number: number;
  cursor: string;
  /** A whole address that the platform gave for this page. */
  address: string | null;
}

export interface Page {
  place: Place;
  /** Where it really came from; relative addresses start here. */
  url: string;
  headers: Headers;
  body: unknown;
  items: unknown[];
  /** `items` was one object, not a list. */
  single: boolean;
  /** Answered with a `missing` status. */
  missing: boolean;
}

/** What the pages before have shown. */
export interface Walk {
  pages: number;
  /** The page before this one was empty. */
  emptyBefore: boolean;
  /** Items on the fullest page so far: what the platform really gives, whatever it was asked for. */
  fullest: number;
  /** Items of this page that no page before had. */
  fresh: number;
  cursors: Set<string>;
  /** The plan's address has no place for a cursor: what the platform gives is the whole next address. */
  addressed: boolean;
}

export type Step =
  /** `gap`: read on, but it is no whole list any more. */
  | { go: Place; gap?: string }
  | { end: true }
  /** It cannot be read to its end. */
  | { stop: string }
  | { blind: Blindness };

const NOTHING_ASKED_FOR: Place = { number: 0, cursor: '', address: null };

export function firstPlace(paging: Paging | undefined): Place {
  const number = paging?.by === 'page' || paging?.by === 'offset' ? paging.start : 0;
  return { ...NOTHING_ASKED_FOR, number };
}

export function nextStep(paging: Paging, page: Page, walk: Walk): Step {
  if (walk.pages > 1 && page.items.length > 0 && walk.fresh === 0)
    return { stop: 'a page brought nothing new: the list does not move on' };
  switch (paging.by) {
    case 'page':
      return byPage(paging, page, walk);
    case 'offset':
      return byOffset(paging, page, walk);
    case 'cursor':
      return page.missing ? { stop: 'a page is missing' } : byCursor(paging.next, page, walk);
    case 'link':
      return page.missing ? { stop: 'a page is missing' } : byAddress(nextLinkOf(page.headers), page, walk);
  }
}

function byPage({ last }: Extract<Paging, { by: 'page' }>, page: Page, walk: Walk): Step {
  const { number } = page.place;
  const go = { go: { ...NOTHING_ASKED_FOR, number: number + 1 } };
  // One empty page proves no end: some platforms page first and hide afterwards. Two in a row do.
  if (last === undefined)
    return page.missing || (page.items.length === 0 && walk.emptyBefore) ? { end: true } : go;
  if (page.missing) return { stop: `page ${number} is missing, although the platform counts it` };
  const count = countOf(page.body, last);
  if (count === null) return { blind: 'shape' };
  if (number >= count) return { end: true };
  if (page.items.length > 0) return go;
  // Ours may still stand behind it: one more page is asked.
  const gap = `page ${number} is empty, although the platform counts ${count} pages`;
  return walk.emptyBefore ? { stop: gap } : { ...go, gap };
}

function byOffset({ last }: Extract<Paging, { by: 'offset' }>, page: Page, walk: Walk): Step {
  const reached = page.place.number + page.items.length;
  const empty = page.items.length === 0;
  if (last === undefined) {
    if (page.missing || (empty && walk.emptyBefore)) return { end: true };
    if (!empty && walk.emptyBefore) return { stop: 'an empty page has more behind it' };
    // After an empty page, one look further than any page reached: it has to be empty too.
    return { go: { ...NOTHING_ASKED_FOR, number: empty ? reached + Math.max(walk.fullest, 100) : reached } };
  }
  if (page.missing) return { stop: `nothing at ${reached}, although the platform counts more` };
  const count = countOf(page.body, last);
  if (count === null) return { blind: 'shape' };
  if (reached >= count) return { end: true };
  return empty
    ? { stop: `an empty page at ${reached}, although the platform counts ${count}` }
    : { go: { ...NOTHING_ASKED_FOR, number: reached } };
}

function byCursor(expression: string, page: Page, walk: Walk): Step {
  const next = pick(page.body, expression);
  if (next === null || next === '' || next === false) {
    // Many platforms leave it out on the last page. On the first one nothing shows that it is called so at all.
    const known = walk.pages > 1 || hasMember(page.body, expression);
    return known ? { end: true } : { stop: 'the answer has no next member' };
  }
  if (typeof next !== 'string' && typeof next !== 'number') return { blind: 'shape' };
  const cursor = String(next);
  if (walk.addressed) return byAddress(cursor, page, walk);
  if (walk.cursors.has(cursor)) return { stop: 'the cursor goes round in circles' };
  walk.cursors.add(cursor);
  return { go: { ...NOTHING_ASKED_FOR, cursor } };
}

/** Only on the origin that was asked: the next request carries the same headers. */
function byAddress(next: string | null, page: Page, walk: Walk): Step {
  if (next === null) return { end: true };
  if (!URL.canParse(next, page.url)) return { blind: 'shape' };
  const address = new URL(next, page.url);
  if (address.origin !== new URL(page.url).origin) return { blind: 'redirect' };
  if (walk.cursors.has(address.href)) return { stop: 'the next page goes round in circles' };
  walk.cursors.add(address.href);
  return { go: { ...NOTHING_ASKED_FOR, address: address.href } };
}

function countOf(body: unknown, last: string): number | null {
  const count = pick(body, last);
  if (typeof count !== 'number' && !(typeof count === 'string' && /^\d+$/.test(count))) return null;
  return Number.isSafeInteger(Number(count)) && Number(count) >= 0 ? Number(count) : null;
}
