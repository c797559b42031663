/** The values that flags take. A bad one is one clear line. */
import { parseDuration } from '../declare/duration.js';
import { Refusal } from '../refusal.js';
import type { Millis } from '../words.js';

/** `500ms`, `5s`, `10m`, `2h`, `7d` */
export function duration(flag: string, text: string | undefined): Millis | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms !== null) return ms;
  throw new Refusal('usage', { on: `${flag} ${text}`, hint: 'give a duration: 500ms, 5s, 10m, 2h or 7d' });
}

/** A moment: ISO 8601, or a duration ago. */
export function since(flag: string, text: string | undefined): Millis | null {
  if (text === undefined) return null;
  const ago = parseDuration(text);
  if (ago !== null) return Date.now() - ago;
  const at = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new Refusal('usage', {
    on: `${flag} ${text}`,
    hint: 'give 2026-03-01T12:00:00Z, or how long ago: 10m',
  });
}

export function wholeNumber(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new Refusal('usage', { on: `${flag} ${text}`, hint: 'give a whole number from 0' });
}

export function oneOf<T extends string>(
  flag: string,
  text: string | undefined,
  words: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return word;
  throw new Refusal('usage', { on: `${flag} ${text}`, hint: `give one of ${words.join(', ')}` });
}

/** Patterns of the user's own, as regular expressions. */
export function patterns(flag: string, texts: string[]): RegExp[] {
  return texts.map((text) => {
    try {
      return new RegExp(text, 'u');
    } catch (cause) {
      throw new Refusal('usage', { on: `${flag} ${text}`, hint: 'it is not a regular expression', cause });
    }
  });
}
