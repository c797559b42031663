/** The contract of a probe as tests: what every probe has to survive. Each probe's own test runs it. */
import { makeAsk } from '../src/probe/client.js';
import { checkOptions } from '../src/probe/load.js';
import type { Batch, Probe } from '../src/probe/probe.js';
import { soundReading } from '../src/probe/reading.js';
import type { Identity, Reading } from '../src/words.js';
import { AS_IT_IS, FAULTS } from './support/faults.js';
import {
  expect,
  type Handler,
  type Listing,
  listing,
  type Platform,
  send,
  test,
} from './support/platform.js';

export interface ProbeCase {
  probe: Probe;
  /** `probe.with` for a platform at this origin. */
  with: (origin: string) => unknown;
  /** How the platform shows what it holds to this probe. */
  shows: (listings: Listing[]) => Handler;
  /** Name of the environment variable that holds the token; the platform admits `good-token` only. */
  token?: string;
  /** What its sightings tell. */
  knows: ('status' | 'createdAt' | 'author' | 'queue')[];
  /** Statuses that its options declare as "no such thing". */
  missing: number[];
}

const ACCOUNT = 'me@example.com';
const SINCE = Date.UTC(2026, 10, 29, 9);

/** A reading in one word, for comparing. */
export function wordOf({ blind, sightings, complete }: Reading): string {
  if (blind !== null) return `blind:${blind.why}`;
  if (sightings.length > 0) return `${sightings.length} there`;
  return complete ? 'empty' : 'incomplete';
}

/** Ask the probe about one listing, with a small cap, so that an endless answer ends soon. */
export async function readingOf(
  { probe, with: options, token }: Pick<ProbeCase, 'probe' | 'with' | 'token'>,
  platform: Platform,
  {
    identity = { slug: 'acme', name: 'Acme' },
    since = SINCE,
    hints = [],
    env,
    patienceMs = 5_000,
  }: Asked = {},
): Promise<Reading> {
  const checked = await checkOptions(probe, options(platform.origin), { identity, account: ACCOUNT });
  expect(checked.faults).toEqual([]);
  const ask = makeAsk({
    env: env ?? (token ? { [token]: 'good-token' } : {}),
    timeoutMs: patienceMs,
    maxBytes: 512 * 1024,
  });
  const wanted = { key: 'k', identity, since, queue: null, hints };
  const batch: Batch = { platform: 'board.example', account: ACCOUNT, wanted: [wanted] };
  const [reading] = await probe.read(batch, checked.options, ask);
  // Left out it would count as "without end": a built-in probe says it.
  expect(reading?.since, 'how far back it looked').not.toBeUndefined();
  // Whatever a platform does, what comes back is a whole reading within its bounds.
  const sound = soundReading(reading);
  if (sound === null) throw new Error(`not a reading: ${JSON.stringify(reading)}`);
  return sound;
}

interface Asked {
  identity?: Identity;
  since?: number | null;
  hints?: string[];
  env?: NodeJS.ProcessEnv;
  /** How long one request may take. */
  patienceMs?: number;
}

export function probeSuite(name: string, of: ProbeCase): void {
  test.describe(`${name}, like every probe,`, () => {
    faultTests(of);
    presenceTests(of);
    httpTests(of);
    if (of.token) credentialTests(of, of.token);
  });
}

function faultTests(of: ProbeCase): void {
  for (const { name, under, allowed, slow } of FAULTS) {
    for (const held of [[], [listing()]]) {
      test(`says ${allowed.join(' or ')} for ${name} (${held.length} there)`, async ({ platform }) => {
        platform.answer = under(of.shows(held), platform);
        const asked = slow ? { patienceMs: 300 } : {};
        expect(allowed).toContain(wordOf(await readingOf(of, platform, asked)));
      });
    }
  }

  for (const status of [404, 410]) {
    const word = of.missing.includes(status) ? 'empty' : `blind:${status}`;
    test(`says ${word} for ${status}`, async ({ platform }) => {
      platform.answer = (_, response) => send(response, status, 'text/html', '<h1>No</h1>');
      expect(wordOf(await readingOf(of, platform))).toBe(word);
    });
  }
}

function presenceTests(of: ProbeCase): void {
  for (const { name, change, needs, sighting } of AS_IT_IS) {
    if (needs !== 'nothing' && !of.knows.includes(needs)) continue;
    test(`sees the one that is ${name}`, async ({ platform }) => {
      platform.answer = of.shows([listing(change), listing({ id: '42', slug: 'other', name: 'Other' })]);
      const reading = await readingOf(of, platform);
      expect(reading.sightings).toEqual([expect.objectContaining(sighting)]);
      expect(reading.complete).toBe(true);
    });
  }

  test('says empty where everything was looked at and it is not there', async ({ platform }) => {
    platform.answer = of.shows([]);
    expect(wordOf(await readingOf(of, platform))).toBe('empty');
  });

  test('finds a name that the platform composes differently', async ({ platform }) => {
    platform.answer = of.shows([listing({ slug: 'cafe', name: 'Cafe\u0301 日本 🚀' })]);
    const identity = { slug: 'cafe', name: 'Caf\u00e9 日本 🚀' };
    expect(wordOf(await readingOf(of, platform, { identity }))).toBe('1 there');
  });

  test('does not say empty where a name differs in case only', async ({ platform }) => {
    platform.answer = of.shows([listing({ name: 'ACME' })]);
    expect(wordOf(await readingOf(of, platform))).toBe('incomplete');
  });
}

