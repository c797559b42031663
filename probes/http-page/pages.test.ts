/** Pages that look like "it is not there" and are not, and pages that show several things. */
import type { Reading } from '../../src/words.js';
import { readingOf, wordOf } from '../../test/probe-suite.js';
import { directory, directoryShows, pageOf } from '../../test/support/listing-pages.js';
import { expect, listing, type Platform, send, test } from '../../test/support/platform.js';
import httpPage from './http-page.js';

function read(
  platform: Platform,
  change: Record<string, unknown> = {},
  hints: string[] = [],
): Promise<Reading> {
  const of = { probe: httpPage, with: (origin: string) => directory(origin, change) };
  return readingOf(of, platform, { hints });
}

function shows(platform: Platform, html: string): void {
  platform.answer = (_, response) => send(response, 200, 'text/html', html);
}

const listed = (name: string, href: string): string =>
  `<li><h2>${name}</h2><a class="permalink" href="${href}">#</a></li>`;

test('a link tells sightings apart', async ({ platform }) => {
  const items =
    listed('Acme', '/l/1') +
    listed('Other', '/l/2') +
    listed('Acme, Inc.', '/l/3') +
    listed('Acme', '/l/1?utm_source=x');
  shows(platform, pageOf(`<main class="listing"><ul>${items}</ul></main>`));
  const change = { url: `${platform.origin}/search?q={identity.slug}`, find: 'h2', link: 'a.permalink@href' };
  const { sightings } = await read(platform, change);
  expect(sightings.map(({ url }) => url)).toEqual([`${platform.origin}/l/1`, `${platform.origin}/l/3`]);
});

test('a match whose link cannot be told is blind', async ({ platform }) => {
  shows(
    platform,
    pageOf(
      '<main class="listing"><h1>Acme</h1><a class="permalink" href="/1"></a><a class="permalink" href="/2"></a></main>',
    ),
  );
  expect(wordOf(await read(platform, { link: 'a.permalink@href' }))).toBe('blind:shape');
});

test('without a link a page holds at most one', async ({ platform }) => {
  shows(platform, pageOf('<main class="listing"><h1>Acme</h1><h1>Acme</h1></main>'));
  const { sightings } = await read(platform);
  expect(sightings).toEqual([
    { id: null, url: `${platform.origin}/listing/acme`, createdAt: null, status: 'live' },
  ]);
});

test('another text where ours should stand is not complete: a title may have been mangled', async ({
  platform,
}) => {
  platform.answer = directoryShows([listing({ name: 'acm' })]);
  expect(wordOf(await read(platform))).toBe('incomplete');
});

test('a page whose address holds no identity proves presence only', async ({ platform }) => {
  const change = { url: `${platform.origin}/new`, expect: 'main' };
  shows(platform, pageOf('<main><p>Nothing new</p></main>'));
  expect(wordOf(await read(platform, change))).toBe('incomplete');
  shows(platform, pageOf('<main class="listing"><h1>Acme</h1></main>'));
  expect(wordOf(await read(platform, change))).toBe('1 there');
});

test('a page that asks to log in is never "not there", whatever else it has', async ({ platform }) => {
  shows(platform, pageOf('<main class="listing"><form><input type="PASSWORD"></form></main>'));
  expect(wordOf(await read(platform))).toBe('blind:login');
});

test('text in scripts, templates and comments is not on the page', async ({ platform }) => {
  shows(
    platform,
    pageOf(
      '<main class="listing"><template><h1>Acme</h1></template><!-- <h1>Acme</h1> --><noscript><h1>Acme</h1></noscript></main>',
    ),
  );
  expect(wordOf(await read(platform))).toBe('empty');
});

test('a page that may have been cut short is never "not there"', async ({ platform }) => {
  platform.answer = (_, response) => {
    response.shouldKeepAlive = false;
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
    response.end('<!doctype html><main class="listing">');
  };
  expect(wordOf(await read(platform))).toBe('blind:shape');
});

test('a page in an old encoding that it names in a tag is read in it', async ({ platform }) => {
  platform.answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const html = pageOf('<main class="listing"><h1>Caf\u00e9</h1></main>').replace(
      '<head>',
      '<head><meta charset=iso-8859-1>',
    );
    response.end(Buffer.from(html, 'latin1'));
  };
  const of = { probe: httpPage, with: (origin: string) => directory(origin) };
  expect(wordOf(await readingOf(of, platform, { identity: { slug: 'cafe', name: 'Caf\u00e9' } }))).toBe(
    '1 there',
  );
});

test('a page built to take for ever is given up', async ({ platform }) => {
  for (const bomb of ['<div>'.repeat(2_000), '<p>x'.repeat(60_000)]) {
    shows(platform, pageOf(`<main class="listing">${bomb}</main>`));
    expect(wordOf(await read(platform))).toBe('blind:too-large');
  }
});

test.describe('a hint', () => {
  const renamed = [listing({ slug: 'acme-2' })];

  test('finds the thing where the platform gave it another slug', async ({ platform }) => {
    platform.answer = directoryShows(renamed);
    const { sightings } = await read(platform, {}, [`${platform.origin}/listing/acme-2#top`]);
    expect(sightings.map(({ url }) => url)).toEqual([`${platform.origin}/listing/acme-2`]);
  });

  test('still has to match, and more strictly', async ({ platform }) => {
    platform.answer = directoryShows([listing({ slug: 'tools', name: 'Acme Tools' })]);
    expect(wordOf(await read(platform, {}, [`${platform.origin}/listing/tools`]))).toBe('empty');
  });

  test('of any other shape is not asked: reading it could be an act', async ({ platform }) => {
    platform.answer = directoryShows(renamed);
    const hints = ['/logout', '/listing/acme-2?delete=1', '/listing/acme-2/publish'].map(
      (path) => platform.origin + path,
    );
    await read(platform, {}, [...hints, 'http://else.invalid/listing/acme-2']);
    expect(platform.requests.map(({ url }) => url)).toEqual([`${platform.origin}/listing/acme`]);
  });
});
