/** What a page makes up of any length: every line of the tree fits a terminal, and says where something is left out. */
import type { Tab } from '../../src/inventory/inventory.js';
import { widthOf } from '../../src/report/lines.js';
import { expect, test } from '../support/folder.js';
import { frame, inventory, profile, SITE, submitted, text } from './sample-inventory.js';
import { control, sampleTab } from './sample-report.js';

test('every line of the tree fits the terminal, whatever titles, addresses and values a page makes up', () => {
  const word = '漢字'.repeat(100);
  const url = `${SITE}/${'x'.repeat(200)}`;
  const values = frame({
    path: [0],
    url,
    forms: [{ id: '', name: '', action: url, method: 'post', valid: null }],
    controls: [
      control({ label: word, value: word, dirty: true }),
      control({ label: 'Address', value: url, dirty: true }),
      control({ label: 'Script', value: `\u202e${'\u0007'.repeat(100)}`, dirty: true }),
      control({ label: `${word}${word}`, type: 'submit', submits: true }),
    ],
  });
  const one = (given: Partial<Tab>) => sampleTab({ url, frames: [values], ...given });
  const tabs = [
    one({ title: 'Title '.repeat(40) }),
    one({ title: word, status: 'crashed', why: word }),
    one({
      title: `data:text/html,${'<p>'.repeat(30)}`,
      history: [{ ...submitted, url, userTypedUrl: `${url}/2` }],
    }),
    sampleTab({ title: '', url: `data:text/html,${'a'.repeat(900)}` }),
  ];
  const saved = { ...profile, visits: profile.visits.map((visit) => ({ ...visit, url, title: word })) };
  const shown = text(inventory(tabs, { profile: saved, serviceWorkers: [{ url, contextId: '' }] }));
  for (const line of shown.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(80);
  expect(shown).toContain(`${SITE}/${'x'.repeat(20)}`);
  expect(shown).toMatch(/data:text\/html,a+… \(915 characters\)\n/);
  expect(shown).toMatch(/Address\n│ +https:\/\/directory\.example\/x{40,}…\n/);
});

test('a value of words stands beside its name, and one that would not fit there under it', () => {
  const url = `${SITE}/${'x'.repeat(40)}`;
  const controls = [
    control({ label: 'A label of some length', value: url, dirty: true }),
    control({ label: 'B', value: 'in words', dirty: true }),
  ];
  expect(text(inventory([sampleTab({ frames: [frame({ controls })] })]))).toContain(`
       A label of some length
         ${url}
       B                       in words
`);
});

test('long values are cut, and every line of the tree fits the terminal', () => {
  const long = frame({
    controls: [
      control({ label: 'A label of more than twenty-four columns', value: 'word '.repeat(200), dirty: true }),
      control({ label: '漢字の長いラベル', value: '漢字'.repeat(10), dirty: true }),
    ],
  });
  const shown = text(
    inventory([sampleTab({ title: 'A title '.repeat(9), frames: [long], why: 'because '.repeat(30) })]),
  );
  expect(shown).toContain('(1000 characters)');
  expect(shown.length).toBeLessThan(1_500);
  for (const line of shown.split('\n')) expect(widthOf(line), line).toBeLessThanOrEqual(80);
});

test('a value that is not all there does not pass its beginning off as its length', () => {
  const shown = (given: Partial<Parameters<typeof control>[0]>) =>
    text(
      inventory([
        sampleTab({
          frames: [frame({ controls: [control({ name: 'f', dirty: true, partial: true, ...given })] })],
        }),
      ]),
    ).replace(/\s+/g, ' ');
  const long = 'x'.repeat(64 * 1024);
  expect(shown({ value: long })).toContain('… (the first 65,536 characters)');
  expect(shown({ value: long, length: 100_000 })).toContain('… (100,000 characters)');
  expect(shown({ value: 'some lines' })).toContain('f some lines… (only 10 characters of it are known)');
  expect(shown({ value: '' })).toContain('f (cannot be read)');
  expect(shown({ value: long, partial: false })).toContain('… (65536 characters)');
});
