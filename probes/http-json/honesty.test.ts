/** Answers that look like "it is not there" and are not, and what proves that they are. */
import type { Reading } from '../../src/words.js';
import { readingOf, wordOf } from '../../test/probe-suite.js';
import { board, itemOf } from '../../test/support/board.js';
import { expect, listing, type Platform, send, sendJson, test } from '../../test/support/platform.js';
import httpJson from './http-json.js';

const ours = itemOf(listing());
const other = itemOf(listing({ id: '42', slug: 'other', name: 'Other' }));

function read(platform: Platform, change: Record<string, unknown>, env = {}): Promise<Reading> {
  const open = {
    headers: {},
    control: undefined,
    paging: undefined,
    url: `${platform.origin}/n/{identity.slug}`,
  };
  const of = { probe: httpJson, with: (origin: string) => board(origin, { ...open, ...change }) };
  return readingOf(of, platform, { env });
}

for (const [name, body, word] of [
  ['a list that is null', { items: null }, 'blind:shape'],
  ['an error in a 200', { error: 'try later' }, 'blind:shape'],
  ['a list that is a text', { items: 'none' }, 'blind:shape'],
  ['a renamed field', { items: [{ ...ours, title: undefined, heading: 'Acme' }] }, 'blind:shape'],
  ['an unknown status on the item', { items: [{ ...ours, state: 'frobbed' }] }, 'blind:status'],
  ['an unknown status on another item', { items: [ours, { ...other, state: 'frobbed' }] }, '1 there'],
  ['an item that has neither id nor url', { items: [{ ...ours, id: null, url: null }] }, 'blind:shape'],
  ['the page of something else', { items: other }, 'blind:unexpected'],
  ['a filter that does not filter', { items: [other] }, 'incomplete'],
  ['one object instead of a list', { items: ours }, '1 there'],
] as const) {
  test(`${name} is ${word}`, async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, body);
    expect(wordOf(await read(platform, {}))).toBe(word);
  });
}

test('without paging, an empty answer is complete only at an address of the identity', async ({
  platform,
}) => {
  platform.answer = (_, response) => sendJson(response, { items: [] });
  expect(wordOf(await read(platform, {}))).toBe('empty');
  expect(wordOf(await read(platform, { url: `${platform.origin}/n` }))).toBe('incomplete');
});

test('without paging, a next page makes it incomplete', async ({ platform }) => {
  platform.answer = (_, response) => sendJson(response, { items: [] }, { link: '</n?page=2>; rel="next"' });
  expect(wordOf(await read(platform, {}))).toBe('incomplete');
});

test('ids beyond 2^53 stay apart, and decimals stay numbers', async ({ platform }) => {
  const text =
    '{"items":[{"id":9007199254740993,"x":0.12345678901234567890,"slug":"acme","title":"Acme","state":"live"},{"id":9007199254740992,"slug":"acme","title":"Acme","state":"live"}]}';
  platform.answer = (_, response) => send(response, 200, 'application/json', text);
  const { sightings } = await read(platform, {});
  expect(sightings.map(({ id }) => id)).toEqual(['9007199254740993', '9007199254740992']);
});

for (const [given, at] of [
  ['2026-11-29T10:00:00+02:00', Date.UTC(2026, 10, 29, 8)],
  ['2026-11-29 10:00:00 UTC', Date.UTC(2026, 10, 29, 10)],
  ['Sun, 29 Nov 2026 10:00:00 GMT', Date.UTC(2026, 10, 29, 10)],
  [1_795_946_400, 1_795_946_400_000],
  [1_795_946_400_123, 1_795_946_400_123],
  ['2026-11-29T10:00:00', null],
  ['2026-11-29', null],
  ['yesterday', null],
  [0, null],
] as const) {
  test(`a creation time of ${given} is ${at === null ? 'none' : 'an instant'}`, async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, { items: [{ ...ours, created_at: given }] });
    expect((await read(platform, {})).sightings[0]?.createdAt).toBe(at);
  });
}

