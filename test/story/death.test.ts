/** The worker is all of its processes: who counts as dead, who is fenced, and what a killed reconciler leaves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BROWSE, reportOf, start } from '../support/cli.js';
import { expect, test } from '../support/story.js';

test('a living worker is refused with exit 5, and --fence stops it', async ({ story }) => {
  story.plan(['acme', 'bolt']);
  const run = story.run(['submit:acme', 'say:stuck', 'hang']);
  await run.shows('stuck');
  const refused = await story.reconcile('--worker', 'launch-1');
  expect(refused.exit).toBe(5);
  expect(refused.stderr).toMatch(/^reconcile: worker is alive \(launch-1, pid \d+.*--fence$/m);

  run.child.kill('SIGKILL');
  const fenced = await story.reconcile('--worker', 'launch-1', '--fence', '--json');
  expect(reportOf(fenced).death?.proof).toBe('fenced');
  expect(reportOf(fenced).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
});

test('a stopped worker is alive until it is fenced', async ({ story }) => {
  story.plan(['acme']);
  const run = story.run(['say:stuck', 'hang']);
  await run.shows('stuck');
  process.kill(story.newestStart().process?.pid ?? 0, 'SIGSTOP');
  run.child.kill('SIGKILL');
  expect((await story.reconcile('--worker', 'launch-1')).exit).toBe(5);
  expect((await story.reconcile('--worker', 'launch-1', '--fence')).exit).toBe(0);
});

test('a worker behind a shell that dies first is not dead', async ({ story }) => {
  story.plan(['acme']);
  const shell = `"${process.execPath}" "${BROWSE}" say:stuck hang & exit 3`;
  const words = ['run', '--plan', 'plan.json', '--json', '--', 'sh', '-c', shell];
  const run = start(story.folder, words, { SITE: story.site.origin });
  await run.shows('stuck');
  await sleep(500);
  expect(run.child.exitCode).toBe(null);
  run.child.kill('SIGKILL');
  expect((await story.reconcile('--worker', 'launch-1')).exit).toBe(5);
  const fenced = await story.reconcile('--worker', 'launch-1', '--fence', '--json');
  expect(reportOf(fenced).states).toEqual({ acme: 'absent · quiet · RUN' });
});

test('a reconciler that is killed at any moment loses nothing: the next one finishes', async ({ story }) => {
  story.plan(['acme', 'bolt']);
  const run = story.run(['submit:acme', 'half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  run.child.kill('SIGKILL');
  process.kill(story.newestStart().process?.pid ?? 0, 'SIGKILL');
  for (const ms of [100, 250, 400, 600, 900, 1300]) {
    const one = start(story.folder, ['--worker', 'launch-1']);
    await sleep(ms);
    one.child.kill(ms < 500 ? 'SIGKILL' : 'SIGINT');
    await one.ended;
  }
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(ran.exit, ran.stderr).toBe(0);
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
  expect((await story.reconcile('doctor')).exit).toBe(0);
});

test('without any earlier set-up, plan and endpoint are enough', async ({ story }) => {
  story.plan(['acme', 'bolt']);
  const run = story.run(['submit:acme', 'half:bolt', 'say:stuck', 'hang'], ['--ledger', 'elsewhere.db']);
  await run.shows('stuck');
  run.child.kill('SIGKILL');
  const { process: worker, browser } = story.newestStart('elsewhere.db');
  const words = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', browser?.endpoint ?? '', '--json'];
  story.plan(['acme', 'bolt'], { worker: 'w2' }, 'anon.json');

  const alive = await story.reconcile(...words);
  expect(alive.exit, 'the worker is connected to the browser').toBe(5);
  process.kill(worker?.pid ?? 0, 'SIGKILL');
  const ran = await story.reconcile(...words);
  expect(reportOf(ran).death?.proof).toBe('assumed');
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
});
