/** Which start of a worker the main job is about, and the proof that it is dead. Writes nothing but fence and death. */
import type { Ledger } from '../ledger/ledger.js';
import { Refusal } from '../refusal.js';
import type { Death, Millis, Start } from '../words.js';
import { profileOf } from './browser.js';
import { assumeDeath, fence, proveDeath } from './death.js';
import { newStart, notBegun } from './new-start.js';
import { hostName, portOwner, startedAt, stop } from './proc.js';

export interface StartQuery {
  ledger: Ledger;
  worker: string;
  cdp?: string | null;
  profile?: string | null;
  since?: Millis | null;
  fence?: boolean;
}

/** A start with its proof of death; `enter` writes both down, and opens the attempts of a start nobody recorded. */
export interface DeadStart {
  start: Start;
  death: Death;
  enter(): Promise<Start>;
}

export async function deadStart(query: StartQuery): Promise<DeadStart> {
  const { ledger, worker } = query;
  const newest = (await ledger.starts(worker)).at(-1);
  const planned = await ledger.list({ worker, state: 'planned' });
  if (newest !== undefined && (newest.recorded || planned.length === 0)) return recorded(query, newest);
  const browserIsNamed = (query.cdp ?? query.profile ?? newest?.browser ?? null) !== null;
  if (browserIsNamed) return unrecorded(query, newest);
  throw new Refusal('unknown-worker', {
    on: worker,
    hint: 'no start of it is recorded; name its browser with --cdp or --profile and its plan with --plan',
  });
}

async function recorded(query: StartQuery, start: Start): Promise<DeadStart> {
  const { ledger } = query;
  const author = { worker: start.worker, epoch: start.epoch };
  const death = start.death ?? (await provedDead(query, start));
  return {
    start: withOverrides(start, query),
    death,
    enter: async () => withOverrides(await ledger.bury(author, death), query),
  };
}

async function provedDead({ ledger, fence: mayStop }: StartQuery, start: Start): Promise<Death> {
  const found = start.recorded ? proveDeath(start) : assumeDeath(start.browser?.endpoint ?? null);
  if ('death' in found) return found.death;
  if (mayStop !== true) throw alive(start.worker, found.alive);
  // Fenced first: what it does between here and its end can no longer be written down as its own.
  await ledger.fence({ worker: start.worker, epoch: start.epoch });
  if (start.recorded) return isElsewhere(start) ? lostMachine() : fence(start);
  return stopClients(start.worker, start.browser?.endpoint ?? null, found.alive);
}

/** A lost machine proves nothing; --fence is a person's word for it, and the evidence says so (`assumed`). */
function lostMachine(): Death {
  return {
    proof: 'assumed',
    at: Date.now(),
    exitCode: null,
    signal: null,
    stdoutBytes: null,
    stderrBytes: null,
  };
}

/** No earlier set-up (contract §5): one attempt for each planned action, opened when worker or browser started. */
async function unrecorded(query: StartQuery, newest: Start | undefined): Promise<DeadStart> {
  const { ledger, worker } = query;
  const endpoint = query.cdp ?? newest?.browser?.endpoint ?? null;
  const owner = endpoint === null ? null : portOwner(portOf(endpoint));
  const openedAt = query.since ?? (owner === null ? null : startedAt(owner));
  const found = assumeDeath(endpoint);
  if (!('death' in found) && query.fence !== true) throw alive(worker, found.alive);
  const death = 'death' in found ? found.death : await stopClients(worker, endpoint, found.alive);
  const named = query.profile ?? newest?.browser?.profile ?? null;
  const known = { endpoint: endpoint ?? '', process: owner, profile: named, netlog: null };
  // Written down while the browser lives: once it is dead, nothing else tells where its files are.
  const browser = endpoint === null && named === null ? null : { ...known, profile: profileOf(known) };
  const made = newStart(worker, { startedAt: openedAt ?? Date.now(), browser, recorded: false });
  const begun = newest?.death === null ? newest : null;
  const start = begun ?? notBegun(made, ledger.url);
  return {
    start,
    death,
    enter: async () => enter(ledger, begun ?? (await ledger.begin(made)), openedAt, death),
  };
}

/** Interrupted at any point, the next run finds the start without a death and goes on from there. */
async function enter(ledger: Ledger, start: Start, openedAt: Millis | null, death: Death): Promise<Start> {
  const author = { worker: start.worker, epoch: start.epoch };
  for (const { action } of await ledger.list({ worker: start.worker, state: 'planned' })) {
    const found = await ledger.chain(action.key);
    if (found !== undefined) await ledger.claim(action.key, author, found.basis, openedAt);
  }
  return ledger.bury(author, death);
}

async function stopClients(worker: string, endpoint: string | null, found: Alive): Promise<Death> {
  const left = await stop(found.pids);
  if (left.length > 0) throw alive(worker, { pids: left, why: 'they cannot be stopped' });
  const after = assumeDeath(endpoint);
  if (!('death' in after)) throw alive(worker, after.alive);
  return { ...after.death, proof: 'fenced' };
}

interface Alive {
  pids: number[];
  why: string;
}

function alive(worker: string, { pids, why }: Alive): Refusal {
  const who = pids.length === 0 ? '' : `, pid ${pids.slice(0, 5).join(', ')}`;
  return new Refusal('worker-alive', { on: `${worker}${who}`, hint: `${why}; stop it, or add --fence` });
}

function withOverrides(start: Start, { cdp, profile }: StartQuery): Start {
  if (cdp == null && profile == null) return start;
  const known = start.browser;
  const browser = {
    endpoint: cdp ?? known?.endpoint ?? '',
    process: cdp == null || cdp === known?.endpoint ? (known?.process ?? null) : portOwner(portOf(cdp)),
    profile: profile ?? known?.profile ?? null,
    netlog: known?.netlog ?? null,
  };
  return { ...start, browser };
}

function portOf(endpoint: string): number {
  const { port, protocol } = new URL(endpoint);
  return port === '' ? (protocol === 'https:' || protocol === 'wss:' ? 443 : 80) : Number(port);
}

/** Its processes and its browser's are another machine's. */
export function isElsewhere({ host }: Start): boolean {
  return host !== hostName();
}
