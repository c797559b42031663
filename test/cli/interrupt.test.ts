import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/folder.js';

const built = (file: string): string =>
  JSON.stringify(fileURLToPath(new URL(`../../dist/src/${file}`, import.meta.url)));

/** A process that works under `interruptible`; `work` is the body of the function that gets the signal. */
async function working(work: string): Promise<ChildProcess> {
  const code = `
    const { interruptible } = await import(${built('commands/interruptible.js')});
    const { failureOf } = await import(${built('report/failure.js')});
    const { Refusal } = await import(${built('refusal.js')});
    setTimeout(() => process.exit(99), 30_000);
    const ready = () => process.stdout.write('ready');
    const stopped = (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve));
    try {
      process.exit(await interruptible(async (signal) => { ${work} }, () => process.stdout.write('asked')));
    } catch (error) {
      process.exit(failureOf(error).exit);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function ended(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

test('a first SIGINT stops the work cleanly with exit 130, SIGTERM with 143', async () => {
  for (const [signal, exit] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const child = await working('ready(); await stopped(signal); signal.throwIfAborted();');
    child.kill(signal);
    expect(await ended(child)).toBe(exit);
  }
});

test('what a first signal does is told at once, while the work still goes on', async () => {
  const child = await working('ready(); await new Promise(() => {});');
  child.kill('SIGTERM');
  const [told] = await once(child.stdout ?? child, 'data');
  expect(String(told)).toBe('asked');
  child.kill('SIGTERM');
  expect(await ended(child)).toBe('SIGTERM');
});

test('a second SIGINT kills work that does not stop', async () => {
  const child = await working('ready(); await stopped(signal); await new Promise(() => {});');
  child.kill('SIGINT');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  expect(await ended(child)).toBe('SIGINT');
});

test('work that ends all the same keeps its answer, and a refusal its exit code', async () => {
  const done = await working('ready(); await stopped(signal); return 7;');
  done.kill('SIGINT');
  expect(await ended(done)).toBe(7);
  const refused = await working(
    "ready(); await stopped(signal); throw new Refusal('worker-alive', { on: 'pid 1', hint: 'stop it' });",
  );
  refused.kill('SIGINT');
  expect(await ended(refused)).toBe(5);
});
