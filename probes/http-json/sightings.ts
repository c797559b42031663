/** Which items of a list are the wanted one. */
import { tidyUrl } from '../../src/probe/address.js';
import type { Wanted } from '../../src/probe/probe.js';
import { isScalar, type Likeness, likenessOf } from '../../src/probe/same.js';
import type { Blindness, Identity, Sighting, SightingStatus } from '../../src/words.js';
import { instantOf } from './date.js';
import { memberNamed, pick } from './expression.js';
import type { Item } from './list.js';
import type { Options } from './options.js';

export type Found =
  | { blind: Blindness }
  | {
      blind: null;
      sightings: Sighting[];
      /** Something that is not the wanted one, but nearly: "it is not there" would be rash. */
      similar: boolean;
      /** Fields of the identity in which some item differs. */
      differs: Set<string>;
    };

/** Texts longer than this are no ids, addresses or names. */
const LONGEST = 2048;

export function sightingsIn(items: Item[], { identity }: Wanted, options: Options): Found {
  if (lostField(items, identity, options)) return { blind: 'shape' };
  const found: Sighting[] = [];
  const differs = new Set<string>();
  let similar = false;
  for (const item of items) {
    const likeness = matchOf(item, identity, options, differs);
    if (likeness === 'similar') similar = true;
    if (likeness !== 'equal') continue;
    const sighting = sightingOf(item, options);
    if (typeof sighting === 'string') return { blind: sighting };
    if (!found.some((other) => isSame(other, sighting))) found.push(sighting);
  }
  return { blind: null, sightings: found, similar, differs };
}

function fieldsOf(identity: Identity, { match }: Options): [string, string][] {
  return Object.keys(identity).map((field) => [
    field,
    Object.hasOwn(match, field) ? (match[field] ?? '') : memberNamed(field),
  ]);
}

/** No item has a value where the identity's stands: the field was renamed, or this is an error in the shape of a list. */
function lostField(items: Item[], identity: Identity, options: Options): boolean {
  if (items.length === 0) return false;
  return fieldsOf(identity, options).some(([, expression]) =>
    items.every(({ value }) => !isScalar(pick(value, expression))),
  );
}

function matchOf(item: Item, identity: Identity, options: Options, differs: Set<string>): Likeness {
  let likeness: Likeness = 'equal';
  for (const [field, expression] of fieldsOf(identity, options)) {
    const one = likenessOf(identity[field] ?? '', pick(item.value, expression));
    if (one === 'different') differs.add(field);
    if (one === 'different' || likeness === 'different') likeness = 'different';
    else if (one === 'similar') likeness = 'similar';
  }
  return likeness;
}

function sightingOf({ value, from }: Item, { fields, status: words }: Options): Sighting | Blindness {
  const text = (expression: string | undefined): string | null => {
    const picked = expression === undefined ? null : pick(value, expression);
    return isScalar(picked) && picked !== '' ? String(picked) : null;
  };
  const status = fields.status === undefined ? 'live' : statusOf(text(fields.status), words);
  if (status === null) return 'status';
  const [id, url] = [text(fields.id), addressOf(text(fields.url), from)];
  const author = fields.author === undefined ? {} : { author: text(fields.author) };
  const queue = fields.queue === undefined ? {} : { queue: text(fields.queue) };
  if (id === null && url === null) return 'shape';
  if ([id, url, author.author, queue.queue].some((one) => (one?.length ?? 0) > LONGEST)) return 'shape';
  const createdAt = fields.createdAt === undefined ? null : instantOf(pick(value, fields.createdAt));
  return { id, url, createdAt, ...author, ...queue, status };
}

/** A word that the plan does not list may mean anything. */
function statusOf(word: string | null, words: Options['status']): SightingStatus | null {
  const kinds: SightingStatus[] = ['live', 'pending', 'draft', 'removed'];
  return kinds.find((kind) => word !== null && words?.[kind]?.includes(word.trim())) ?? null;
}

function addressOf(url: string | null, from: string): string | null {
  if (url === null || !URL.canParse(url, from)) return null;
  const { href, protocol } = new URL(url, from);
  return /^https?:$/.test(protocol) ? tidyUrl(href) : null;
}

function isSame(a: Sighting, b: Sighting): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id;
  return a.url !== null && a.url === b.url;
}
