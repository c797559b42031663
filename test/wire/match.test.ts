import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { matchesEffect, matchesStep, matchesUrl, overlap, patternFault } from '../../src/wire/match.js';
import type { Effect } from '../../src/words.js';

const SUBMIT = 'https://directory.example/submit';

function effect(given: Partial<Effect> = {}): Effect {
  return { method: 'POST', url: SUBMIT, fields: {}, steps: [], via: 'any', refused: [], ...given };
}

function post(fields: Record<string, string[]> | null, url = SUBMIT) {
  return { method: 'POST', url, fields };
}

test('a request with the method, URL and fields of an effect is the act', () => {
  const acme = effect({ fields: { slug: 'acme', 'meta.count': 3, agreed: true } });
  const fields = { slug: ['acme'], 'meta.count': ['3'], agreed: ['true'], more: ['x'] };
  expect(matchesEffect(acme, post(fields))).toBe('yes');
  expect(matchesEffect(acme, { ...post(fields), method: 'post' })).toBe('yes');
});

test('another method, URL, value or a missing field is not the act', () => {
  const acme = effect({ fields: { slug: 'acme' } });
  expect(matchesEffect(acme, { ...post({ slug: ['acme'] }), method: 'PUT' })).toBe('no');
  expect(matchesEffect(acme, post({ slug: ['acme'] }, 'https://directory.example/other'))).toBe('no');
  expect(matchesEffect(acme, post({ slug: ['acme-2'] }))).toBe('no');
  expect(matchesEffect(acme, post({ Slug: ['acme'] }))).toBe('no');
  expect(matchesEffect(acme, post({}))).toBe('no');
});

test('an unknown body may be the act, unless the effect asks for no field', () => {
  expect(matchesEffect(effect({ fields: { slug: 'acme' } }), post(null))).toBe('maybe');
  expect(matchesEffect(effect({ fields: { slug: 'acme' } }), post(null, 'https://directory.example/x'))).toBe(
    'no',
  );
  expect(matchesEffect(effect(), post(null))).toBe('yes');
});

test('a field that is sent several times matches by any of its values', () => {
  expect(matchesEffect(effect({ fields: { tag: 'b' } }), post({ tag: ['a', 'b'] }))).toBe('yes');
});

test('encoding, line ends and surrounding blanks of a value tell nothing apart', () => {
  const noted = effect({ fields: { note: 'Caf\u00e9\nline' } });
  expect(matchesEffect(noted, post({ note: [' Cafe\u0301\r\nline '] }))).toBe('yes');
});

test('a field that every object inherits is not taken for a sent one', () => {
  expect(matchesEffect(effect({ fields: { constructor: 'x' } }), post({}))).toBe('no');
});

test('a pattern without a query matches any query, one with a query only that', () => {
  expect(matchesUrl(SUBMIT, `${SUBMIT}?step=2`)).toBe(true);
  expect(matchesUrl(`${SUBMIT}?a=1`, `${SUBMIT}?a=1`)).toBe(true);
  expect(matchesUrl(`${SUBMIT}?a=1`, `${SUBMIT}?a=2`)).toBe(false);
  expect(matchesUrl(`${SUBMIT}?a=1`, SUBMIT)).toBe(false);
});

test('a fragment tells nothing apart, neither in the URL nor in the pattern', () => {
  expect(matchesUrl(SUBMIT, `${SUBMIT}#top`)).toBe(true);
  expect(matchesUrl(`${SUBMIT}#form`, `${SUBMIT}?a=1`)).toBe(true);
});

test('wildcards, groups, ports, hosts in capitals and credentials are understood', () => {
  expect(matchesUrl('https://directory.example/wizard/*', 'https://directory.example/wizard/2/save')).toBe(
    true,
  );
  expect(matchesUrl('https://directory.example/:kind/submit', 'https://directory.example/tool/submit')).toBe(
    true,
  );
  expect(matchesUrl('https://directory.example/:id(\\d+)', 'https://directory.example/x1')).toBe(false);
  expect(matchesUrl('http://127.0.0.1:4000/x', 'http://127.0.0.1:4001/x')).toBe(false);
  expect(matchesUrl('https://directory.example:443/submit', SUBMIT)).toBe(true);
  expect(matchesUrl('https://Directory.Example/submit', SUBMIT)).toBe(true);
  expect(matchesUrl(SUBMIT, 'https://me:secret@directory.example/submit')).toBe(true);
  expect(matchesUrl(SUBMIT, 'https://directory.example/submit/')).toBe(false);
  expect(matchesUrl(SUBMIT, 'not a url')).toBe(false);
});

