import type { Blindness, Millis, Reading } from '../words.js';
import type { Refs } from './refs.js';

/** Every request that really left, in order, redirects included; secrets are blotted out of the addresses. */
type Sent = Reading['requests'];

/**
 * One answered read, or why there is none. Bodies are capped; nothing here holds a secret that the request carried:
 * such values are blotted out of addresses and text.
 */
export type Answer =
  | {
      ok: true;
      /** 200, or one of the `missing` statuses that were asked for; every other status is no answer. */
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
      sent: Sent;
    }
  | {
      ok: false;
      why: Blindness;
      retryAt: Millis | null;
      status: number | null;
      url: string;
      at: Millis;
      sent: Sent;
    };

/**
 * The only HTTP client of the probes. `headers` may hold `${NAME}`: filled from the environment, never logged.
 * `missing` are statuses that this platform uses to say "no such thing": they come back as an answer. Never throws.
 */
export type Get = (
  url: string,
  options?: { headers?: Record<string, string>; accept?: string; missing?: number[] },
) => Promise<Answer>;

/** All that a probe may ask with. */
export type Ask = Get & { git: AskGit };

/** All refs of a git remote, or why there are none to be seen. */
export type RefsAnswer =
  | (Omit<Answer & { ok: true }, 'status' | 'headers' | 'text'> & { refs: Refs })
  | (Answer & { ok: false });

/** Git as far as a probe may use it. Relative paths start at the plan's folder. Never throws. */
export interface AskGit {
  /**
   * What `git ls-remote` tells. `https:` and `http:` are one GET under the same rules as every other one; ssh and the
   * file system go through git. Anything else is `unreachable`: see `remoteFault`.
   */
  refs(remote: string, options?: { headers?: Record<string, string> }): Promise<RefsAnswer>;
  /** Does the history of `head` hold `commit`, by what the clone in this folder knows? */
  holds(clone: string, head: string, commit: string): Promise<'yes' | 'no' | 'unknown'>;
}
