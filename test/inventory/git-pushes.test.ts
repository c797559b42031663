/** Pushes by the clone's own log, which a forced push over them does not undo. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import type { RepoRecord } from '../../src/inventory/inventory.js';
import { expect, test } from '../support/folder.js';
import { bareAt, commit, git, repoAt } from '../support/git.js';

async function record(folder: string, since: number | null = null, path = 'repo'): Promise<RepoRecord> {
  const [found] = await inventoryRepos([path], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

function told({ pushes }: RepoRecord): string[] {
  return pushes.map(({ ref, remote, commit }) => `${commit} ${ref} ${remote}`);
}

async function withRemote(folder: string): Promise<string> {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  git(repo, 'push', '-q', 'origin', 'main');
  return repo;
}

test('a push that a forced one has overwritten is told, newest first, and the remote holds it no more', async ({
  folder,
}) => {
  const repo = await withRemote(folder);
  const start = Date.now();
  const lost = await commit(repo, 'lost.txt');
  git(repo, 'push', '-q', 'origin', 'main:deep/forced');
  git(repo, 'reset', '-q', '--hard', 'HEAD~1');
  const kept = await commit(repo, 'kept.txt', '2020-02-02T00:00:00Z');
  git(repo, 'push', '-qf', 'origin', 'main:deep/forced');
  git(repo, 'branch', 'aside', lost);
  const found = await record(folder, start);
  // The push before is of the same second.
  expect(told(found).filter((push) => push.includes('forced'))).toEqual([
    `${kept} refs/heads/deep/forced origin`,
    `${lost} refs/heads/deep/forced origin`,
  ]);
  for (const { at } of found.pushes) expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
  expect(found.commits.find(({ hash }) => hash === lost)?.pushed).toBe(false);
  expect(found).toMatchObject({ why: null, more: { pushes: 0 } });
});

test('only pushes since the start are told; where the start is unknown, all', async ({ folder }) => {
  const repo = await withRemote(folder);
  const first = git(repo, 'rev-parse', 'HEAD');
  const later = Date.now() + 60_000;
  expect((await record(folder, later)).pushes).toEqual([]);
  expect(told(await record(folder))).toEqual([`${first} refs/heads/main origin`]);
});

test('what was fetched, and what never had a remote, is no push', async ({ folder }) => {
  await withRemote(folder);
  git(folder, 'clone', '-q', 'remote.git', 'other');
  await commit(join(folder, 'other'), 'theirs.txt');
  git(join(folder, 'other'), 'push', '-q', 'origin', 'main');
  const repo = join(folder, 'repo');
  git(repo, 'fetch', '-q');
  expect((await record(folder)).pushes).toHaveLength(1);
  expect(await record(folder, null, 'other')).toMatchObject({ pushes: [{ ref: 'refs/heads/main' }] });
  await repoAt(folder, 'alone');
  expect(await record(folder, null, 'alone')).toMatchObject({ pushes: [], why: null });
});

test('the remote’s own name of a branch is told, however the clone calls it and whatever it likes in patterns', async ({
  folder,
}) => {
  const repo = await withRemote(folder);
  const second = bareAt(folder, 'second.git');
  git(repo, 'remote', 'add', 'team/two', second);
  git(repo, 'config', 'remote.team/two.fetch', '+refs/heads/x/*:refs/remotes/kept/*/here');
  git(repo, 'remote', 'add', 'one', bareAt(folder, 'third.git'));
  git(repo, 'config', 'remote.one.fetch', 'refs/heads/live:refs/remotes/one/only');
  for (const type of ['fixed', 'perl']) git(repo, 'config', 'grep.patternType', type);
  git(repo, 'push', '-q', 'team/two', 'main:x/a');
  git(repo, 'push', '-q', 'one', 'main:refs/heads/live');
  const head = git(repo, 'rev-parse', 'HEAD');
  expect(told(await record(folder)).sort()).toEqual([
    `${head} refs/heads/live one`,
    `${head} refs/heads/main origin`,
    `${head} refs/heads/x/a team/two`,
  ]);
  for (const name of ['team/two', 'one']) git(repo, 'config', '--unset', `remote.${name}.fetch`);
  expect(told(await record(folder))).toContain(`${head} refs/heads/a/here kept`);
});

test('a linked worktree and a bare repository that keeps a log tell their pushes too', async ({ folder }) => {
  const repo = await withRemote(folder);
  git(repo, 'worktree', 'add', '-q', '-b', 'side', join(folder, 'side'));
  const side = await commit(join(folder, 'side'), 'side.txt');
  git(join(folder, 'side'), 'push', '-q', 'origin', 'side');
  for (const path of ['repo', 'side'])
    expect(told(await record(folder, null, path)), path).toContain(`${side} refs/heads/side origin`);
  git(folder, 'clone', '-q', '--bare', 'repo', 'bare.git');
  const bare = join(folder, 'bare.git');
  git(bare, 'config', 'core.logAllRefUpdates', 'true');
  git(bare, 'remote', 'set-url', 'origin', join(folder, 'remote.git'));
  git(bare, 'config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*');
  git(bare, 'push', '-q', 'origin', 'side:from-bare');
  expect(told(await record(folder, null, 'bare.git'))).toEqual([`${side} refs/heads/from-bare origin`]);
});

test('a log that is made up breaks nothing, and one that is long is cut and counted', async ({ folder }) => {
  const repo = await withRemote(folder);
  const head = git(repo, 'rev-parse', 'HEAD');
  const log = join(repo, '.git/logs/refs/remotes/origin/main');
  const line = (seconds: number, text: string) =>
    `${head} ${head} a <a@example.com> ${seconds} +0000\t${text}\n`;
  await appendFile(log, `no line at all\n${line(1, 'update by pusher \u001b[31m')}`);
  await appendFile(log, line(9_999_999_999_999, 'update by push'));
  await appendFile(log, `${head} ${'f'.repeat(40)} a <a@example.com> 2 +0000\tupdate by push\n`);
  expect(await record(folder)).toMatchObject({ why: null, pushes: { length: 3 } });
  await writeFile(log, Array.from({ length: 450 }, (_, i) => line(1_000_000 + i, 'update by push')).join(''));
  const { pushes, more } = await record(folder);
  expect([pushes.length, more.pushes]).toEqual([200, 250]);
  expect(pushes[0]?.at).toBe(1_000_449_000);
  await mkdir(join(repo, '.git/logs/refs/remotes/origin/folder'));
  expect(await record(folder)).toMatchObject({ why: null, pushes: { length: 200 } });
});
