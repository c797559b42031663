import type { Millis } from '../../words.js';

/** Chromium counts microseconds from 1601. */
const TO_1970_MS = 11_644_473_600_000;
/** Beyond it nothing that a browser wrote down can lie: the year 2200. */
const LATEST = 7_258_118_400_000;

/** null: no time at all, or one that cannot be. */
export function fromMicros(micros: bigint | number): Millis | null {
  return plausible(Number(micros) / 1_000 - TO_1970_MS);
}

export function fromSeconds(seconds: number): Millis | null {
  return plausible(seconds * 1_000);
}

function plausible(at: number): Millis | null {
  return at > 0 && at < LATEST ? Math.round(at) : null;
}
