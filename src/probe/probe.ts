import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { Action, Identity, Millis, Reading } from '../words.js';
import type { Ask } from './ask.js';

/** One action to look for. */
export interface Wanted {
  key: string;
  identity: Identity;
  /** Start of the window (first claim minus slack); null: look back without end. */
  since: Millis | null;
  queue: string | null;
  /** Addresses seen in tabs and recorded redirects. A hinted item must still match. */
  hints: string[];
}

/** Actions that one account has on one platform under the same options: one list may answer all. */
export interface Batch {
  platform: string;
  account: string | null;
  wanted: Wanted[];
}

/** A read-only view of one platform. */
export interface Probe<Options = unknown> {
  name: string;
  /** Schema of the plan's `probe.with` (zod, valibot, arktype, …: https://standardschema.dev). */
  options: StandardSchemaV1<unknown, Options>;
  /** How long after the last possible write an empty reading is still worthless. */
  settleMs: number;
  /** `possible`: something may wait unseen for a moderator. */
  review: 'possible' | 'none';
  /** Faults that only the options and the action together show; `path` is relative to `probe.with`. */
  faults?(
    options: Options,
    action: Pick<Action, 'identity' | 'account'>,
  ): { path: string[]; message: string }[];
  /**
   * Everything on the platform that matches each wanted identity: one reading for each, in the same order.
   * Return `blind` for anything that is not a clear answer: 401, 429, a login page, an unknown shape.
   * Never return an empty reading for those: empty and complete means "I looked everywhere and it is not there".
   * One that looked back only to `since` of its wanted says so in its own `since`: left out or null, it claims to have
   * looked back without end.
   * Never throws for what a platform does; a throw is reported as `blind:probe-failed`.
   */
  read(batch: Batch, options: Options, ask: Ask): Promise<Reading[]>;
}

/** Identity function that gives an own probe its types. */
export function defineProbe<Options>(probe: Probe<Options>): Probe<Options> {
  return probe;
}