test.describe('with a credential', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a plan's way to name an environment variable
  const headers = { authorization: 'Bearer ${BOARD_TOKEN}' };
  const env = { BOARD_TOKEN: 'good-token' };

  test('an empty answer without a control proves nothing', async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, { items: [] });
    expect(wordOf(await read(platform, { headers }, env))).toBe('blind:unproven');
  });

  test('a control of 0 proves nothing', async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, { items: [], total: 0 });
    expect(wordOf(await read(platform, { headers, control: { expect: 'total' } }, env))).toBe(
      'blind:unproven',
    );
  });

  for (const [name, first, word] of [
    ['nothing', [other], 'blind:unproven'],
    ['no whole list', [ours], '1 there'],
  ] as const) {
    test(`a control that a later page lacks proves ${name}`, async ({ platform }) => {
      let lost = true;
      platform.answer = (_, response, url) => {
        const page = Number(url.searchParams.get('page'));
        const me = page === 2 && lost ? null : 'me';
        sendJson(response, { me, pages: 2, items: page === 1 ? first : [] });
      };
      const url = `${platform.origin}/n?page={page}`;
      const paging = { by: 'page', last: 'pages' };
      const change = { headers, control: { expect: 'me' }, url, paging };
      const reading = await read(platform, change, env);
      expect([wordOf(reading), reading.complete, reading.seesReview]).toEqual([word, false, false]);
      lost = false;
      expect((await read(platform, change, env)).complete).toBe(true);
    });
  }

  const TROUBLED = [
    { errors: [{ message: 'timed out' }] },
    { error: 'busy' },
    { partial: true },
    { incomplete_results: true },
  ];
  for (const trouble of TROUBLED) {
    test(`an answer with ${JSON.stringify(trouble)} is no empty one, and never the whole`, async ({
      platform,
    }) => {
      let items: unknown[] = [];
      platform.answer = (_, response) => sendJson(response, { items, ...trouble });
      expect(wordOf(await read(platform, {}, env))).toBe('blind:unexpected');
      items = [ours];
      const reading = await read(
        platform,
        { url: `${platform.origin}/n?page={page}`, paging: { by: 'page' } },
        env,
      );
      expect([wordOf(reading), reading.complete]).toEqual(['1 there', false]);
      platform.answer = (_, response) =>
        sendJson(response, { items: [], errors: [], error: null, partial: false });
      expect(wordOf(await read(platform, {}, env))).toBe('empty');
    });
  }

  test('a control at its own address makes "no such thing" an answer', async ({ platform }) => {
    let me: unknown = { login: 'me' };
    platform.answer = (_, response, url) =>
      url.pathname === '/me' ? sendJson(response, me) : send(response, 404, 'application/json', '{}');
    const control = { expect: 'login', url: `${platform.origin}/me` };
    const change = { headers, control, missing: [404] };
    expect(wordOf(await read(platform, change, env))).toBe('empty');
    me = { login: null };
    expect(wordOf(await read(platform, change, env))).toBe('blind:unproven');
  });

  test('a sighting under an unproven credential is one, but does not cover everything', async ({
    platform,
  }) => {
    platform.answer = (_, response) => sendJson(response, { items: [ours] });
    const reading = await read(platform, { headers }, env);
    expect([wordOf(reading), reading.complete, reading.seesReview]).toEqual(['1 there', false, false]);
  });

  test('it sees what waits for a moderator where the plan lists the words for it', async ({ platform }) => {
    platform.answer = (_, response) => sendJson(response, { items: [ours], me: 'me' });
    const control = { expect: 'me' };
    const reading = await read(platform, { headers, control }, env);
    expect([reading.seesReview, reading.view, reading.complete]).toEqual([true, 'owner', true]);
    const blindToIt = await read(platform, { headers, control, status: { live: ['live'] } }, env);
    expect(blindToIt.seesReview).toBe(false);
  });
});
