/** The counterpart of `untouched.spec.ts`: each of these calls disturbs a page, and the witness notices every one. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '../../src/inventory/cdp.js';
import { expect, test } from '../support/browser.js';
import { collections, forget, serveWitness, testimony } from '../support/witness.js';

type Call = (session: Session) => Promise<unknown>;

const evaluate =
  (expression: string): Call =>
  (session) =>
    session.ask('Runtime.evaluate', { expression });

async function nodeId(session: Session): Promise<number> {
  const { root } = await session.ask('DOM.getDocument', { depth: 0 });
  return (await session.ask('DOM.querySelector', { nodeId: root.nodeId, selector: '[name=about]' })).nodeId;
}

const IN_FRONT: Record<string, Call> = {
  'a made-up screen': (session) =>
    session.ask('Emulation.setDeviceMetricsOverride', {
      width: 500,
      height: 400,
      deviceScaleFactor: 2,
      mobile: true,
    }),
  'a picture of more than can be seen': (session) =>
    session.ask('Page.captureScreenshot', {
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width: 2_000, height: 4_000, scale: 1 },
    }),
  'touch where there is none': (session) =>
    session.ask('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 }),
  'paper for a screen': (session) => session.ask('Emulation.setEmulatedMedia', { media: 'print' }),
  'focus in another field': async (session) => session.ask('DOM.focus', { nodeId: await nodeId(session) }),
  'scrolling to a field': async (session) =>
    session.ask('DOM.scrollIntoViewIfNeeded', {
      nodeId: await nodeId(session),
      rect: { x: 0, y: 2_900, width: 1, height: 1 },
    }),
  'an attribute': async (session) =>
    session.ask('DOM.setAttributeValue', { nodeId: await nodeId(session), name: 'data-x', value: '1' }),
  'a script that dispatches': evaluate(`dispatchEvent(new Event('focus'))`),
  'a script that reads by the page’s own getters': evaluate('document.forms[0].elements[0].value'),
  'a script that asks a form for its data': evaluate('void new FormData(document.forms[0])'),
  'a script that leaves a name behind': evaluate('window.left = 1; void 0'),
  'a gesture that nobody made': (session) =>
    session.ask('Runtime.evaluate', { expression: '1', userGesture: true }),
  'a request': evaluate(`void fetch('/witness.html?asked')`),
  'a debugger': async (session) => {
    await session.ask('Debugger.enable', {});
    await sleep(1_500);
    await session.ask('Debugger.disable');
  },
  'a network that is gone': (session) =>
    session.ask('Network.emulateNetworkConditions', {
      offline: true,
      latency: 0,
      downloadThroughput: 0,
      uploadThroughput: 0,
    }),
  'console messages that are asked for': (session) => session.ask('Runtime.enable'),
};

const BEHIND: Record<string, Call> = {
  'being brought to the front': (session) => session.ask('Page.bringToFront'),
  'focus that it does not have': (session) =>
    session.ask('Emulation.setFocusEmulationEnabled', { enabled: true }),
  'being frozen': (session) => session.ask('Page.setWebLifecycleState', { state: 'frozen' }),
};

for (const [what, call, background] of [
  ...Object.entries(IN_FRONT).map(([name, one]) => [name, one, false] as const),
  ...Object.entries(BEHIND).map(([name, one]) => [name, one, true] as const),
]) {
  test(`the witness notices ${what}`, async ({ shared, open, site }) => {
    const tab = await open(await serveWitness(site), { background });
    const told = async () => (await testimony(shared))[tab.targetId];
    await expect
      .poll(async () => {
        await forget(shared);
        await sleep(200);
        return (await told())?.seen;
      })
      .toEqual([]);
    const before = await told();
    void call(tab.session).catch(() => {});
    await expect.poll(told, { timeout: 8_000 }).not.toEqual(before);
  });
}

test('the witness notices a collected heap', async ({ shared, open, site }) => {
  const tab = await open(await serveWitness(site));
  await forget(shared);
  await tab.session.ask('HeapProfiler.collectGarbage');
  await expect.poll(() => collections(shared)).toContain(tab.targetId);
});
