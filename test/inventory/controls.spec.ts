import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Control, Frame } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';
import type { Site } from '../support/site.js';

interface World {
  shared: LeftoverBrowser;
  site: Site;
  open: (url: string) => Promise<DrivenTab>;
}

/** The one frame of the fixture, after `typed` has run in it; controls by name, where they have one. */
async function read(
  { shared, site, open }: World,
  typed = '',
): Promise<{ frame: Frame; by: (name: string) => Control }> {
  const tab = await open(await site.fixture('inventory/controls.html'));
  await tab.evaluate(typed);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const frame = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0];
  if (frame === undefined) throw new Error('the tab was not read');
  const by = (name: string) => {
    const control = frame.controls.find((c) => c.name === name || c.label === name);
    if (control === undefined) throw new Error(`no control ${name}`);
    return control;
  };
  return { frame, by };
}

const world = ({ shared, site, open }: World): World => ({ shared, site, open });

test('an untouched page is clean, down to ranges and colours that have a value of their own', async ({
  shared,
  site,
  open,
}) => {
  const { frame } = await read(world({ shared, site, open }));
  const dirty = frame.controls.filter((c) => c.dirty).map((c) => c.label || c.name);
  // A script left a box half checked. What an editable held at first nobody knows: filled counts as typed.
  expect(dirty).toEqual(['mixed', 'Story', 'Widget', 'All']);
  expect(frame).toMatchObject({ path: [], why: null, origin: site.url });
});

test('what was typed, ticked and chosen is read, and dirty against the default', async ({
  shared,
  site,
  open,
}) => {
  const set = (name: string, what: string) => `document.querySelector('[name=${name}]').${what};`;
  const values = ['slug', 'mail', 'tel', 'site', 'search', 'about'].map((name) =>
    set(name, `value = 'typed ${name}'`),
  );
  const { by } = await read(
    world({ shared, site, open }),
    [
      ...values,
      set('count', 'value = 5') + set('range', 'value = 7') + set('colour', `value = '#ff0000'`),
      `${set('date', `value = '2026-03-04'`)}${set('time', `value = '12:30'`)}${set('dt', `value = '2026-03-04T05:06'`)}`,
      set('month', `value = '2026-05'`) + set('week', `value = '2026-W09'`),
      set('agree', 'checked = true') +
        set('news', 'checked = false') +
        set('plan', 'nextSibling.checked = true'),
      set('country', `value = 'de'`) + set('tags', 'options[1].selected = true'),
    ].join(''),
  );
  const typed = (names: string[]) => names.map((name) => (by(name).dirty ? by(name).value : `clean ${name}`));
  expect(
    typed(['slug', 'mail', 'about', 'count', 'range', 'colour', 'date', 'time', 'dt', 'month', 'week']),
  ).toEqual([
    'typed slug',
    'typed mail',
    'typed about',
    '5',
    '7',
    '#ff0000',
    '2026-03-04',
    '12:30',
    '2026-03-04T05:06',
    '2026-05',
    '2026-W09',
  ]);
  expect(by('agree')).toMatchObject({ checked: true, dirty: true });
  expect(by('news')).toMatchObject({ checked: false, dirty: true });
  expect(by('plan')).toMatchObject({ value: 'free', checked: false, dirty: true });
  expect(by('country')).toMatchObject({ value: 'de', defaultValue: '', selected: ['de'], dirty: true });
  expect(by('tags')).toMatchObject({
    type: 'select-multiple',
    selected: ['one', 'two', 'three'],
    dirty: true,
  });
  expect(by('about')).toMatchObject({ tag: 'textarea', defaultValue: 'As it was' });
});

test('state and labels are those a person sees', async ({ shared, site, open }) => {
  const { by } = await read(world({ shared, site, open }));
  expect(by('slug')).toMatchObject({
    label: 'Slug',
    required: true,
    valid: false,
    visible: true,
    id: 'slug',
  });
  expect(['mail', 'tel', 'site', 'count'].map((name) => by(name).label)).toEqual([
    'Wrapped',
    'By reference',
    "Site's address",
    'How many',
  ]);
  expect(by('off')).toMatchObject({ disabled: true });
  expect(by('fixed')).toMatchObject({ readonly: true, disabled: false });
  expect(by('gone')).toMatchObject({ visible: false });
  expect(by('mixed')).toMatchObject({ checked: 'mixed' });
  expect(['go', 'Send too', 'Not this'].map((name) => by(name).submits)).toEqual([true, true, false]);
  expect(by('Story')).toMatchObject({ type: 'contenteditable', value: 'It was', tag: 'div' });
  expect(by('Widget')).toMatchObject({ type: 'textbox', value: 'typed' });
  expect(by('All')).toMatchObject({ type: 'checkbox', checked: 'mixed' });
});

test('a control belongs to the form it would be sent with, wherever it stands', async ({
  shared,
  site,
  open,
}) => {
  const { frame, by } = await read(world({ shared, site, open }));
  expect(frame.forms).toMatchObject([
    // Its inputs are named `action` and `method`, and do not hide the form's own.
    { id: 'listing', name: 'listing', action: `${site.url}/submit?token=***`, method: 'post', valid: false },
    { name: 'second', method: 'get', valid: true },
  ]);
  expect(['slug', 'afar', 'alone', 'in-second', 'Story'].map((name) => by(name).form)).toEqual([
    0,
    0,
    null,
    1,
    null,
  ]);
});

test('chosen files are named, with their sizes', async ({ shared, site, open, folder }) => {
  const file = join(folder, 'logo.svg');
  await writeFile(file, '<svg/>');
  const tab = await open(await site.fixture('inventory/controls.html'));
  const { root } = await tab.session.ask('DOM.getDocument', {});
  const { nodeId } = await tab.session.ask('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '[name=logo]',
  });
  await tab.session.ask('DOM.setFileInputFiles', { nodeId, files: [file] });
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const frame = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0];
  const logo = frame?.controls.find(({ name }) => name === 'logo');
  expect(logo).toMatchObject({ value: null, files: [{ name: 'logo.svg', size: 6 }], dirty: true });
});

test('a page of thousands of controls and of very long texts is cut, and says so', async ({
  shared,
  site,
  open,
}) => {
  const many = `<textarea name="long">${'x'.repeat(70_000)}</textarea>${'<input value="v">'.repeat(10_100)}`;
  const tab = await open(`${site.route('/many', many).url}/many`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const found = tabs.find(({ targetId }) => targetId === tab.targetId);
  const frame = found?.frames[0];
  expect(found?.why).toContain('only the first 10000 controls');
  expect(frame?.controls).toHaveLength(10_000);
  expect(frame?.controls[0]).toMatchObject({ partial: true, value: 'x'.repeat(65_536) });
  expect(frame?.why).toContain('only the first 10000 controls');
});

test('a page that overrides what reads it changes nothing', async ({ shared, site, open }) => {
  const { by } = await read(
    world({ shared, site, open }),
    `document.querySelector('#slug').value = 'true';
     for (const [of, name] of [[HTMLInputElement, 'value'], [HTMLFormElement, 'action'], [Document, 'readyState']]) {
       Object.defineProperty(of.prototype, name, { get: () => 'forged' });
     }
     JSON.stringify = () => '{}'; Array.from = () => []; String.prototype.replace = () => 'forged'; void 0`,
  );
  expect(by('slug').value).toBe('true');
});
