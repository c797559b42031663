/** A look that somebody interrupts: an answer that nobody waited for says nothing about the platform. */
import { join } from 'node:path';
import { openLedger } from '../../src/ledger/open.js';
import { look } from '../../src/look.js';
import type { ProbeUse } from '../../src/words.js';
import { action } from '../ledger/sample.js';
import { expect, test } from '../support/platform.js';

test('an interrupted look writes down what was answered, and nothing of the rest', async ({
  platform,
  folder,
}) => {
  const stop = new AbortController();
  platform.answer = (_, response, url) => {
    if (url.searchParams.get('slug') === 'slow') stop.abort();
    else response.setHeader('content-type', 'application/json').end('{"items":[]}');
  };
  const probe: ProbeUse = {
    use: 'http-json',
    with: {
      url: `${platform.origin}/api?slug={identity.slug}`,
      items: 'items',
      match: { slug: 'slug' },
      fields: { id: 'id' },
    },
    queue: null,
    settleMs: 1_000,
    review: 'none',
  };
  const ledger = await openLedger(join(folder, 'ledger.db'), { create: true });
  const actions = ['quick', 'slow'].map((slug) => action(slug, { identity: { slug }, probe }));
  await ledger.declare('w', actions, { revise: false });
  const chains = await Promise.all(actions.map(async ({ key }) => (await ledger.chain(key))?.chain ?? []));
  await look(ledger, chains.flat(), { signal: stop.signal });
  const sources = async (key: string) =>
    (await ledger.chain(key))?.chain.evidence.map(({ source }) => source);
  expect(await Promise.all(actions.map(({ key }) => sources(key)))).toEqual([['probe'], []]);
  await ledger.close();
});
