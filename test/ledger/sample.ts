import { createHash } from 'node:crypto';
import type { Author, Ledger, NewStart } from '../../src/ledger/ledger.js';
import type { Action, Death, NewEvidence, Start, Verdict } from '../../src/words.js';

export function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

export function action(id: string, change: Partial<Action> = {}): Action {
  return {
    key: keyOf(id),
    id,
    worker: 'w',
    kind: 'submit-listing',
    platform: 'directory.example',
    account: null,
    identity: { slug: id, nth: 1, first: true },
    repeat: false,
    payloadHash: keyOf(`payload of ${id}`),
    effect: null,
    probe: null,
    source: 'plan.yml:3',
    ...change,
  };
}

export function newStart(worker = 'w', change: Partial<NewStart> = {}): NewStart {
  return {
    worker,
    host: 'here',
    bootId: 'boot-1',
    startedAt: 1_000,
    supervisor: { pid: 4711, startTicks: 7 },
    process: null,
    session: null,
    browser: null,
    logs: null,
    cwd: '/somewhere',
    plan: 'plan.yml',
    claims: 'start',
    files: ['out/**'],
    repos: [],
    tabBaseline: [],
    recorded: true,
    ...change,
  };
}

export function death(change: Partial<Death> = {}): Death {
  return {
    proof: 'session-gone',
    at: 2_000,
    exitCode: null,
    signal: 'SIGKILL',
    stdoutBytes: 84,
    stderrBytes: 0,
    ...change,
  };
}

export function note(about: string, change: Partial<NewEvidence> = {}): NewEvidence {
  return {
    source: 'log',
    at: 3_000,
    says: 'unknown',
    summary: about,
    fact: { kind: 'note', about },
    ...change,
  };
}

export function verdict(
  state: Verdict['state'],
  reason: Verdict['reason'],
  change: Partial<Verdict> = {},
): Verdict {
  return { state, reason, url: null, nextLook: null, ...change };
}

export async function basisOf(ledger: Ledger, id: string) {
  const known = await ledger.chain(keyOf(id));
  if (known === undefined) throw new Error(`${id} is not in the ledger`);
  return known;
}

export async function append(ledger: Ledger, id: string, evidence: NewEvidence[], author?: Author) {
  const written = await ledger.append(keyOf(id), evidence, author);
  if (written === null) throw new Error('only a basis can be refused with null');
  return written;
}

/** Declared, and claimed by a new start of `worker`. */
export async function claimed(ledger: Ledger, id: string, worker = 'w'): Promise<Start> {
  await ledger.declare(worker, [action(id)], { revise: false });
  const start = await ledger.begin(newStart(worker));
  const { basis } = await basisOf(ledger, id);
  if ((await ledger.claim(keyOf(id), start, basis)) === null) throw new Error(`${id} could not be claimed`);
  return start;
}

/** Whatever is in the ledger, to compare before and after something that must write nothing. */
export async function everything(ledger: Ledger): Promise<unknown> {
  const actions = await ledger.list();
  return {
    actions,
    starts: await ledger.starts(),
    chains: await Promise.all(actions.map((current) => ledger.chain(current.action.key))),
    history: await Promise.all(actions.map((current) => ledger.history(current.action.key))),
  };
}
