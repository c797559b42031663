import type { Frame } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';

async function frameOf(browser: LeftoverBrowser, tab: DrivenTab): Promise<Frame> {
  const { tabs } = await takeInventory({ endpoint: browser.endpoint });
  const frame = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0];
  if (frame === undefined) throw new Error('the tab was not read');
  return frame;
}

test('a control is visible where a person can see it or scroll to it, and only there', async ({
  shared,
  site,
  open,
}) => {
  const { controls } = await frameOf(shared, await open(await site.fixture('inventory/sight.html')));
  const visible = controls.filter((c) => c.visible).map((c) => c.name || c.id || c.label);
  expect(visible).toEqual([
    ...['seen', 'far', 'in-open', 'in-first-legend', 'in-second-legend', 'in-fieldset', 'in-torn'],
    ...['bad', 'good', 'aria', 'plain', 'island', 'Fruit', 'Volume', 'Wrap'],
  ]);
});

test('a fieldset disables all but its first legend, and a form torn apart by a table keeps its fields', async ({
  shared,
  site,
  open,
}) => {
  const { controls, forms } = await frameOf(shared, await open(await site.fixture('inventory/sight.html')));
  expect(controls.filter((c) => c.disabled).map((c) => c.name)).toEqual([
    ...['in-second-legend', 'in-fieldset', 'aria'],
  ]);
  const torn = controls.find((c) => c.name === 'in-torn');
  expect(forms[torn?.form ?? -1]).toMatchObject({ id: 'torn', action: `${site.url}/torn` });
  expect(controls.filter((c) => c.form === null).length).toBeGreaterThan(20);
  expect(controls.find((c) => c.name === 'aria')).toMatchObject({ readonly: true, required: true });
});

test('widgets that only ARIA makes ones are read by what it says of them', async ({ shared, site, open }) => {
  const { controls } = await frameOf(shared, await open(await site.fixture('inventory/sight.html')));
  const by = (label: string) => controls.find((c) => c.label === label);
  expect(by('Fruit')).toMatchObject({ type: 'listbox', selected: ['Apple'], dirty: true });
  expect(by('Volume')).toMatchObject({ type: 'slider', value: 'loud' });
  expect(by('Wrap')).toMatchObject({ type: 'menuitemcheckbox', checked: true });
  expect(by('Off')).toMatchObject({ type: 'switch', checked: false, dirty: false });
  // An editable inside an editable is part of it; one in an island that is not editable is its own.
  const editables = controls.filter((c) => c.type === 'contenteditable').map((c) => [c.id, c.value]);
  expect(editables).toEqual([
    ['plain', 'plain\nnested'],
    ['island', 'island'],
  ]);
});

test('text that a number field cannot take makes it dirty and partial: the text itself cannot be had', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/sight.html'));
  await tab.click('[name=bad]');
  await tab.session.ask('Input.insertText', { text: '1e' });
  // The browser judges what a hand typed when the field is left.
  await tab.click('[name=good]');
  const { controls } = await frameOf(shared, tab);
  expect(controls.find((c) => c.name === 'bad')).toMatchObject({
    ...{ value: '', dirty: true, partial: true, valid: false, edited: true },
  });
});

test('a page that fills its own fields is dirty, but only what a hand typed was edited', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/at-load.html'));
  await tab.click('[name=typed]');
  await tab.session.ask('Input.insertText', { text: 'by hand' });
  await tab.click('[name=clean]');
  const { controls } = await frameOf(shared, tab);
  expect(controls.map(({ name, dirty, edited }) => [name, dirty, edited])).toEqual([
    ['filled', true, false],
    ['typed', true, true],
    ['area', true, false],
    ['clean', false, false],
    ['box', true, false],
  ]);
});

test('a document of 100,000 nodes is read to its last field, a larger one is cut and says so', async ({
  shared,
  site,
  open,
}) => {
  const page = (rows: number) =>
    `<script>for (let i = 0; i < ${rows}; i++) document.write('<p>a <b>b</b></p>'); document.write('<input name=last>')</script>`;
  site.route('/hundred', page(25_000)).route('/more', page(101_000));
  const [whole, cut] = await Promise.all([open(`${site.url}/hundred`), open(`${site.url}/more`)]);
  expect((await frameOf(shared, whole)).controls).toMatchObject([{ name: 'last' }]);
  expect((await frameOf(shared, cut)).why).toContain('only the first 200000 nodes');
});
