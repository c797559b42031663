/** What a reading may look like: a probe of the user's own is held to its contract like a built-in one. */
import { z } from 'zod';
import type { Blindness, Millis, Reading } from '../words.js';
import { redactUrl } from './secrets.js';

const MOST_SIGHTINGS = 50;
const MOST_REQUESTS = 100;

const text = z.string().max(2048);
const time = z.number().refine((at) => Number.isSafeInteger(at) && Math.abs(at) <= 8.64e15);
const blindness = z.custom<Blindness>(
  (why) =>
    typeof why === 'string' &&
    (/^\d{3}$/.test(why) ||
      'no-token time-out unreachable shape status unexpected unproven login redirect too-large probe-failed'
        .split(' ')
        .includes(why)),
);

const sighting = z
  .object({
    id: text.nullable(),
    url: text.nullable(),
    createdAt: time.nullable(),
    author: text.nullish(),
    queue: text.nullish(),
    status: z.enum(['live', 'pending', 'draft', 'removed']),
  })
  .refine(({ id, url }) => id !== null || url !== null);

const reading = z.object({
  at: time,
  since: time.nullish(),
  complete: z.boolean(),
  incompleteWhy: text.nullable(),
  view: z.enum(['public', 'owner']),
  seesReview: z.boolean(),
  unique: z.boolean(),
  sightings: z.array(sighting),
  blind: z.object({ why: blindness, retryAt: time.nullable() }).nullable(),
  requests: z.array(
    z.object({
      url: text,
      status: z.number().int().nullable(),
      at: time,
      answered: z.literal(true).optional(),
    }),
  ),
  ageMs: z.number().nonnegative(),
  skewMs: z.number().nullable(),
});

/** Within its bounds and without secrets in its addresses; null where it is no reading at all. */
export function soundReading(value: unknown): Reading | null {
  const parsed = reading.safeParse(value);
  if (!parsed.success) return null;
  const many = parsed.data.sightings.length > MOST_SIGHTINGS;
  const sightings = parsed.data.sightings.slice(0, MOST_SIGHTINGS).map(({ author, queue, url, ...rest }) => ({
    ...rest,
    url: url === null ? null : redactUrl(url),
    ...(author === undefined ? {} : { author }),
    ...(queue === undefined ? {} : { queue }),
  }));
  const { blind, complete, incompleteWhy, since = null } = parsed.data;
  return {
    ...parsed.data,
    since,
    sightings,
    // What could not be read covers nothing, whatever else it says.
    complete: complete && blind === null && !many,
    incompleteWhy: many ? `more than ${MOST_SIGHTINGS} match` : incompleteWhy,
    requests: parsed.data.requests.slice(0, MOST_REQUESTS),
  };
}

/** The reading of a probe that gave none. */
export function failedReading(why: Blindness, at: Millis): Reading {
  return {
    at,
    since: null,
    complete: false,
    incompleteWhy: `blind: ${why}`,
    view: 'public',
    seesReview: false,
    unique: false,
    sightings: [],
    blind: { why, retryAt: null },
    requests: [],
    ageMs: 0,
    skewMs: null,
  };
}
