import type { Control } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { type DrivenTab, expect, type LeftoverBrowser, test } from '../support/browser.js';

async function controlsOf(browser: LeftoverBrowser, tab: DrivenTab): Promise<Control[]> {
  const { tabs } = await takeInventory({ endpoint: browser.endpoint });
  const frames = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames ?? [];
  return frames.flatMap(({ controls }) => controls);
}

test('a rich editor is dirty in its frame while the field behind it is clean: both are listed', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/backing-textarea.html'));
  await tab.until(`editor.contentDocument?.designMode === 'on' && editor.contentDocument.body.id === 'rich'`);
  await tab.click('#editor');
  await tab.session.ask('Input.insertText', { text: 'typed, ' });
  const controls = await controlsOf(shared, tab);
  expect(controls.map(({ type, value, dirty }) => [type, value, dirty])).toEqual([
    ['textarea', 'As it was', false],
    ['submit', '', false],
    ['contenteditable', expect.stringContaining('typed,'), true],
  ]);
});

test('an editor that draws only the lines in sight gives part of its text, and says so', async ({
  shared,
  site,
  open,
}) => {
  const controls = await controlsOf(shared, await open(await site.fixture('inventory/virtual-editors.html')));
  expect(controls.map(({ label, value, partial, dirty }) => [label, value, partial, dirty])).toEqual([
    ['whole six', 'all of it', false, true],
    ['six', expect.stringContaining('first'), true, true],
    ['five', 'let a = 1\nlet b = 2', true, true],
    ['monaco', 'first line\nsecond line', true, true],
    ['ace', 'row one\nrow two', true, true],
    ['recycled', expect.stringContaining('row 1'), true, true],
    ['plain', 'not partial', false, true],
  ]);
});

test('a secret typed into an editor, whatever draws it, does not leave the page', async ({
  shared,
  site,
  open,
}) => {
  const card = '4111 1111 1111 1111';
  const html = `<div contenteditable>pay with <b>${card}</b></div><div contenteditable><p>one</p><p>ghp_abcdefghij0123456789</p></div>
    <div class="CodeMirror"><textarea></textarea><pre class="CodeMirror-line">card = "${card}"</pre></div>
    <div role="textbox">${card}</div><iframe srcdoc="<body contenteditable>${card}</body>"></iframe>`;
  const controls = await controlsOf(shared, await open(`${site.route('/editors', html).url}/editors`));
  expect(controls.map(({ redacted, value, partial }) => [redacted, value, partial])).toEqual(
    Array.from({ length: 5 }, () => [true, null, false]),
  );
});

test('an editor or a widget belongs to no form, and says in which one it stands', async ({
  shared,
  site,
  open,
}) => {
  const html = `<form></form><form><div contenteditable>a</div><div role=textbox>b</div><input form=""><input><x-open></x-open>
    <x-shut></x-shut></form><div contenteditable>c</div><script>
    document.querySelector('x-open').attachShadow({ mode: 'open' }).innerHTML = '<p contenteditable>d</p>';
    document.querySelector('x-shut').attachShadow({ mode: 'closed' }).innerHTML = '<form><p contenteditable>e</p></form>';
  </script>`;
  const controls = await controlsOf(shared, await open(`${site.route('/within', html).url}/within`));
  expect(controls.map(({ value, form, within }) => [value, form, within])).toEqual([
    ['a', null, 1],
    ['b', null, 1],
    ['', null, undefined],
    ['', 1, undefined],
    ['d', null, 1],
    ['c', null, undefined],
    // Its root is read by itself.
    ['e', null, undefined],
  ]);
});

test('what a picture of a text says to the keyboard is part of that text', async ({ shared, site, open }) => {
  const html = `<canvas id=a tabindex=0 aria-label=Drawn></canvas><canvas></canvas><div id=b role=textbox></div><div role=textbox></div>
    <script>a.editContext = new EditContext({ text: 'typed' }); b.editContext = new EditContext({ text: 'ghp_abcdefghij0123456789' });</script>`;
  const controls = await controlsOf(shared, await open(`${site.route('/context', html).url}/context`));
  expect(
    controls.map(({ type, label, value, dirty, partial }) => [type, label, value, dirty, partial]),
  ).toEqual([
    ['contenteditable', 'Drawn', 'typed', true, true],
    // A secret.
    ['textbox', '', null, true, false],
    ['textbox', '', '', false, false],
  ]);
});
