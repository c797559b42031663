/** The tabs of a dead browser: those that were open come first and whole; of hundreds of closed ones, a handful. */
import type { BrowserInventory, ProfileSource, Tab } from '../../src/inventory/inventory.js';
import { paint } from '../../src/report/lines.js';
import { renderReport } from '../../src/report/page.js';
import { inventoryText } from '../../src/report/text-inventory.js';
import { expect, test } from '../support/folder.js';
import { control, sampleReport, sampleTab } from './sample-report.js';

const SITE = 'https://directory.example';
const AT = Date.parse('2026-03-01T02:47:09.512Z');

function saved(last: Tab['last'], name: string, given: Partial<Tab> = {}): Tab {
  return {
    ...sampleTab({ url: `${SITE}/${name}`, title: '', status: 'closed', why: 'it is dead', ...given }),
    last,
  };
}

function typed(value: string): Partial<Tab> {
  const controls = [control({ form: null, name: 'slug', value, dirty: true })];
  return { frames: [{ url: SITE, origin: SITE, path: [], forms: [], controls, why: null }] };
}

function sent(at: number): Partial<Tab> {
  const url = `${SITE}/submit`;
  const item = { entryId: 1, url, title: '', transition: 'form_submit', userTypedUrl: url };
  return { history: [{ ...item, at: AT + at, current: true }] };
}

const FILE = 'Sessions/Session_1';
const none = { visits: [], submitted: [], downloads: [], cookies: [], requests: [] };

/** What is said before the profile's own part. */
function text(tabs: Tab[], why: string | null = null): string {
  const sources: ProfileSource[] = [{ file: FILE, modified: AT, lateMs: 3_000, why }];
  const profile = { path: '/p', sources, ...none };
  const contexts = [{ contextId: 'profile', incognito: false, tabs: tabs.length }];
  const inventory: BrowserInventory = { at: AT, contexts, tabs, serviceWorkers: [], profile };
  return paint(inventoryText(inventory), false).split('\nprofile /p')[0] ?? '';
}

/** Addresses and headings, in order. */
function order(shown: string): string[] {
  return shown
    .split('\n')
    .filter((line) => /^(?:[├└]|[a-z\d])/.test(line))
    .map((line) => line.replace(`${SITE}/`, ''));
}

test('open tabs come first, those with input before the rest; of the closed, a handful that tell something', () => {
  const empty = Array.from({ length: 300 }, (_, i) => saved('closed', `empty-${i}`));
  const submits = Array.from({ length: 7 }, (_, i) => saved('closed', `sent-${i}`, sent(i)));
  const shown = text([
    ...empty,
    ...submits,
    saved('closed', 'draft', typed('acme')),
    saved('open', 'idle'),
    saved('open', 'half', typed('beta')),
    saved('earlier', 'before', typed('gamma')),
    saved('earlier', 'before-idle'),
  ]);
  expect(order(shown)).toEqual([
    '2 tabs open when the browser ended, 1 with typed input, 2 of an earlier run, 308',
    'closed before',
    'open when the browser ended',
    '├─ half',
    '└─ idle',
    'open when an earlier run of the browser ended',
    '├─ before',
    '└─ and 1 more tab of an earlier run',
    'closed before',
    '├─ draft',
    '├─ sent-6',
    '├─ sent-5',
    '├─ sent-4',
    '├─ sent-3',
    '└─ and 303 more closed tabs',
  ]);
});

test('where the last run tells of no tab, why is said, and an earlier run’s tabs are all shown', () => {
  const tabs = Array.from({ length: 9 }, (_, i) => saved('earlier', `before-${i}`));
  const shown = order(text([...tabs, saved('closed', 'gone')], 'it is empty'));
  expect(shown.slice(0, 4)).toEqual([
    'no open tab could be read, 9 of an earlier run, 1 closed before',
    `tabs: none could be read: ${FILE}: it is empty`,
    'open when an earlier run of the browser ended',
    '├─ before-0',
  ]);
  expect(shown.slice(-2)).toEqual(['closed before', '└─ 1 closed tab']);
  expect(order(text([]))).toEqual(['no tab was open', `tabs: none was open, as far as ${FILE} tells`]);
});

test('forms that could not be read are said under their tab, in the headline, and also of a closed tab', () => {
  const frames = [{ url: SITE, origin: SITE, path: [], forms: [], controls: [], why: 'they are too large' }];
  const shown = text([
    saved('open', 'idle'),
    saved('open', 'large', { frames }),
    saved('closed', 'large-closed', { frames }),
  ]);
  expect(shown).toContain('2 tabs open when the browser ended, 1 not fully readable, 1 closed before');
  expect(shown).toContain(`├─ ${SITE}/large\n│    not read: they are too large\n`);
  expect(shown).toContain('     not read: they are too large');
  expect(shown.split('they are too large')).toHaveLength(3);
});

test('what a form holds, changed or not, is shown in the HTML report too, and is not called typed or untouched', async () => {
  const held = { from: 'session-file', dirty: false } as const;
  const controls = [
    control({ ...held, form: null, name: 'agree', type: 'checkbox', checked: true }),
    control({ ...held, form: null, name: 'news', type: 'checkbox', checked: false }),
    control({ ...held, form: null, name: 'kind', type: 'select-one', selected: [''] }),
    control({ ...held, form: null, name: 'pin', type: 'select-one', redacted: true, length: 4 }),
    control({ ...held, form: null, name: 'empty', value: '' }),
  ];
  const frames = [{ url: SITE, origin: SITE, path: [], forms: [], controls, why: null }];
  const tab = saved('open', 'held', { frames });
  expect(text([tab])).toContain(`
     outside of any form
       holds, changed or not (the session file does not tell):
         agree  checked
         pin    (kept secret, 4 long)
`);
  const report = sampleReport();
  const profile = { path: '/p', sources: [], ...none };
  const page = await renderReport(
    { ...report, inventory: { ...report.inventory, tabs: [tab], profile } },
    { screenshots: async () => null },
  );
  expect(page).toContain('<th scope="row">agree</th><td>checked</td>');
  expect(page).toContain('5 other controls');
  expect(page).not.toMatch(/Typed|untouched/);
});

test('a tab without an address says so under its title', () => {
  expect(text([saved('open', '', { url: '', title: 'Long' })])).toContain('└─ Long\n     (no address)\n');
});

test('a form whose method the file does not tell is named by its address alone', () => {
  const form = { id: '', name: '', action: `${SITE}/submit`, method: '', valid: null };
  const controls = [control({ form: 0, name: 'slug', value: 'acme', dirty: true })];
  const frames = [{ url: SITE, origin: SITE, path: [], forms: [form], controls, why: null }];
  expect(text([saved('open', 'new', { frames })])).toContain(`form ${SITE}/submit\n`);
});
