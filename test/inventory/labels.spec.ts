import { takeInventory } from '../../src/inventory/leftover.js';
import { expect, test } from '../support/browser.js';

test('a control is called what the accessibility tree calls it, in all the ways there are to label one', async ({
  shared,
  site,
  open,
}) => {
  const tab = await open(await site.fixture('inventory/labels.html'));
  const { tabs } = await takeInventory({ endpoint: shared.endpoint });
  const controls = tabs.find(({ targetId }) => targetId === tab.targetId)?.frames[0]?.controls ?? [];
  await tab.session.ask('DOM.enable', {});
  const { root } = await tab.session.ask('DOM.getDocument', { depth: -1, pierce: true });
  const { nodes } = await tab.session.ask('Accessibility.getFullAXTree', {});
  const idOf = new Map<number, string>();
  const open_ = [root];
  for (let node = open_.pop(); node !== undefined; node = open_.pop()) {
    const at = node.attributes?.indexOf('id') ?? -1;
    if (at >= 0) idOf.set(node.backendNodeId, node.attributes?.[at + 1] ?? '');
    open_.push(...(node.children ?? []), ...(node.shadowRoots ?? []));
  }
  const theirs = new Map(
    nodes.map((node) => [
      idOf.get(node.backendDOMNodeId ?? -1) ?? '',
      String(node.name?.value ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  );
  const labelled = controls.filter(({ id }) => id !== '');
  expect(labelled.length).toBeGreaterThan(45);
  expect(labelled.map(({ id, label }) => `${id} ${label}`)).toEqual(
    labelled.map(({ id }) => `${id} ${theirs.get(id)}`),
  );
});
