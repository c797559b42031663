/** What the headers of an answer say about time. */
import type { Millis } from '../words.js';

const DAY: Millis = 86_400_000;
/** `Date` counts whole seconds: on average it is this much behind. */
const HALF_SECOND: Millis = 500;

/** Platform's clock minus ours. `sentAt` and `answeredAt` bound the moment at which it was read. */
export function skewOf(headers: Headers, sentAt: Millis, answeredAt: Millis): Millis | null {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return null;
  return Math.round(date + ageOf(headers) + HALF_SECOND - (sentAt + answeredAt) / 2);
}

/** How old a cache's copy is. */
export function ageOf(headers: Headers): Millis {
  const age = headers.get('age') ?? '';
  return /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0;
}

/**
 * `Retry-After`, as seconds or as a date by the platform's clock. Never in the past, never later than a day:
 * a platform that says "in ten years" must not switch its probe off.
 */
export function retryAtOf(headers: Headers, now: Millis, skewMs: Millis | null): Millis | null {
  const value = headers.get('retry-after')?.trim() ?? '';
  // A lenient number parse would read a date that begins with a digit as seconds.
  const at = /^\d+(\.\d+)?$/.test(value) ? now + Number(value) * 1000 : Date.parse(value) - (skewMs ?? 0);
  if (Number.isNaN(at)) return null;
  return Math.round(Math.min(Math.max(at, now), now + DAY));
}
