/** One question to many platforms: what is asked once, and what a bad probe cannot spoil. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askPlatforms } from '../../src/probe/ask-platforms.js';
import { makeAsk } from '../../src/probe/client.js';
import type { Action } from '../../src/words.js';
import { wordOf } from '../probe-suite.js';
import { board, boardShows } from '../support/board.js';
import { directory, directoryShows } from '../support/listing-pages.js';
import { expect, listing, send, test } from '../support/platform.js';

function action(key: string, use: string, options: unknown, change: Partial<Action> = {}): Action {
  return {
    key,
    id: key,
    worker: 'w',
    kind: 'submit',
    platform: 'board.example',
    account: 'me@example.com',
    identity: { name: key },
    repeat: false,
    payloadHash: null,
    effect: null,
    probe: { use, with: options, queue: null, settleMs: 0, review: 'possible' },
    source: 'plan.yml:3',
    ...change,
  };
}

const asked = (...actions: Action[]) => actions.map((one) => ({ action: one, since: null, hints: [] }));
const ask = makeAsk({ env: { BOARD_TOKEN: 'good-token' } });

/** A probe of the user's own whose \`read\` has this body. */
function ownProbe(folder: string, body: string): string {
  const file = join(folder, 'own.mjs');
  writeFileSync(
    file,
    `export default { name: 'own', settleMs: 1, review: 'none',
      options: { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } },
      async read(batch, options, ask) { ${body} } };`,
  );
  return file;
}

const GOOD = `const good = (sightings) => ({ at: Date.now(), complete: true, incompleteWhy: null, view: 'public',
  seesReview: true, unique: false, sightings, blind: null, requests: [], ageMs: 0, skewMs: null });
  const item = (id) => ({ id, url: null, createdAt: null, status: 'live' });`;

test('one list answers all actions of an account under the same options', async ({ platform }) => {
  platform.answer = boardShows([listing({ name: 'a' }), listing({ id: '2', name: 'b' })]);
  const options = board(platform.origin);
  const readings = await askPlatforms(
    asked(
      action('a', 'http-json', options),
      action('b', 'http-json', { ...options }),
      action('c', 'http-json', options),
    ),
    { ask },
  );
  expect([...readings].map(([key, reading]) => [key, wordOf(reading)])).toEqual([
    ['a', '1 there'],
    ['b', '1 there'],
    ['c', 'empty'],
  ]);
  expect(platform.requests).toHaveLength(1);
});

test('another account is another question, and an action without a probe is none', async ({ platform }) => {
  platform.answer = boardShows([]);
  const options = board(platform.origin);
  const readings = await askPlatforms(
    asked(
      action('a', 'http-json', options),
      action('b', 'http-json', options, { account: 'you@example.com' }),
      action('c', 'http-json', options, { probe: null }),
    ),
    { ask },
  );
  expect([...readings.keys()]).toEqual(['a', 'b']);
  expect(platform.requests.map(({ url }) => new URL(url).searchParams.get('author'))).toEqual([
    'me@example.com',
    'you@example.com',
  ]);
});

test('a platform that is told to be limited is not asked about the rest', async ({ platform }) => {
  platform.answer = (_, response) => send(response, 429, 'text/plain', '', { 'retry-after': '60' });
  const options = directory(platform.origin, {
    text: '{identity.name}',
    url: `${platform.origin}/l/{identity.name}`,
  });
  const readings = await askPlatforms(
    asked(...['a', 'b', 'c'].map((key) => action(key, 'http-page', options))),
  );
  expect([...readings.values()].map(wordOf)).toEqual(['blind:429', 'blind:429', 'blind:429']);
  expect(platform.requests).toHaveLength(1);
});

