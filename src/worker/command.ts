/** The worker's command: started in a session of its own, watched until the last of its processes is gone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, closeSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../refusal.js';
import type { Millis, ProcessRef } from '../words.js';
import { Output, openLog, type Stream } from './output.js';
import * as proc from './proc.js';

export interface CommandOptions {
  command: string[];
  /** Added to this process's own environment. */
  env: Record<string, string>;
  cwd: string;
  /** Folder for this start's stdout.log and stderr.log; made if it is missing. */
  logs: string;
  /** A stream's file is cut when it grows past this. */
  capBytes?: number | undefined;
  onOutput?: ((chunk: Buffer, stream: Stream) => void) | undefined;
}

export interface Ended {
  exitCode: number | null;
  signal: string | null;
  stdoutBytes: number;
  stderrBytes: number;
  at: Millis;
}

export interface Running {
  process: ProcessRef;
  session: number;
  /** Resolves when the command and every other process of the worker is gone. */
  ended: Promise<Ended>;
  /** To every process of its session. */
  signal(name: NodeJS.Signals): void;
}

const CAP_BYTES = 8 * 1024 * 1024;
/** How often to look whether processes that outlived the command are gone. */
const LOOK_MS = 200;

export async function startCommand(options: CommandOptions): Promise<Running> {
  const [file = '', ...args] = options.command;
  findCommand(options.command, options.cwd);
  mkdirSync(options.logs, { recursive: true, mode: 0o700 });
  const { leader, exit } = await launch(file, args, options).catch((error: NodeJS.ErrnoException) => {
    throw refuse(file, WHY[error.code ?? ''] ?? `the system says ${error.code ?? error.message}`, error);
  });
  return {
    process: leader,
    session: leader.pid,
    ended: follow(exit, leader, options),
    signal(name) {
      for (const pid of proc.sessionMembers(leader.pid, leader)) proc.signal(pid, name);
    },
  };
}

/** Where the command is, before anything is started or claimed for it; refuses one that cannot be started. */
export function findCommand([file]: string[], cwd: string): string {
  if (!file) throw refuse('(empty)', 'name one after --');
  if (!isFolder(cwd)) throw refuse(file, `its working folder ${cwd} is not there`);
  const folders = file.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  const places = folders.map((folder) => resolve(cwd, folder, file)).filter((path) => existsSync(path));
  const program = places.find((path) => !isFolder(path) && mayRun(path));
  if (program) return program;
  throw refuse(file, WHY[places.length > 0 ? 'EACCES' : 'ENOENT'] ?? '');
}

const WHY: Record<string, string> = {
  ENOENT: 'there is no such command',
  EACCES: 'it is not executable',
  E2BIG: 'its arguments and environment are too long',
};

type Exit = Promise<[number | null, NodeJS.Signals | null]>;

async function launch(file: string, args: string[], { cwd, env, logs }: CommandOptions) {
  const fds = [openLog(logs, 'stdout'), openLog(logs, 'stderr')];
  try {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      // A session of its own: it gets no signal meant for us, and who belongs to it can be told for ever after.
      detached: true,
      stdio: ['ignore', ...fds],
    });
    // Read before the event loop turns: until then even a command that has ended is still there as a zombie.
    const leader = child.pid === undefined ? null : proc.refOf(child.pid);
    const exit = once(child, 'exit') as Exit;
    exit.catch(() => {});
    await once(child, 'spawn');
    return { leader: leader ?? { pid: child.pid ?? 0, startTicks: null }, exit: () => exit };
  } finally {
    fds.forEach(closeSync);
  }
}

async function follow(exit: () => Exit, leader: ProcessRef, options: CommandOptions): Promise<Ended> {
  const { capBytes = CAP_BYTES, onOutput = () => {} } = options;
  const stdout = new Output(options.logs, 'stdout', capBytes, onOutput);
  const stderr = new Output(options.logs, 'stderr', capBytes, onOutput);
  const [exitCode, signal] = await exit();
  await lastOneGone(leader, options.env);
  const at = Date.now();
  return { exitCode, signal, stdoutBytes: stdout.finish(), stderrBytes: stderr.finish(), at };
}

/** Two looks in a row: a process in the middle of an exec has no environment to be known by. */
async function lastOneGone(leader: ProcessRef, env: Record<string, string>): Promise<void> {
  const { RECONCILE_WORKER: worker, RECONCILE_EPOCH: epoch, RECONCILE_LEDGER: ledger } = env;
  const anyone = () =>
    proc.sessionMembers(leader.pid, leader).length > 0 ||
    (worker !== undefined &&
      epoch !== undefined &&
      proc.carriers(worker, Number(epoch), ledger ?? null).length > 0);
  for (let empty = 0; empty < 2; ) {
    empty = anyone() ? 0 : empty + 1;
    if (empty < 2) await sleep(empty > 0 ? 20 : LOOK_MS);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function refuse(file: string, hint: string, cause?: unknown): Refusal {
  return new Refusal('command', { on: file, hint, cause });
}
