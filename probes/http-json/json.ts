/** From an answer to its JSON. */
import type { Answer } from '../../src/probe/ask.js';
import type { Blindness } from '../../src/words.js';

/** A text, which is kept as it is, or a number. */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export type Parsed = { ok: true; body: unknown } | { ok: false; why: Blindness };

/** Only what calls itself JSON and is JSON to its last character. */
export function jsonOf({ headers, text }: Extract<Answer, { ok: true }>): Parsed {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!/^(application|text)\/([a-z0-9.+-]+\+)?json$/.test(type)) {
    const login = type === 'text/html' && /<input[^>]+type\s*=\s*["']?password/i.test(text);
    return { ok: false, why: login ? 'login' : 'shape' };
  }
  try {
    return { ok: true, body: JSON.parse(withExactIntegers(text)) };
  } catch {
    return { ok: false, why: 'shape' };
  }
}

/** Ids beyond 2^53 become texts: as numbers, two different ones could become equal, and ours could become another. */
function withExactIntegers(text: string): string {
  return text.replace(TEXT_OR_NUMBER, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );
}
