/** Pushes and tags of workers that are killed: decided by the remote's own refs. Real git, real kills. */
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mergeTests } from '@playwright/test';
import { type Ran, reportOf, type Started, start } from '../support/cli.js';
import { bareAt, commit, git, gitOverHttp, NOBODY, repoAt } from '../support/git.js';
import { test as platformTest } from '../support/platform.js';
import { expect, type Story, test as storyTest } from '../support/story.js';

const test = mergeTests(storyTest, platformTest);
/** Git names a commit by its content, dates among it: by this one it is older than its worker. */
const LONG_AGO = '2026-01-01T00:00:00Z';
/** What the workers do, step by step; each says what it has done. */
const COMMIT = 'echo post.md > post.md && git add -A && git commit -qm "add post.md" && echo committed';
const PUSH = 'git push -q origin main && echo pushed';
const TAG = 'git tag v1 && echo tagged';
const PUSH_TAG = 'git push -q origin v1 && echo released';
const HANG = 'exec sleep 1000';

interface Ground {
  /** The commit that the worker's steps will make: git names it by its content, so it is known before. */
  post: string;
  /** A worker of these steps in `work`, under `reconcile run`. */
  run(steps: string[], flags?: string[]): Started;
}

/** A remote, a clone `work` with one pushed commit, and a plan of one push and one tag. */
async function ground(
  { folder, env }: Story,
  { url = './remote.git', settle = '500ms', clone = true, date = LONG_AGO } = {},
): Promise<Ground> {
  const remote = bareAt(folder);
  const work = await repoAt(folder, 'work');
  git(work, 'remote', 'add', 'origin', url.startsWith('http') ? url : remote);
  git(work, 'push', '-q', remote, 'main');
  git(folder, 'clone', '-q', 'remote.git', 'rehearsal');
  const post = await commit(join(folder, 'rehearsal'), 'post.md', date);
  const about = { url, ...(clone ? { repo: './work' } : {}) };
  const action = (kind: string, identity: object) => ({
    id: kind,
    kind,
    platform: 'git.example',
    identity,
    probe: { use: 'git-remote', settle, with: about },
  });
  const actions = [action('git-push', { branch: 'main', commit: post }), action('git-tag', { tag: 'v1' })];
  await writeFile(
    join(folder, 'plan.json'),
    JSON.stringify({ worker: 'launch-1', actions, repos: ['work'] }),
  );
  Object.assign(env, NOBODY, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
  const run = (steps: string[], flags: string[] = []) => {
    const command = ['--', 'sh', '-c', ['cd work', ...steps].join('\n')];
    return start(folder, ['run', '--plan', 'plan.json', ...flags, '--json', ...command], env);
  };
  return { post, run };
}

/** Once the worker has said so, it and its supervisor are killed, with everything that they started. */
async function killAfter(story: Story, run: Started, word: string): Promise<void> {
  await run.shows(word);
  run.child.kill('SIGKILL');
  process.kill(-(story.newestStart().process?.pid ?? 0), 'SIGKILL');
  await run.ended;
}

function statesOf(ran: Ran): Record<string, string> {
  expect(ran.stdout, ran.stderr).not.toBe('');
  return reportOf(ran).states;
}

test('killed after the push and before the tag left: the push is verified, the tag may run again', async ({
  story,
}) => {
  const date = new Date(Date.now() + 60_000).toISOString();
  const { post, run } = await ground(story, { date });
  await killAfter(story, run([COMMIT, PUSH, TAG, HANG]), 'tagged');
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(statesOf(ran)).toEqual({ 'git-push': 'verified · one · SKIP', 'git-tag': 'absent · quiet · RUN' });
  const [repo] = reportOf(ran).inventory.repos;
  expect(repo?.commits).toMatchObject([{ hash: post, pushed: true }]);
  expect(repo?.tags).toEqual([{ name: 'v1', hash: post, pushed: false }]);
  expect(ran.exit).toBe(0);
});

test('a push that somebody overwrote since is not taken for one that never was', async ({ story }) => {
  const date = new Date(Date.now() + 60_000).toISOString();
  const { run } = await ground(story, { date });
  await killAfter(story, run([COMMIT, PUSH, HANG]), 'pushed');
  const rehearsal = join(story.folder, 'rehearsal');
  git(rehearsal, 'commit', '-q', '--amend', '-m', 'another');
  git(rehearsal, 'push', '-q', '--force', 'origin', 'main');
  const ran = await story.reconcile('--worker', 'launch-1', '--json', '--wait', '3s');
  expect(statesOf(ran)['git-push']).toBe('unverified · sent · HOLD');
  const told = reportOf(ran).actions[0]?.evidence.find(
    ({ says, source }) => source === 'git' && says === 'partly',
  );
  expect(told?.summary).toContain('own log tells of a push');
});

test('killed after the commit and before the push: nothing is claimed, and a retry pushes it once', async ({
  story,
}) => {
  const { post, run } = await ground(story);
  await killAfter(story, run([COMMIT, HANG]), 'committed');
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(statesOf(ran)).toEqual({ 'git-push': 'absent · quiet · RUN', 'git-tag': 'absent · quiet · RUN' });
  expect(reportOf(ran).inventory.repos[0]?.commits).toMatchObject([{ hash: post, pushed: false }]);

  const retry = await run([PUSH, TAG, PUSH_TAG, 'kill -9 $$']).ended;
  expect(statesOf(retry)).toEqual({
    'git-push': 'verified · one · SKIP',
    'git-tag': 'verified · one · SKIP',
  });
  expect(git(join(story.folder, 'remote.git'), 'rev-parse', 'main', 'v1')).toBe(`${post}\n${post}`);

  // Others go on: what was pushed is found in the branch's history by a clone that has seen it.
  const rehearsal = join(story.folder, 'rehearsal');
  await commit(rehearsal, 'more.txt');
  git(rehearsal, 'push', '-q', 'origin', 'main');
  expect(statesOf(await story.reconcile('--worker', 'launch-1', '--json'))['git-push']).toMatch(/^verified/);
  const probed = async () => {
    const { stdout } = await story.reconcile(
      'probe',
      '--plan',
      'plan.json',
      '--action',
      'git-push',
      '--json',
    );
    return JSON.parse(stdout).actions[0].reading;
  };
  expect(await probed()).toMatchObject({ complete: false, sightings: [], blind: null });
  git(join(story.folder, 'work'), 'fetch', '-q');
  expect(await probed()).toMatchObject({ complete: true, sightings: [{ inside: true }] });
});

test('killed while the server still works on its push: it is verified once the server is done', async ({
  story,
  platform,
}) => {
  const { folder } = story;
  const { run } = await ground(story, { url: `${platform.origin}/remote.git`, settle: '4s' });
  platform.answer = gitOverHttp(folder);
  const hook = join(folder, 'remote.git/hooks/pre-receive');
  await writeFile(hook, `#!/bin/sh\ntouch "${folder}/arrived"\nsleep 2\n`);
  await chmod(hook, 0o755);
  const running = run([COMMIT, PUSH, HANG]);
  await running.shows('committed');
  await expect.poll(() => existsSync(join(folder, 'arrived')), { intervals: [20] }).toBe(true);
  running.child.kill('SIGKILL');
  process.kill(-(story.newestStart().process?.pid ?? 0), 'SIGKILL');
  expect(git(join(folder, 'remote.git'), 'rev-list', '--count', 'main'), 'not yet').toBe('1');
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(statesOf(ran)).toEqual({ 'git-push': 'verified · one · SKIP', 'git-tag': 'absent · quiet · RUN' });
});

test('a remote that cannot be asked leaves both open, and cures by itself', async ({ story, platform }) => {
  const { run } = await ground(story, { url: `${platform.origin}/remote.git` });
  platform.answer = gitOverHttp(story.folder);
  await killAfter(story, run([COMMIT, PUSH, HANG]), 'pushed');
  platform.answer = (_, response) => response.writeHead(401).end();
  const blind = await story.reconcile('--worker', 'launch-1', '--wait', '0s', '--json');
  expect(statesOf(blind)).toEqual({
    'git-push': 'unverified · blind:401 · HOLD',
    'git-tag': 'unverified · blind:401 · HOLD',
  });
  platform.answer = gitOverHttp(story.folder);
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(statesOf(ran)).toEqual({ 'git-push': 'verified · one · SKIP', 'git-tag': 'absent · quiet · RUN' });
});

test('without a clone that knows the branch, its push is not begun', async ({ story }) => {
  const { run } = await ground(story, { clone: false });
  const ran = await run([COMMIT, TAG, PUSH_TAG]).ended;
  expect(statesOf(ran)['git-push']).toBe('planned · no-attempt · HOLD');
});

test('a push that outlives its worker is waited for, and never called absent', async ({ story }) => {
  const { run } = await ground(story);
  const hook = join(story.folder, 'work/.git/hooks/pre-push');
  await writeFile(hook, '#!/bin/sh\nsleep 8\n');
  await chmod(hook, 0o755);
  // In a session of its own and without our environment: nothing but its work tells whose it is.
  const away = 'setsid env -i PATH="$PATH" git push -q origin main & sleep 1; echo pushing';
  await killAfter(story, run([COMMIT, away, HANG]), 'pushing');
  const first = await story.reconcile('--worker', 'launch-1', '--wait', '0s', '--json');
  expect(statesOf(first)['git-push']).toBe('unverified · settling · HOLD');
  expect(
    reportOf(first)
      .actions[0]?.evidence.map(({ summary }) => summary)
      .join('\n'),
  ).toMatch(/a git push \(pid \d+\) is still at work in /);
  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(statesOf(ran)['git-push']).toBe('verified · one · SKIP');
});
