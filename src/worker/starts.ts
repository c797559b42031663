/** Which start of a worker the main job is about, and the proof that it is dead. Writes nothing but fence and death. */
import type { Plan } from '../declare/plan.js';
import { redactUrl } from '../inventory/redact.js';
import type { Ledger } from '../ledger/ledger.js';
import { Refusal } from '../refusal.js';
import type { BrowserRef, Death, Millis, Start } from '../words.js';
import { browserAlive, profileOf } from './browser.js';
import { assumeDeath, fence, proveDeath } from './death.js';
import { newStart } from './new-start.js';
import { hostName, portOwner, startedAt, stop } from './proc.js';

export interface StartQuery {
  ledger: Ledger;
  worker: string;
  plan?: Plan | null;
  cdp?: string | null;
  profile?: string | null;
  since?: Millis | null;
  fence?: boolean;
}

/** A start with its proof of death; `enter` writes the death down. */
export interface DeadStart {
  start: Start;
  death: Death;
  enter(): Promise<Start>;
}

export async function deadStart(query: StartQuery): Promise<DeadStart> {
  const { ledger, worker } = query;
  const newest = (await ledger.starts(worker)).at(-1);
  const start = newest?.recorded ? await declared(query, newest) : await adopted(query, newest);
  const death = start.death ?? (await provedDead(query, start));
  const author = { worker: start.worker, epoch: start.epoch };
  return {
    start: withOverrides(start, query),
    death,
    enter: async () => withOverrides(await ledger.bury(author, death), query),
  };
}

async function declared({ ledger, worker, plan }: StartQuery, start: Start): Promise<Start> {
  if (plan != null) await ledger.declare(worker, plan.actions, { revise: false });
  return start;
}

/**
 * No earlier set-up (contract §5): one attempt for each planned action, opened when worker or browser started. It is
 * written down before anything else is done: whoever asks from here on does not find the actions unclaimed, also where
 * the worker proves to be alive or this process is killed.
 */
async function adopted(query: StartQuery, newest: Start | undefined): Promise<Start> {
  const { ledger, worker, plan } = query;
  const known = query.cdp ?? query.profile ?? newest?.browser ?? null;
  if (known === null) {
    const missing = plan == null ? ' and its plan with --plan' : '';
    const hint = `no start of it is recorded; name its browser with --cdp or --profile${missing}`;
    throw new Refusal('unknown-worker', { on: worker, hint });
  }
  // Fenced, and then we were killed: nothing can be claimed under it any more.
  if (newest?.fenced && newest.death === null) await ledger.bury(newest, await provedDead(query, newest));
  const browser = namedBrowser(query, newest);
  const openedAt = query.since ?? (browser?.process == null ? null : startedAt(browser.process));
  const made = newStart(worker, {
    startedAt: openedAt ?? Date.now(),
    since: openedAt,
    browser,
    recorded: false,
  });
  return ledger.adopt(made, plan?.actions ?? [], openedAt);
}

function namedBrowser({ cdp, profile }: StartQuery, newest: Start | undefined): BrowserRef {
  const endpoint = cdp ?? newest?.browser?.endpoint ?? '';
  const process = endpoint === '' ? null : portOwner(portOf(endpoint));
  const named = { endpoint, process, profile: profile ?? newest?.browser?.profile ?? null, netlog: null };
  // Its profile is found while the browser lives: once it is dead, nothing else tells where its files are. An address
  // with a secret in it is not kept: it has to be given again.
  return { ...named, profile: profileOf(named), endpoint: redactUrl(endpoint) };
}

async function provedDead(query: StartQuery, start: Start): Promise<Death> {
  const { ledger, fence: mayStop } = query;
  const endpoint = query.cdp ?? livingEndpoint(start.browser);
  const found = start.recorded ? proveDeath(start) : assumeDeath(endpoint);
  if ('death' in found) return found.death;
  if (mayStop !== true) throw alive(start.worker, found.alive);
  // Fenced first: what it does between here and its end can no longer be written down as its own.
  await ledger.fence({ worker: start.worker, epoch: start.epoch });
  if (start.recorded) return isElsewhere(start) ? lostMachine() : fence(start);
  return stopClients(start.worker, endpoint, found.alive);
}

/** A dead browser's port may be somebody else's by now, and whoever is connected to that is no worker of ours. */
function livingEndpoint(browser: BrowserRef | null): string | null {
  return browser !== null && browser.endpoint !== '' && browserAlive(browser) ? browser.endpoint : null;
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