for (const [name, body] of [
  ['throws', 'throw new Error("x")'],
  ['gives no list', 'return undefined'],
  ['gives too few readings', 'return []'],
  ['gives too many readings', `${GOOD} return [good([item('1')]), good([])]`],
  ['gives what is no reading', 'return [{ sightings: [] }]'],
  ['gives a sighting without id and url', `${GOOD} return [good([item(null)])]`],
  ['invents a reason', `${GOOD} return [{ ...good([]), blind: { why: 'mood', retryAt: null } }]`],
] as const) {
  test(`a probe that ${name} has failed, and the others have not`, async ({ folder, platform }) => {
    platform.answer = directoryShows([listing()]);
    const fine = action('Acme', 'http-page', directory(platform.origin), {
      identity: { slug: 'acme', name: 'Acme' },
    });
    const readings = await askPlatforms(asked(action('own', ownProbe(folder, body), {}), fine));
    expect([...readings].map(([key, reading]) => [key, wordOf(reading)])).toEqual([
      ['own', 'blind:probe-failed'],
      ['Acme', '1 there'],
    ]);
  });
}

test("a probe is found from the plan's folder, and one that is gone has failed", async ({ folder }) => {
  ownProbe(folder, `${GOOD} return batch.wanted.map(() => good([item('1')]))`);
  const source = join(folder, 'plan.yml:12');
  const readings = await askPlatforms(
    asked(action('here', './own.mjs', {}, { source }), action('gone', './gone.mjs', {}, { source })),
  );
  expect([...readings.values()].map(wordOf)).toEqual(['1 there', 'blind:probe-failed']);
});

test('options that no longer pass their schema are not asked', async ({ platform }) => {
  const readings = await askPlatforms(asked(action('a', 'http-page', { url: platform.origin })));
  expect([...readings.values()].map(wordOf)).toEqual(['blind:probe-failed']);
  expect(platform.requests).toEqual([]);
});

test('a reading is bounded, and what was cut off makes it incomplete', async ({ folder }) => {
  const file = ownProbe(
    folder,
    `${GOOD} return [good(Array.from({ length: 400 }, (_, n) => item('i' + n)))]`,
  );
  const reading = (await askPlatforms(asked(action('a', file, {})))).get('a');
  expect([reading?.sightings.length, reading?.complete]).toEqual([50, false]);
});

test('a reading always says how far back it looked', async ({ folder, platform }) => {
  const start = Date.UTC(2026, 10, 29, 9);
  const old = ['1', '2'].map((id) => listing({ id, name: id, createdAt: '2026-11-20T10:00:00Z' }));
  platform.answer = boardShows(old);
  const newest = board(platform.origin, { paging: { by: 'page', last: 'pages', newest: true } });
  const silent = ownProbe(folder, `${GOOD} return batch.wanted.map(() => good([]))`);
  const wanted: [Action, number | null][] = [
    [action('to the window', 'http-json', newest), start],
    [action('to the end', 'http-json', board(platform.origin)), start],
    [
      action('page', 'http-page', directory(platform.origin, { url: `${platform.origin}/{identity.name}` })),
      start,
    ],
    [action('silent', silent, {}), start],
    [action('gone', './gone.mjs', {}), start],
  ];
  const readings = await askPlatforms(
    wanted.map(([one, since]) => ({ action: one, since, hints: [] })),
    { ask },
  );
  expect(Object.fromEntries([...readings].map(([key, { since }]) => [key, since]))).toEqual({
    'to the window': start,
    'to the end': null,
    page: null,
    silent: null,
    gone: null,
  });
});

test('a probe that never ends is blind after its time, and the process can go', async ({ folder }) => {
  const file = ownProbe(folder, 'return new Promise(() => {})');
  const readings = await askPlatforms(asked(action('a', file, {})), { deadlineMs: 50 });
  expect([...readings.values()].map(wordOf)).toEqual(['blind:time-out']);
});

test('when time is up, what was read before still counts', async ({ platform }) => {
  const shows = directoryShows([listing({ slug: 'a', name: 'a' })]);
  platform.answer = (request, response, url) => {
    if (url.pathname === '/listing/a') shows(request, response, url);
  };
  const actions = ['a', 'b', 'c'].map((key) =>
    action(key, 'http-page', directory(platform.origin), { identity: { slug: key, name: key } }),
  );
  const readings = await askPlatforms(asked(...actions), { deadlineMs: 300 });
  expect([...readings.values()].map(wordOf)).toEqual(['1 there', 'blind:time-out', 'blind:time-out']);
});