test('a step is a changing request that one of the patterns covers', () => {
  const stepped = effect({ steps: ['https://directory.example/wizard/*'] });
  expect(matchesStep(stepped, 'POST', 'https://directory.example/wizard/2')).toBe(true);
  expect(matchesStep(stepped, 'GET', 'https://directory.example/wizard/2')).toBe(false);
  expect(matchesStep(stepped, 'POST', 'https://directory.example/login')).toBe(false);
  expect(matchesStep(effect(), 'POST', SUBMIT)).toBe(false);
});

test('actions on one URL that a field tells apart do not overlap', () => {
  const [a, b] = ['acme', 'beta'].map((slug) => effect({ fields: { slug } }));
  expect(overlap(a ?? effect(), b ?? effect())).toBe(false);
});

test('effects overlap on one URL without fields, with equal fields, or with fields that do not contradict', () => {
  expect(overlap(effect(), effect())).toBe(true);
  expect(overlap(effect({ fields: { slug: 'a' } }), effect())).toBe(true);
  expect(overlap(effect({ fields: { slug: 'a' } }), effect({ fields: { name: 'b' } }))).toBe(true);
  expect(overlap(effect({ fields: { n: 1 } }), effect({ fields: { n: '1' } }))).toBe(true);
});

const APART: [string, string][] = [
  ['https://a.example/x', 'https://b.example/x'],
  ['https://a.example/x', 'http://a.example/x'],
  ['https://a.example/x', 'https://a.example:8443/x'],
  ['https://a.example/x', 'https://a.example/x/y'],
  ['https://a.example/wizard/*', 'https://a.example/submit'],
  ['https://a.example/wizard/*', 'https://a.example/submit/*'],
  ['https://a.example/items/*/publish', 'https://a.example/items/:id/delete'],
  ['https://*.a.example/x', 'https://:any.b.example/x'],
  ['https://a.example/x?do=add', 'https://a.example/x?do=edit'],
];
const MEETING: [string, string][] = [
  ['https://a.example/x', 'https://a.example/:any'],
  ['https://a.example/items/:id?', 'https://a.example/items'],
  ['https://a.example/items/:id?', 'https://a.example/items*'],
  ['https://a.example/items/:id?-x', 'https://a.example/items-*'],
  ['https://*/x', 'https://a.example/x'],
  ['https://a.example/x', 'https://a.example/x?do=add'],
  ['https://a.example/*/b', 'https://a.example/a/*'],
  ['http{s}?://a.example/x', 'https://a.example/x'],
];
for (const [a, b] of APART) {
  test(`${a} and ${b} cannot be one request`, () => {
    expect(overlap(effect({ url: a }), effect({ url: b }))).toBe(false);
    expect(overlap(effect({ url: b }), effect({ url: a }))).toBe(false);
  });
}
for (const [a, b] of MEETING) {
  test(`${a} and ${b} can be one request`, () => {
    expect(overlap(effect({ url: a }), effect({ url: b }))).toBe(true);
    expect(overlap(effect({ url: b }), effect({ url: a }))).toBe(true);
  });
}

test('two effects that both take some request overlap, whatever their patterns', () => {
  const piece = fc.constantFrom('a', 'b', '*', ':id', ':id?', '{a}?', 'a*', '(a|b)', ':x-b', ':id?-b', 'a-*');
  const path = fc
    .array(piece, { minLength: 1, maxLength: 3 })
    .map((parts) => `https://h.example/${parts.join('/')}`);
  const url = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'a-b', ''), { maxLength: 4 })
    .map((parts) => `https://h.example/${parts.join('/')}`);
  fc.assert(
    fc.property(path, path, fc.array(url, { minLength: 5, maxLength: 10 }), (a, b, urls) => {
      fc.pre(patternFault(a) === null && patternFault(b) === null);
      const both = urls.some((seen) => matchesUrl(a, seen) && matchesUrl(b, seen));
      if (both) expect(overlap(effect({ url: a }), effect({ url: b })), `${a} ${b}`).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('what is no usable pattern is told why', () => {
  expect(patternFault(SUBMIT)).toBeNull();
  expect(patternFault('/submit')).toMatch(/whole URL/);
  expect(patternFault('https://a.example/(bad')).toMatch(/not a URL pattern/);
  expect(patternFault('ftp://a.example/x')).toMatch(/http/);
  expect(patternFault('https://me:secret@a.example/x')).toMatch(/password/);
});
