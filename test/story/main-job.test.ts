/** The founding story and its relatives, with real browsers, real sites and real kills. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportOf } from '../support/cli.js';
import { add } from '../support/directory.js';
import { expect, test } from '../support/story.js';

function kill(pid: number | undefined): void {
  if (pid) process.kill(pid, 'SIGKILL');
}

test('supervisor, worker and browser die: one is verified, the rest may run again', async ({ story }) => {
  story.plan(['acme', 'bolt', 'crisp']);
  const run = story.run(['submit:acme', 'half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  const { process: worker, browser } = story.newestStart();
  run.child.kill('SIGKILL');
  kill(worker?.pid);
  kill(browser?.process?.pid);
  await run.ended;

  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  const { states, death, browser: left } = reportOf(ran);
  expect(ran.exit).toBe(0);
  expect(death).toMatchObject({ proof: 'session-gone', stdoutBytes: 5 });
  expect(left.alive).toBe(false);
  expect(states).toEqual({
    acme: 'verified · one · SKIP',
    bolt: 'absent · quiet · RUN',
    crisp: 'absent · quiet · RUN',
  });
});

test('the supervisor dies, the worker too: the browser is found through the ledger, with the half-filled form', async ({
  story,
}) => {
  story.plan(['acme', 'bolt']);
  const run = story.run(['submit:acme', 'half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  run.child.kill('SIGKILL');
  kill(story.newestStart().process?.pid);
  await run.ended;

  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  const { states, browser, actions } = reportOf(ran);
  expect(browser.alive).toBe(true);
  expect(states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
  expect(actions[1]?.draft?.fields).toMatchObject([
    { name: 'slug', value: 'bolt' },
    { name: 'title', value: '' },
  ]);
});

test('a retry runs only what the gate lets RUN, in the same browser, and nothing is there twice', async ({
  story,
}) => {
  story.plan(['acme', 'bolt']);
  const first = story.run(['submit:acme', 'say:stuck', 'hang']);
  await first.shows('stuck');
  kill(story.newestStart().process?.pid);
  expect((await first.ended).exit).toBe(7);

  const second = await story.run(['submit:bolt']).ended;
  expect(second.exit, second.stderr).toBe(0);
  expect(reportOf(second).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'verified · one · SKIP' });
  expect(story.site.posts).toEqual(['acme', 'bolt']);
  expect(reportOf(second).browser.alive).toBe(false);

  const third = await story.run(['submit:acme']).ended;
  expect(third.exit, third.stderr).toBe(0);
  expect(story.site.posts).toEqual(['acme', 'bolt']);
});

test('a worker that says done and lied leaves its action to RUN', async ({ story }) => {
  story.plan(['acme']);
  const ran = await story.run(['say:acme is live']).ended;
  expect(ran.exit).toBe(7);
  expect(reportOf(ran).states).toEqual({ acme: 'absent · quiet · RUN' });
});

test('a platform that shows two is exit 4 and needs a person', async ({ story }) => {
  story.plan(['acme']);
  const ran = await story.run(['submit:acme', 'submit:acme']).ended;
  expect(ran.exit).toBe(4);
  expect(reportOf(ran).states).toEqual({ acme: 'duplicate · many · HUMAN' });
});

test('a blind platform gives unverified, and a later look cures it', async ({ story }) => {
  story.plan(['acme']);
  const run = story.run(['half:acme', 'say:stuck', 'hang'], ['--wait', '0s']);
  await run.shows('stuck');
  story.site.fault = { status: 401, body: '{}' };
  kill(story.newestStart().process?.pid);
  const blind = await run.ended;
  expect(blind.exit).toBe(3);
  expect(reportOf(blind).states).toEqual({ acme: 'unverified · blind:401 · HOLD' });

  story.site.fault = null;
  add(story.site, 'acme');
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP' });
});

test('what came late is found by a second job, and what cannot be looked at again is not RUN', async ({
  story,
}) => {
  story.plan(['acme', 'bolt']);
  await story.run(['half:acme']).ended;
  const again = async () => reportOf(await story.reconcile('--worker', 'launch-1', '--json'));
  expect((await again()).states).toEqual({ acme: 'absent · quiet · RUN', bolt: 'absent · quiet · RUN' });
  add(story.site, 'acme');
  expect((await again()).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · RUN' });
  story.site.fault = { status: 503, body: 'busy' };
  expect((await again()).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'absent · quiet · HOLD' });
});

test('a hand-reviewed directory that shows nothing never becomes RUN', async ({ story }) => {
  story.plan(['acme'], { review: 'possible' });
  story.site.newStatus = 'hidden';
  const ran = await story.run(['submit:acme']).ended;
  expect(ran.exit).toBe(3);
  // The tab still shows the submit, which is more than the silence of a moderator's queue.
  expect(reportOf(ran).states.acme).toMatch(/^unverified · (tab-submitted|unseen-review)/);
  expect((await story.reconcile('gate', 'acme')).exit).toBeGreaterThan(10);

  const again = await story.run(['submit:acme'], ['--wait', '0s']).ended;
  expect(again.exit).toBe(3);
  expect(story.site.posts).toEqual(['acme']);
});

test('what stood on the platform before is a matter for a person, and the command is not started', async ({
  story,
}) => {
  story.plan(['acme']);
  add(story.site, 'acme', { created_at: '2020-01-01T00:00:00Z' });
  const ran = await story.run(['submit:acme']).ended;
  expect(ran.exit).toBe(3);
  expect(reportOf(ran).states).toEqual({ acme: 'unverified · already-there · HUMAN' });
  expect(story.site.posts).toEqual([]);
});

test('a platform that cannot be read before the start holds the worker back', async ({ story }) => {
  story.plan(['acme']);
  story.site.fault = { status: 500, body: 'oops' };
  const ran = await story.run(['submit:acme']).ended;
  expect(ran.exit).toBe(3);
  expect(reportOf(ran).states).toEqual({ acme: 'planned · no-attempt · HOLD' });
  expect(story.site.posts).toEqual([]);
});

test('a fetch that a page at rest is still waiting for holds its action', async ({ story }) => {
  story.plan(['acme']);
  story.site.answerMs = 6000;
  const run = story.run(['fetch:acme', 'say:stuck', 'hang'], ['--wait', '3s']);
  await run.shows('stuck');
  kill(story.newestStart().process?.pid);
  const early = await run.ended;
  expect(reportOf(early).states).toEqual({ acme: 'unverified · settling · HOLD' });

  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP' });
});

test('a credential that the plan names is in no report and in no ledger, wherever the worker put it', async ({
  story,
}) => {
  const canary = 'canary-4711-token';
  story.plan(['acme'], { headers: { authorization: `Bearer \${BOARD_TOKEN}` } });
  Object.assign(story.env, { BOARD_TOKEN: canary });
  const ran = await story.run([`half:${canary}`, `say:${canary}`]).ended;
  expect(ran.stdout).toContain('"acme"');
  expect(ran.stdout).not.toContain(canary);
  expect(readFileSync(join(story.folder, '.reconcile/ledger.db'), 'latin1')).not.toContain(canary);
});
