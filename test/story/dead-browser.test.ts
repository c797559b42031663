/** Worker and browser are both dead: what the profile's files still hold is evidence, never proof of absence. */
import { readSessionTabs } from '../../src/inventory/profile/profile.js';
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
