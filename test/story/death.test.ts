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
  const run = start(story.folder, words, story.env);
  await run.shows('stuck');
  await sleep(500);
  expect(run.child.exitCode).toBe(null);
  run.child.kill('SIGKILL');
  expect((await story.reconcile('--worker', 'launch-1')).exit).toBe(5);
  const fenced = await story.reconcile('--worker', 'launch-1', '--fence', '--json');
  expect(reportOf(fenced).states).toEqual({ acme: 'absent · quiet · RUN' });
});

test('a process with a cleaned environment that is still connected to the browser holds the actions', async ({
  story,
}) => {
  story.plan(['acme']);
  const clean = 'env -i RECONCILE_CDP_ENDPOINT=$RECONCILE_CDP_ENDPOINT SITE=$SITE TMPDIR=$TMPDIR';
  const away = `setsid ${clean} "${process.execPath}" "${BROWSE}" half:acme say:connected hang`;
  const words = ['run', '--plan', 'plan.json', '--wait', '3s', '--json', '--'];
  const run = start(
    story.folder,
    [...words, 'sh', '-c', `${away} & echo "pid $!"; sleep 8; kill -9 $$`],
    story.env,
  );
  await run.shows('connected');
  const ran = await run.ended;
  process.kill(Number(/pid (\d+)/.exec(ran.stderr)?.[1]), 'SIGKILL');
  expect(reportOf(ran).states).toEqual({ acme: 'unverified · settling · HOLD' });
  const after = await story.reconcile('--worker', 'launch-1', '--json');
  expect(reportOf(after).states).toEqual({ acme: 'absent · quiet · RUN' });
});

test('a claim by a process of an old epoch is refused, and the newest epoch’s is given once', async ({
  story,
}) => {
  story.plan(['acme'], { claims: 'required', probe: false });
  expect((await story.run(['say:first']).ended).exit).toBe(7);
  const run = story.run(['say:second', 'hang']);
  await run.shows('second');
  const claim = ['gate', 'acme', '--claim', '--json'];
  const as = (epoch: string) =>
    start(story.folder, claim, { RECONCILE_WORKER: 'launch-1', RECONCILE_EPOCH: epoch });
  expect((await as('1').ended).exit).toBe(5);
  expect((await as('99').ended).exit).toBe(5);
  const both = await Promise.all([as('2').ended, as('2').ended]);
  expect(both.map(({ exit }) => exit).sort()).toEqual([0, 11]);
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
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
  expect(ran.exit, ran.stderr).toBe(0);
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
