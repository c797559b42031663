import { takeInventory } from '../../src/inventory/leftover.js';
import { readSessionTabs } from '../../src/inventory/profile/profile.js';
import { expect, needsFullChromium, test } from '../support/browser.js';

test('what was typed into a blocked tab comes from the session file, and says so', async ({
  leftover,
  site,
}) => {
  await needsFullChromium(leftover);
  const { endpoint, profile } = leftover;
  site.route('/form', '<title>Form</title><form action="/submit"><input name="slug"></form>');
  const type = async (url: string, text: string) => {
    const tab = await leftover.open(url);
    await tab.click('input');
    await tab.session.ask('Input.insertText', { text });
    return tab;
  };
  const blocked = await type(`${site.url}/form`, 'acme');
  const twins = [await type(`${site.url}/form?twin`, 'one'), await type(`${site.url}/form?twin`, 'two')];
  const typed = async () => {
    const tabs = await readSessionTabs(profile);
    return tabs.flatMap(({ frames }) => frames.flatMap(({ controls }) => controls.map(({ value }) => value)));
  };
  await expect.poll(typed, { timeout: 20_000 }).toEqual(expect.arrayContaining(['acme', 'one', 'two']));
  for (const tab of [blocked, ...twins]) tab.begin('alert(1)');

  const { tabs } = await takeInventory({ endpoint, profile, deadlineMs: 1_500 });

  const find = (id: string) => tabs.find(({ targetId }) => targetId === id);
  expect(find(blocked.targetId)).toMatchObject({
    status: 'blocked',
    frames: [
      {
        forms: [{ action: `${site.url}/submit` }],
        controls: [{ name: 'slug', value: 'acme', from: 'session-file' }],
      },
    ],
  });
  // Two tabs that have been the same way cannot be told apart: nobody's text is given to the wrong one.
  for (const { targetId } of twins) {
    expect(find(targetId)?.frames.flatMap(({ controls }) => controls)).toEqual([]);
    expect(find(targetId)?.why).toContain('several tabs like it');
  }
});
