import type { Control } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';

async function controlsOf(browser: LeftoverBrowser, tab: DrivenTab): Promise<Control[]> {
  const { tabs } = await takeInventory({ endpoint: browser.endpoint });
  const frames = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames ?? [];
  return frames.flatMap(({ controls }) => controls);
}

const BOUNDS = [
  '',
  'min=0 max=10',
  'min=0 max=10 step=3',
  'max=10',
  'min=60',
  'step=any',
  'min=2 max=3 step=0.1',
];
/** Of each type: what a browser rewrites, and what it takes as it is. */
const GIVEN: Record<string, string[]> = {
  text: ['a&#10;b', ' a '],
  search: ['a&#10;b'],
  tel: ['1&#10;2'],
  password: ['a&#10;b'],
  email: [' a@b.c ', 'a&#10;b', 'a@b.c'],
  'email multiple': ['a@b.c , d@e.f', 'a&#10;b', ' a@b.c'],
  url: [' http://x.y ', 'http://x.y'],
  number: ['12abc', '1e2', '7', ' 7'],
  range: ['7', '12abc', '1000', '2.55'],
  color: ['red', '#ABCDEF', 'nonsense', 'rgb(1 2 3 / .5)'],
  'color alpha colorspace=display-p3': ['red', '#ABCDEF80'],
  date: ['2024-01-01', '2024-13-01'],
  'datetime-local': ['2024-01-01 10:11', '2024-01-01T10:11:00.000', 'then'],
  month: ['2024-05', 'May'],
  week: ['2024-W09', '9'],
  time: ['10:11:00', 'noon'],
  hidden: ['a&#10;b'],
  checkbox: ['x'],
  radio: ['x'],
  file: ['x'],
  submit: ['x'],
  reset: ['x'],
  button: ['x'],
  image: ['x'],
  bogus: ['a&#10;b'],
};

test('what nobody touched is clean, whatever the browser makes of its default, in any order of the fields', async ({
  shared,
  site,
  open,
}) => {
  const all = Object.entries(GIVEN).flatMap(([type, values]) =>
    BOUNDS.flatMap((bounds) =>
      ['', 'value=""', ...values.map((value) => `value="${value}"`)].map(
        (value, i) => `<input type=${type} ${bounds} ${value} name="${type} ${bounds} ${i}">`,
      ),
    ),
  );
  const html = [...all, ...all.toReversed()].join('');
  const controls = await controlsOf(shared, await open(`${site.route('/clean', html).url}/clean`));
  expect(controls).toHaveLength(all.length * 2);
  expect(controls.filter(({ dirty }) => dirty).map(({ name, value }) => [name, value])).toEqual([]);
});

const MIDDLE = '<input type=range><input type=range min=0 max=10><input type=color>';
const TYPED: Record<string, string> = {
  text: '50',
  search: '5',
  tel: '50',
  email: '50',
  number: '5',
  password: '50',
  range: '49',
  color: '#000001',
  date: '2024-01-02',
  'datetime-local': '2024-01-02T10:11',
  month: '2024-06',
  week: '2024-W10',
  time: '10:12',
};

test('what was set is dirty, though it be what another control stands at by itself', async ({
  shared,
  site,
  open,
}) => {
  const fields = Object.entries(TYPED).flatMap(([type, value]) => [
    `<input type=${type} class=set data-set="${value}">`,
    MIDDLE,
  ]);
  const after = fields.toReversed().join('');
  const tab = await open(`${site.route('/set', `${fields.join('')}${after}`).url}/set`);
  await tab.evaluate(`document.querySelectorAll('.set').forEach((one) => { one.value = one.dataset.set })`);
  const dirty = (await controlsOf(shared, tab)).filter((control) => control.dirty);
  const set = [...Object.keys(TYPED), ...Object.keys(TYPED).toReversed()];
  expect(dirty.map(({ type }) => type)).toEqual(set);
});

test('a person types a number beside a slider, and moves another', async ({ shared, site, open }) => {
  const html = `<input type=range min=0 max=10><input name=a><input type=range name=b min=0 max=10>`;
  const tab = await open(`${site.route('/typed', html).url}/typed`);
  await tab.click('[name=a]');
  await tab.session.ask('Input.insertText', { text: '5' });
  await tab.evaluate(`document.querySelector('[name=b]').focus()`);
  await tab.session.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'End', windowsVirtualKeyCode: 35 });
  const controls = await controlsOf(shared, tab);
  expect(controls.map(({ value, dirty }) => [value, dirty])).toEqual([
    ['5', false],
    ['5', true],
    ['10', true],
  ]);
});

test('a slider that a script gave other bounds is clean until somebody sets it', async ({
  shared,
  site,
  open,
}) => {
  const html = '<input type=range><input type=range><p></p>';
  const tab = await open(`${site.route('/bounds', html).url}/bounds`);
  await tab.evaluate(`(() => {
    const [one, two] = document.querySelectorAll('input');
    one.max = two.max = 10;
    two.value = 9;
    document.querySelector('p').append(Object.assign(document.createElement('input'), { type: 'range', max: 8 }));
  })()`);
  const controls = await controlsOf(shared, tab);
  expect(controls.map(({ value, dirty }) => [value, dirty])).toEqual([
    ['10', false],
    ['9', true],
    ['8', false],
  ]);
});

test('a page that guards how documents and elements are made is read, and hears nothing of it', async ({
  shared,
  site,
  open,
}) => {
  const html = `<script>
      var heard = [];
      document.addEventListener('securitypolicyviolation', ({ sample }) => heard.push(sample));
      trustedTypes.createPolicy('default', { createHTML: (html) => { heard.push(html); return html; } });
      customElements.define('x-range', class extends HTMLInputElement {
        static observedAttributes = ['value', 'type', 'max'];
        constructor() { super(); heard.push('made'); }
        attributeChangedCallback(name) { heard.push(name); }
      }, { extends: 'input' });
    </script><input name=typed><input type=range is=x-range max=10>`;
  site.route('/guarded', (_, response) => {
    const policy = "require-trusted-types-for 'script'";
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
  });
  const tab = await open(`${site.url}/guarded`);
  await tab.evaluate(`document.querySelector('[name=typed]').value = 'x';
    document.querySelector('[is]').value = 9; heard.length = 0`);
  const controls = await controlsOf(shared, tab);
  expect(controls.map(({ value, dirty }) => [value, dirty])).toEqual([
    ['x', true],
    ['9', true],
  ]);
  expect(await tab.evaluate('heard')).toEqual([]);
});

test('a box that a script left between checked and unchecked is dirty; a radio button cannot be there', async ({
  shared,
  site,
  open,
}) => {
  const html = '<input type=checkbox><input type=checkbox checked><input type=radio>';
  const tab = await open(`${site.route('/mixed', html).url}/mixed`);
  await tab.evaluate(`document.querySelectorAll('input').forEach((one) => { one.indeterminate = true })`);
  const controls = await controlsOf(shared, tab);
  expect(controls.map(({ checked, dirty }) => [checked, dirty])).toEqual([
    ['mixed', true],
    ['mixed', true],
    [false, false],
  ]);
});
