/**
 * Does this request carry out that effect? Pure. Where it cannot be told, the answer leans to "it may":
 * a request that is wrongly taken for the act costs a look, one that is wrongly ignored costs a duplicate.
 */
import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import type { Effect } from '../words.js';

/** A request as a witness of the wire saw it. `fields` null: its body is unknown. */
export interface SeenRequest {
  method: string;
  url: string;
  /** Every value of every field of the body, nested names by dots. */
  fields: Record<string, string[]> | null;
}

/** `maybe`: method and URL match, the body that would tell is unknown. */
export function matchesEffect(effect: Effect, request: SeenRequest): 'yes' | 'maybe' | 'no' {
  if (request.method.toUpperCase() !== effect.method) return 'no';
  if (!matchesUrl(effect.url, request.url)) return 'no';
  const wanted = Object.entries(effect.fields);
  if (wanted.length === 0) return 'yes';
  const { fields } = request;
  if (fields === null) return 'maybe';
  const holds = ([name, value]: [string, unknown]) =>
    Object.hasOwn(fields, name) && fields[name]?.some((seen) => sameText(seen, String(value)));
  return wanted.every(holds) ? 'yes' : 'no';
}

/** A changing request on the way that is not the act. Ask `matchesEffect` first: a step's pattern may cover both. */
export function matchesStep(effect: Effect, method: string, url: string): boolean {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())) return false;
  return effect.steps.some((step) => matchesUrl(step, url));
}

/** A pattern without a query matches any query; a fragment never leaves the browser, so it never tells apart. */
export function matchesUrl(pattern: string, url: string): boolean {
  return compiled(pattern).test(url);
}

/** As the form fields of one text: encoding, line ends and surrounding blanks are the browser's doing. */
export function sameText(a: string, b: string): boolean {
  return a === b || plain(a) === plain(b);
}

/** Could one request satisfy both? False only where that is shown to be impossible. */
export function overlap(a: Effect, b: Effect): boolean {
  if (a.method !== b.method) return false;
  const contradict = Object.keys(a.fields).some(
    (name) => Object.hasOwn(b.fields, name) && !sameText(String(a.fields[name]), String(b.fields[name])),
  );
  return !contradict && (a.url === b.url || urlsMeet(compiled(a.url), compiled(b.url)));
}

/** Why a text is no usable pattern; null where it is. */
export function patternFault(pattern: string): string | null {
  let parsed: URLPattern;
  try {
    parsed = compile(pattern);
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^Failed to construct 'URLPattern': /, '') : '';
    return /base URL/.test(why)
      ? 'must be a whole URL, like "https://host/path"'
      : `is not a URL pattern: ${why}`;
  }
  if (isLiteral(parsed.protocol) && !/^https?$/.test(parsed.protocol)) return 'must be an http or https URL';
  if (/[^*]/.test(parsed.username + parsed.password)) return 'must not hold a user name or password';
  return null;
}

const PARTS = ['protocol', 'hostname', 'port', 'pathname', 'search'] as const;
type Part = (typeof PARTS)[number];

const cache = new Map<string, URLPattern>();

function compiled(pattern: string): URLPattern {
  let found = cache.get(pattern);
  if (!found) {
    found = compile(pattern);
    if (cache.size >= 1000) cache.clear();
    cache.set(pattern, found);
  }
  return found;
}

function compile(pattern: string): URLPattern {
  const { protocol, username, password, hostname, port, pathname, search } = new URLPattern(pattern);
  return new URLPattern({
    protocol,
    username,
    password,
    hostname,
    port,
    pathname,
    search: search || '*',
    hash: '*',
  });
}

function urlsMeet(a: URLPattern, b: URLPattern): boolean {
  return PARTS.every((part) => partsMeet(part, a[part], b[part]));
}

/** A literal is tried on the other's pattern; two patterns are apart only by unequal literal beginnings or ends. */
function partsMeet(part: Part, a: string, b: string): boolean {
  if (a === b) return true;
  if (isLiteral(a)) return new URLPattern({ [part]: b }).test({ [part]: a });
  if (isLiteral(b)) return new URLPattern({ [part]: a }).test({ [part]: b });
  return sharesEnd(head(a), head(b)) && sharesEnd(reversed(tail(a)), reversed(tail(b)));
}

function isLiteral(component: string): boolean {
  return !/[*(){}:?+\\]/.test(component);
}

/** The literal beginning. A slash or dot before a group belongs to the group, which may be optional. */
function head(component: string): string {
  return (/^[^*(){}:?+\\]*/.exec(component)?.[0] ?? '').replace(/[/.]$/, '');
}

/** The literal end: what follows the last group, without the name of a `:name`. */
function tail(component: string): string {
  const end = /(:[\p{ID_Continue}$]*)?([^*(){}:?+\\]*)$/u.exec(component);
  return end?.[2] ?? '';
}

function sharesEnd(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

function plain(text: string): string {
  if (/^[!-~]*$/.test(text)) return text;
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
}
