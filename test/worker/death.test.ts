import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fence, proveDeath } from '../../src/worker/death.js';
import { isAlive, refOf, signal } from '../../src/worker/proc.js';
import { expect, type Processes, test } from '../support/workers/processes.js';

/** Kill -9, and wait until it can no longer be found. */
async function kill({ child, process }: Awaited<ReturnType<Processes['shell']>>): Promise<void> {
  const exit = once(child, 'exit');
  signal(process.pid, 'SIGKILL');
  await exit;
}

test('a worker whose processes are all gone is dead', async ({ processes }) => {
  const worker = await processes.shell('echo up; exec sleep 60');
  const start = processes.startOf(worker.process);
  expect(proveDeath(start)).toHaveProperty('alive.pids', [worker.process.pid]);
  await kill(worker);
  expect(proveDeath(start)).toMatchObject({ death: { proof: 'session-gone', exitCode: null, signal: null } });
});

test('a shell that dies first does not end the worker: its child lives', async ({ processes }) => {
  const worker = await processes.shell('sleep 60 & echo $!; wait');
  await kill(worker);
  expect(proveDeath(processes.startOf(worker.process))).toHaveProperty('alive.pids', [Number(worker.line)]);
});

test('a child with another environment belongs to the worker by its session', async ({ processes }) => {
  const worker = await processes.shell('env -i sleep 60 & echo $!; wait');
  await kill(worker);
  expect(proveDeath(processes.startOf(worker.process))).toHaveProperty('alive.pids', [Number(worker.line)]);
});

test('a child that left for a session of its own belongs to the worker by its environment', async ({
  processes,
}) => {
  const worker = await processes.shell('(setsid sleep 60 & echo $!) & exec sleep 60');
  await kill(worker);
  // The shell in between may take its time to end.
  await expect
    .poll(() => proveDeath(processes.startOf(worker.process)))
    .toHaveProperty('alive.pids', [Number(worker.line)]);
});

test('a stopped worker is alive', async ({ processes }) => {
  const worker = await processes.shell('echo up; exec sleep 60');
  signal(worker.process.pid, 'SIGSTOP');
  expect(proveDeath(processes.startOf(worker.process))).toHaveProperty('alive.pids', [worker.process.pid]);
});

test('a zombie is dead', async ({ processes }) => {
  // The shell turns into a sleep that never asks how its child ended.
  const parent = await processes.shell('sleep 0 & echo $!; exec sleep 60');
  const zombie = refOf(Number(parent.line));
  await expect.poll(() => zombie && isAlive(zombie)).toBe(false);
  expect(refOf(Number(parent.line))).toEqual(zombie);
});

test('a process that got the pid of a dead worker is not the worker', async ({ processes }) => {
  const other = await processes.shell('echo up; exec sleep 60');
  const earlier = { pid: other.process.pid, startTicks: (other.process.startTicks ?? 0) - 1 };
  const start = processes.startOf(earlier, { worker: 'another' });
  expect(proveDeath(start)).toMatchObject({ death: { proof: 'session-gone' } });
});

test('an earlier epoch of a worker is not kept alive by a later one', async ({ processes }) => {
  const later = await processes.shell('echo up; exec sleep 60');
  const dead = processes.startOf(null, { epoch: 2 });
  expect(proveDeath(dead)).toHaveProperty('death.proof', 'session-gone');
  expect(proveDeath(processes.startOf(null))).toHaveProperty('alive.pids', [later.process.pid]);
});

test('a worker of an earlier boot of this machine is dead, whoever has its pid now', async ({
  processes,
}) => {
  const other = await processes.shell('echo up; exec sleep 60');
  const start = processes.startOf(other.process, { bootId: '00000000-0000-4000-8000-000000000000' });
  expect(proveDeath(start)).toHaveProperty('death.proof', 'session-gone');
});

test('a worker on another host cannot be proved dead from here, nor fenced', async ({ processes }) => {
  const start = processes.startOf({ pid: 1 << 22, startTicks: 1 }, { host: 'elsewhere', bootId: 'another' });
  expect(proveDeath(start)).toMatchObject({ alive: { pids: [], why: expect.stringContaining('elsewhere') } });
  await expect(fence(start)).rejects.toMatchObject({ code: 'worker-alive' });
});

test('until the command is spawned, a living supervisor may still spawn it', async ({ processes }) => {
  const supervisor = await processes.shell('echo up; exec env -i sleep 60');
  const start = processes.startOf(null, { worker: 'not-spawned', supervisor: supervisor.process });
  expect(proveDeath(start)).toHaveProperty('alive.pids', [supervisor.process.pid]);
  await kill(supervisor);
  expect(proveDeath(start)).toHaveProperty('death.proof', 'session-gone');
});

test('a proof that was written down is not looked for again', async ({ processes }) => {
  const worker = await processes.shell('echo up; exec sleep 60');
  const death = { proof: 'exit', at: 1, exitCode: 0, signal: null, stdoutBytes: 3, stderrBytes: 0 } as const;
  expect(proveDeath(processes.startOf(worker.process, { death }))).toEqual({ death });
});

test('a death tells how much the worker wrote, what the cap dropped included', async ({
  processes,
  folder,
}) => {
  writeFileSync(join(folder, 'stdout.log'), 'abc');
  writeFileSync(join(folder, 'stdout.bytes'), '1000\n');
  const start = processes.startOf({ pid: 1 << 22, startTicks: 1 }, { logs: folder });
  expect(proveDeath(start)).toMatchObject({ death: { stdoutBytes: 1003, stderrBytes: null } });
});

test('fencing ends every process of a worker, the stopped and the deaf ones too', async ({ processes }) => {
  const script =
    'trap "" TERM HUP; sleep 60 & kill -STOP $!; setsid sleep 60 & echo $!; while :; do sleep 1; done';
  const worker = await processes.shell(script);
  const start = processes.startOf(worker.process);
  expect(await fence(start)).toMatchObject({ proof: 'fenced', signal: 'SIGKILL' });
  expect(proveDeath(start)).toHaveProperty('death.proof', 'session-gone');
});

test('fencing ends a worker that keeps forking away', async ({ processes }) => {
  const worker = await processes.shell('f() { (sleep 0.01; f) & }; f; f; echo up; wait');
  const start = processes.startOf(worker.process);
  expect(await fence(start)).toHaveProperty('proof', 'fenced');
  expect(proveDeath(start)).toHaveProperty('death.proof', 'session-gone');
});

test('fencing ends a supervisor that has not spawned its command yet', async ({ processes }) => {
  const supervisor = await processes.shell('echo up; exec env -i sleep 60');
  const start = processes.startOf(null, { worker: 'not-spawned', supervisor: supervisor.process });
  expect(await fence(start)).toHaveProperty('proof', 'fenced');
  expect(isAlive(supervisor.process)).toBe(false);
});

test('fencing from inside the worker is refused', async ({ processes }) => {
  const parent = refOf(process.ppid);
  await expect(fence(processes.startOf(parent))).rejects.toMatchObject({
    code: 'worker-alive',
    message: expect.stringContaining('runs inside it'),
  });
});
