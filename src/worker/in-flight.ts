/**
 * What a leftover browser may still be sending although its tabs are at rest: a page's fetch, a worker's, a form into a
 * frame. CDP does not show requests that began before we attached. What cannot be seen counts as in flight.
 */
import { lookup } from 'node:dns/promises';
import { matchesUrl } from '../wire/match.js';
import { openRequests } from '../wire/netlog.js';
import type { BrowserRef, Effect } from '../words.js';
import { type Connection, connectionsOf } from './ports.js';

const ONLY_READ = new Set(['GET', 'HEAD', 'OPTIONS']);
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** null: nothing, as far as this machine can tell; otherwise why not, for people. `effects`: of the worker's actions. */
export async function whatIsInFlight(browser: BrowserRef, effects: Effect[]): Promise<string | null> {
  if (browser.process === null) return null;
  const connections = connectionsOf(browser.process.pid);
  const logged = browser.netlog === null ? null : await openRequests(browser.netlog);
  if (logged === null) return sendingTo(effects, connections);
  const act = logged.find(
    ({ method, url }) =>
      !ONLY_READ.has(method) ||
      effects.some((effect) => effect.method === method && matchesUrl(effect.url, url)),
  );
  // The log's last lines may not be written yet; without any connection nothing can be under way.
  if (act === undefined || connections?.length === 0) return null;
  return `its network log shows no end of ${act.method} ${act.url}`;
}

/**
 * Without a log of ours: bytes on their way to where the act goes. An answer that is awaited cannot be told from a
 * connection at rest; once all bytes have left, the platform's own time to commit is what `settle` stands for.
 */
async function sendingTo(effects: Effect[], connections: Connection[] | null): Promise<string | null> {
  const sending = connections?.filter((one) => one.sending) ?? [];
  if (sending.length === 0) return null;
  for (const { url } of effects) {
    const found = await addressesOf(url);
    if (found === null || sending.some(({ ip, port }) => found.ips.includes(ip) && found.port === port))
      return `it is sending to ${found?.host ?? 'an address that cannot be resolved'}`;
  }
  return null;
}

/** null: a pattern, or a name that cannot be resolved. */
async function addressesOf(url: string): Promise<{ host: string; port: number; ips: string[] } | null> {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  try {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    const ips = found.map(({ address }) => address);
    return { host: hostname, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0), ips };
  } catch {
    return null;
  }
}
