import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import { expect, test } from '../support/folder.js';
import { commit, git, repoAt } from '../support/git.js';

async function record(folder: string, since: number | null = null, path = 'repo') {
  const [found] = await inventoryRepos([path], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

test('dirty and untracked files and the branch are reported', async ({ folder }) => {
  const repo = await repoAt(folder);
  await commit(repo, 'second name.txt');
  await writeFile(join(repo, 'first.txt'), 'changed');
  await writeFile(join(repo, 'staged.txt'), 'new');
  git(repo, 'add', 'staged.txt');
  await mkdir(join(repo, 'out'));
  await writeFile(join(repo, 'out', 'a "quoted" ü.md'), 'new');
  expect(await record(folder)).toMatchObject({
    path: 'repo',
    branch: 'main',
    dirty: ['first.txt', 'staged.txt'],
    untracked: ['out/a "quoted" ü.md'],
    unfinished: null,
    lock: false,
    remote: 'none',
    why: null,
  });
});

test('commits since the start are listed, those of other branches and of no branch too', async ({
  folder,
}) => {
  const repo = await repoAt(folder);
  const start = Date.now();
  git(repo, 'checkout', '-qb', 'side');
  const side = await commit(repo, 'side.txt');
  git(repo, 'checkout', '-q', '--detach', 'main');
  const loose = await commit(repo, 'loose.txt');
  const found = await record(folder, start);
  expect(found.branch).toBeNull();
  expect(found.commits.map(({ hash }) => hash).sort()).toEqual([side, loose].sort());
  expect(found.commits.find(({ hash }) => hash === side)).toMatchObject({
    subject: 'add side.txt',
    pushed: false,
  });
});

test('what was pushed is told by the remote itself, not by tracking refs', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(folder, 'init', '-q', '--bare', 'remote.git');
  git(repo, 'remote', 'add', 'origin', join(folder, 'remote.git'));
  const pushed = await commit(repo, 'pushed.txt');
  git(repo, 'push', '-q', 'origin', 'main');
  const kept = await commit(repo, 'kept.txt');
  git(repo, 'update-ref', 'refs/remotes/origin/main', kept);
  const found = await record(folder, Date.now() - 60_000);
  expect(found.remote).toBe('reachable');
  expect(Object.fromEntries(found.commits.map((each) => [each.hash, each.pushed]))).toEqual({
    [pushed]: true,
    [kept]: false,
  });
});

test('a remote branch that nobody here knows leaves it open whether it holds a commit', async ({
  folder,
}) => {
  const repo = await repoAt(folder);
  git(folder, 'init', '-q', '--bare', 'remote.git');
  git(repo, 'remote', 'add', 'origin', join(folder, 'remote.git'));
  git(repo, 'push', '-q', 'origin', 'main');
  git(folder, 'clone', '-q', '-b', 'main', 'remote.git', 'other');
  await commit(join(folder, 'other'), 'theirs.txt');
  git(join(folder, 'other'), 'push', '-q', 'origin', 'main:theirs');
  const mine = await commit(repo, 'mine.txt');
  const found = await record(folder, Date.now() - 60_000);
  expect(found.commits).toEqual([expect.objectContaining({ hash: mine, pushed: null })]);
});

test('a remote that does not answer leaves every commit open', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', join(folder, 'none.git'));
  const found = await record(folder);
  expect(found).toMatchObject({ remote: 'unreachable', why: null });
  expect(found.commits[0]?.pushed).toBeNull();
});

test('an unfinished merge, rebase and cherry-pick are named', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'checkout', '-qb', 'side');
  await writeFile(join(repo, 'first.txt'), 'side\n');
  git(repo, 'commit', '-qam', 'side');
  git(repo, 'checkout', '-q', 'main');
  await writeFile(join(repo, 'first.txt'), 'main\n');
  git(repo, 'commit', '-qam', 'main');
  await writeFile(join(repo, 'first.txt'), 'more\n');
  git(repo, 'commit', '-qam', 'more');
  const steps: [string, string[], string[]][] = [
    ['merge', ['merge', 'side'], ['merge', '--abort']],
    ['rebase', ['rebase', 'side'], ['rebase', '--abort']],
    ['cherry-pick', ['cherry-pick', 'side'], ['cherry-pick', '--abort']],
  ];
  for (const [unfinished, begin, end] of steps) {
    try {
      git(repo, ...begin);
    } catch {
      // A conflict is what this is about.
    }
    expect((await record(folder)).unfinished, begin.join(' ')).toBe(unfinished);
    git(repo, ...end);
  }
  expect((await record(folder)).unfinished).toBeNull();
});

test('a lock that lies about is seen, left alone, and hinders nothing', async ({ folder }) => {
  const repo = await repoAt(folder);
  await writeFile(join(repo, '.git', 'index.lock'), '');
  await writeFile(join(repo, 'first.txt'), 'changed');
  expect(await record(folder)).toMatchObject({ lock: true, dirty: ['first.txt'], why: null });
  await access(join(repo, '.git', 'index.lock'));
});

test('looking writes nothing', async ({ folder }) => {
  const repo = await repoAt(folder);
  // Same content, other times: a plain `git status` would write the index anew.
  await writeFile(join(repo, 'first.txt'), 'first.txt\n');
  const before = [await readFile(join(repo, '.git', 'index')), (await readdir(join(repo, '.git'))).sort()];
  await record(folder);
  expect([await readFile(join(repo, '.git', 'index')), (await readdir(join(repo, '.git'))).sort()]).toEqual(
    before,
  );
});

test('an empty repository, a bare one and one without HEAD commit are no fault', async ({ folder }) => {
  git(folder, 'init', '-q', '-b', 'main', 'repo');
  git(folder, 'init', '-q', '--bare', '-b', 'main', 'bare');
  expect(await record(folder)).toMatchObject({ branch: 'main', commits: [], why: null });
  expect(await record(folder, null, 'bare')).toMatchObject({ branch: 'main', commits: [], why: null });
});

test('what is no repository, no folder or broken says why, and the others are still read', async ({
  folder,
}) => {
  await repoAt(folder);
  await repoAt(folder, 'broken');
  await writeFile(join(folder, 'broken', '.git', 'index'), 'no index');
  await mkdir(join(folder, 'plain'));
  const found = await inventoryRepos(['none', 'plain', 'broken', 'repo'], { cwd: folder, since: null });
  expect(found.map(({ why }) => why)).toEqual([
    'there is no such folder',
    expect.stringMatching(/not a git repository/),
    expect.stringMatching(/index/),
    null,
  ]);
  expect(found[2]?.commits).toHaveLength(1);
});