function httpTests(of: ProbeCase): void {
  test('follows a thing that has moved, and only reads', async ({ platform }) => {
    const healthy = of.shows([listing()]);
    platform.answer = (request, response, url) => {
      if (url.searchParams.has('moved')) return healthy(request, response, url);
      url.searchParams.set('moved', '1');
      response.writeHead(301, { location: url.href }).end();
    };
    const reading = await readingOf(of, platform);
    expect(wordOf(reading)).toBe('1 there');
    expect(reading.requests.map(({ status }) => status).slice(0, 2)).toEqual([301, 200]);
    expect(platform.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('does not say empty where a redirect led elsewhere', async ({ platform }) => {
    const healthy = of.shows([]);
    platform.answer = (request, response, url) => {
      if (url.pathname.startsWith('/moved')) {
        return healthy(request, response, new URL(url.href.replace('/moved', '')));
      }
      response.writeHead(302, { location: `/moved${url.pathname}${url.search}` }).end();
    };
    expect(['blind:redirect', 'blind:404']).toContain(wordOf(await readingOf(of, platform)));
  });

  for (const [form, value] of [
    ['seconds', () => '120'],
    ['a date', () => new Date(Date.now() + 120_000).toUTCString()],
  ] as const) {
    test(`passes on when to come back, given as ${form}`, async ({ platform }) => {
      platform.answer = (_, response) => send(response, 429, 'text/plain', '', { 'retry-after': value() });
      const before = Date.now();
      const { blind } = await readingOf(of, platform);
      expect(blind?.why).toBe('429');
      expect(blind?.retryAt).toBeGreaterThan(before + 110_000);
      expect(blind?.retryAt).toBeLessThan(Date.now() + 130_000);
    });
  }

  test("measures a platform's clock that is two hours off, and the age of a cache's copy", async ({
    platform,
  }) => {
    const healthy = of.shows([listing()]);
    platform.answer = (request, response, url) => {
      response.setHeader('date', new Date(Date.now() + 7_200_000 - 60_000).toUTCString());
      response.setHeader('age', '60');
      healthy(request, response, url);
    };
    const { skewMs, ageMs } = await readingOf(of, platform);
    expect(skewMs).toBeGreaterThan(7_190_000);
    expect(skewMs).toBeLessThan(7_210_000);
    expect(ageMs).toBe(60_000);
  });
}

function credentialTests(of: ProbeCase, token: string): void {
  test('sends nothing without its token', async ({ platform }) => {
    platform.answer = of.shows([listing()]);
    expect(wordOf(await readingOf(of, platform, { env: {} }))).toBe('blind:no-token');
    expect(platform.requests).toEqual([]);
  });

  for (const [name, value] of [
    ['a line break', 'good-token\r\nx-other: 1'],
    ['a bare line feed', 'good\ntoken'],
    ['a bare carriage return', 'good\rtoken'],
    ['letters that no header carries', 'good-ключ'],
  ] as const) {
    test(`sends nothing with a token that holds ${name}`, async ({ platform }) => {
      platform.answer = of.shows([listing()]);
      const reading = await readingOf(of, platform, { env: { [token]: value } });
      expect([wordOf(reading), reading.requests]).toEqual(['blind:no-token', []]);
      expect(platform.requests).toEqual([]);
    });
  }

  test('does not believe 200 and an empty list that a wrong token gets', async ({ platform }) => {
    platform.answer = of.shows([listing()]);
    expect(wordOf(await readingOf(of, platform, { env: { [token]: 'wrong-token' } }))).toBe('blind:unproven');
  });

  test('never sends its token to another origin, nor keeps it', async ({ platform }) => {
    const healthy = of.shows([listing()]);
    platform.answer = (request, response, url) => {
      if (url.searchParams.has('moved') || request.headers.host?.startsWith('localhost')) {
        return healthy(request, response, url);
      }
      response
        .writeHead(302, { location: `${platform.otherOrigin}/?moved=${request.headers.authorization}` })
        .end();
    };
    const reading = await readingOf(of, platform);
    expect(wordOf(reading)).toBe('blind:redirect');
    expect(platform.requests.some(({ headers }) => headers.host?.startsWith('localhost'))).toBe(false);
    expect(JSON.stringify(reading)).not.toContain('good-token');
  });
}
