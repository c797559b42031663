import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base } from './folder.js';

/** A page's HTML, or whatever a test wants to do with a request (leaving it unanswered, for one). */
export type Route = string | ((request: IncomingMessage, response: ServerResponse, body: string) => void);

/** A real HTTP server on loopback that counts what reaches it. Unknown paths give 404. */
export class Site {
  readonly requests: { method: string; path: string; body: string }[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #routes = new Map<string, Route>();

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** One origin, … */
  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** … and the same server under another one (another site, so another process in the browser). */
  get other(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  route(path: string, route: Route): this {
    this.#routes.set(path, route);
    return this;
  }

  /** Serves `test/fixtures/<fixture>` at `/<its last part>`; `{other}` in it becomes the other origin. Gives its URL. */
  async fixture(fixture: string): Promise<string> {
    const html = await readFile(new URL(`../fixtures/${fixture}`, import.meta.url), 'utf8');
    const path = `/${fixture.split('/').at(-1)}`;
    this.route(path, html.replaceAll('{other}', this.other).replaceAll('{url}', this.url));
    return this.url + path;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    request.on('error', () => {});
    let body = '';
    for await (const part of request) body += String(part);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    this.requests.push({ method: request.method ?? '', path: request.url ?? '', body });
    const route = this.#routes.get(path);
    if (typeof route === 'function') return route(request, response, body);
    response.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(route ?? 'no such page');
  }
}

/** `site`: a server of the test's own. */
export const test = base.extend<{ site: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
  site: async ({}, use) => {
    const site = await new Site().start();
    await use(site);
    await site.stop();
  },
});

export { expect } from './folder.js';
