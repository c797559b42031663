/** Visits, downloads, submitted fields and cookies: what is asked of each database, and what its numbers mean. */
import type { ProfileRecord } from '../inventory.js';
import type { Clean } from './clean.js';
import { numberIn, type Reader, type Row, textIn } from './database.js';
import { fromMicros, fromSeconds } from './times.js';
import { ledOn, transitionWord } from './transitions.js';

const MAX_ROWS = 2_000;
const NO_VALUE = 8_000;

type Kept = Pick<ProfileRecord, 'visits' | 'downloads'>;

export function historyIn(db: Reader, clean: Clean): Kept {
  const visits = db.rows({ name: 'visits', needs: ['url', 'visit_time', 'transition'] }, MAX_ROWS);
  const urls = { name: 'urls', needs: ['url'], wants: ['title'] };
  return {
    visits: visits.flatMap((visit) => {
      const at = fromMicros(numberIn(visit, 'visit_time'));
      const page = at === null ? null : db.row(urls, visit.url);
      return at === null || page === null ? [] : [visitOf(visit, page, at, clean)];
    }),
    downloads: downloadsIn(db, clean),
  };
}

function visitOf(visit: Row, page: Row, at: number, clean: Clean): ProfileRecord['visits'][number] {
  // The low 32 bits, whichever sign they were written with.
  const bits = numberIn(visit, 'transition') | 0;
  const transition = transitionWord(bits);
  return {
    url: clean.url(textIn(page, 'url')),
    title: clean.text(textIn(page, 'title')),
    at,
    transition,
    // A form's GET has the same transition as its POST.
    formPost: transition === 'form_submit' ? null : false,
    redirected: ledOn(bits),
  };
}

const STATES = ['in-progress', 'complete', 'cancelled', 'interrupted', 'interrupted'];

function downloadsIn(db: Reader, clean: Clean): ProfileRecord['downloads'] {
  const needs = ['id', 'target_path', 'start_time', 'received_bytes', 'state'];
  const found = db.rows({ name: 'downloads', needs, wants: ['tab_url'] }, MAX_ROWS);
  if (found.length === 0) return [];
  const chains = db.rows({ name: 'downloads_url_chains', needs: ['id', 'chain_index', 'url'] }, 4 * MAX_ROWS);
  const last = new Map<number, Row>();
  for (const link of chains) {
    const id = numberIn(link, 'id');
    const known = last.get(id);
    if (!known || numberIn(link, 'chain_index') > numberIn(known, 'chain_index')) last.set(id, link);
  }
  return found.flatMap((row) => {
    const at = fromMicros(numberIn(row, 'start_time'));
    if (at === null) return [];
    const from = last.get(numberIn(row, 'id'));
    return {
      url: clean.url(from ? textIn(from, 'url') : textIn(row, 'tab_url')),
      path: clean.text(textIn(row, 'target_path')),
      state: STATES[numberIn(row, 'state')] ?? 'unknown',
      bytes: numberIn(row, 'received_bytes'),
      at,
    };
  });
}

/** Autofill keeps times in seconds, from 1970. */
export function autofillIn(db: Reader, clean: Clean): ProfileRecord['submitted'] {
  const needs = ['name', 'value', 'date_created', 'date_last_used'];
  return db.rows({ name: 'autofill', needs }, MAX_ROWS).flatMap((row) => {
    const [name, value] = [textIn(row, 'name'), textIn(row, 'value')];
    const firstAt = fromSeconds(numberIn(row, 'date_created'));
    if (firstAt === null) return [];
    const lastAt = fromSeconds(numberIn(row, 'date_last_used')) ?? firstAt;
    const redacted = value.length > NO_VALUE || clean.secret(name, 'text', [value]);
    const kept = { name: clean.text(name), value: redacted ? null : value, redacted };
    return [{ ...kept, firstAt, lastAt }];
  });
}

/** The columns that hold values are not even asked for. */
export function cookiesIn(db: Reader, clean: Clean): ProfileRecord['cookies'] {
  const needs = ['host_key', 'name', 'creation_utc', 'expires_utc', 'last_access_utc'];
  return db.rows({ name: 'cookies', needs }, MAX_ROWS).flatMap((row) => {
    const createdAt = fromMicros(numberIn(row, 'creation_utc'));
    if (createdAt === null) return [];
    return {
      host: clean.text(textIn(row, 'host_key')),
      name: clean.text(textIn(row, 'name')),
      createdAt,
      lastUsedAt: fromMicros(numberIn(row, 'last_access_utc')) ?? createdAt,
      expiresAt: fromMicros(numberIn(row, 'expires_utc')),
    };
  });
}
