/** A directory without an API: one public page a listing. */
import { type Handler, type Listing, send } from './platform.js';

/** `probe.with` for it; `change` replaces whole options. */
export function directory(origin: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    url: `${origin}/listing/{identity.slug}`,
    expect: 'main.listing, .not-found',
    find: 'main.listing h1',
    text: '{identity.name}',
    missing: [404, 410],
    ...change,
  };
}

export function pageOf(main: string): string {
  return `<!doctype html><html><head><title>Directory</title></head><body><nav>Home</nav>${main}</body></html>`;
}

/** What it does not hold it answers with 200 and a page that says so. */
export function directoryShows(listings: Listing[]): Handler {
  return (_, response, url) => {
    const shown = listings.find(({ slug }) => url.pathname === `/listing/${slug}`);
    if (!shown) return send(response, 200, 'text/html', pageOf('<p class="not-found">No such listing</p>'));
    send(response, 200, 'text/html', pageOf(`<main class="listing"><h1> ${shown.name}\n</h1></main>`));
  };
}
