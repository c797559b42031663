/**
 * Secrets in a text, told by the name before them: `Kennwort: x`, `"api_key" => 'x'`, "your code is 482913". The names
 * are those of `redact.ts`.
 */
import { isOpaque } from './opaque.js';
import { any, endsSecret, MARK, rulesWith, urlWords, words } from './redact.js';

/** What stands between name and value: a sign, a word like "is", or nothing but space. */
const BETWEEN =
  /["'\\\])}]{0,4}[ \t]{0,3}(?:=>|[:=：＝])[ \t]{0,3}|[ \t]{1,3}(?:(?:is|ist|est|es|era|è|é|är|er)[ \t]{1,3})?/g;
/** The longest name, and whom it is of. */
const NAME = 48;
const QUOTES: Record<string, string> = { '"': '"', "'": "'", '`': '`', '“': '”', '„': '“', '«': '»' };

export function pairsOut(text: string): string {
  const kept: string[] = [];
  let done = 0;
  for (const { 0: between, index } of text.matchAll(BETWEEN)) {
    const from = index + between.length;
    if (index < done || !/[\p{L}\p{N}\p{M}]/u.test(text[index - 1] ?? '')) continue;
    const sure = /[:=：＝]/.test(between);
    if ((!sure && !isUnusual(text, from)) || isKept(text, from)) continue;
    const kind = kindOf(text.slice(Math.max(done, index - NAME), index));
    if (kind === null) continue;
    const to = kind === 'sentence' && sure ? endOfLine(text, from) : endOfValue(text, from);
    if (to === from || !hides(text.slice(from, to), kind, sure)) continue;
    kept.push(text.slice(done, from), MARK);
    done = to;
  }
  return codesSaid(kept.join('') + text.slice(done));
}

type Kind = 'phrase' | 'sentence' | 'ending' | 'token';

/** What the end of `before` is the name of. */
function kindOf(before: string): Kind | null {
  const { phrase, glued, sentence, token, rules } = pairRules();
  const spaced = words(before.replace(/%5[bd]/gi, ' '));
  if (sentence.test(spaced)) return 'sentence';
  if (phrase.test(spaced) || glued.test(spaced.replace(/ /g, ''))) return 'phrase';
  // Models count their tokens.
  if (/ (?:tokens|secrets) $/.test(spaced)) return null;
  if (endsSecret(spaced, false, rules) || /(?:token|secret)\d{0,2} $/.test(spaced)) return 'ending';
  return token.test(spaced) ? 'token' : null;
}

function hides(value: string, kind: Kind, sure: boolean): boolean {
  // An address has been judged as one.
  if (/^["'`]?https?:\/\//.test(value)) return false;
  if (kind === 'token') return sure && isOpaque(value, 8);
  return sure || kind !== 'ending' || isOpaque(value, 10);
}

/** Twice redacted is redacted once. */
function isKept(text: string, from: number): boolean {
  return at(/\*{3}(?![^\s,;&"'<>)\]}])/y, text, from) !== '';
}

/** No word of a sentence: digits, or signs among letters. */
function isUnusual(text: string, from: number): boolean {
  const token = at(/\S{1,64}/y, text, from);
  const bare = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (/^\d+$/.test(bare)) return bare.length >= 3;
  return bare.length >= 4 && /[\d@#$%^*+=!_~]/.test(bare);
}

function endOfValue(text: string, from: number): number {
  if (text[from] === '{') return from;
  const lead = at(/\\*["'`“„«]/y, text, from);
  const close = text[from] === '[' ? ']' : (QUOTES[lead.slice(-1)] ?? '');
  const start = from + Math.max(lead.length, close === ']' ? 1 : 0);
  // A quotation mark that nothing closes must not hide a whole log.
  const near = text.slice(start, start + 400).split('\n', 1)[0] ?? '';
  const escaped = lead.startsWith('\\');
  for (let i = close === '' ? -1 : near.indexOf(close); i !== -1; i = near.indexOf(close, i + 1))
    if (escaped || near[i - 1] !== '\\') return start + i + 1;
  return start + at(/[^\s,;&"'<>]+/y, text, start).length;
}

function endOfLine(text: string, from: number): number {
  const line = at(/[^\n;"]+/y, text, from);
  return line === '' ? endOfValue(text, from) : from + line.length;
}

function at(sticky: RegExp, text: string, from: number): string {
  sticky.lastIndex = from;
  return sticky.exec(text)?.[0] ?? '';
}

/** "482913 is your code", as messages and their titles begin. */
function codesSaid(text: string): string {
  return text.replace(
    /(?<![\w-])(?:[A-Z]{1,3}-)?\d{4,8}(?=[ \t](?:is|ist|est|es)[ \t](?:your|the|ihr|dein|votre|ton|su|tu)[ \t])/gi,
    MARK,
  );
}

function pairRules() {
  made ??= compiled();
  return made;
}

let made: ReturnType<typeof compiled> | null = null;

function compiled() {
  const { phrases, glued, sentences } = urlWords();
  const rules = rulesWith([]);
  // "password for ada: …"
  const end = '\\d{0,2}(?: (?:for|of|fur|von|pour|de|para) [^ ]+)? $';
  return {
    rules,
    phrase: new RegExp(` ${any(phrases)}${end}`),
    glued: new RegExp(`(?:${glued.join('|')}|passwd)\\d{0,2}$`),
    sentence: new RegExp(` ${any(sentences)} $`),
    token: / (?:session|sessionid|session id|sid|jwt|csrf|xsrf|nonce|signature|auth|ticket|state) $/,
  };
}
