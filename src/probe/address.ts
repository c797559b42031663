/** Addresses: when two are the same, and where a redirect may lead. */

const TRACKING = /^(utm_.*|fbclid|gclid|msclkid|mc_cid|mc_eid|ref|source)$/i;
const LOGIN =
  /(^|\/)(log-?in|sign-?in|sign_in|signin|users\/sign_in|session\/new|sessions\/new|wp-login\.php|sso|saml|oauth2?|authorize|authenticate|accounts\/login)(\.[a-z]+)?(\/|$)/i;

/** For people and for the ledger: as it is, without fragment and tracking. */
export function tidyUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (!/^#[!/]/.test(parsed.hash)) parsed.hash = '';
  const tracking = [...parsed.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) parsed.searchParams.delete(name);
  return parsed.href;
}

/**
 * For comparing only: two addresses with this in common lead to the same thing. Scheme, `www.`, default port,
 * trailing slash, tracking and the order of the query make no difference; the case of the path does.
 */
export function addressKey(url: string): string {
  if (!URL.canParse(url)) return url;
  const parsed = new URL(tidyUrl(url));
  parsed.searchParams.sort();
  const path = parsed.pathname.replace(/\/+$/, '');
  return `${siteOf(parsed)}${path}${parsed.search}${parsed.hash}`;
}

/** Host and port, the same with and without `www.` and for http and https. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '');
}

export function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

export function looksLikeLogin(url: URL): boolean {
  return LOGIN.test(url.pathname);
}

/** This machine or its own network, as far as the address itself says so. */
export function isPrivate(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.internal')) return true;
  if (/^\d+(\.\d+){3}$/.test(host))
    return /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
  return host.includes(':') && /^(::|f[cd]|fe[89ab])/i.test(host);
}

/** Redirects led to another address: an empty answer from there says nothing about the one that was asked. */
export function strayed({ via, url }: { via: string[]; url: string }): boolean {
  return addressKey(via[0] ?? url) !== addressKey(url);
}
