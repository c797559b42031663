/**
 * The HTTP client behind `Ask`. Its rules:
 * - GET only, http and https only; no cookie, no cache, no credential but what the plan names;
 * - a redirect is followed by hand, at most five times; never with a credential to another origin, never from https
 *   to http, never from the outside into this machine's own network;
 * - only 200 and the `missing` statuses are answers; everything else says why there is none.
 */
import { createRequire } from 'node:module';
import type { Blindness, Millis, Reading } from '../words.js';
import { isPrivate, isWebAddress, looksLikeLogin } from './address.js';
import type { Answer, Ask, Get } from './ask.js';
import { makeAskGit } from './ask-git.js';
import { ageOf, retryAtOf, skewOf } from './clock.js';
import { type Exchanged, exchange } from './exchange.js';
import { blot, carriesCredential, type Filled, fillHeaders, redactUrl } from './secrets.js';

export interface AskOptions {
  env?: NodeJS.ProcessEnv;
  now?: () => Millis;
  /** Ends every request; what is asked later is not sent. */
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  maxBytes?: number;
  /** Where relative paths of a plan start. */
  folder?: string;
}

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const { version } = createRequire(import.meta.url)('browser-reconciler/package.json') as { version: string };
export const USER_AGENT = `browser-reconciler/${version}`;

export function makeAsk(options: AskOptions = {}): Ask {
  const {
    env = process.env,
    now = Date.now,
    signal,
    timeoutMs = 10_000,
    maxBytes = 5 * 1024 * 1024,
    folder = process.cwd(),
  } = options;
  const get: Get = async (url, { headers = {}, accept = '*/*', missing = [] } = {}) => {
    const filled = fillHeaders(headers, env);
    const unsent = (why: Blindness): Answer => ({
      ok: false,
      why,
      retryAt: null,
      status: null,
      url: redactUrl(url, filled?.secrets),
      at: now(),
      sent: [],
    });
    if (filled === null) return unsent('no-token');
    if (!isWebAddress(url)) return unsent('unreachable');
    if (signal?.aborted) return unsent('time-out');
    const deadline = deadlineOf(timeoutMs, signal);
    try {
      const limits = { signal: deadline.signal, maxBytes, now };
      const credential = carriesCredential(headers);
      const request = { 'user-agent': USER_AGENT, accept, ...lowerCased(filled.headers) };
      return await new Trip(filled, credential, missing, (to) => exchange(to, request, limits), now).to(url);
    } finally {
      deadline.done();
    }
  };
  // Some forges answer only what begins like git.
  const userAgent = `git/${USER_AGENT}`;
  return Object.assign(get, { git: makeAskGit({ get, userAgent, folder, now, signal }) });
}

/** One ask from its first request through all redirects to its answer. */
class Trip {
  readonly #sent: Reading['requests'] = [];

  constructor(
    readonly filled: Filled,
    readonly credential: boolean,
    readonly missing: number[],
    readonly get: (url: string) => Promise<Exchanged | Blindness>,
    readonly now: () => Millis,
  ) {}

  async to(start: string): Promise<Answer> {
    let url = new URL(start);
    const via: string[] = [];
    for (;;) {
      const at = this.now();
      const got = await this.get(url.href);
      const shown = redactUrl(url.href, this.filled.secrets);
      this.#sent.push({ url: shown, status: typeof got === 'string' ? null : got.status, at });
      if (typeof got === 'string') return this.#none(got, url, at);
      if (!REDIRECTS.includes(got.status)) return this.#answer(got, url, via, at);
      const next = this.#next(url, got.headers.get('location'));
      if (typeof next === 'string') return this.#none(next, url, at, got);
      via.push(shown);
      if (via.length > MAX_REDIRECTS) return this.#none('redirect', url, at, got);
      url = next;
    }
  }

  #answer(got: Exchanged, url: URL, via: string[], at: Millis): Answer {
    if (got.status !== 200 && !this.missing.includes(got.status)) {
      return this.#none(`${got.status}`, url, at, got);
    }
    if (got.text === null) return this.#none('shape', url, at, got);
    return {
      ok: true,
      status: got.status,
      url: redactUrl(url.href, this.filled.secrets),
      via,
      at: this.#sent[0]?.at ?? at,
      headers: got.headers,
      text: blot(got.text, this.filled.secrets),
      ageMs: ageOf(got.headers),
      skewMs: skewOf(got.headers, at, got.answeredAt),
      sent: this.#sent,
    };
  }

  #next(from: URL, location: string | null): URL | Blindness {
    if (location === null || !URL.canParse(location, from)) return 'redirect';
    const to = new URL(location, from);
    if (looksLikeLogin(to) && !looksLikeLogin(from)) return 'login';
    if (!isWebAddress(to.href) || to.username !== '' || to.password !== '') return 'redirect';
    if (to.origin === from.origin) return to;
    if (this.credential) return 'redirect';
    if (from.protocol === 'https:' && to.protocol === 'http:') return 'redirect';
    return isPrivate(to) && !isPrivate(from) ? 'redirect' : to;
  }

  #none(why: Blindness, url: URL, at: Millis, got?: Exchanged): Answer {
    const skewMs = got ? skewOf(got.headers, at, got.answeredAt) : null;
    return {
      ok: false,
      why,
      retryAt: got ? retryAtOf(got.headers, got.answeredAt, skewMs) : null,
      status: got?.status ?? null,
      url: redactUrl(url.href, this.filled.secrets),
      at: this.#sent[0]?.at ?? at,
      sent: this.#sent,
    };
  }
}

/** Header names know no case: one of the plan's replaces ours. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Ends after `ms` or with `outer`, whichever comes first, and keeps no process alive. */
function deadlineOf(ms: number, outer: AbortSignal | undefined): { signal: AbortSignal; done: () => void } {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const timer = setTimeout(end, ms);
  outer?.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    done: () => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', end);
    },
  };
}
