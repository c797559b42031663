import { takeInventory } from '../../src/inventory/leftover.js';
import { expect, test } from '../support/browser.js';

test('what acts as a submit is listed as one, whatever element it is, and nothing else is', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/submits.html'));
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  const listed = controls.map(
    ({ tag, id, type, form, submits }) => `${tag} ${id} ${type} ${form} ${submits}`,
  );
  expect(listed).toEqual([
    'input  text 0 false',
    'a link button 0 true',
    'div role button 0 true',
    'span handler button 0 true',
    'x-button custom button 0 true',
    'div hand button 0 true',
    'button plain button 0 true',
    'button real submit 0 true',
    'input image image 0 true',
    'button alone submit null true',
    'button next button null false',
    'button inside button null true',
  ]);
});

test('a button that sends its form elsewhere says where', async ({ shared, open, site }) => {
  const html = `<form action="/drafts?token=abc" method="post"><input name="action"><button id="a">Save</button>
    <button id="b" formaction="/publish?token=abc">Publish</button><button id="c" formmethod="get">Look</button></form>`;
  const tab = await open(`${site.route('/elsewhere', html).url}/elsewhere`);
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  expect(controls.slice(1).map(({ id, sendsTo }) => [id, sendsTo])).toEqual([
    ['a', undefined],
    ['b', { action: `${site.url}/publish?token=***`, method: 'post' }],
    ['c', { action: `${site.url}/drafts?token=***`, method: 'get' }],
  ]);
});
