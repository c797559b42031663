/** A small directory site: a form, listings, and a read API with a token. It lists whatever is posted, also twice. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { markup } from '../report/escape.js';

export interface Listing {
  id: number;
  /** Path of its page. */
  path: string;
  slug: string;
  title: string;
  url: string;
  author: string;
  created_at: string;
  status: 'live';
}

export interface Site {
  origin: string;
  token: string;
  listings: Listing[];
  close(): Promise<void>;
}

const FIELDS = ['slug', 'title', 'url'] as const;
const AUTHOR = 'me@example.com';

/** `listings`: what stands on it already. */
export async function startSite(token: string, listings: Listing[] = []): Promise<Site> {
  const server = createServer((request, response) => {
    void answer(request, response, listings, token).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    token,
    listings,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** slug → how many listings the site holds. */
export function countsOf({ listings }: Pick<Site, 'listings'>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { slug } of listings) counts[slug] = (counts[slug] ?? 0) + 1;
  return counts;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  listings: Listing[],
  token: string,
) {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  if (request.method === 'POST' && pathname === '/submit') return accept(request, response, listings);
  if (pathname === '/new') return page(response, 200, 'Submit a listing', FORM);
  if (pathname === '/api/listings') return api(request, response, listings, token);
  const found = listings.find(({ path }) => path === pathname);
  if (found === undefined) return page(response, 404, 'Not found', '<p>There is no such listing.</p>');
  return page(response, 200, found.title, `<p>Live since ${markup(found.created_at)}.</p>`);
}

async function accept(request: IncomingMessage, response: ServerResponse, listings: Listing[]) {
  let body = '';
  for await (const chunk of request) body += chunk;
  const form = new URLSearchParams(body);
  const [slug = '', title = '', url = ''] = FIELDS.map((name) => form.get(name) ?? '');
  const created_at = new Date().toISOString();
  const path = `/listing/${encodeURIComponent(slug)}`;
  const id = listings.length + 1;
  listings.push({ id, path, slug, title, url, author: AUTHOR, created_at, status: 'live' });
  response.writeHead(303, { location: path }).end();
}

function api({ headers }: IncomingMessage, response: ServerResponse, items: Listing[], token: string) {
  const known = headers.authorization === `Bearer ${token}`;
  const answer = known ? { user: AUTHOR, pages: 1, items } : { error: 'who are you?' };
  response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

const FORM = `<form action="/submit" method="post">
${FIELDS.map((name) => `<p><label>${name} <input name="${name}" required></label></p>`).join('\n')}
<p><button>Submit</button></p></form>`;

function page(response: ServerResponse, status: number, title: string, body: string) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><title>${markup(title)}</title><h1>${markup(title)}</h1>${body}`);
}
