/** A notice board with a JSON API: pages, an owner's view behind a token, statuses in its own words. */
import { type Handler, type Listing, sendJson } from './platform.js';

/** `probe.with` for it; `change` replaces whole options. */
export function board(origin: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    url: `${origin}/v2/notices?author={account}&page={page}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a plan's way to name an environment variable
    headers: { authorization: 'Bearer ${BOARD_TOKEN}' },
    control: { expect: 'me' },
    items: 'items',
    match: { name: 'title' },
    fields: {
      id: 'id',
      url: 'url',
      createdAt: 'created_at',
      author: 'by',
      queue: 'section',
      status: 'state',
    },
    status: { live: ['live'], pending: ['review'], draft: ['draft'], removed: ['spam'] },
    paging: { by: 'page', last: 'pages' },
    ...change,
  };
}

export function itemOf({
  id,
  slug,
  name,
  author,
  queue,
  state,
  createdAt,
}: Listing): Record<string, unknown> {
  return {
    id,
    slug,
    title: name,
    by: author,
    section: queue,
    state,
    created_at: createdAt,
    url: `/n/${slug}-${id}`,
  };
}

/** A wrong token is answered 200 and empty, as some platforms do. */
export function boardShows(listings: Listing[], { size = 20 }: { size?: number } = {}): Handler {
  return (request, response, url) => {
    const admitted = request.headers.authorization === 'Bearer good-token';
    const items = admitted ? listings.map(itemOf) : [];
    const page = Number(url.searchParams.get('page') ?? 1);
    sendJson(response, {
      me: admitted ? 'me@example.com' : null,
      pages: Math.max(1, Math.ceil(items.length / size)),
      total: items.length,
      items: items.slice((page - 1) * size, page * size),
    });
  };
}
