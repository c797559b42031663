/**
 * Proofs of death. The worker is all of its processes: those of the session it leads, and those that carry its name
 * and epoch in their environment. "I cannot see it" is never a proof: what cannot be proven is `alive` with a reason.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { redactUrl } from '../inventory/redact.js';
import { Refusal } from '../refusal.js';
import type { Death, DeathProof, Start } from '../words.js';
import * as proc from './proc.js';

export type Proof = { death: Death } | { alive: { pids: number[]; why: string } };

/** How long `fence` goes on stopping processes that keep appearing. */
const FENCE_MS = 10_000;
const MOST_LOOKS = 20;
const LOOK_MS = 20;
const MOST_PORT_LOOKS = 5;
const PORT_LOOK_MS = 100;

export function proveDeath(start: Start): Proof {
  if (start.death) return { death: start.death };
  const away = elsewhere(start);
  if (away !== null) return { alive: { pids: [], why: away } };
  if (rebooted(start)) return { death: death(start, 'session-gone') };
  const pids = fully(() => processesOf(start));
  if (pids.length > 0) return { alive: { pids, why: howMany(pids, 'of it runs', 'of it run') } };
  if (mayStillSpawn(start)) {
    const pids = start.supervisor ? [start.supervisor.pid] : [];
    return { alive: { pids, why: 'the process that is to start it runs' } };
  }
  return { death: death(start, proc.PROVABLE ? 'session-gone' : 'assumed') };
}

/**
 * Stop every process of the worker. By force and at once: a worker that is asked to end may close its tabs or send
 * what it was about to send, and what it leaves as it is now is evidence. The ledger's fence belongs before this.
 */
export async function fence(start: Start): Promise<Death> {
  const before = proveDeath(start);
  if ('death' in before) return before.death;
  if (before.alive.pids.length === 0) throw alive(start, before.alive.why);
  let leaderKilled = false;
  for (const end = Date.now() + FENCE_MS; ; ) {
    const targets = processesOf(start);
    if (mayStillSpawn(start) && start.supervisor) targets.push(start.supervisor.pid);
    refuseOwnLine(start, targets);
    leaderKilled ||= start.process !== null && targets.includes(start.process.pid);
    // The kernel ends a whole group in one step, which one that forks and ends all the time cannot outrun.
    for (const group of proc.groupsOf(targets, start.session, start.process)) proc.signal(-group, 'SIGKILL');
    // Stopped first: a process that cannot run cannot fork away while its siblings are being ended.
    for (const pid of targets) proc.signal(pid, 'SIGSTOP');
    await proc.stop(targets, { graceMs: 0, waitMs: 2_000 });
    const after = proveDeath(start);
    if ('death' in after) return { ...after.death, proof: 'fenced', signal: leaderKilled ? 'SIGKILL' : null };
    if (Date.now() > end) throw alive(start, `${namePids(after.alive.pids)} cannot be stopped by this user`);
  }
}

/**
 * A main job without a recorded start has nothing to prove a death by: it takes the person's word for it, unless
 * another local process is connected to the browser.
 */
export function assumeDeath(endpoint: string | null): Proof {
  const assumed: Proof = { death: { ...NOTHING_KNOWN, proof: 'assumed', at: Date.now() } };
  if (!endpoint) return assumed;
  const at = whereIs(endpoint);
  const shown = redactUrl(endpoint);
  if (!at) {
    const why = `who is connected to ${shown} cannot be seen; name the browser by its IP address`;
    return { alive: { pids: [], why } };
  }
  const use = steadyUse(at);
  if (use.clients.length > 0)
    return {
      alive: {
        pids: use.clients,
        why: howMany(use.clients, `is connected to ${shown}`, `are connected to ${shown}`),
      },
    };
  if (use.unseen > 0) return { alive: { pids: [], why: `another user's process is connected to ${shown}` } };
  return assumed;
}

/**
 * A connection can close between two tables that are read one after the other, and others may look at the browser at the
 * same time, with connections as short as this one's. Whoever was seen with one and still runs counts as a client, also
 * where it comes and goes.
 */
