/** What leaves this machine, where it goes, and what is kept of it. */
import { makeAsk, USER_AGENT } from '../../src/probe/client.js';
import { retryAtOf, skewOf } from '../../src/probe/clock.js';
import { redactUrl } from '../../src/probe/secrets.js';
import { expect, send, test } from '../support/platform.js';

// biome-ignore lint/suspicious/noTemplateCurlyInString: a plan's way to name an environment variable
const headers = { Authorization: 'Bearer ${TOKEN}' };
const env = { TOKEN: 'sesame/08+15==' };

test('it says who it is, and what the plan says instead', async ({ platform }) => {
  platform.answer = (_, response) => send(response, 200, 'text/html', 'x');
  await makeAsk()(platform.origin);
  await makeAsk()(platform.origin, { headers: { 'User-Agent': 'acme/1 (ops@acme.example)' } });
  expect(platform.requests.map((request) => request.headers['user-agent'])).toEqual([
    USER_AGENT,
    'acme/1 (ops@acme.example)',
  ]);
  expect(USER_AGENT).toMatch(/^browser-reconciler\/\d+\.\d+\.\d+$/);
});

test('a token reaches the platform and no address, text or header name of the answer', async ({
  platform,
}) => {
  platform.answer = ({ headers: sent }, response, url) => {
    const token = sent.authorization?.slice(7) ?? '';
    if (url.pathname === '/')
      response.writeHead(302, { location: `/${token}?next=${token}&api_key=abc` }).end();
    else send(response, 200, 'text/html', `hello ${token}`);
  };
  const answer = await makeAsk({ env })(platform.origin, { headers });
  expect(platform.requests[1]?.url).toContain('sesame');
  expect(JSON.stringify(answer)).not.toContain('sesame');
  expect(answer).toMatchObject({
    ok: true,
    text: 'hello ***',
    url: expect.stringMatching(/api_key=(\*|%2A){3}/),
  });
});

test('a variable that is unset, empty or cannot travel sends nothing', async ({ platform }) => {
  for (const TOKEN of [undefined, '', ' \n', 'a\nb: c', 'a\r\nb: c', 'a\rb', 'ключ']) {
    const answer = await makeAsk({ env: { TOKEN } })(platform.origin, { headers });
    expect(answer).toMatchObject({ ok: false, why: 'no-token', sent: [] });
  }
  expect(platform.requests).toEqual([]);
});

test('without a credential another origin may answer', async ({ platform }) => {
  platform.answer = ({ headers: { host } }, response) => {
    if (host?.startsWith('localhost')) send(response, 200, 'text/html', 'there');
    else response.writeHead(301, { location: `${platform.otherOrigin}/x` }).end();
  };
  const answer = await makeAsk({ env })(`${platform.origin}/`, { headers: { Accept: 'text/html' } });
  expect(answer).toMatchObject({ ok: true, url: `${platform.otherOrigin}/x`, via: [`${platform.origin}/`] });
  expect(answer.sent.map(({ status }) => status)).toEqual([301, 200]);
});

test('after five redirects it gives up', async ({ platform }) => {
  platform.answer = (_, response, url) =>
    response.writeHead(302, { location: `/${Number(url.pathname.slice(1)) + 1}` }).end();
  expect(await makeAsk()(`${platform.origin}/0`)).toMatchObject({ ok: false, why: 'redirect' });
  expect(platform.requests).toHaveLength(6);
});

test('only 200 is an answer, and the statuses that were asked for', async ({ platform }) => {
  platform.answer = (_, response, url) => send(response, Number(url.pathname.slice(1)), 'text/html', 'x');
  for (const status of [201, 203, 206, 400, 404, 418, 503]) {
    const answer = await makeAsk()(`${platform.origin}/${status}`);
    expect(answer).toMatchObject({ ok: false, why: `${status}`, status });
  }
  expect(await makeAsk()(`${platform.origin}/404`, { missing: [404] })).toMatchObject({
    ok: true,
    status: 404,
  });
});

test('what is asked after the end is not sent', async ({ platform }) => {
  const ask = makeAsk({ signal: AbortSignal.abort() });
  expect(await ask(platform.origin)).toMatchObject({ ok: false, why: 'time-out', sent: [] });
  expect(platform.requests).toEqual([]);
});

test('addresses are written down without what opens doors', () => {
  const url = 'https://user:pass@x.example/a?q=1&access_token=t&X-Amz-Signature=s&sid=2&page=3#frag';
  expect(decodeURIComponent(redactUrl(url))).toBe(
    'https://x.example/a?q=1&access_token=***&X-Amz-Signature=***&sid=***&page=3',
  );
  expect(redactUrl('https://x.example/a?author=me&authorization=b')).toContain('author=me&authorization=*');
});

test('a secret is found in an address however it is encoded', () => {
  const secret = 'sesame/08+15==';
  const sloppy = '%73esame%2f08%2B15==';
  for (const form of [secret, encodeURIComponent(secret), sloppy])
    for (const url of [`https://x.example/${form}/a?sid=1`, `https://x.example/a?q=${form}&sid=1`])
      expect(redactUrl(url, [secret])).not.toMatch(/esame/);
});

test('Retry-After is read in both forms, by the clock of the platform, and never for ever', () => {
  const now = Date.UTC(2026, 10, 29, 10);
  const at = (value: string, skew = 0): number | null =>
    retryAtOf(new Headers({ 'retry-after': value }), now, skew);
  expect(at('120')).toBe(now + 120_000);
  expect(at('1.5')).toBe(now + 1_500);
  expect(at('Sun, 29 Nov 2026 10:05:00 GMT')).toBe(now + 300_000);
  expect(at('Sun, 29 Nov 2026 12:05:00 GMT', 7_200_000)).toBe(now + 300_000);
  expect(at('Sun, 29 Nov 2020 10:05:00 GMT')).toBe(now);
  expect(at('99999999999')).toBe(now + 86_400_000);
  expect(at('soon')).toBeNull();
});

test('skew takes the duration of the request and the age of a copy into account', () => {
  const headers = new Headers({ date: 'Sun, 29 Nov 2026 10:00:00 GMT', age: '30' });
  const there = Date.UTC(2026, 10, 29, 10, 0, 30) + 500;
  expect(skewOf(headers, there - 4_000, there + 4_000)).toBe(0);
  expect(skewOf(new Headers(), 0, 0)).toBeNull();
});
