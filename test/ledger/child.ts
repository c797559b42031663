import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Start a script of test/support as a process of its own; it uses the built `dist/`. */
export function run(script: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [pathOf(script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
}

export function pathOf(script: string): string {
  return fileURLToPath(new URL(`../support/${script}`, import.meta.url));
}

export async function* lines(child: ChildProcess): AsyncIterable<string> {
  if (child.stdout) yield* createInterface({ input: child.stdout });
}

/** Everything it prints, once it has ended. */
export async function output(child: ChildProcess): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines(child)) all.push(line);
  return all;
}

/** All have said something, so all are up; then all are let go at once. */
export async function startTogether(children: ChildProcess[]): Promise<void> {
  await Promise.all(children.map((child) => once(child.stdout ?? child, 'readable')));
  for (const child of children) child.stdin?.end('go\n');
}
