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
