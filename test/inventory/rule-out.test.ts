/** What is ruled out for all controls of a page together must be what each of them alone would answer. */
import fc from 'fast-check';
import { takesText } from '../../src/inventory/in-page-control.js';
import { type Candidate, isSecret, rulesWith } from '../../src/inventory/redact.js';
import { clearOf } from '../../src/inventory/rule-out.js';
import { expect, test } from '../support/site.js';

const rules = rulesWith([]);
const NAMES = [
  ...[
    'parola',
    'chiave',
    'card',
    'number',
    'cc',
    'num',
    'pin',
    '2',
    '12',
    'code',
    'token',
    'symbol',
    'boarding pass',
  ],
  ...[
    'Passwort',
    'txtCardNumber',
    'api',
    'key',
    '密码',
    'パスワード',
    'Código de',
    'seguridad',
    'f1',
    'Field 7',
    '0',
    'title',
  ],
  ...['mot de passe', 'state', 'csrf', 'nonce', 'PAN', 'secret', 'new', 'Country code', 'a'.repeat(90), ''],
];
const VALUES = [
  ...['4111 1111', '1111 1111', '4111111111111111', '4111', '1234', 'token=abcdef', 'a=b', 'eyJhbGciOi', 'x'],
  ...[
    'ghp_abcdefghijklmnopqrstuvwx',
    'https://a:bcdef@c.example/',
    '４１１１１１１１１１１１１１１１',
    'on',
    'words of a person',
  ],
  ...['-----BEGIN RSA PRIVATE KEY-----', 'AKIAABCDEFGHIJKLMNOP', '12345678901234567890aB3dE5fG7hJ9', ''],
];
const TYPES = ['text', 'hidden', 'textarea', 'checkbox', 'select-one', 'radio', 'submit', 'contenteditable'];

const candidate: fc.Arbitrary<Candidate> = fc
  .record({
    type: fc.constantFrom(...TYPES),
    names: fc.array(
      fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
      { maxLength: 3 },
    ),
    values: fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }),
  })
  .map(({ type, names, values }) => ({
    ...{ type, values, names: names.filter((name) => name !== '') },
    ...{ takesText: takesText(type), dotted: false, autocomplete: '' },
  }));

test('what is ruled out for all together is what each alone would answer', () => {
  let ruledOut = 0;
  fc.assert(
    fc.property(fc.array(candidate, { minLength: 1, maxLength: 5 }), (all) => {
      const clear = clearOf(all, rules);
      if (clear.names || clear.texts) ruledOut++;
      return all.every((one) => isSecret(one, rules, clear) === isSecret(one, rules));
    }),
    { numRuns: 5_000 },
  );
  expect(ruledOut, 'it rules out at all').toBeGreaterThan(500);
});

test('an ordinary page is ruled out whole, and none with a pattern of the user’s', () => {
  const ordinary = ['Title', 'Description', 'Website'].map((name) => ({
    ...{ type: 'text', takesText: true, dotted: false, autocomplete: '' },
    ...{ names: [name, name.toLowerCase()], values: ['Acme 3000, the best of 12 tools', '4111'] },
  }));
  expect(clearOf(ordinary, rules)).toEqual({ names: true, texts: true });
  expect(clearOf(ordinary, rulesWith([/^Acme/]))).toEqual({ names: true, texts: false });
  const filled = ordinary.map((one) => ({ ...one, names: ['ACME-7'], values: [] }));
  expect(
    filled.map((one) => isSecret(one, rulesWith([/^ACME/]), clearOf(filled, rulesWith([/^ACME/])))),
  ).toEqual([true, true, true]);
});
