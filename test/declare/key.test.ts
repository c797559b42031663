import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { fingerprint, key } from '../../src/declare/key.js';
import type { Identity } from '../../src/words.js';

const scalar = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), fc.maxSafeInteger());
const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '__proto__');
const identity = fc
  .uniqueArray(fc.tuple(name, scalar), {
    minLength: 1,
    maxLength: 6,
    selector: ([text]) => text.normalize('NFC'),
  })
  .map((entries): Identity => Object.fromEntries(entries));
const word = fc.string({ minLength: 1 });
const parts = fc.record({ platform: word, kind: word, account: fc.option(word), identity });

test('the key of the contract is reproduced', () => {
  const action = {
    account: 'me@example.com',
    identity: { slug: 'acme' },
    kind: 'submit-listing',
    platform: 'directory.example',
  };
  expect(key(action)).toBe('a012ba08d9628344dc489777472929321aabe0343f45b19516ba3260e982dabe');
});

test('a key does not depend on the order of names', () => {
  fc.assert(
    fc.property(parts, (action) => {
      const turned = Object.fromEntries(Object.entries(action.identity).reverse());
      expect(key({ ...action, identity: turned })).toBe(key(action));
    }),
  );
});

test('a key does not depend on how accents are encoded', () => {
  fc.assert(
    fc.property(parts, (action) => {
      const apart = (value: unknown) => (typeof value === 'string' ? value.normalize('NFD') : value);
      const entries = Object.entries(action.identity).map(([n, v]) => [n.normalize('NFD'), apart(v)]);
      expect(key({ ...action, identity: Object.fromEntries(entries) })).toBe(key(action));
    }),
  );
  expect(key({ platform: 'p', kind: 'k', identity: { é: 'é' } })).toBe(
    key({ platform: 'p', kind: 'k', identity: { 'e\u0301': 'e\u0301' } }),
  );
});

test('a key changes with any change of what the act does', () => {
  fc.assert(
    fc.property(parts, name, scalar, (action, extra, value) => {
      const first = Object.keys(action.identity)[0] ?? '';
      const before = action.identity[first];
      const others = [
        { ...action, kind: `${action.kind}x` },
        { ...action, platform: `${action.platform}x` },
        { ...action, account: `${action.account ?? ''}x` },
        { ...action, identity: { ...action.identity, [`${extra}+`]: value } },
        {
          ...action,
          identity: { ...action.identity, [first]: typeof before === 'string' ? `${before}x` : 'x' },
        },
      ];
      const keys = new Set([action, ...others].map(key));
      expect(keys.size).toBe(others.length + 1);
    }),
  );
});

test('the number 1, the text 1 and true are three identities', () => {
  const keys = [1, '1', true].map((n) => key({ platform: 'p', kind: 'k', identity: { n } }));
  expect(new Set(keys).size).toBe(3);
});

test('a platform is the same in upper and lower case', () => {
  const action = { kind: 'k', identity: { a: 'b' } };
  expect(key({ ...action, platform: 'Directory.Example' })).toBe(
    key({ ...action, platform: 'directory.example' }),
  );
});

test('an account that is null is left out, an empty one is refused', () => {
  const action = { platform: 'p', kind: 'k', identity: { a: 'b' } };
  expect(key({ ...action, account: null })).toBe(key(action));
  expect(() => key({ ...action, account: '' })).toThrow(/account.*is empty/);
});

const UNFIT: [string, unknown][] = [
  ['a fraction', 1.5],
  ['not-a-number', Number.NaN],
  ['an unsafe integer', 2 ** 53],
  ['an infinity', Number.POSITIVE_INFINITY],
  ['null', null],
  ['a list', []],
  ['a map', {}],
  ['an empty text', ''],
  ['half a character', '\ud800'],
];
for (const [what, value] of UNFIT) {
  test(`${what} as an identity value is refused`, () => {
    const identity = { n: value } as Identity;
    expect(() => key({ platform: 'p', kind: 'k', identity })).toThrow(/identity\.n/);
  });
}

test('an identity whose names differ only in encoding is refused', () => {
  const identity = { é: 1, 'e\u0301': 2 };
  expect(() => key({ platform: 'p', kind: 'k', identity })).toThrow(/twice/);
});

test('a name that every object inherits is a name like others', () => {
  const of = (text: string) => key({ platform: 'p', kind: 'k', identity: JSON.parse(text) as Identity });
  expect(of('{"__proto__":"a"}')).not.toBe(of('{"__proto__":"b"}'));
  expect(of('{"toJSON":"a"}')).not.toBe(of('{"toJSON":"b"}'));
});

test('a fingerprint takes any JSON and depends neither on order nor on encoding', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (payload) => {
      const turn = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(turn);
        if (value === null || typeof value !== 'object') return value;
        return Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([n, v]) => [n, turn(v)]),
        );
      };
      expect(fingerprint(turn(payload))).toBe(fingerprint(payload));
      expect(fingerprint([payload])).not.toBe(fingerprint(payload));
    }),
  );
  expect(fingerprint({ t: 'e\u0301', n: 1.5, z: null })).toBe(fingerprint({ z: null, n: 1.5, t: 'é' }));
  expect(fingerprint({ list: [1, 2] })).not.toBe(fingerprint({ list: [2, 1] }));
});
