/** Checks of the plan's shape: values in, a draft of the plan out. What several actions have to do with each other is in plan.ts. */
import type { Action, ClaimsMode, Effect, ProbeUse } from '../words.js';
import { parseDuration } from './duration.js';
import { readEffect, readScalars } from './effect.js';
import { fingerprint, key } from './key.js';
import type { Place } from './place.js';
import type { Path } from './positions.js';

/** The most actions of one plan: it is one worker's task, and every pair of effects is compared. */
const MAX_ACTIONS = 2000;

export type Use = Omit<ProbeUse, 'settleMs' | 'review'> & {
  settleMs: number | null;
  review: ProbeUse['review'] | null;
};

/** An action as far as the text alone tells. What is faulty is undefined, so that the rest is still checked. */
export interface Drafted {
  path: Path;
  id: string | undefined;
  key: string | undefined;
  effect: Effect | undefined;
  use: Use | undefined;
  /** What its probe's options are checked against. */
  wanted: Pick<Action, 'identity' | 'account'> | undefined;
  /** All of it, but for its probe's defaults and its worker; only where nothing is faulty. */
  whole: (Omit<Action, 'worker' | 'source' | 'probe'> & { payload: unknown }) | undefined;
}

export interface DraftedPlan {
  worker: string | undefined;
  claims: ClaimsMode;
  actions: Drafted[];
  files: string[];
  repos: string[];
}

export function readShape(root: Place): DraftedPlan | undefined {
  if (root.value === null) return root.fault('is empty');
  const given = root.fields(['actions'], ['worker', 'claims', 'files', 'repos']);
  if (!given) return undefined;
  const items = given.actions?.items();
  if (items?.length === 0) given.actions?.fault('holds no action');
  if (items && items.length > MAX_ACTIONS)
    return given.actions?.fault(`holds more than ${MAX_ACTIONS} actions`);
  return {
    worker: given.worker?.handle(),
    claims: given.claims?.oneOf('start', 'required') ?? 'start',
    actions: present(items?.map(readAction)),
    files: present(given.files?.items()?.map(readGlob)),
    repos: present(given.repos?.items()?.map((place) => place.text(4096))),
  };
}

const REQUIRED = ['id', 'kind', 'platform', 'identity'] as const;
const OPTIONAL = ['account', 'repeat', 'payload', 'effect', 'probe'] as const;

function readAction(place: Place): Drafted | undefined {
  const given = place.fields<(typeof REQUIRED)[number] | (typeof OPTIONAL)[number]>(REQUIRED, OPTIONAL);
  if (!given) return undefined;
  const id = given.id?.handle();
  const kind = given.kind?.text(256);
  const platform = given.platform?.text(256)?.toLowerCase();
  const account = given.account ? given.account.text(256) : null;
  const identity = given.identity && readIdentity(given.identity);
  const repeat = given.repeat?.flag() ?? false;
  const effect = given.effect && readEffect(given.effect);
  const use = given.probe && readUse(given.probe);
  const drafted = { path: place.path, id, effect, use };
  if (account === undefined || !identity)
    return { ...drafted, key: undefined, wanted: undefined, whole: undefined };
  const wanted = { identity, account };
  if (!kind || !platform) return { ...drafted, key: undefined, wanted, whole: undefined };
  const parts = { kind, platform, account, identity, key: key({ platform, kind, account, identity }) };
  if (!id || place.faults > 0) return { ...drafted, key: parts.key, wanted, whole: undefined };
  const payload = given.payload?.value ?? null;
  const payloadHash = given.payload ? fingerprint(payload) : null;
  const whole = { ...parts, id, repeat, payload, payloadHash, effect: effect ?? null };
  return { ...drafted, key: parts.key, wanted, whole };
}

/** undefined where any of it is faulty: half an identity would look like another act's. */
function readIdentity(place: Place): Action['identity'] | undefined {
  const names = place.entries()?.length;
  if (names === 0) return place.fault('is empty: name what makes two attempts the same act');
  const identity = readScalars(place);
  return identity && Object.keys(identity).length === names ? identity : undefined;
}

function readUse(place: Place): Use | undefined {
  const given = place.fields(['use'], ['with', 'queue', 'settle', 'review']);
  const use = given?.use?.text();
  const settleMs = given?.settle ? readDuration(given.settle) : null;
  const queue = given?.queue?.text(256) ?? null;
  const review = given?.review?.oneOf('possible', 'none') ?? null;
  if (!use || settleMs === undefined) return undefined;
  return { use, with: given?.with?.value ?? {}, queue, settleMs, review };
}

function readDuration(place: Place): number | undefined {
  const text = place.text();
  if (text === undefined) return undefined;
  return parseDuration(text) ?? place.fault('is not a duration: write it like 500ms, 5s, 10m, 2h or 7d');
}

/** Files are looked for in the worker's folder and nowhere else. */
function readGlob(place: Place): string | undefined {
  const glob = place.text(4096);
  if (glob === undefined) return undefined;
  if (/^!?([/\\]|[A-Za-z]:)/.test(glob))
    return place.fault('must be relative to the folder in which the worker runs');
  if (glob.split(/[/\\]/).includes('..'))
    return place.fault('must not lead out of the folder in which the worker runs');
  return glob;
}

function present<T>(values: (T | undefined)[] | undefined): T[] {
  return (values ?? []).filter((value): value is T => value !== undefined);
}
