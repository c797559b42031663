/** What platforms and networks do to a read, and the only readings that each may lead to. */
import { gzipSync } from 'node:zlib';
import { type Handler, type Listing, type Platform, send } from './platform.js';

export interface Fault {
  name: string;
  /** The platform under this fault; `healthy` is how it would answer without it. */
  under: (healthy: Handler, platform: Platform) => Handler;
  /** The allowed readings, in the words of `wordOf`; the same whether the thing is there or not. */
  allowed: string[];
  /** It ends only by the probe's own patience. */
  slow?: true;
}

const page = '<!doctype html><html><body>';
const status =
  (code: number, headers: Record<string, string> = {}, type = 'application/json'): Fault['under'] =>
  () =>
  (_, response) =>
    send(
      response,
      code,
      type,
      type === 'text/html' ? `${page}<h1>Sorry</h1></body></html>` : '{"items":[]}',
      headers,
    );

/** Run the healthy answer, but change what leaves. */
const altered =
  (change: (body: string) => string | Buffer, headers: Record<string, string> = {}): Fault['under'] =>
  (healthy) =>
  (request, response, url) => {
    const end = response.end.bind(response);
    const writeHead = response.writeHead.bind(response);
    let head: [number, Record<string, string>] = [200, {}];
    response.writeHead = ((code: number, sent: Record<string, string>) => {
      head = [code, sent];
      return response;
    }) as typeof response.writeHead;
    response.end = ((body: string) => {
      const changed = change(body);
      writeHead(head[0], { ...head[1], 'content-length': `${Buffer.byteLength(changed)}`, ...headers });
      return end(changed);
    }) as typeof response.end;
    healthy(request, response, url);
  };

const redirectTo =
  (where: (platform: Platform) => string, code = 302): Fault['under'] =>
  (_, platform) =>
  (__, response) => {
    response.writeHead(code, { location: where(platform) });
    response.end();
  };

const login = `${page}<form action="/login" method="post"><input name="user"><input type="password" name="pw"></form></body></html>`;

export const FAULTS: Fault[] = [
  ...[401, 403, 500].map((code) => ({
    name: `${code}`,
    under: status(code),
    allowed: [`blind:${code}`],
  })),
  { name: '202 not ready', under: status(202), allowed: ['blind:202'] },
  { name: '304 nobody asked for', under: status(304), allowed: ['blind:304'] },
  { name: '429', under: status(429), allowed: ['blind:429'] },
  { name: '502 with a page', under: status(502, {}, 'text/html'), allowed: ['blind:502'] },
  {
    name: '200 with a login page',
    under: () => (_, response) => send(response, 200, 'text/html', login),
    allowed: ['blind:login'],
  },
  {
    name: 'redirect to a login page',
    under: redirectTo(() => '/users/sign_in?next=x'),
    allowed: ['blind:login'],
  },
  { name: 'redirect without an end', under: redirectTo(() => '/round'), allowed: ['blind:redirect'] },
  { name: 'redirect to nowhere', under: redirectTo(() => 'ftp://x.example/'), allowed: ['blind:redirect'] },
  {
    name: 'soft 404',
    under: () => (_, response) => send(response, 200, 'text/html', `${page}<h1>Oops</h1></body></html>`),
    allowed: ['blind:unexpected', 'blind:shape'],
  },
  {
    name: 'a body cut short that calls itself whole',
    under: altered((body) => body.slice(0, Math.floor(body.length / 2))),
    allowed: ['blind:shape', 'blind:unexpected'],
  },
  {
    name: 'a connection lost in the middle of the body',
    under: (healthy) => (request, response, url) => {
      response.end = ((body: string) => {
        response.write(body.slice(0, 20));
        setTimeout(() => response.destroy(), 20);
        return response;
      }) as typeof response.end;
      healthy(request, response, url);
    },
    allowed: ['blind:unreachable', 'blind:shape'],
  },
  {
    name: 'an endless body',
    under: () => (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(16_384, ' ');
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    },
    allowed: ['blind:too-large'],
  },
  {
    name: 'a small body that unpacks to a huge one',
    under: altered(() => gzipSync(Buffer.alloc(4_000_000, ' ')), { 'content-encoding': 'gzip' }),
    allowed: ['blind:too-large'],
  },
  {
    name: 'a body that cannot be unpacked',
    under: altered(() => 'not gzip at all', { 'content-encoding': 'gzip' }),
    allowed: ['blind:shape'],
  },
  { name: 'no answer', under: () => () => undefined, allowed: ['blind:time-out'], slow: true },
  {
    name: 'a body that drips',
    under: () => (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    },
    allowed: ['blind:time-out'],
    slow: true,
  },
  {
    name: 'the wrong content type',
    under: altered((body) => body, { 'content-type': 'text/plain' }),
    allowed: ['blind:shape'],
  },
  ...['application/json', 'application/json; charset=iso-8859-1'].map((type) => ({
    name: `bytes that are no UTF-8 under ${type}`,
    under: altered((body) => Buffer.from(body.replace('{', '{"caf\u00e9":1,'), 'latin1'), {
      'content-type': type,
    }),
    allowed: ['blind:shape'],
  })),
  {
    name: 'no HTTP',
    under: () => (request) => request.socket.end('hello\r\n'),
    allowed: ['blind:unreachable'],
  },
  {
    name: 'a connection closed at once',
    under: () => (request) => request.socket.destroy(),
    allowed: ['blind:unreachable'],
  },
];

/** What the thing itself may have gone through. */
export const AS_IT_IS: {
  name: string;
  change: Partial<Listing>;
  needs: 'status' | 'createdAt' | 'author' | 'queue' | 'nothing';
  sighting: Record<string, unknown>;
}[] = [
  { name: 'live', change: {}, needs: 'nothing', sighting: { status: 'live' } },
  { name: 'in review', change: { state: 'review' }, needs: 'status', sighting: { status: 'pending' } },
  { name: 'a draft', change: { state: 'draft' }, needs: 'status', sighting: { status: 'draft' } },
  { name: 'removed', change: { state: 'spam' }, needs: 'status', sighting: { status: 'removed' } },
  {
    name: 'older than the window',
    change: { createdAt: '2020-01-01T00:00:00Z' },
    needs: 'createdAt',
    sighting: { createdAt: Date.UTC(2020, 0, 1) },
  },
  {
    name: 'of another author',
    change: { author: 'else@example.com' },
    needs: 'author',
    sighting: { author: 'else@example.com' },
  },
  { name: 'in another queue', change: { queue: 'games' }, needs: 'queue', sighting: { queue: 'games' } },
];
