/** Real processes for tests: started with a worker's name, all of them ended when the test is over. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ProcessRef, Start } from '../../../src/words.js';
import { bootId, carriers, refOf, self, sessionMembers, stop } from '../../../src/worker/proc.js';
import { test as base } from '../folder.js';

export interface Spawned {
  child: ChildProcess;
  process: ProcessRef;
  /** The first line it printed. */
  line: string;
}

export interface Processes {
  /** A worker's name that no other test uses. */
  worker: string;
  /** `sh -c script` in a session of its own, with the worker's name and epoch 1; resolves at its first line. */
  shell(script: string): Promise<Spawned>;
  /** One of our TypeScript scripts in this folder. */
  script(name: string, args?: string[], env?: Record<string, string>): Promise<Spawned>;
  /** The recorded start of what `shell` or `script` has spawned. */
  startOf(process: ProcessRef | null, patch?: Partial<Start>): Start;
}

export const test = base.extend<{ processes: Processes }>({
  processes: async ({ folder }, use, testInfo) => {
    const worker = `w-${process.pid}-${testInfo.testId}`;
    const spawned: ProcessRef[] = [];
    const start = async (file: string, args: string[], env: Record<string, string>) => {
      const child = spawn(file, args, {
        detached: true,
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ref = refOf(child.pid ?? 0) ?? { pid: 0, startTicks: null };
      spawned.push(ref);
      const ended = once(child, 'exit').then(() =>
        Promise.reject(new Error(`${file} ${args} ended in silence`)),
      );
      ended.catch(() => {});
      const [line] = await Promise.race([
        once(createInterface(child.stdout), 'line') as Promise<[string]>,
        ended,
      ]);
      return { child, process: ref, line };
    };
    await use({
      worker,
      shell: (script) => start('sh', ['-c', script], { RECONCILE_WORKER: worker, RECONCILE_EPOCH: '1' }),
      script: (name, args = [], env = {}) =>
        start(process.execPath, ['--import', at('typescript.mjs'), at(name), ...args], env),
      startOf: (ref, patch) => ({ ...recordedStart(worker, ref), ...patch }),
    });
    const members = spawned.flatMap((leader) => sessionMembers(leader.pid, leader));
    await stop([...members, ...carriers(worker, 1)], { graceMs: 0 });
  },
});

export { expect } from '../folder.js';

function at(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function recordedStart(worker: string, process: ProcessRef | null): Start {
  return {
    worker,
    epoch: 1,
    ledger: '/nowhere/ledger.db',
    host: hostname(),
    bootId: bootId(),
    startedAt: Date.now(),
    leaseUntil: Date.now(),
    supervisor: self(),
    process,
    session: process?.pid ?? null,
    browser: null,
    logs: null,
    cwd: '/',
    plan: null,
    claims: 'start',
    files: [],
    repos: [],
    tabBaseline: [],
    recorded: true,
    fenced: false,
    death: null,
  };
}
