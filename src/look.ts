/** One look at the platforms, and the verdict that follows from everything known: what reconcile, gate and poll share. */
import { mayFollow } from './decide/answer.js';
import { decide } from './decide/decide.js';
import { windowStart } from './decide/guards.js';
import { readingEvidence } from './evidence.js';
import type { Ledger } from './ledger/ledger.js';
import type { Chain, Current, Progress, Reading } from './words.js';

export interface LookOptions {
  /** Addresses seen in tabs, handed to the probes as hints. */
  hints?: string[];
  progress?: Progress;
  signal?: AbortSignal;
}

/** Ask the platforms about these actions and write every reading down. Actions without a probe are left out. */
export async function look(
  ledger: Ledger,
  chains: Chain[],
  { hints = [], progress, signal }: LookOptions = {},
): Promise<Map<string, Reading>> {
  const asked = chains.filter(({ action }) => action.probe !== null);
  if (asked.length === 0) return new Map();
  const { askPlatforms } = await import('./probe/ask-platforms.js');
  const wanted = asked.map((chain) => ({ action: chain.action, since: windowStart(chain), hints }));
  const readings = await askPlatforms(wanted, { progress, signal });
  // An answer that nobody waited for says nothing about the platform.
  for (const [key, { blind }] of readings) if (signal?.aborted && blind !== null) readings.delete(key);
  for (const [key, reading] of readings) await ledger.append(key, [readingEvidence(reading)]);
  return readings;
}

/** Decide from what the ledger holds and write it; where something was written meanwhile, decide again. */
export async function settle(ledger: Ledger, key: string, by: string): Promise<Current> {
  for (;;) {
    const { chain, basis, current } = await known(ledger, key);
    const verdict = decide(chain, Date.now());
    if (!mayFollow(current.state, verdict)) return current;
    if (await ledger.record(key, verdict, basis, by)) return (await known(ledger, key)).current;
  }
}

/** The chain of an action that is known to be in the ledger. */
export async function known(
  ledger: Ledger,
  key: string,
): Promise<NonNullable<Awaited<ReturnType<Ledger['chain']>>>> {
  const found = await ledger.chain(key);
  if (found === undefined) throw new Error(`action ${key} is not in the ledger`);
  return found;
}
