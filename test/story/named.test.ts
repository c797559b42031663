/** A main job for which nothing was set up before: all that it knows is what the user names. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { profileOf } from '../../src/worker/browser.js';
import { refOf } from '../../src/worker/proc.js';
import { reportOf, start } from '../support/cli.js';
import { expect, type Story, test } from '../support/story.js';

/** Worker and supervisor are dead, the browser lives; of all that the main job's own ledger knows nothing. */
async function leave(
  story: Story,
  steps: string[],
): Promise<{ endpoint: string; profile: string; pid: number }> {
  story.plan(['acme', 'bolt']);
  const run = story.run([...steps, 'say:stuck', 'hang'], ['--ledger', 'elsewhere.db']);
  await run.shows('stuck');
  const { browser, process: worker } = story.newestStart('elsewhere.db');
  for (const pid of [run.child.pid, worker?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;
  story.plan(['acme', 'bolt'], { worker: 'w2' }, 'anon.json');
  return {
    endpoint: browser?.endpoint ?? '',
    profile: browser?.profile ?? '',
    pid: browser?.process?.pid ?? 0,
  };
}

/** None where there is no ledger yet, or it does not know the worker. */
async function statesIn(story: Story): Promise<string[]> {
  const { stdout } = await story.reconcile('status', '--worker', 'w2', '--json');
  const { actions = [] } = JSON.parse(stdout) as { actions?: { state: string }[] };
  return actions.map(({ state }) => state);
}

test('an address that is no browser’s stops nobody, --fence or not', async ({ story }) => {
  const server = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const script = `require('net').connect(${port}, '127.0.0.1', () => console.log('in')); setTimeout(() => {}, 60000)`;
  const stranger = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(stranger.stdout, 'data');
    story.plan(['acme'], { worker: 'w2' }, 'anon.json');
    for (const cdp of [`http://127.0.0.1:${port}`, 'nonsense', 'http://']) {
      const words = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', cdp, '--fence', '--json'];
      const ran = await story.reconcile(...words);
      expect([ran.exit, JSON.parse(ran.stdout).error.code]).toEqual([2, 'endpoint']);
    }
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null]);
  } finally {
    stranger.kill('SIGKILL');
    server.close();
  }
});

test('from the first moment on the gate holds what the dead worker may have done', async ({ story }) => {
  const { endpoint } = await leave(story, ['submit:acme']);
  const words = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', endpoint];
  let held = 0;
  for (const ms of [0, 20, 60, 150, 400]) {
    const one = start(story.folder, words);
    await one.shows('proving');
    await new Promise((over) => setTimeout(over, ms));
    one.child.kill('SIGKILL');
    await one.ended;
    const states = await statesIn(story);
    expect(states).not.toContain('planned');
    held += states.length;
  }
  expect(held).toBeGreaterThan(0);
  const ran = await story.reconcile(...words, '--json');
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
});

test('several at once do not take each other for the worker', async ({ story }) => {
  const { endpoint } = await leave(story, ['submit:acme']);
  const words = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', endpoint, '--json'];
  const all = await Promise.all([1, 2, 3].map(() => start(story.folder, words).ended));
  expect(all.map(({ exit }) => exit)).toEqual([0, 0, 0]);
  expect(await statesIn(story)).toEqual(['verified', 'absent']);
});

test('the profile of a browser that runs is refused, and its address asked for', async ({ story }) => {
  const { profile, pid } = await leave(story, ['half:bolt']);
  const ran = await story.reconcile('--worker', 'w2', '--plan', 'anon.json', '--profile', profile);
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain(`the browser with pid ${pid} is using it: give --cdp`);
  expect(await statesIn(story), 'nothing was written').toEqual([]);
});

test('a profile that is none is refused before anything is written', async ({ story }) => {
  story.plan(['acme'], { worker: 'w2' }, 'anon.json');
  mkdirSync(join(story.folder, 'empty'));
  for (const profile of ['nowhere', 'empty', 'anon.json']) {
    const words = ['--worker', 'w2', '--plan', 'anon.json', '--profile', profile, '--json'];
    const ran = await story.reconcile(...words);
    expect([ran.exit, JSON.parse(ran.stdout).error.code]).toEqual([2, 'profile']);
  }
  expect(await statesIn(story)).toEqual([]);
});

test('where nobody knows when the worker began, its files and commits of any time count', async ({
  story,
}) => {
  const { profile, pid } = await leave(story, ['half:bolt']);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  writeFileSync(join(story.folder, 'out.md'), 'written before');
  const words = [
    '--worker',
    'w2',
    '--plan',
    'anon.json',
    '--profile',
    profile,
    '--files',
    'out.md',
    '--json',
  ];
  const { actions, inventory } = reportOf(await story.reconcile(...words, '--wait', '0s'));
  expect(inventory.files).toMatchObject([{ path: 'out.md', changed: true }]);
  const told = actions[0]?.evidence.map(({ summary }) => summary) ?? [];
  expect(told).toContain('nobody knows when the worker began: files and commits of any time are listed');
});

test('a secret in the browser’s address is neither shown nor kept', async ({ story }) => {
  const { endpoint } = await leave(story, ['submit:acme']);
  const secret = 'zzsecretzz';
  const address = endpoint.replace('http://', `http://bob:${secret}@`);
  const words = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', `${address}/?token=${secret}`];
  const ran = await story.reconcile(...words, '--report', 'out.html', '--json');
  expect(reportOf(ran).states.acme).toBe('verified · one · SKIP');
  const kept = ['out.html', '.reconcile/ledger.db'].map((file) =>
    readFileSync(join(story.folder, file), 'latin1'),
  );
  expect([ran.stdout, ran.stderr, ...kept].join()).not.toContain(secret);
});

test('a page that cannot be written costs a line, not the answer', async ({ story }) => {
  const { endpoint } = await leave(story, ['submit:acme']);
  const words = [
    '--worker',
    'w2',
    '--plan',
    'anon.json',
    '--cdp',
    endpoint,
    '--report',
    'out.html',
    '--json',
  ];
  const one = start(story.folder, words);
  await one.shows('reading tabs');
  mkdirSync(join(story.folder, 'out.html'));
  const ran = await one.ended;
  expect(reportOf(ran).states.acme).toBe('verified · one · SKIP');
  expect(ran.stderr).toContain('out.html): it cannot be written: EISDIR');
  expect(ran.exit).toBe(2);
  expect(readdirSync(story.folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a profile that was named from the browser’s own folder is found', async ({ folder }) => {
  const cwd = join(folder, 'here');
  mkdirSync(cwd);
  const script = 'setTimeout(() => {}, 60000)';
  const browser = spawn(process.execPath, ['-e', script, '--', '--user-data-dir=../there'], {
    cwd,
    stdio: 'ignore',
  });
  try {
    await once(browser, 'spawn');
    const ref = { endpoint: '', process: refOf(browser.pid ?? 0), profile: null, netlog: null };
    await expect.poll(() => profileOf(ref)).toBe(join(folder, 'there'));
  } finally {
    browser.kill('SIGKILL');
  }
});
