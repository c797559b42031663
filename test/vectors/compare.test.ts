/** The comparison itself can fail: each way in which the two readings may differ is told. */
import { expect, test } from '@playwright/test';
import type { Control, Frame } from '../../src/inventory/inventory.js';
import { compare } from './compare.js';
import type { Seen } from './second-reading.js';

const ours = {
  ...{ form: 0, tag: 'input', type: 'text', name: 'title', id: '', label: 'Title', value: 'Acme' },
  ...{ defaultValue: '', dirty: true, checked: null, selected: null, files: null, disabled: false },
  ...{ readonly: false, required: true, valid: true, visible: true, submits: false, partial: false },
  ...{ redacted: false, edited: true, from: 'page', shadow: ['x-field'] },
} as Control;
const theirs: Seen = {
  ...{ frame: '', shadow: ['x-field'], tag: 'input', id: '', attributes: { name: 'title' } },
  ax: {
    role: 'textbox',
    label: 'Title',
    value: 'Acme',
    state: { required: true, readonly: false, invalid: 'false' },
  },
  ...{ value: 'Acme', checked: null, selected: null, why: 'native' },
};
const read = (...controls: Control[]): Frame[] => [
  { url: '', origin: '', path: [], forms: [], controls, why: null },
];

test('equal readings have no mismatch', () => {
  expect(compare(read(ours), [theirs])).toEqual({ mismatches: [], compared: 1, withName: 1 });
});

test('a control that only one side has is missing or invented', () => {
  expect(compare(read(), [theirs]).mismatches).toMatchObject(
    [/^missing: x-field > input/].map(expect.stringMatching),
  );
  expect(compare(read(ours, ours), [theirs]).mismatches).toHaveLength(1);
  expect(compare(read({ ...ours, shadow: [] }), [theirs]).mismatches).toHaveLength(2);
});

const CHANGES: [what: string, change: Partial<Control>][] = [
  ['label', { label: 'Titl' }],
  ['value', { value: 'Acme ' }],
  ['disabled', { disabled: true }],
  ['required', { required: false }],
  ['readonly', { readonly: true }],
  ['valid', { valid: false }],
  ['length of a secret', { redacted: true, value: null, length: 5 }],
  ['value of a secret', { redacted: true, length: 4 }],
];
for (const [what, change] of CHANGES) {
  test(`another ${what} is told, with ours and theirs`, () => {
    const { mismatches } = compare(read({ ...ours, ...change }), [theirs]);
    expect(mismatches).toEqual([
      expect.stringContaining(`${what}: x-field > input[name=title] text "Title": ours`),
    ]);
  });
}

test('another tick and another choice are told', () => {
  const box = { ...ours, type: 'checkbox', checked: false, value: 'on' };
  const ticked: Seen = { ...theirs, value: 'on', checked: true };
  expect(compare(read(box), [ticked]).mismatches).toEqual([
    expect.stringMatching(/^ticked: .* ours false, theirs true/),
  ]);
  const list = { ...ours, type: 'select-one', selected: ['a'] };
  expect(compare(read(list), [{ ...theirs, selected: ['b'] }]).mismatches).toEqual([
    expect.stringMatching(/^selected: /),
  ]);
});

test('a frame that was not wholly read is told', () => {
  const [frame] = read(ours);
  expect(compare(frame ? [{ ...frame, why: 'cut' }] : [], [theirs]).mismatches).toEqual([
    'frame []: not wholly read: cut',
  ]);
});
