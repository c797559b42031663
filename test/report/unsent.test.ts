/** How many tabs hold input, for a headline: that it was not sent is never said. */
import type { Tab } from '../../src/inventory/inventory.js';
import { inputText, unsentOf } from '../../src/report/unsent.js';
import { expect, test } from '../support/folder.js';
import { control, sampleTab } from './sample-report.js';

function holding(value: string, given: Partial<Tab> = {}): Tab {
  const controls = [control({ form: null, name: 'slug', value, dirty: value !== '' })];
  return sampleTab({
    frames: [{ url: '', origin: '', path: [], forms: [], controls, why: null }],
    ...given,
  });
}

test('what was typed into a tab that is under way was perhaps sent', () => {
  const [idle, loading] = [holding('acme'), holding('beta', { loading: true })];
  const navigating = holding('crisp', { status: 'navigating' });
  expect(inputText([holding('')])).toBeNull();
  expect(inputText([idle, holding('')])).toBe('1 with typed input');
  expect(inputText([idle, loading, navigating])).toBe('3 with typed input, 2 of them perhaps sent');
  expect(inputText([loading])).toBe('1 with typed input, perhaps sent');
});

test('what a dead browser’s profile tells was sent once, by the same field, was perhaps sent', () => {
  const sent = (name: string, value: string | null) => [
    { name, value, redacted: value === null, firstAt: 1, lastAt: 1 },
  ];
  const tabs = [holding('acme', { status: 'closed', last: 'open' })];
  expect(inputText(tabs, sent('slug', 'acme'))).toBe('1 with typed input, perhaps sent');
  for (const other of [sent('slug', 'beta'), sent('title', 'acme'), sent('slug', null)])
    expect(inputText(tabs, other)).toBe('1 with typed input');
});

test('of what would send a form those come first that can be clicked, and how many more there are is said', () => {
  const button = (label: string, disabled = false) =>
    control({ form: 0, type: 'submit', name: '', value: '', label, submits: true, disabled });
  const typed = control({ form: 0, name: 'slug', value: 'acme', dirty: true });
  const controls = [typed, button('Off', true), ...[1, 2, 3, 4, 5, 6].map((n) => button(`B${n}`))];
  const form = { id: '', name: '', action: 'https://x.example/', method: 'post', valid: true };
  const sentBy = (some: typeof controls) => unsentOf(form, some)?.sentBy;
  expect(sentBy(controls)).toEqual(['[B1]', '[B2]', '[B3]', '[B4]', '[B5]', 'and 2 more']);
  expect(sentBy(controls.slice(0, 3))).toEqual(['[B1]', '[Off, disabled]']);
});
