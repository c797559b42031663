import type { Millis } from '../../src/words.js';

const ISO_WITH_ZONE =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|UTC|[+-]\d{2}:?\d{2})$/i;
const MAIL_WITH_ZONE =
  /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(:\d{2})? (GMT|UTC|Z|[+-]\d{4})$/;
const YEAR_1990: Millis = 631_152_000_000;
const YEAR_2100: Millis = 4_102_444_800_000;

/**
 * The instant that a platform's date names: ISO 8601 or RFC 822 with a zone, or seconds or milliseconds since 1970.
 * A date without a zone names none: it is null, and its item counts as undated.
 */
export function instantOf(value: unknown): Millis | null {
  const at =
    typeof value === 'number' ? ofEpoch(value) : typeof value === 'string' ? ofText(value.trim()) : NaN;
  return at >= YEAR_1990 && at < YEAR_2100 ? Math.floor(at) : null;
}

function ofText(text: string): number {
  if (/^\d{9,13}(\.\d+)?$/.test(text)) return ofEpoch(Number(text));
  const iso = ISO_WITH_ZONE.exec(text);
  if (iso) {
    const zone = /^(Z|UTC)$/i.test(iso[3] ?? '') ? 'Z' : (iso[3] ?? '').replace(/^(...)(\d\d)$/, '$1:$2');
    return Date.parse(`${iso[1]}T${iso[2]}${zone}`);
  }
  return MAIL_WITH_ZONE.test(text) ? Date.parse(text) : NaN;
}

/** Milliseconds of 1973 to now have more digits than seconds of 1973 to 5138. */
function ofEpoch(number: number): number {
  return number >= 1e11 ? number : number * 1000;
}
