/** Lists in pages: what is read to the end, what is not, and what only looks like an end. */

import type { Reading } from '../../src/words.js';
import { readingOf, wordOf } from '../../test/probe-suite.js';
import { board, boardShows, itemOf } from '../../test/support/board.js';
import { expect, type Handler, listing, type Platform, sendJson, test } from '../../test/support/platform.js';
import httpJson from './http-json.js';

const others = Array.from({ length: 25 }, (_, n) =>
  listing({
    id: `${100 + n}`,
    slug: `other-${n}`,
    name: `Other ${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 29, 12) - n * 3_600_000).toISOString(),
  }),
);
const ours = itemOf(listing());

/** Reads a public board whose options differ in `change`. */
function read(platform: Platform, change: Record<string, unknown>, since?: number | null): Promise<Reading> {
  const open = { headers: {}, control: undefined, ...change };
  const identity = { name: 'Acme' };
  const asked = since === undefined ? { identity } : { identity, since };
  return readingOf({ probe: httpJson, with: (origin) => board(origin, open) }, platform, asked);
}

/** Pages by number, from 1; behind the last one there are empty ones. */
function pages(...all: unknown[][]): Handler {
  return (_, response, url) => {
    const items = all[Number(url.searchParams.get('page')) - 1] ?? [];
    sendJson(response, { items, pages: all.length });
  };
}

const filler = (from: number, count: number): unknown[] => others.slice(from, from + count).map(itemOf);
const unnumbered = { paging: { by: 'page' } };

test('an empty first page with more behind it is not the end', async ({ platform }) => {
  platform.answer = pages([], [ours]);
  expect(wordOf(await read(platform, {}))).toBe('1 there');
  expect(wordOf(await read(platform, unnumbered))).toBe('1 there');
});

for (const [name, count, all, word] of [
  ['-1', -1, [[]], 'blind:shape'],
  ['1.5', 1.5, [[]], 'blind:shape'],
  ['2^53', 2 ** 53, [[]], 'blind:shape'],
  ['0, and nothing there', 0, [[]], 'empty'],
  ['1, and nothing there', 1, [[]], 'empty'],
  ['3, of which the second is empty', 3, [filler(0, 2), [], filler(2, 2)], 'incomplete'],
  ['3, of which the first is empty', 3, [[], filler(0, 2), filler(2, 2)], 'incomplete'],
  ['many, and one empty after the other', 40, [[]], 'incomplete'],
] as const) {
  test(`a count of pages of ${name}, is ${word}`, async ({ platform }) => {
    platform.answer = (_, response, url) =>
      sendJson(response, { items: all[Number(url.searchParams.get('page')) - 1] ?? [], pages: count });
    const reading = await read(platform, {});
    expect([wordOf(reading), reading.complete]).toEqual([word, word === 'empty']);
    expect(platform.requests.length).toBeLessThan(6);
  });
}

test('a count of items below 0 is no count', async ({ platform }) => {
  platform.answer = (_, response) => sendJson(response, { items: [], total: -1 });
  const change = { url: `${platform.origin}/n?offset={offset}`, paging: { by: 'offset', last: 'total' } };
  expect(wordOf(await read(platform, change))).toBe('blind:shape');
});

for (const [name, next, body, word] of [
  ['null', 'next', { next: null }, 'empty'],
  ["''", 'next', { next: '' }, 'empty'],
  ['false', 'meta."next-page"', { meta: { 'next-page': false } }, 'empty'],
  ['not there', 'next', { following: 'two' }, 'incomplete'],
  ['not there, deeper', 'meta.next', { meta: {} }, 'incomplete'],
  ['without its parent', 'meta.next', { meta: null }, 'incomplete'],
  ['computed', "links[?rel=='next'].href | [0]", { links: [] }, 'empty'],
] as const) {
  test(`a first page whose next is ${name}, is ${word}`, async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, { items: [], ...body });
    const change = { url: `${platform.origin}/n?cursor={cursor}`, paging: { by: 'cursor', next } };
    expect(wordOf(await read(platform, change))).toBe(word);
  });
}

test('a last page may leave its next out where the first one had it', async ({ platform }) => {
  platform.answer = (_, response, url) =>
    sendJson(
      response,
      url.searchParams.has('cursor') ? { items: filler(2, 2) } : { items: filler(0, 2), next: 'two' },
    );
  const change = { url: `${platform.origin}/n?cursor={cursor}`, paging: { by: 'cursor', next: 'next' } };
  expect(wordOf(await read(platform, change))).toBe('empty');
});

test('a page size that the platform clamps skips nothing', async ({ platform }) => {
  const all = [...filler(0, 24), ours];
  platform.answer = (_, response, url) => {
    const offset = Number(url.searchParams.get('offset'));
    sendJson(response, { items: all.slice(offset, offset + 10), total: all.length });
  };
  const url = `${platform.origin}/n?offset={offset}&limit=100`;
  for (const paging of [{ by: 'offset', last: 'total' }, { by: 'offset' }]) {
    const reading = await read(platform, { url, paging });
    expect([wordOf(reading), reading.complete]).toEqual(['1 there', true]);
  }
});

test('an item that stands on two pages is one', async ({ platform }) => {
  platform.answer = pages([...filler(0, 2), ours], [ours, ...filler(2, 2)]);
  expect(wordOf(await read(platform, {}))).toBe('1 there');
});

test('two items are two', async ({ platform }) => {
  platform.answer = pages([ours], [itemOf(listing({ id: '77' }))]);
  expect(wordOf(await read(platform, {}))).toBe('2 there');
});

test('a list from which something was deleted while it was read is not complete', async ({ platform }) => {
  let asked = 0;
  platform.answer = (_, response, url) => {
    const all = [...filler(0, 4), ...filler(5, 3)].slice(asked++ === 0 ? 0 : 1);
    const page = Number(url.searchParams.get('page'));
    sendJson(response, { items: all.slice((page - 1) * 4, page * 4), pages: 2 });
  };
  expect(wordOf(await read(platform, {}))).toBe('incomplete');
});

test('something new on top while the list is read does no harm', async ({ platform }) => {
  let asked = 0;
  platform.answer = (_, response, url) => {
    const all = asked++ === 0 ? filler(1, 8) : filler(0, 9);
    const page = Number(url.searchParams.get('page'));
    sendJson(response, { items: all.slice((page - 1) * 4, page * 4), pages: Math.ceil(all.length / 4) });
  };
  expect(wordOf(await read(platform, {}))).toBe('empty');
});

for (const [name, next] of [
  ['goes round in circles', (cursor: string) => (cursor === 'b' ? 'a' : cursor === 'a' ? 'b' : 'a')],
  ['never ends', (cursor: string) => `${cursor}x`],
] as const) {
  test(`a cursor that ${name} ends as incomplete`, async ({ platform }) => {
    let made = 0;
    platform.answer = (_, response, url) =>
      sendJson(response, {
        items: [{ ...ours, id: made++, title: 'Other' }],
        next: next(url.searchParams.get('cursor') ?? ''),
      });
    const change = { url: `${platform.origin}/n?cursor={cursor}`, paging: { by: 'cursor', next: 'next' } };
    expect(wordOf(await read(platform, change))).toBe('incomplete');
    expect(platform.requests.length).toBeLessThan(60);
    expect(platform.requests[0]?.url).not.toContain('cursor');
  });
}

test('a platform that ignores the page number ends as incomplete', async ({ platform }) => {
  platform.answer = (_, response) => sendJson(response, { items: filler(0, 5) });
  expect(wordOf(await read(platform, unnumbered))).toBe('incomplete');
});

test('cursors and links are followed to the end', async ({ platform }) => {
  platform.answer = (_, response, url) => {
    const second = url.searchParams.get('cursor') === 'two' || url.searchParams.has('p2');
    const headers: Record<string, string> = second
      ? {}
      : { link: '</n?p0>; rel="prev", </n?p2=,>; title="a, b"; rel="last next"' };
    sendJson(response, { items: second ? [ours] : filler(0, 2), next: second ? null : 'two' }, headers);
  };
  const byCursor = { url: `${platform.origin}/n?cursor={cursor}`, paging: { by: 'cursor', next: 'next' } };
  const byLink = { url: `${platform.origin}/n`, paging: { by: 'link' } };
  for (const change of [byCursor, byLink]) {
    const reading = await read(platform, change);
    expect([wordOf(reading), reading.complete]).toEqual(['1 there', true]);
  }
});

test('a next page on another origin is not asked', async ({ platform }) => {
  platform.answer = (_, response) =>
    sendJson(response, { items: [] }, { link: `<${platform.otherOrigin}/n>; rel=next` });
  expect(wordOf(await read(platform, { url: `${platform.origin}/n`, paging: { by: 'link' } }))).toBe(
    'blind:redirect',
  );
  expect(platform.requests).toHaveLength(1);
});

test('a page that fails makes nothing empty, and what was seen before it counts', async ({ platform }) => {
  const failing =
    (first: unknown[]): Handler =>
    (request, response, url) => {
      if (url.searchParams.get('page') === '2') response.writeHead(500).end();
      else pages(first, [])(request, response, url);
    };
  platform.answer = failing([]);
  expect(wordOf(await read(platform, {}))).toBe('blind:500');
  platform.answer = failing([ours]);
  const reading = await read(platform, {});
  expect([wordOf(reading), reading.complete]).toEqual(['1 there', false]);
});

test.describe('newest: true', () => {
  const since = Date.UTC(2026, 10, 29, 9);
  const newest = { paging: { by: 'page', last: 'pages', newest: true } };

  test('stops where the window starts', async ({ platform }) => {
    platform.answer = boardPages(others, 10);
    const reading = await read(platform, newest, since);
    expect([wordOf(reading), reading.since]).toEqual(['empty', since]);
    expect(platform.requests).toHaveLength(1);
  });

  test('reads on where the list is not newest first', async ({ platform }) => {
    platform.answer = boardPages([...others].reverse(), 10);
    const reading = await read(platform, newest, since);
    expect([wordOf(reading), reading.since]).toEqual(['empty', null]);
    expect(platform.requests.length).toBeGreaterThanOrEqual(3);
  });

  test('reads on where the action may be of any age', async ({ platform }) => {
    platform.answer = boardPages(others, 10);
    expect(wordOf(await read(platform, newest, null))).toBe('empty');
    expect(platform.requests.length).toBeGreaterThanOrEqual(3);
  });
});

function boardPages(all: typeof others, size: number): Handler {
  const shows = boardShows(all, { size });
  return (request, response, url) => {
    request.headers.authorization = 'Bearer good-token';
    shows(request, response, url);
  };
}
