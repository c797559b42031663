/** How long the main job keeps looking before it leaves the rest to the outcome poll. */
import { setTimeout as sleep } from 'node:timers/promises';
import { gateAnswer } from './decide/answer.js';
import { quietBy } from './decide/schedule.js';
import { weigh } from './decide/weigh.js';
import type { Chain, Current, Millis, Progress } from './words.js';

export interface OpenAction {
  chain: Chain;
  current: Current;
}

const AT_MOST: Millis = 60_000;
/** What a reading itself may take, on top of the moment at which it begins to count. */
const READING: Millis = 5_000;

/** When to look again; null: nothing that is open can be settled by looking within the time there is. */
export function nextRound(open: OpenAction[], began: Millis, waitMs?: number | null): Millis | null {
  const useful = open.filter(({ current }) => gateAnswer(current) === 'HOLD' && current.nextLook !== null);
  const limits = waitMs == null ? useful.map((one) => usefulUntil(one, began)) : [began + waitMs];
  const until = Math.max(...limits);
  const looks = useful.map(({ current }) => current.nextLook ?? Number.POSITIVE_INFINITY);
  const next = Math.min(...looks);
  return next <= until ? next : null;
}

function usefulUntil({ chain, current }: OpenAction, began: Millis): Millis {
  if (current.state !== 'unverified' || cannotCure(current.reason)) return Number.NEGATIVE_INFINITY;
  const known = weigh(chain);
  const quiet = quietBy(known, began);
  const last = began + AT_MOST;
  if (quiet === null || known.lastPossibleWrite === null) return last;
  // Where a minute is too short for quiet, a sighting may still appear until everything should have settled.
  return quiet + READING <= last ? quiet + READING : Math.min(last, known.lastPossibleWrite + known.settleMs);
}

/** Waiting a minute cures a busy or limited platform, not a missing token, and no moderator. */
function cannotCure(reason: Current['reason']): boolean {
  if (reason === 'pending' || reason === 'incomplete') return true;
  return reason.startsWith('blind:') && !/^blind:(429|5\d\d|time-out|unreachable)$/.test(reason);
}

export async function waitUntil(
  moment: Millis,
  why: string,
  { progress, signal }: { progress?: Progress; signal?: AbortSignal },
): Promise<void> {
  const ms = Math.max(0, moment - Date.now());
  progress?.(`${why} in ${(ms / 1000).toFixed(1)} s`);
  await sleep(ms, undefined, signal === undefined ? {} : { signal });
}
