/** A start of a worker before the ledger has given it its epoch. */
import type { NewStart } from '../ledger/ledger.js';
import type { Start } from '../words.js';
import { bootId, hostName, self } from './proc.js';

export function newStart(worker: string, known: Partial<NewStart> = {}): NewStart {
  return {
    worker,
    host: hostName(),
    bootId: bootId(),
    startedAt: Date.now(),
    supervisor: self(),
    process: null,
    session: null,
    browser: null,
    logs: null,
    cwd: process.cwd(),
    plan: null,
    claims: 'start',
    files: [],
    repos: [],
    tabBaseline: [],
    recorded: true,
    ...known,
  };
}

/** For looking at what is there before, or without, writing the start down. */
export function notBegun(start: NewStart, ledger: string): Start {
  return { ...start, ledger, epoch: 0, leaseUntil: 0, fenced: false, death: null };
}
