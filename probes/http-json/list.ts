/** Read a list to its end, and know whether it was the end. */
import { addressKey, strayed } from '../../src/probe/address.js';
import type { Ask } from '../../src/probe/ask.js';
import { isScalar } from '../../src/probe/same.js';
import { fillUrl, placeholdersOf } from '../../src/probe/template.js';
import { type Blind, blindFor, blindOf, Trail } from '../../src/probe/trail.js';
import type { Action, Millis } from '../../src/words.js';
import { instantOf } from './date.js';
import { isTruthy, pick } from './expression.js';
import { jsonOf } from './json.js';
import { nextLinkOf } from './link.js';
import type { Options } from './options.js';
import { firstPlace, nextStep, type Page, type Place, type Walk } from './paging.js';

export interface Item {
  value: unknown;
  /** The address that it came from. */
  from: string;
}

export interface List {
  /** An item that moved to the next page while the list was read stands here twice. */
  items: Item[];
  /** The first page; null where there is none. */
  first: Page | null;
  /** Why it is not the whole list; null where it is. */
  incompleteWhy: string | null;
  /** A page could not be read. Items of the pages before it are still here. */
  blind: Blind | null;
  /** A page lacks the control that every page has to show: a session may end between two pages. */
  unproven: boolean;
  /** A page came from another address than the one asked. */
  strayed: boolean;
  /** How far back it was read; null: to its end. */
  since: Millis | null;
  trail: Trail;
}

export interface ListOf {
  options: Options;
  about: Pick<Action, 'identity' | 'account'>;
  /** Start of the window; null: look back without end. */
  since: Millis | null;
}

const MOST_PAGES = 50;
const MOST_CHARACTERS = 32 * 1024 * 1024;

export async function readList(of: ListOf, ask: Ask): Promise<List> {
  return new Reader(of, ask).read();
}

