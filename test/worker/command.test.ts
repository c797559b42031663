import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../../src/worker/command.js';
import { proveDeath } from '../../src/worker/death.js';
import { carriers, sessionMembers, signal } from '../../src/worker/proc.js';
import { expect, type Processes, test } from '../support/workers/processes.js';

/** A shell script as the worker of this test, with its output gathered. */
async function run({ worker }: Processes, folder: string, script: string, capBytes?: number) {
  const passedOn = { stdout: '', stderr: '' };
  const running = await startCommand({
    command: ['sh', '-c', script],
    env: { RECONCILE_WORKER: worker, RECONCILE_EPOCH: '1' },
    cwd: folder,
    logs: join(folder, 'logs'),
    capBytes,
    onOutput: (chunk, stream) => {
      passedOn[stream] += chunk;
    },
  });
  return { running, passedOn };
}

test('a command ends with its exit code, and its output is kept, counted and passed on', async ({
  processes,
  folder,
}) => {
  const { running, passedOn } = await run(processes, folder, 'echo out; echo error >&2; exit 3');
  expect(await running.ended).toMatchObject({ exitCode: 3, signal: null, stdoutBytes: 4, stderrBytes: 6 });
  expect(passedOn).toEqual({ stdout: 'out\n', stderr: 'error\n' });
  expect(readFileSync(join(folder, 'logs/stdout.log'), 'utf8')).toBe('out\n');
  expect(statSync(join(folder, 'logs/stderr.log')).mode & 0o777).toBe(0o600);
});

test('a command leads a session of its own, and ends with the signal that killed it', async ({
  processes,
  folder,
}) => {
  const { running } = await run(processes, folder, 'exec sleep 60');
  expect(sessionMembers(running.session, running.process)).toEqual([running.process.pid]);
  running.signal('SIGKILL');
  expect(await running.ended).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

test('a worker ends with its last process: not with its shell, not with what stayed in its session', async ({
  processes,
  folder,
}) => {
  const script = 'sleep 0.6 & (setsid sh -c "sleep 1.2; echo last" &) ; exit 0';
  const { running, passedOn } = await run(processes, folder, script);
  expect(await running.ended).toMatchObject({ exitCode: 0, stdoutBytes: 5 });
  expect(passedOn.stdout).toBe('last\n');
  expect(carriers(processes.worker, 1)).toEqual([]);
});

test('output past the cap is counted and cut, and the tail stays', async ({ processes, folder }) => {
  // It goes on when its file has been cut: what is left is half the cap.
  const cut = '[ "$(wc -c < logs/stdout.log)" -eq 25000 ]';
  const script = `head -c 400000 /dev/zero; until ${cut}; do sleep 0.02; done; echo end`;
  const { running } = await run(processes, folder, script, 50_000);
  const { stdoutBytes } = await running.ended;
  expect(stdoutBytes).toBe(400_004);
  expect(readFileSync(join(folder, 'logs/stdout.bytes'), 'utf8')).toBe('375000\n');
  expect(readFileSync(join(folder, 'logs/stdout.log'), 'latin1')).toMatch(/^\0{25000}end\n$/);
});

test('a supervisor that is killed takes nothing with it: the worker lives, and its output still lands', async ({
  processes,
  folder,
}) => {
  const logs = join(folder, 'logs');
  const script = 'sleep 60 & echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; wait';
  const supervisor = await processes.script('supervise.ts', [logs, processes.worker, 'sh', '-c', script]);
  const { process: command, session } = JSON.parse(supervisor.line);
  const start = processes.startOf(command, { session, supervisor: supervisor.process });
  const exit = once(supervisor.child, 'exit');
  signal(supervisor.process.pid, 'SIGKILL');
  await exit;
  expect(proveDeath(start)).toHaveProperty('alive.pids', expect.arrayContaining([command.pid]));
  writeFileSync(join(folder, 'go'), '');
  await expect.poll(() => readFileSync(join(logs, 'stdout.log'), 'utf8')).toBe('one\ntwo\n');
});

test('a command that cannot be started is refused in one line', async ({ processes, folder }) => {
  const start = (...command: string[]) => startCommand({ command, env: {}, cwd: folder, logs: folder });
  const script = join(folder, 'script');
  writeFileSync(script, '#!/bin/sh\n');
  await expect(start(processes.worker)).rejects.toThrow(
    /^cannot start the command \(.*\): there is no such command$/,
  );
  await expect(start('./script')).rejects.toThrow('it is not executable');
  chmodSync(script, 0o755);
  writeFileSync(script, '#!/no/such/interpreter\n');
  await expect(start('./script')).rejects.toThrow('there is no such command');
  await expect(start()).rejects.toMatchObject({ code: 'command' });
});