function steadyUse({ port, ip }: { port: number; ip: string | null }): proc.PortUse {
  const seen = new Set<number>();
  for (let looks = 1; ; looks++) {
    const { clients, unseen } = proc.portUse(port, ip);
    for (const pid of clients) seen.add(pid);
    const living = [...seen].filter(isOther);
    if (looks === MOST_PORT_LOOKS || living.length + unseen === 0) return { clients: living, unseen };
    pause(PORT_LOOK_MS);
  }
}

/** Alive, and no `reconcile`: one that was just ending has no command line to be known by. */
function isOther(pid: number): boolean {
  const ref = proc.refOf(pid);
  return ref !== null && proc.isAlive(ref) && !proc.isReconcile(pid);
}

function processesOf(start: Start): number[] {
  const members = start.session === null ? [] : proc.sessionMembers(start.session, start.process);
  // A library worker leads no session and set its own environment too late for others to read it: it is its process.
  const own = start.process && proc.isAlive(start.process) ? [start.process.pid] : [];
  return [...new Set([...own, ...members, ...proc.carriers(start.worker, start.epoch, start.ledger)])];
}

/** Until the command has been spawned, whoever is to spawn it is part of the worker. */
function mayStillSpawn(start: Start): boolean {
  if (start.process || !start.supervisor || start.supervisor.pid === process.pid) return false;
  return proc.isAlive(start.supervisor);
}

/**
 * Nobody is nobody only after several looks: a process in the middle of an exec has no environment to read, and one
 * that forks and ends all the time is gone before its turn comes. Two looks are enough while no process of this machine
 * comes or goes.
 */
function fully(look: () => number[]): number[] {
  for (let looks = 1; ; looks++) {
    const before = proc.pids().join();
    const found = look();
    if (found.length > 0) return found;
    const still = proc.pids().join() === before;
    if (looks === MOST_LOOKS || (looks > 1 && still)) return [];
    pause(LOOK_MS);
  }
}

/** Nothing else of this process may run in between. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function elsewhere(start: Start): string | null {
  if (start.host === proc.hostName()) return null;
  return `it runs on ${start.host}, and only that machine can tell; run this there`;
}

function rebooted(start: Start): boolean {
  const now = proc.bootId();
  return start.bootId !== now && start.bootId !== 'unknown' && now !== 'unknown';
}

const NOTHING_KNOWN = { exitCode: null, signal: null, stdoutBytes: null, stderrBytes: null };

function death(start: Start, proof: DeathProof): Death {
  const bytes = (stream: string) => (start.logs === null ? null : writtenBytes(start.logs, stream));
  return {
    ...NOTHING_KNOWN,
    proof,
    at: Date.now(),
    stdoutBytes: bytes('stdout'),
    stderrBytes: bytes('stderr'),
  };
}

/** All that a stream ever wrote: what its file holds now and what the cap has dropped; null where nothing is known. */
export function writtenBytes(logs: string, stream: string): number | null {
  try {
    return statSync(join(logs, `${stream}.log`)).size + droppedBytes(logs, stream);
  } catch {
    return null;
  }
}

function droppedBytes(logs: string, stream: string): number {
  try {
    const count = Number(readFileSync(join(logs, `${stream}.bytes`), 'utf8'));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

/** `ip` null: this machine. undefined where the endpoint's host is a name that would have to be looked up. */
function whereIs(endpoint: string): { port: number; ip: string | null } | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const port = Number(url.port) || (/^(https|wss):$/.test(url.protocol) ? 443 : 80);
  if (url.hostname === 'localhost') return { port, ip: null };
  const ip = proc.plainIp(url.hostname);
  if (ip === null) return undefined;
  return { port, ip: proc.isLoopback(ip) ? null : ip };
}

function refuseOwnLine(start: Start, targets: number[]): void {
  const line = [process.pid, ...proc.ancestorsOf(process.pid)];
  const own = targets.find((pid) => line.includes(pid));
  if (own !== undefined)
    throw alive(start, `this command runs inside it (pid ${own}); run it from another shell`);
}

function alive(start: Start, hint: string): Refusal {
  return new Refusal('worker-alive', { on: `${start.worker}, epoch ${start.epoch}`, hint });
}

function howMany(pids: number[], one: string, more: string): string {
  return pids.length === 1 ? `a process ${one}` : `${pids.length} processes ${more}`;
}

function namePids(pids: number[]): string {
  const shown = pids.slice(0, 5).join(', ') + (pids.length > 5 ? `, … (${pids.length})` : '');
  return `pid ${shown}`;
}
