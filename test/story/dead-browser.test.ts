/** Worker and browser are both dead: what the profile's files still hold is evidence, never proof of absence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSessionTabs } from '../../src/inventory/profile/profile.js';
import { isAlive } from '../../src/worker/proc.js';
import { reportOf } from '../support/cli.js';
import { expect, test } from '../support/story.js';

test('a half-filled form of a dead browser is a draft, read from its session file', async ({ story }) => {
  story.plan(['bolt']);
  const run = story.run(['half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  const { browser, process: worker } = story.newestStart();
  const profile = browser?.profile ?? '';
  const typed = async () =>
    (await readSessionTabs(profile)).flatMap(({ frames }) => frames.flatMap(({ controls }) => controls));
  await expect.poll(typed, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ value: 'bolt' }));
  for (const pid of [run.child.pid, worker?.pid, browser?.process?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;

  const ran = await story.reconcile('--worker', 'launch-1', '--json');

  const { states, actions, inventory } = reportOf(ran);
  expect(states).toEqual({ bolt: 'absent · quiet · RUN' });
  expect(actions[0]?.draft).toMatchObject({ from: 'session-file', targetId: null });
  expect(actions[0]?.draft?.fields).toContainEqual(expect.objectContaining({ name: 'slug', value: 'bolt' }));
  expect(inventory.tabs.map(({ status }) => status)).toContain('closed');
  expect(inventory.profile?.sources.length).toBeGreaterThan(2);
});

test('a form that a dead browser had sent holds its action, although the platform shows nothing', async ({
  story,
}) => {
  story.plan(['acme'], { review: 'none' });
  story.site.newStatus = 'hidden';
  const run = story.run(['submit:acme', 'say:stuck', 'hang']);
  await run.shows('stuck');
  const { browser, process: worker } = story.newestStart();
  const profile = browser?.profile ?? '';
  const ways = async () =>
    (await readSessionTabs(profile)).flatMap(({ history }) => history.map(({ transition }) => transition));
  await expect.poll(ways, { timeout: 20_000 }).toContain('form_submit');
  for (const pid of [run.child.pid, worker?.pid, browser?.process?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;

  const ran = await story.reconcile('--worker', 'launch-1', '--json', '--wait', '1s');

  const { states, actions } = reportOf(ran);
  expect(states).toEqual({ acme: 'unverified · tab-submitted · HOLD' });
  expect(actions[0]?.evidence.map(({ source }) => source)).toContain('profile');
});

test('a form that was sent and never answered holds its action, by what the browser kept of its fields', async ({
  story,
}) => {
  story.plan(['acme', 'bolt'], { review: 'none' });
  story.site.answerMs = 30_000;
  const run = story.run(['press:acme', 'half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  expect(story.site.posts).toEqual(['acme']);
  const { browser, process: worker } = story.newestStart();
  const profile = browser?.profile ?? '';
  const typed = async () =>
    (await readSessionTabs(profile)).flatMap(({ frames }) =>
      frames.flatMap(({ controls }) => controls.map(({ value }) => value)),
    );
  await expect.poll(typed, { timeout: 20_000 }).toEqual(expect.arrayContaining(['acme', 'bolt']));
  for (const pid of [run.child.pid, worker?.pid, browser?.process?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;

  const ran = await story.reconcile('--worker', 'launch-1', '--json');

  const { states, actions } = reportOf(ran);
  expect(states).toEqual({ acme: 'unverified · tab-submitted · HOLD', bolt: 'absent · quiet · RUN' });
  const told = actions[0]?.evidence.filter(({ source }) => source === 'profile') ?? [];
  expect(told.map(({ says, summary }) => [says, summary])).toEqual([
    ['partly', `the profile tells of a form submitted to ${story.site.origin}/submit, without an answer`],
  ]);
});

test('of files that cannot be read it is said so', async ({ story }) => {
  story.plan(['bolt']);
  const run = story.run(['half:bolt', 'say:stuck', 'hang']);
  await run.shows('stuck');
  const { browser, process: worker } = story.newestStart();
  for (const pid of [run.child.pid, worker?.pid, browser?.process?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;
  writeFileSync(join(browser?.profile ?? '', 'Default', 'History'), 'no database');

  const { actions } = reportOf(await story.reconcile('--worker', 'launch-1', '--json'));

  const told = actions[0]?.evidence.map(({ summary }) => summary) ?? [];
  expect(
    told.filter((summary) => summary.startsWith('History of the browser could not be read')),
  ).toHaveLength(1);
});

test('a browser that was only named once, and died later, is found again by its files', async ({ story }) => {
  story.plan(['bolt']);
  const run = story.run(['half:bolt', 'say:stuck', 'hang'], ['--ledger', 'elsewhere.db']);
  await run.shows('stuck');
  const { browser, process: worker } = story.newestStart('elsewhere.db');
  for (const pid of [run.child.pid, worker?.pid]) process.kill(pid ?? 0, 'SIGKILL');
  await run.ended;
  story.plan(['bolt'], { worker: 'w2' }, 'anon.json');
  const first = ['--worker', 'w2', '--plan', 'anon.json', '--cdp', browser?.endpoint ?? '', '--wait', '0s'];
  expect(reportOf(await story.reconcile(...first, '--json')).states).toEqual({
    bolt: 'unverified · settling · HOLD',
  });
  const typed = async () =>
    (await readSessionTabs(browser?.profile ?? '')).flatMap(({ frames }) =>
      frames.flatMap(({ controls }) => controls),
    );
  await expect.poll(typed, { timeout: 20_000 }).toContainEqual(expect.objectContaining({ value: 'bolt' }));
  process.kill(browser?.process?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => browser?.process && isAlive(browser.process)).toBe(false);

  const ran = await story.reconcile('--worker', 'w2', '--json');
  const { actions, inventory, browser: left } = reportOf(ran);
  expect(left.alive).toBe(false);
  expect(inventory.tabs.map(({ last }) => last)).toContain('open');
  expect(actions[0]?.draft).toMatchObject({ from: 'session-file', targetId: null });
});
