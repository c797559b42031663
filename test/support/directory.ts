/** A directory site with a form and a read API, whose manners each story sets. A real HTTP server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Item {
  id: number;
  slug: string;
  created_at: string;
  author: string;
  status: string;
}

export interface Directory {
  origin: string;
  items: Item[];
  /** Posts to the form, in order of arrival. */
  posts: string[];
  /** Milliseconds between a post and its item. */
  commitMs: number;
  /** Milliseconds between a post and both its item and its answer. */
  answerMs: number;
  /** What the API answers instead of the list. */
  fault: { status: number; body: string } | null;
  /** Status of new items; `hidden` ones are in nobody's list. */
  newStatus: 'live' | 'review' | 'hidden';
  close(): Promise<void>;
}

export async function startDirectory(): Promise<Directory> {
  const server = createServer((request, response) => void handle(directory, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const directory: Directory = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    items: [],
    posts: [],
    commitMs: 0,
    answerMs: 0,
    fault: null,
    newStatus: 'live',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return directory;
}

export function add(directory: Directory, slug: string, over: Partial<Item> = {}): void {
  const created_at = new Date().toISOString();
  const item = { id: directory.items.length + 1, slug, created_at, author: 'me', status: 'live' };
  directory.items.push({ ...item, ...over });
}

async function handle(directory: Directory, request: IncomingMessage, response: ServerResponse) {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  if (request.method === 'POST' && pathname === '/submit') return accept(directory, request, response);
  if (pathname !== '/api') return response.writeHead(200, { 'content-type': 'text/html' }).end(FORM);
  const { status, body } = directory.fault ?? { status: 200, body: JSON.stringify(list(directory)) };
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

async function accept(directory: Directory, request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const chunk of request) body += chunk;
  const slug = new URLSearchParams(body).get('slug') ?? '';
  directory.posts.push(slug);
  const commit = () => add(directory, slug, { status: directory.newStatus });
  if (directory.answerMs > 0) await new Promise((done) => setTimeout(done, directory.answerMs));
  if (directory.commitMs > 0) setTimeout(commit, directory.commitMs);
  else commit();
  response.writeHead(303, { location: `/listing/${slug}` }).end();
}

function list({ items }: Directory): unknown {
  return { user: 'me', pages: 1, items: items.filter(({ status }) => status !== 'hidden') };
}

const FORM = `<!doctype html><title>Submit</title><form action="/submit" method="post">
<label>slug <input name="slug"></label><label>title <input name="title"></label><button>Submit</button></form>`;

export interface PlanOptions {
  worker?: string;
  settle?: string;
  review?: 'none' | 'possible';
  claims?: 'start' | 'required';
  probe?: boolean;
  headers?: Record<string, string>;
}

/** A plan of one action per slug on that directory. */
export function planOf(directory: Directory, slugs: string[], options: PlanOptions = {}): string {
  const { worker = 'launch-1', settle = '500ms', review = 'none', claims = 'start' } = options;
  const { probe = true, headers } = options;
  const actionOf = (slug: string): unknown => ({
    id: slug,
    kind: 'submit-listing',
    platform: 'directory.example',
    identity: { slug },
    payload: { title: `The ${slug}` },
    effect: { url: `${directory.origin}/submit`, fields: { slug } },
    ...(probe ? { probe: { use: 'http-json', settle, review, with: { ...reads(directory), headers } } } : {}),
  });
  return JSON.stringify({ worker, claims, actions: slugs.map(actionOf) }, null, 2);
}

function reads({ origin }: Directory): object {
  return {
    url: `${origin}/api?page={page}`,
    control: { expect: 'user' },
    items: 'items',
    fields: { id: 'id', createdAt: 'created_at', author: 'author', status: 'status' },
    status: { live: ['live'] },
    paging: { by: 'page', start: 1, last: 'pages' },
  };
}
