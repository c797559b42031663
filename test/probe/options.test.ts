/** What a plan can get wrong about its probe, and where it is told. */
import { checkOptions, loadProbe } from '../../src/probe/load.js';
import { board } from '../support/board.js';
import { expect, test } from '../support/folder.js';
import { directory } from '../support/listing-pages.js';

const about = { identity: { name: 'Acme', slug: 'acme' }, account: 'me@example.com' };
const ORIGIN = 'https://board.example';

async function faultsOf(use: string, options: unknown, action = about): Promise<string[]> {
  const { faults } = await checkOptions(await loadProbe(use, '.'), options, action);
  return faults.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test('sound options have no faults, and their defaults are filled in', async () => {
  for (const [use, options] of [
    ['http-json', board(ORIGIN)],
    ['http-page', directory(ORIGIN)],
  ] as const) {
    const checked = await checkOptions(await loadProbe(use, '.'), options, about);
    expect(checked.faults).toEqual([]);
    expect(checked.options).toMatchObject({ unique: false });
  }
});

for (const [name, change, fault] of [
  ['an unknown key', { itmes: 'x' }, /^: .*"itmes"/],
  ['JMESPath that is none', { items: 'items[' }, /^items: is not JMESPath/],
  ['neither id nor url', { fields: { author: 'by' }, status: undefined }, /^fields: needs `id` or `url`/],
  [
    'an unknown placeholder',
    { url: `${ORIGIN}/{slug}?page={page}` },
    /^url: names \{slug\}, which is not known here/,
  ],
  [
    'an unknown field in the address',
    { url: `${ORIGIN}/{identity.x}?page={page}` },
    /^url: names \{identity\.x\}/,
  ],
  ['an unknown field in match', { match: { nme: 'title' } }, /^match\.nme: the identity has no field/],
  ['paging without its place', { url: `${ORIGIN}/n` }, /^url: must hold \{page\}/],
  ['a place without paging', { paging: undefined }, /^url: names \{page\}/],
  ['a cursor that never moves', { paging: { by: 'cursor' } }, /^paging\.next: /],
  ['a last page of cursors', { paging: { by: 'cursor', next: 'n', last: 'l' } }, /^paging: .*"last"/],
  [
    'newest without dates',
    { fields: { id: 'id', status: 'state' }, paging: { by: 'page', newest: true } },
    /^paging\.newest: needs/,
  ],
  ['status without its field', { fields: { id: 'id' } }, /^status: needs `fields\.status`/],
  ['a field without its words', { status: undefined }, /^fields\.status: needs `status`/],
  ['a word with two meanings', { status: { live: ['ok'], draft: ['ok'] } }, /^status: lists "ok" twice/],
  [
    'missing with headers and no control.url',
    { missing: [404] },
    /^missing: together with `headers` needs `control\.url`/,
  ],
  ['a missing status that is none', { missing: [401] }, /^missing: 401 never means/],
  [
    'a credential in the plan',
    { headers: { Authorization: 'Bearer abc' } },
    /^headers\.Authorization: holds a credential/,
  ],
  [
    'a variable in the address',
    { url: `${ORIGIN}/n?page={page}&key=$\{KEY}` },
    /^url: environment variables/,
  ],
  ['another scheme', { url: 'file:///etc/passwd?{page}' }, /^url: must begin with http/],
  [
    'a password in the address',
    { url: 'https://a:b@board.example/?{page}' },
    /^url: must not hold a user name/,
  ],
] as const) {
  test(`http-json tells ${name}`, async () => {
    expect(await faultsOf('http-json', board(ORIGIN, change))).toContainEqual(expect.stringMatching(fault));
  });
}

test('a credential in an address is a fault that does not repeat it, in every address of a plan', async () => {
  const fault = (name: string): string =>
    `holds a credential ("${name}"): it belongs in \`headers\`, as $\{NAME}`;
  for (const name of ['api_key', 'token', 'key', 'secret', 'access_token', 'X-Amz-Signature', 'sid']) {
    const url = `${ORIGIN}/n?page={page}&${name}=s3same`;
    expect(await faultsOf('http-json', board(ORIGIN, { url }))).toEqual([`url: ${fault(name)}`]);
  }
  const control = { expect: 'me', url: `${ORIGIN}/me?to%6ben=s3same` };
  expect(await faultsOf('http-json', board(ORIGIN, { control }))).toEqual([`control.url: ${fault('token')}`]);
  const url = `${ORIGIN}/l/{identity.slug}?key={identity.name}-s3same`;
  expect(await faultsOf('http-page', directory(ORIGIN, { url }))).toEqual([`url: ${fault('key')}`]);
});

test('a placeholder under such a name, and an author, are no credential', async () => {
  const query =
    'page_token={page}&key={identity.slug}&code={account}&token=&author=acme&authors=a&authorId=7';
  expect(await faultsOf('http-json', board(ORIGIN, { url: `${ORIGIN}/n?${query}` }))).toEqual([]);
});

for (const [name, change, fault] of [
  ['CSS that is none', { find: 'h1[' }, /^find: is not a CSS selector/],
  ['a pseudo-class that is none', { expect: 'h1:shiny' }, /^expect: is not a CSS selector/],
  ['a link without an attribute', { link: 'a.permalink' }, /^link: must be <selector>@<attribute>/],
  ['a text of nothing', { text: ' ' }, /^text: is empty/],
  ['no identity at all', { url: ORIGIN, text: 'Acme' }, /^text: names no identity field/],
  ['an unknown field in the text', { text: '{identity.title}' }, /^text: names \{identity\.title\}/],
] as const) {
  test(`http-page tells ${name}`, async () => {
    expect(await faultsOf('http-page', directory(ORIGIN, change))).toContainEqual(
      expect.stringMatching(fault),
    );
  });
}

test('an identity that would change the address is a fault', async () => {
  for (const slug of ['', '.', '..', ' .. ']) {
    const faults = await faultsOf('http-page', directory(ORIGIN), {
      ...about,
      identity: { name: 'A', slug },
    });
    expect(faults).toEqual(['url: identity field "slug" is empty or dots and cannot stand in an address']);
  }
});

test('an account that the address names and the action lacks is a fault', async () => {
  const faults = await checkOptions(await loadProbe('http-json', '.'), board(ORIGIN), {
    ...about,
    account: null,
  });
  expect(faults.faults).toEqual([{ path: ['url'], message: 'names {account}, but the action has none' }]);
});
