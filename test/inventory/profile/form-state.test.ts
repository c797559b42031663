/** Blink's form state: names that hold what its own lists are made with, and torn parts. */
import fc from 'fast-check';
import { formsIn } from '../../../src/inventory/profile/form-state.js';
import { expect, test } from '../../support/folder.js';

const HEAD = '\n\r?% Blink serialized form state version 10 \n\r=&';
const SITE = 'https://directory.example';
const TORN = 'part of its form state could not be read';

/** As Chromium 156 wrote it, of forms whose names hold brackets, control characters and what looks like a key. */
const ODD = [
  HEAD,
  ...[`${SITE}/e%01x [a\u0001b] n2 [z] ] #0`, '3', 'n2 [z]', 'text', '1', 'one'],
  ...['t\n4', 'textarea', '1', 'two\nlines', 'a\u0001b]', 'text', '1', 'three'],
  ...[`${SITE}/submit [listing[title] listing[url] ] #0`, '2', 'listing[title]', 'text', '1', 'four'],
  ...['listing[url]', 'text', '0', ' [q ] #2', '1', 'q', 'search', '1', 'five'],
  ...['No owner', '1', 'No owner', 'checkbox', '1', 'on'],
];

test('a name of any characters stays whole, and its form goes where it says', () => {
  const { forms, why } = formsIn(ODD);
  expect(why).toBeNull();
  expect(forms.map(({ action }) => action)).toEqual([`${SITE}/e%01x`, `${SITE}/submit`, '', null]);
  expect(forms.map(({ controls }) => controls.map(({ name, values }) => [name, ...values]))).toEqual([
    [
      ['n2 [z]', 'one'],
      ['t\n4', 'two\nlines'],
      ['a\u0001b]', 'three'],
    ],
    [['listing[title]', 'four'], ['listing[url]']],
    [['q', 'five']],
    [['No owner', 'on']],
  ]);
});

test('a form with a count that cannot be is dropped with what follows it and the one before, and that is said', () => {
  for (const to of ['x', '-2', '900', '7', '']) {
    const torn = [...ODD];
    torn[torn.length - 2] = to;
    expect(formsIn(torn), `1 → ${to}`).toEqual({ forms: formsIn(ODD).forms.slice(0, 2), why: TORN });
    torn[16] = to;
    expect(formsIn(torn), `2 → ${to}`).toEqual({ forms: [], why: TORN });
  }
});

test('a form state that is torn anywhere gives only whole forms, and says so unless it ends with one', () => {
  const { forms } = formsIn(ODD);
  const whole = [1, 15, 24, 30];
  for (let length = 1; length < ODD.length; length++) {
    const torn = formsIn(ODD.slice(0, length));
    expect(torn.forms).toEqual(forms.slice(0, torn.forms.length));
    expect(torn.why, `its first ${length} parts`).toBe(whole.includes(length) ? null : TORN);
  }
});

test('one part that is lost or doubled gives no control the value of another', () => {
  const own = new Map(
    formsIn(ODD).forms.flatMap(({ controls }) => controls.map(({ name, values }) => [name, values])),
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: ODD.length - 1 }), fc.constantFrom(0, 2), (at, times) => {
      const torn = ODD.flatMap((part, i) => (i === at ? Array<string>(times).fill(part) : [part]));
      const { forms, why } = formsIn(torn);
      expect(why).toBe(TORN);
      for (const { name, values } of forms.flatMap(({ controls }) => controls))
        expect(values).toEqual(own.get(name));
    }),
    { numRuns: 300 },
  );
});

test('a part that is missing shows by what stands in its place, also where the counts still fit', () => {
  const key = `${SITE}/submit [q ] #0`;
  expect(formsIn([HEAD, key, '1', 'q', 'search', '1', '0']).forms[0]?.controls).toEqual([
    { name: 'q', type: 'search', values: ['0'] },
  ]);
  // Its name: what is left reads as a control of the type `1` without a value.
  expect(formsIn([HEAD, key, '1', 'search', '1', '0'])).toEqual({ forms: [], why: TORN });
  // The next control's beginning was taken for this one's second value.
  expect(formsIn([HEAD, key, '1', 'q', 'search', '2', '0', 'password'])).toEqual({ forms: [], why: TORN });
});
