/** Ask every platform about every action, one batch for what one list may answer. Always gives a reading. */
import { dirname, resolve } from 'node:path';
import type { Action, Millis, ProbeUse, Progress, Reading } from '../words.js';
import { isWebAddress } from './address.js';
import type { Ask } from './ask.js';
import { makeAsk } from './client.js';
import { checkOptions, loadProbe } from './load.js';
import type { Batch, Probe, Wanted } from './probe.js';
import { failedReading, soundReading } from './reading.js';

export interface ToAsk {
  action: Action;
  /** Start of the window; null: look back without end. */
  since: Millis | null;
  /** Addresses seen in tabs and recorded redirects. */
  hints: string[];
}

export interface AskPlatformsOptions {
  ask?: Ask | undefined;
  signal?: AbortSignal | undefined;
  progress?: Progress | undefined;
  now?: (() => Millis) | undefined;
  /** Where own probes are looked for; by default the folder of the action's plan. */
  planFolder?: string | undefined;
  /** For one batch, all its requests together. */
  deadlineMs?: number | undefined;
}

interface Group {
  use: ProbeUse;
  folder: string;
  batch: Batch;
  actions: Action[];
}

const DEADLINE_MS = 60_000;
const GRACE_MS = 1_000;
const MOST_HINTS = 20;
/** Platforms asked at the same time. Each is asked about one thing after the other. */
const AT_ONCE = 4;

/** key → reading. Actions without a probe have none. */
export async function askPlatforms(
  wanted: ToAsk[],
  options: AskPlatformsOptions = {},
): Promise<Map<string, Reading>> {
  const platforms = byPlatform(groupsOf(wanted, options));
  const readings = new Map<string, Reading>();
  let done = 0;
  const askNext = async (): Promise<void> => {
    for (let groups = platforms.pop(); groups; groups = platforms.pop()) {
      for (const group of groups) {
        options.progress?.(`asking ${group.batch.platform}`, done, wanted.length);
        for (const [key, reading] of await askGroup(group, options)) readings.set(key, reading);
        done += group.actions.length;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return readings;
}

function groupsOf(wanted: ToAsk[], { planFolder }: AskPlatformsOptions): Group[] {
  const groups = new Map<string, Group>();
  for (const { action, since, hints } of wanted) {
    const use = action.probe;
    if (use === null) continue;
    const folder = planFolder ?? dirname(resolve(action.source.replace(/(:\d+)+$/, '')));
    const { platform, account } = action;
    const name = JSON.stringify([use.use, use.with ?? null, folder, platform, account]);
    const group = groups.get(name) ?? { use, folder, batch: { platform, account, wanted: [] }, actions: [] };
    groups.set(name, group);
    group.batch.wanted.push(wantedOf(action, use, since, hints));
    group.actions.push(action);
  }
  return [...groups.values()];
}

function wantedOf(
  { key, identity }: Action,
  { queue }: ProbeUse,
  since: Millis | null,
  hints: string[],
): Wanted {
  return {
    key,
    identity,
    since,
    queue,
    hints: [...new Set(hints.filter(isWebAddress))].slice(0, MOST_HINTS),
  };
}

function byPlatform(groups: Group[]): Group[][] {
  const platforms = new Map<string, Group[]>();
  for (const group of groups) {
    const { platform } = group.batch;
    platforms.set(platform, [...(platforms.get(platform) ?? []), group]);
  }
  return [...platforms.values()];
}

/** One reading for each action of the group, whatever the probe does. */
async function askGroup(group: Group, options: AskPlatformsOptions): Promise<[string, Reading][]> {
  const { now = Date.now } = options;
  const at = now();
  const time = limit(options);
  try {
    const ask = options.ask ?? makeAsk({ signal: time.signal, now, folder: group.folder });
    const given = await Promise.race([readGroup(group, ask), time.over]);
    return group.batch.wanted.map(({ key }, index) => {
      if (given === 'time-out' || given === 'probe-failed') return [key, failedReading(given, at)];
      return [key, soundReading(given[index]) ?? failedReading('probe-failed', at)];
    });
  } finally {
    time.end();
  }
}

/** When the time is up its requests end; `over` follows a little later, so that a probe can say what it has. */
function limit({ signal, deadlineMs = DEADLINE_MS }: AskPlatformsOptions) {
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const timer = setTimeout(stop, deadlineMs);
  let grace: NodeJS.Timeout | undefined;
  const over = new Promise<'time-out'>((resolve) => {
    const onStop = (): void => {
      grace = setTimeout(() => resolve('time-out'), GRACE_MS);
    };
    ending.signal.addEventListener('abort', onStop, { once: true });
  });
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const end = (): void => {
    signal?.removeEventListener('abort', stop);
    stop();
    clearTimeout(timer);
    clearTimeout(grace);
  };
  return { signal: ending.signal, over, end };
}

/** A probe that throws, cannot be loaded any more, or gives another number of readings has failed. */
async function readGroup(
  { use, folder, batch, actions }: Group,
  ask: Ask,
): Promise<readonly unknown[] | 'probe-failed'> {
  try {
    const probe: Probe = await loadProbe(use.use, folder);
    let options: unknown;
    for (const action of actions) {
      const checked = await checkOptions(probe, use.with, action);
      if (checked.faults.length > 0) return 'probe-failed';
      options = checked.options;
    }
    const given: unknown = await probe.read(batch, options, ask);
    return Array.isArray(given) && given.length === batch.wanted.length ? given : 'probe-failed';
  } catch {
    return 'probe-failed';
  }
}
