/** From what the user wrote as the browser's address to the WebSocket that speaks CDP, or one clear refusal. */
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { Refusal } from '../refusal.js';
import { redactUrl } from './redact.js';

const MAX_VERSION_BYTES = 64 * 1024;

/** Why an endpoint is no use, in the words of the refusal's hint. */
class Useless extends Error {}

/** `http://host:port` → the browser's `ws://…`; a `ws://…` is taken as it is. */
export async function browserSocket(endpoint: string, withinMs: number): Promise<URL> {
  const url = parse(endpoint);
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url;
  try {
    return socketOf(await get(new URL('/json/version', url), withinMs), url);
  } catch (cause) {
    throw refuse(endpoint, cause);
  }
}

export function refuse(endpoint: string, cause: unknown): Refusal {
  return new Refusal('endpoint', { on: redactUrl(endpoint), hint: hintFor(cause), cause });
}

function parse(endpoint: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !['http:', 'https:', 'ws:', 'wss:'].includes(url.protocol)) {
    const hint = 'not an address: write http://host:port, or ws://host:port/devtools/browser/<id>';
    throw new Refusal('endpoint', { on: redactUrl(endpoint).slice(0, 200), hint });
  }
  return url;
}

/**
 * The answer names a host of its own. It is not followed: behind a tunnel it is wrong, and a hostile answer could
 * send us anywhere. Only the path is taken.
 */
function socketOf(body: string, endpoint: URL): URL {
  let named: unknown;
  try {
    named = (JSON.parse(body) as { webSocketDebuggerUrl?: unknown } | null)?.webSocketDebuggerUrl;
  } catch {
    named = undefined;
  }
  if (typeof named !== 'string' || !URL.canParse(named)) {
    throw new Useless(
      'what answers there is not a browser’s debugging port: give the port it was started with',
    );
  }
  const socket = new URL(new URL(named).pathname, endpoint);
  socket.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
  socket.username = endpoint.username;
  socket.password = endpoint.password;
  return socket;
}

/** GET without redirects, bounded in bytes and in time from the first to the last byte. */
function get(url: URL, withinMs: number): Promise<string> {
  const request = url.protocol === 'https:' ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs);
    const asked = request(url, { signal, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > MAX_VERSION_BYTES) {
          asked.destroy(new Useless('it answers without end: that is not a browser’s debugging port'));
        }
      });
      answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

function hintFor(cause: unknown): string {
  if (cause instanceof Useless) return cause.message;
  const { code, name, message } = cause as { code?: string; name?: string; message?: string };
  if (code === 'ECONNREFUSED') {
    return 'nothing listens there: the browser is gone, or has another port (see DevToolsActivePort in its profile)';
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such host: check the address';
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ABORT_ERR') {
    return 'it accepts the connection and answers nothing: check the port, or stop the browser and use --profile';
  }
  return `it does not speak CDP (${String(message ?? cause).slice(0, 120)}): check the address`;
}
