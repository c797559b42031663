/** Addresses and texts without their secrets. The rules, and the words they go by, stand at the top of `redact.ts`. */
import { cardNumbers } from './card.js';
import { isOpaque } from './opaque.js';
import { any, endsSecret, MARK, rulesWith, SHAPES, speaksOf, urlWords, words } from './redact.js';
import { pairsOut } from './redact-pairs.js';

/** How deep addresses may stand in each other. What lies deeper is told only if it can hold no name and value. */
const DEEPEST = 3;

/** The same address without its secrets. Never throws, whatever it is given. */
export function redactUrl(url: string): string {
  return cleaned(url, DEEPEST);
}

/** An address as the inventory keeps it: a page can make its own 2 MB long. */
export function address(url: string): string {
  const long = url.length > 8_000 && !DATA.test(url);
  return redactUrl(long ? `${url.slice(0, 8_000)}…` : url);
}

/** Text of any origin without its secrets: a log line, a title. */
export function redactText(text: string, extraPatterns: RegExp[] = []): string {
  const headers = /\b((?:proxy-)?authorization|(?:set-)?cookie|x-api-key)(["']?\s*[:=]\s*)[^\n]+/gi;
  // A page may stand in the address, up to the end of the line; in others no space does.
  const pages =
    /\bdata:(?:[\w.+-]+\/[\w.+-]+)?[;,](?=\S)(?!… \(\d+ characters\))(?:(?<=(?:html|xml)[;,])[^\n]*|[^\s"'<>)]*)/gi;
  let clean = text
    .replace(pages, (url) => dataUrl(url))
    .replace(/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|sms|smsto):)[^\s"'<>]+/gi, (url) => redactUrl(url))
    .replace(headers, `$1$2${MARK}`);
  clean = pairsOut(clean).replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${MARK}`);
  clean = shapesOut(clean);
  for (const [from, to] of cardNumbers(clean).reverse())
    clean = clean.slice(0, from) + MARK + clean.slice(to);
  for (const { source, flags } of extraPatterns) {
    const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    clean = clean.replace(everywhere, (hit) => (hit === '' ? '' : MARK));
  }
  return clean;
}

const DATA = /^(?:view-source:)?data:/i;

function cleaned(url: string, depth: number): string {
  if (DATA.test(url)) return dataUrl(url);
  if (/^(?:mailto|sms|smsto):/i.test(url)) return withParameters(url, messageValue);
  const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*(?:@[^/?#@]*)*@/i, `$1${MARK}@`);
  // A link that works once: `/reset/3f9a8b…`.
  const once = bare.replace(
    /(\/(?:(?:password-?)?reset(?:-?password)?|verify(?:-?email)?|confirm|activate|magic(?:-?link)?|token|unlock|invit(?:e|ation)s?)\/)(?=[^/?#]*\d)[\w.~-]{16,}/gi,
    `$1${MARK}`,
  );
  const end = once.search(/[?#]/);
  const path = (end === -1 ? once : once.slice(0, end))
    .split('/')
    .map((step) => (step.includes('%') ? nested(step, depth) : step));
  const named = withParameters(path.join('/') + (end === -1 ? '' : once.slice(end)), (value) =>
    isCard(value) ? MARK : nested(value, depth),
  );
  return shapesOut(
    named.replace(/#([\w.~+=-]{20,})$/, (all, token) => (isOpaque(token, 20) ? `#${MARK}` : all)),
  );
}

function withParameters(url: string, clean: (value: string) => string): string {
  return url.replace(
    /([?&#;])([^=&#;?]{1,200})=([^&#]+)/g,
    (_, lead: string, name: string, value: string) =>
      `${lead}${name}=${isSecretName(name, value) ? MARK : clean(value)}`,
  );
}

function messageValue(value: string): string {
  return changed(value, redactText(decoded(value)));
}

/** A value that holds an address, a query or JSON. Where there is nothing to hide it stays as it is written. */
function nested(value: string, depth: number): string {
  const plain = decoded(value);
  if (!/[=:{%]/.test(plain)) return value;
  if (depth === 0) return /=|%3d/i.test(plain) ? MARK : value;
  if (/^\s*[{[]/.test(plain)) return changed(value, redactText(plain));
  if (!/[=:]/.test(plain)) return plain === value ? value : changed(value, nested(plain, depth - 1));
  // A query may stand alone.
  if (/^[a-z][\w+.-]*:|[?#]/i.test(plain)) return changed(value, cleaned(plain, depth - 1));
  return changed(value, cleaned(`?${plain}`, depth - 1).slice(1));
}

/** `clean` in the place of `value`, encoded if that was. */
function changed(value: string, clean: string): string {
  if (clean === decoded(value)) return value;
  return decoded(value) === value ? clean : encoded(clean);
}

function dataUrl(url: string): string {
  if (/^[\w:-]*data:[\w.+/-]*,… \(\d+ characters\)$/i.test(url)) return url;
  const type = /^[\w:-]*data:[\w.+-]{1,40}\/[\w.+-]{1,40}(?=[;,])/i.exec(url)?.[0];
  return `${type ?? 'data:'},… (${url.length} characters)`;
}

/** Of the great networks: other long numbers in an address tell what was done. */
function isCard(value: string): boolean {
  const text = decoded(value);
  return /^[3-6]/.test(text) && cardNumbers(text).length > 0;
}

interface NameRules {
  names: Set<string>;
  alone: Set<string>;
  beside: Set<string>;
  rules: ReturnType<typeof rulesWith>;
}

let made: NameRules | null = null;

/** Made when it is first needed: this file and that of the rules need each other. */
function nameRules(): NameRules {
  if (made !== null) return made;
  const { names, alone, beside, phrases } = urlWords();
  const rules = rulesWith([]);
  // Those that are secrets only alone are looked at by themselves.
  const spoken = new RegExp(` ${any(phrases.filter((phrase) => !alone.includes(phrase)))}\\d{0,2} `);
  made = {
    names: new Set(names),
    alone: new Set(alone),
    beside: new Set(beside),
    rules: { ...rules, spoken },
  };
  return made;
}

function isSecretName(name: string, value: string): boolean {
  const { names, alone, beside, rules } = nameRules();
  const spaced = words(decoded(name));
  const parts = spaced
    .trim()
    .replace(/\d{1,2}$/, '')
    .split(' ');
  if (speaksOf(spaced, rules)) return true;
  const strong = parts.some((part) => names.has(part) && !alone.has(part));
  if (strong || rules.hidden.test(spaced)) return true;
  if (parts.some((part) => alone.has(part))) {
    if (parts.length === 1 || parts.some((part) => beside.has(part))) return true;
  }
  if (endsSecret(spaced, false, rules)) return true;
  return rules.weak.test(spaced) && isOpaque(decoded(value), 8);
}

function shapesOut(text: string): string {
  return SHAPES.reduce((rest, shape) => rest.replace(new RegExp(shape, 'g'), MARK), text);
}

/** Half a pair of UTF-16 cannot be encoded. */
function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return MARK;
  }
}

/** Of what cannot be decoded as a whole, what is plain ASCII. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([2-7][\da-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
}
