import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './folder.js';

/** How a platform answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A real HTTP server on loopback that answers as it is told to, and keeps what it was asked. */
export interface Platform {
  origin: string;
  /** The same server under another origin. */
  otherOrigin: string;
  requests: { method: string; url: string; headers: IncomingMessage['headers'] }[];
  answer: Handler;
}

/** `platform`: one of the test's own, closed after it with everything that is still open. */
export const test = base.extend<{ platform: Platform }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
  platform: async ({}, use) => {
    const platform: Platform = { origin: '', otherOrigin: '', requests: [], answer: notFound };
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', platform.origin);
      platform.requests.push({ method: request.method ?? '', url: url.href, headers: request.headers });
      platform.answer(request, response, url);
    });
    const port = await listen(server);
    platform.origin = `http://127.0.0.1:${port}`;
    platform.otherOrigin = `http://localhost:${port}`;
    await use(platform);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  },
});

export { expect } from './folder.js';

/** Loopback under both names, so that `localhost` reaches it whatever it resolves to first. */
function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, () => resolve((server.address() as AddressInfo).port));
  });
}

export const notFound: Handler = (_, response) => send(response, 404, 'text/html', '<h1>Not here</h1>');

export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': `${Buffer.byteLength(body)}`,
    ...headers,
  });
  response.end(body);
}

export function sendJson(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  send(response, 200, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

/** What the platform holds. */
export interface Listing {
  id: string;
  slug: string;
  name: string;
  author: string;
  queue: string;
  state: string;
  createdAt: string;
}

export function listing(change: Partial<Listing> = {}): Listing {
  return {
    id: '41',
    slug: 'acme',
    name: 'Acme',
    author: 'me@example.com',
    queue: 'tools',
    state: 'live',
    createdAt: '2026-11-29T10:00:00Z',
    ...change,
  };
}
