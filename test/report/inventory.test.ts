/** The tree of `reconcile inventory`, and the same facts in the HTML report. */
import type { Tab } from '../../src/inventory/inventory.js';
import { renderReport } from '../../src/report/page.js';
import { expect, test } from '../support/folder.js';
import { AT, frame, inventory, profile, SITE, submitted, text } from './sample-inventory.js';
import { control, sampleReport, sampleTab } from './sample-report.js';

const typed = frame({
  controls: [
    control({ label: 'Slug', name: 'slug', value: 'acme', dirty: true }),
    control({ label: 'About', value: 'Two\nlines', dirty: true }),
    control({ name: 'plan', type: 'radio', value: 'free', checked: false, dirty: true }),
    control({ name: 'plan', type: 'radio', value: 'paid', checked: true, dirty: true }),
    control({ name: 'pin', type: 'password', value: null, redacted: true, length: 9, dirty: true }),
    control({ label: 'Title', required: true }),
    control({ label: 'Send it', type: 'submit', tag: 'button', submits: true }),
    control({ label: 'Hidden one', type: 'submit', tag: 'button', submits: true, visible: false }),
    control({ label: 'Search', form: null, type: 'search', value: 'ac', dirty: true }),
  ],
});

test('the tree shows what went wrong first, then what was typed and what would send it, then the rest in a line', () => {
  const quiet = sampleTab({ url: `${SITE}/`, title: 'Directory' });
  const sent = sampleTab({
    url: `${SITE}/listings/acme`,
    title: 'Acme',
    responseStatus: 200,
    history: [submitted],
    timeline: [
      { url: `${SITE}/api/a`, type: 'fetch', status: 200, at: 2 },
      { url: 'https://other.example/b', type: 'beacon', status: 0, at: 1 },
    ],
  });
  const form = sampleTab({ url: `${SITE}/new`, title: 'New listing', frames: [typed] });
  const crashed = sampleTab({
    title: 'Old',
    url: `${SITE}/old`,
    status: 'crashed',
    why: 'its renderer has died',
  });
  const hidden = sampleTab({ contextId: 'B2', incognito: true, title: '', url: 'about:blank' });
  const contexts = [
    { contextId: 'A1', incognito: false, tabs: 4 },
    { contextId: 'B2', incognito: true, tabs: 1 },
  ];
  expect(text(inventory([quiet, sent, form, crashed, hidden], { contexts }))).toBe(`\
5 tabs in 2 contexts, 1 with typed input, 1 not fully readable

default context, 4 tabs
├─ Old
│    https://directory.example/old
│    crashed: its renderer has died
├─ New listing
│    https://directory.example/new
│    form POST https://directory.example/submit, not valid yet
│      Slug   acme
│      About  Two\\nlines
│      plan   paid
│      pin    (kept secret, 9 long)
│      still empty, but required: Title
│      would be sent by: [Send it]
│    typed outside of any form
│      Search  ac
├─ Acme
│    https://directory.example/listings/acme
│    a form was sent to https://directory.example/submit, led to this page
│      (HTTP 200)
│    background requests: no answer https://other.example/b, 200 /api/a
└─ Directory  https://directory.example/

incognito context, 1 tab
└─ about:blank
`);
});

test('frames are shown only where something was typed in them or they could not be read', () => {
  const inner = frame({
    path: [0],
    url: `${SITE}/editor`,
    forms: [],
    controls: [control({ form: null, type: 'contenteditable', id: 'body', value: 'Rich', dirty: true })],
  });
  const untouched = frame({ path: [1], url: `${SITE}/untouched`, controls: [control({ name: 'x' })] });
  const broken = frame({ path: [2], url: `${SITE}/broken`, why: 'it failed to load' });
  expect(text(inventory([sampleTab({ frames: [frame({}), inner, untouched, broken] })]))).toContain(`
     frame https://directory.example/editor
       typed outside of any form
         body  Rich
     frame https://directory.example/broken
       not read: it failed to load
`);
});

test('an editor that has no form of its own is not said to stand outside of every form', () => {
  const editor = {
    form: null,
    tag: 'div',
    type: 'contenteditable',
    label: 'Body',
    value: 'Rich',
    dirty: true,
  };
  const loose = { form: null, name: 'q', value: 'x', dirty: true };
  const shown = (...all: Parameters<typeof control>[0][]) =>
    text(inventory([sampleTab({ frames: [frame({ controls: all.map(control) })] })]));
  expect(shown(editor)).toContain("     typed, in no form's fields\n       Body  Rich");
  expect(shown(loose)).toContain('     typed outside of any form\n       q  x\n');
});

