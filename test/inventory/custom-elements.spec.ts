import { LIMITS, readTarget, termsWith } from '../../src/inventory/controls.js';
import { hasUnknown, readCustomElements } from '../../src/inventory/custom-elements.js';
import { rulesWith } from '../../src/inventory/redact.js';
import { expect, test } from '../support/browser.js';

test('a custom element is asked only as far as it cannot notice, and a secret of its own stays in the page', async ({
  site,
  open,
  shared,
}) => {
  const tab = await open(await site.fixture('inventory/custom.html'));
  const requests = site.requests.length;
  await tab.leave();
  const { session } = await shared.drive(tab.targetId);
  const rules = rulesWith([]);
  const crossed: string[] = [];
  const own = session.ask.bind(session) as (...given: unknown[]) => Promise<unknown>;
  Object.assign(session, {
    ask: async (...given: unknown[]) => {
      const answer = await own(...given);
      crossed.push(JSON.stringify(answer));
      return answer;
    },
  });
  const [frame] = await readTarget(session, termsWith(rules, LIMITS.textLength * 4));
  if (frame === undefined) throw new Error('no frame was read');
  expect(hasUnknown(frame)).toBe(true);
  await readCustomElements(session, frame, rules);

  const read = (frame.page?.controls ?? []).map(({ tag, value, checked, redacted, dirty }) => [
    ...[tag, value, checked, redacted, dirty],
  ]);
  const custom = read.filter(([tag]) => String(tag).startsWith('x-'));
  expect(custom.slice(0, 7)).toEqual([
    ['x-plain', 'typed', null, false, true],
    ['x-inner', 'inside', null, false, true],
    ['x-box', 'on', true, false, true],
    ['x-many', 'one, two', null, false, true],
    ['x-card', null, null, true, true],
    ['x-key', null, null, true, true],
    ['x-pin', null, null, true, false],
  ]);
  expect(custom.slice(7).map(([tag, value]) => [tag, value])).toEqual(
    custom.slice(7).map(([tag]) => [tag, null]),
  );
  expect(custom.length).toBe(22);
  expect(crossed.join()).not.toMatch(/4111|sk_live/);
  const again = await shared.drive(tab.targetId);
  expect(await again.evaluate('noticed()')).toBe('[0,0,[],"Custom elements",0,0]');
  expect(site.requests.slice(requests).filter(({ path }) => path === '/noticed')).toEqual([]);
});
