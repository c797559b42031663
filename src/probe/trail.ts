/** What was asked for one reading, and the reading that comes of it. */
import type { Blindness, Millis, Reading, Sighting } from '../words.js';
import type { Answer, RefsAnswer } from './ask.js';

export interface View {
  view: Reading['view'];
  seesReview: boolean;
  unique: boolean;
}

/** Why there is no clear answer, and when to ask again. */
export type Blind = NonNullable<Reading['blind']>;

export class Trail {
  #at: Millis | null = null;
  #requests: Reading['requests'] = [];
  #ageMs = 0;
  #skewMs: number | null = null;

  note(answer: Answer | RefsAnswer): void {
    this.#at ??= answer.at;
    this.#requests.push(...answer.sent);
    if (!answer.ok) return;
    this.#ageMs = Math.max(this.#ageMs, answer.ageMs);
    this.#skewMs ??= answer.skewMs;
  }

  /** Everything that another trail noted, for a reading that rests on it too. */
  join(other: Trail): this {
    this.#at = Math.min(this.#at ?? Infinity, other.#at ?? Infinity);
    if (this.#at === Infinity) this.#at = null;
    this.#requests.push(...other.#requests);
    this.#ageMs = Math.max(this.#ageMs, other.#ageMs);
    this.#skewMs ??= other.#skewMs;
    return this;
  }

  get skewMs(): number | null {
    return this.#skewMs;
  }

  /** `incompleteWhy` null: it covers everything that could match, back to `since`. */
  clear(
    view: View,
    sightings: Sighting[],
    incompleteWhy: string | null,
    since: Millis | null = null,
  ): Reading {
    return {
      ...this.#base(view),
      since,
      complete: incompleteWhy === null,
      incompleteWhy,
      sightings,
      blind: null,
    };
  }

  blind(view: View, blind: Blind): Reading {
    const why = `blind: ${blind.why}`;
    return { ...this.#base(view), complete: false, incompleteWhy: why, sightings: [], blind };
  }

  #base({
    view,
    seesReview,
    unique,
  }: View): Omit<Reading, 'complete' | 'incompleteWhy' | 'sightings' | 'blind'> {
    return {
      at: this.#at ?? Date.now(),
      since: null,
      view,
      seesReview,
      unique,
      requests: [...this.#requests],
      ageMs: this.#ageMs,
      skewMs: this.#skewMs,
    };
  }
}

/** Why an answer is none, or null where it is one. */
export function blindOf(answer: Answer | RefsAnswer): Blind | null {
  return answer.ok ? null : { why: answer.why, retryAt: answer.retryAt };
}

export function blindFor(why: Blindness): Blind {
  return { why, retryAt: null };
}

/** A platform that wants to be left alone is not asked on in the same batch. */
export function wantsQuiet(reading: Reading): boolean {
  return reading.blind !== null && ['429', '503', 'no-token'].includes(reading.blind.why);
}
