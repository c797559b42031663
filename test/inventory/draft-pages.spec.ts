/** Drafts of real pages: as a living browser shows them, and as the files of a killed one tell of them. */
import { join } from 'node:path';
import { findDraft } from '../../src/inventory/draft.js';
import type { Tab } from '../../src/inventory/inventory.js';
import { takeInventory } from '../../src/inventory/leftover.js';
import { readProfile, readSessionTabs } from '../../src/inventory/profile/profile.js';
import type { Action, Identity } from '../../src/words.js';
import { type DrivenTab, expect, LeftoverBrowser, needsFullChromium, test } from '../support/browser.js';
import { bundle } from '../support/bundle.js';
import type { Site } from '../support/site.js';
import { action, effect } from './sample.js';

const WIZARD = `<title>Step 2</title><form method=post action=/wiz/2>
  <input type=hidden name=csrf value=t-4711><input type=hidden name=slug value=wiz><input name=title></form>`;

const REACT = `import { useState } from 'react';
  import { createRoot } from 'react-dom/client';
  const Field = ({ name }) => {
    const [value, set] = useState('');
    return <input name={name} value={value} onChange={({ target }) => set(target.value)} />;
  };
  createRoot(document.getElementById('root')).render(<form><Field name="slug" /><Field name="title" /></form>);`;

function actionOn(site: Site, path: string, identity: Identity, given: Partial<Action> = {}): Action {
  const { hostname } = new URL(site.url);
  return action({ platform: hostname, identity, effect: effect({ url: site.url + path }), ...given });
}

async function type(tab: DrivenTab, name: string, text: string): Promise<void> {
  await tab.click(`[name=${name}]`);
  await tab.session.ask('Input.insertText', { text });
}

test.describe('in a living browser', () => {
  async function look({ endpoint, profile }: LeftoverBrowser, { targetId }: DrivenTab): Promise<Tab[]> {
    const { tabs } = await takeInventory({ endpoint, profile });
    return tabs.filter((tab) => tab.targetId === targetId);
  }

  test('the last step of a wizard brings along the hidden field that names the action', async ({
    shared,
    site,
    open,
  }) => {
    const tab = await open(`${site.route('/wiz/2', WIZARD).url}/wiz/2`);
    await type(tab, 'title', 'Wizard');
    const draft = findDraft(actionOn(site, '/wiz/2', { slug: 'wiz' }), await look(shared, tab));
    expect(draft?.fields).toMatchObject([
      { name: 'slug', type: 'hidden', value: 'wiz' },
      { name: 'title', type: 'text', value: 'Wizard' },
    ]);
  });

  test('an edit page that nobody touched is told as the page gave it, whatever its colours and ranges', async ({
    shared,
    site,
    open,
  }) => {
    const html = `<form method=post action=/submit><input name=slug value=acme><input name=title value="Acme Inc">
      <input type=color name=shade><input type=range name=size></form>`;
    const tab = await open(`${site.route('/edit', html).url}/edit`);
    const draft = findDraft(actionOn(site, '/submit', { slug: 'acme' }), await look(shared, tab));
    expect(draft?.why.at(-1)).toBe('as the page gave it: nothing is known to be typed into it');
    expect(draft?.fields.filter(({ dirty }) => dirty)).toEqual([]);
  });

  test('a search, a login and a filter that hold the value are nobody’s draft', async ({
    shared,
    site,
    open,
  }) => {
    const html = `<form action=/search><input name=q></form>
      <form method=post action=/login><input name=slug id=user><input type=password name=pass></form>
      <form action=/find><input name=slug id=find></form>`;
    const tab = await open(`${site.route('/home', html).url}/home`);
    for (const at of ['[name=q]', '#user', '#find']) {
      await tab.click(at);
      await tab.session.ask('Input.insertText', { text: 'acme' });
    }
    const tabs = await look(shared, tab);
    expect(tabs[0]?.frames[0]?.controls.filter(({ value }) => value === 'acme')).toHaveLength(3);
    expect(findDraft(actionOn(site, '/submit', { slug: 'acme' }), tabs)).toBeNull();
  });

  test('a form of React’s, which makes what is typed its default, is found with what was typed', async ({
    shared,
    site,
    open,
  }) => {
    const { script } = await bundle(REACT);
    const html = `<!doctype html><div id=root></div><script>${script.replaceAll('</script', '<\\/script')}</script>`;
    const tab = await open(`${site.route('/react', html).url}/react`);
    await type(tab, 'slug', 'acme');
    await tab.click('[name=title]');
    const draft = findDraft(actionOn(site, '/api/listings', { slug: 'acme' }), await look(shared, tab));
    expect(draft?.fields).toMatchObject([{ name: 'slug', value: 'acme', dirty: true }, { name: 'title' }]);
    expect(draft?.why.at(-1)).toBe('1 field holds typed input');
  });

  test('a form whose POST hangs was perhaps sent', async ({ shared, site, open }) => {
    await needsFullChromium(shared);
    const html = '<form method=post action=/hang><input name=slug><button>Go</button></form>';
    site.route('/form', html).route('/hang', () => {});
    const tab = await open(`${site.url}/form`);
    await type(tab, 'slug', '42');
    await expect.poll(() => typed(shared.profile), { timeout: 40_000, intervals: [250] }).toContain('42');
    await tab.click('button');
    await expect.poll(() => site.requests.map(({ path }) => path)).toContain('/hang');
    const draft = findDraft(actionOn(site, '/hang', { slug: 42 }), await look(shared, tab));
    expect(draft?.why.at(-1)).toBe('1 field holds typed input, perhaps sent');
  });
});

test('of a killed browser the last step of a wizard is a draft without its identity, and a closed tab says so', async ({
  folder,
  site,
}) => {
  const profile = join(folder, 'profile');
  const browser = await LeftoverBrowser.start(profile);
  try {
    await needsFullChromium(browser);
    site.route('/wiz/2', WIZARD).route('/form', '<form method=post action=/submit><input name=slug></form>');
    const wizard = await browser.open(`${site.url}/wiz/2`);
    await type(wizard, 'title', 'Wizard');
    const closed = await browser.open(`${site.url}/form`);
    await type(closed, 'slug', '7');
    await expect
      .poll(() => typed(profile), { timeout: 40_000, intervals: [250] })
      .toEqual(expect.arrayContaining(['Wizard', '7']));
    await browser.close(closed.targetId);
    await expect
      .poll(async () => (await readProfile(profile)).tabs.map(({ last }) => last), { timeout: 40_000 })
      .toContain('closed');
  } finally {
    await browser.kill();
  }
  const { tabs } = await readProfile(profile);
  const last = actionOn(site, '/wiz/2', { slug: 'wiz' });
  const draft = findDraft(last, tabs);
  expect(draft).toMatchObject({ from: 'session-file', fields: [{ name: 'title', value: 'Wizard' }] });
  expect(draft?.why).toContain(
    'the identity itself is not to be seen: a session file keeps no hidden fields',
  );
  expect(findDraft(last, tabs, [last, { ...last, key: 'k-2', identity: { slug: 'other' } }])).toBeNull();
  expect(findDraft(actionOn(site, '/submit', { slug: '7' }), tabs)?.why.at(-1)).toBe('the tab was closed');
});

async function typed(profile: string): Promise<(string | null)[]> {
  const tabs = await readSessionTabs(profile);
  return tabs.flatMap(({ frames }) => frames.flatMap(({ controls }) => controls.map(({ value }) => value)));
}
