import type { Blindness, Millis } from '../words.js';

/** One answered read, or why there is none. Bodies are capped; `json` is parsed only where the type says JSON. */
export type Answer =
  | {
      ok: true;
      status: number;
      /** Where the answer came from after redirects, and every address on the way. */
      url: string;
      via: string[];
      /** When the request was sent. */
      at: Millis;
      headers: Headers;
      text: string;
      ageMs: number;
      skewMs: number | null;
    }
  | { ok: false; why: Blindness; retryAt: Millis | null; status: number | null; url: string; at: Millis };

/** The only HTTP client of the probes. `headers` may hold `${NAME}`: filled from the environment, never logged. */
export type Ask = (
  url: string,
  options?: { headers?: Record<string, string>; accept?: string },
) => Promise<Answer>;