class Reader {
  readonly #list: List = {
    items: [],
    first: null,
    incompleteWhy: null,
    blind: null,
    unproven: false,
    strayed: false,
    since: null,
    trail: new Trail(),
  };
  readonly #walk: Walk;
  readonly #seen = new Set<string>();
  #characters = 0;
  /** Why it is not the whole list, although it can be read on. */
  #gap: string | null = null;

  constructor(
    readonly of: ListOf,
    readonly ask: Ask,
  ) {
    const addressed = !placeholdersOf(of.options.url).includes('cursor');
    this.#walk = { pages: 0, emptyBefore: false, fullest: 0, fresh: 0, cursors: new Set(), addressed };
  }

  async read(): Promise<List> {
    const list = this.#list;
    const { paging } = this.of.options;
    let place: Place | null = firstPlace(paging);
    while (place !== null) {
      const page = await this.#page(place);
      if ('why' in page) {
        list.blind = page;
        return list;
      }
      list.first ??= page;
      this.#add(page);
      if (paging === undefined) {
        if (nextLinkOf(page.headers) !== null) list.incompleteWhy = 'the platform has a next page';
        return list;
      }
      place = this.#next(page);
    }
    list.incompleteWhy ??= this.#gap;
    if (this.#walk.pages > 1 && list.incompleteWhy === null && list.blind === null) await this.#lookAgain();
    return list;
  }

  /** null: nothing more to read; the list says why. */
  #next(page: Page): Place | null {
    const { paging } = this.of.options;
    const list = this.#list;
    if (paging === undefined || (list.first === page && page.missing)) return null;
    if (paging.newest && this.#reachedWindowStart()) {
      list.since = this.of.since;
      return null;
    }
    const step = nextStep(paging, page, this.#walk);
    this.#walk.emptyBefore = page.items.length === 0;
    if ('stop' in step) list.incompleteWhy = step.stop;
    if ('blind' in step) list.blind = blindFor(step.blind);
    if (!('go' in step)) return null;
    if (step.gap !== undefined) this.#gap ??= step.gap;
    if (this.#walk.pages >= MOST_PAGES) list.incompleteWhy = `more than ${MOST_PAGES} pages`;
    if (this.#characters > MOST_CHARACTERS) list.incompleteWhy = 'more than can be read';
    return list.incompleteWhy === null ? step.go : null;
  }

  async #page(place: Place): Promise<Page | Blind> {
    const { options, about } = this.of;
    const { headers, missing } = options;
    const answer = await this.ask(addressOf(options.url, about, place), {
      headers,
      missing,
      accept: 'application/json',
    });
    this.#list.trail.note(answer);
    if (!answer.ok) return blindOf(answer) ?? blindFor('unexpected');
    if (strayed(answer)) this.#list.strayed = true;
    this.#characters += answer.text.length;
    const base = { place, url: answer.url, headers: answer.headers };
    if (answer.status !== 200) {
      this.#prove(null);
      return { ...base, body: null, items: [], single: false, missing: true };
    }
    const json = jsonOf(answer);
    if (!json.ok) return blindFor(json.why);
    this.#prove(json.body);
    const items = pick(json.body, options.items);
    if (items === null || typeof items !== 'object') return blindFor('shape');
    const single = !Array.isArray(items);
    if (!single && complains(json.body)) {
      if (items.length === 0) return blindFor('unexpected');
      this.#gap ??= 'the answer tells of errors, or that it is only a part';
    }
    return { ...base, body: json.body, items: single ? [items] : items, single, missing: false };
  }

  /** A control without an address of its own has to be found on each page. */
  #prove(body: unknown): void {
    const { control } = this.of.options;
    if (control === undefined || control.url !== undefined) return;
    if (!isTruthy(pick(body, control.expect))) this.#list.unproven = true;
  }

  #add(page: Page): void {
    const { fields } = this.of.options;
    this.#walk.pages += 1;
    this.#walk.fresh = 0;
    this.#walk.fullest = Math.max(this.#walk.fullest, page.items.length);
    for (const value of page.items) {
      this.#list.items.push({ value, from: page.url });
      const key = keyOf(value, fields, page.url);
      if (!this.#seen.has(key)) this.#walk.fresh += 1;
      this.#seen.add(key);
    }
  }

  /** Only where the order is proved: all dated, none newer than the one before, two of them older than the window. */
  #reachedWindowStart(): boolean {
    const { createdAt } = this.of.options.fields;
    if (this.of.since === null || createdAt === undefined) return false;
    const dates = this.#list.items.map(({ value }) => instantOf(pick(value, createdAt)));
    const start = this.of.since - Math.abs(this.#list.trail.skewMs ?? 0);
    const ordered = dates.every((date, index) => date !== null && date <= (dates[index - 1] ?? Infinity));
    return ordered && dates.filter((date) => date !== null && date < start).length >= 2;
  }

  /**
   * Something deleted while the list was read pulls the rest up: one item slips through between two pages. The first
   * page shows it: it lost something that nothing new pushed out.
   */
  async #lookAgain(): Promise<void> {
    const list = this.#list;
    const { options } = this.of;
    const again = await this.#page(firstPlace(options.paging));
    if ('why' in again) {
      list.blind = again;
      return;
    }
    const keys = (page: Page | null): string[] =>
      (page?.items ?? []).map((value) => keyOf(value, options.fields, page?.url ?? ''));
    const now = new Set(keys(again));
    const before = [...new Set(keys(list.first))];
    const pushedIn = [...now].filter((key) => !this.#seen.has(key)).length;
    const stayed = before.filter((key) => now.has(key));
    const onlyPushedOut = stayed.every((key, index) => key === before[index]);
    if (!onlyPushedOut || before.length - stayed.length > pushedIn)
      list.incompleteWhy = 'the list changed while it was read';
    this.#add(again);
  }
}

/** A cursor that is a whole parameter is left out of the first request: there is none yet. */
function addressOf(url: string, about: ListOf['about'], { number, cursor, address }: Place): string {
  if (address !== null) return address;
  const template = cursor === '' ? url.replace(/([?&])[^?&=#]+=\{cursor\}(&|(?=#|$))/, '$1') : url;
  return fillUrl(template, about, { page: String(number), offset: String(number), cursor });
}

/** Equal for two copies of one item on different pages. */
function keyOf(value: unknown, { id, url }: Options['fields'], from: string): string {
  const ownId = id === undefined ? null : pick(value, id);
  if (isScalar(ownId)) return `id:${String(ownId)}`;
  const ownUrl = url === undefined ? null : pick(value, url);
  if (typeof ownUrl === 'string' && URL.canParse(ownUrl, from))
    return `url:${addressKey(new URL(ownUrl, from).href)}`;
  return `value:${JSON.stringify(value)}`;
}

/** Many APIs answer 200 and an empty list when they could not look: what they say beside it tells. */
function complains(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const { errors, error, partial, incomplete_results } = body as Record<string, unknown>;
  const says = (what: unknown) =>
    typeof what === 'object' && what !== null ? Object.keys(what).length > 0 : Boolean(what);
  return says(errors) || says(error) || partial === true || incomplete_results === true;
}
