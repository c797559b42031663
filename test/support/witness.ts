/** A page that records whatever it can notice (`fixtures/inventory/witness.html`), in all of a browser's contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { patient, Session } from '../../src/inventory/cdp.js';
import type { LeftoverBrowser } from './browser.js';
import type { Site } from './site.js';

/** What each witness has noticed since it was last forgotten, and how the world looks to it; by target. */
export type Testimony = Record<string, { seen: string[]; state: string }>;

export async function serveWitness(site: Site): Promise<string> {
  const code = `fetch('/sw-started'); for (const name of ['activate', 'message', 'messageerror', 'push', 'sync', 'error'])
    addEventListener(name, () => fetch('/sw-noticed?' + name));`;
  site.route('/witness-sw.js', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(code);
  });
  return site.fixture('inventory/witness.html');
}

/** Every page and every frame in a process of its own that holds a witness and can answer. */
export async function testimony(browser: LeftoverBrowser): Promise<Testimony> {
  const found = await askAll(browser, '({ seen: seen.slice(), state: state() })');
  return Object.fromEntries(found) as Testimony;
}

/** Pages in which memory was tidied up since they last forgot; a few of them may have done it by themselves. */
export async function collections(browser: LeftoverBrowser): Promise<string[]> {
  const found = await askAll(browser, 'collected');
  return found.flatMap(([targetId, collected]) => (collected === true ? [targetId] : []));
}

export async function forget(browser: LeftoverBrowser): Promise<void> {
  await askAll(browser, 'forget()');
}

/** Until nothing more happens by itself: first frames, layout, service workers, the picture of a tab never shown. */
export async function calm(browser: LeftoverBrowser, site: Site): Promise<void> {
  for (let rounds = 0; rounds < 2; ) {
    await forget(browser);
    const requests = site.requests.length;
    await sleep(400);
    const all = Object.values(await testimony(browser));
    const still = all.length > 0 && all.every(({ seen }) => seen.length === 0);
    rounds = still && site.requests.length === requests ? rounds + 1 : 0;
  }
  await forget(browser);
}

async function askAll(browser: LeftoverBrowser, expression: string): Promise<[string, unknown][]> {
  const targets = (await browser.targets()).filter(
    ({ type, url }) => ['page', 'iframe'].includes(type) && /witness\.html/.test(url),
  );
  const answers = await Promise.all(targets.map(({ targetId }) => ask(browser, targetId, expression)));
  return targets.flatMap(({ targetId }, i) => (answers[i] === undefined ? [] : [[targetId, answers[i]]]));
}

/** Through a session of its own, so that nobody is attached in between. Undefined for a page that cannot answer. */
async function ask({ driver }: LeftoverBrowser, targetId: string, expression: string): Promise<unknown> {
  const session = await Session.attach(driver, targetId, patient(5_000));
  const params = { expression, returnByValue: true };
  const answer = await session.ask('Runtime.evaluate', params, 1_000).catch(() => undefined);
  await driver.send('Target.detachFromTarget', { sessionId: session.id }, { withinMs: 5_000 });
  if (answer?.exceptionDetails) return undefined;
  return answer === undefined ? undefined : (answer.result.value ?? null);
}