test('a frame that could not be read says why once, also the main frame of a tab that answers', () => {
  const broken = frame({ why: 'it failed to load' });
  const shown = (given: Partial<Tab>) => text(inventory([sampleTab({ frames: [broken], ...given })]));
  expect(shown({})).toContain('not read: it failed to load\n');
  for (const tab of [{ why: broken.why }, { status: 'blocked', why: broken.why }] as const)
    expect(shown(tab).split('it failed to load')).toHaveLength(2);
});

test('a complaint that the timeline tells already is told once, and the rest are few', () => {
  const complaint = (path: string) => ({
    text: 'Failed to load resource: the server responded with a status of 500 (Oops)',
    url: `${SITE}${path}`,
    at: AT,
  });
  const tab = sampleTab({
    timeline: [{ url: `${SITE}/api`, type: 'fetch', status: 500, at: AT }],
    complaints: ['/api', '/favicon.ico', '/1', '/2', '/3', '/4', '/4'].map(complaint),
  });
  const shown = text(inventory([tab]));
  expect(shown.match(/failed: 500 \(Oops\) \/\d/g)).toHaveLength(3);
  expect(shown).toContain('background requests: 500 /api\n');
  expect(shown).toContain('and 1 more logged error\n');
  expect(shown).not.toContain('favicon');
});

test('the HTML report tells the same of a tab and of a profile', async () => {
  const report = sampleReport();
  const form = sampleTab({
    frames: [typed],
    responseStatus: 200,
    history: [submitted],
    status: 'navigating',
  });
  const seen = inventory([form], { profile, serviceWorkers: [{ url: `${SITE}/sw.js`, contextId: '' }] });
  const page = await renderReport(
    { ...report, inventory: { ...report.inventory, ...seen } },
    { screenshots: async () => null },
  );
  for (const fact of [
    'Form POST https://directory.example/submit, not valid yet',
    '<th scope="row">plan</th><td>paid</td>',
    'Still empty, but required: Title',
    'Would be sent by: [Send it]',
    'Typed outside of any form',
    'a form was sent to https://directory.example/submit, led to this page (HTTP 200)',
    'something may be in flight',
    '<li>2026-03-01 02:47:09Z  slug (autofill): acme</li>',
    'torn after 4096 bytes',
    'https://directory.example/sw.js',
  ])
    expect(page).toContain(fact);
});

test('an error of the page is called one, and what the inventory has cut is not given a length', async () => {
  const text500 = `${'word '.repeat(100)}…`;
  const tab = sampleTab({
    title: 'T'.repeat(500),
    complaints: [
      { text: 'Uncaught TypeError: x is null', url: `${SITE}/app.js`, at: AT },
      { text: text500, url: null, at: AT },
      { text: 'Uncaught at 3:14', url: `${SITE}/app.js`, at: null },
    ],
  });
  const shown = text(inventory([tab])).replace(/\s+/g, ' ');
  expect(shown).toContain("an error in the page's log: Uncaught TypeError: x is null /app.js");
  expect(shown).toContain('an error in /app.js at 3:14 that no script caught; its text is not told');
  expect(shown).not.toContain('complaint');
  expect(shown).not.toMatch(/\(\d+ characters\)/);
  const address = `${SITE}/?q=${'x'.repeat(8_000)}`.slice(0, 8_000);
  expect(text(inventory([sampleTab({ url: `${address}…` })]))).toContain('… (more than 8000 characters)');
});

test('a tab without the picture that was asked for says why, in the tree and in the HTML report', async () => {
  const plain = sampleTab({ targetId: 'T8', title: 'Behind', screenshotWhy: 'it is not in front' });
  const blocked = sampleTab({ targetId: 'T9', status: 'blocked', screenshotWhy: 'it is blocked' });
  const shown = text(inventory([plain, blocked]));
  expect(shown).toContain('│    no picture: it is blocked\n');
  expect(shown).toContain('     no picture: it is not in front\n');
  const report = sampleReport();
  const page = await renderReport(
    { ...report, inventory: { ...report.inventory, tabs: [plain, blocked] } },
    { screenshots: async () => null },
  );
  expect(page).toContain('No screenshot: it is blocked');
  expect(page).toContain('no screenshot: it is not in front');
});
