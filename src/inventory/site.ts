import type { Action } from '../words.js';

/** Is an address on the site where the act happens? null: neither effect nor platform names one. */
export function isOnSite(
  { effect, platform }: Pick<Action, 'effect' | 'platform'>,
  address: string,
): boolean | null {
  const page = place(address);
  const named = [
    effect && place(effect.url),
    /\.|^localhost\b/.test(platform) ? place(`https://${platform}`) : null,
  ];
  const sites = named.filter((site) => site !== null);
  if (sites.length === 0) return null;
  return page !== null && sites.some((site) => areRelated(page, site));
}

/** One host, or one within the other (`app.directory.example` and `www.directory.example`). */
function areRelated(a: URL, b: URL): boolean {
  const [x, y] = [a, b].map(({ hostname }) => hostname.replace(/^www\./, ''));
  if (x === y) return a.port === b.port;
  return x !== undefined && y !== undefined && (x.endsWith(`.${y}`) || y.endsWith(`.${x}`));
}

function place(address: string): URL | null {
  try {
    const url = new URL(address);
    return /^https?:$/.test(url.protocol) && !/[*:{}()]/.test(url.hostname) ? url : null;
  } catch {
    return null;
  }
}
