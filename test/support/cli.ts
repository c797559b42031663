/** The built command, as a user runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Report } from '../../src/report/report.js';

const CLI = resolve(import.meta.dirname, '../../dist/src/cli.js');
export const BROWSE = resolve(import.meta.dirname, 'workers/browse.mjs');

export interface Ran {
  exit: number | null;
  stdout: string;
  stderr: string;
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ran>;
  /** Resolves when stderr has shown this text (a worker's output is passed on there). */
  shows(text: string): Promise<void>;
}

/** `SITE` is where the workers of the stories work. */
export function start(folder: string, words: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran: Ran = { exit: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk) => {
      ran[name] += chunk;
    });
  }
  const ended = once(child, 'close').then(([exit]) => ({ ...ran, exit }));
  const shows = async (text: string): Promise<void> => {
    while (!ran.stderr.includes(text)) {
      if (child.exitCode !== null) throw new Error(`ended without "${text}": ${ran.stderr}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  return { child, ended, shows };
}

export function reconcile(folder: string, words: string[], env: Record<string, string> = {}): Promise<Ran> {
  return start(folder, words, env).ended;
}

/** The JSON report of `reconcile … --json`, with what is asked about most. */
export function reportOf(ran: Ran): Report & { states: Record<string, string> } {
  const report = JSON.parse(ran.stdout) as Report;
  const states = report.actions.map(({ id, state, reason, gate }) => [id, `${state} · ${reason} · ${gate}`]);
  return { ...report, states: Object.fromEntries(states) };
}
