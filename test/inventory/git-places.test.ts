/** Every form in which a repository can stand: inside of others, beside others, on no branch, with nothing in it. */
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import type { RepoRecord } from '../../src/inventory/inventory.js';
import { expect, test } from '../support/folder.js';
import { commit, git, repoAt } from '../support/git.js';

async function record(folder: string, path = 'repo', since: number | null = null): Promise<RepoRecord> {
  const [found] = await inventoryRepos([path], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

test('a path inside of a worktree stands for the whole of it, and says which', async ({ folder }) => {
  const repo = await repoAt(folder);
  await mkdir(join(repo, 'docs'));
  await writeFile(join(repo, 'other.txt'), 'x');
  const found = await record(folder, 'repo/docs');
  expect(found).toMatchObject({
    path: 'repo/docs',
    root: await realpath(repo),
    branch: 'main',
    untracked: ['other.txt'],
  });
});

test('a HEAD on no branch has a commit; an unborn branch has none; a bare one has no root', async ({
  folder,
}) => {
  const repo = await repoAt(folder);
  const head = git(repo, 'rev-parse', 'HEAD');
  expect(await record(folder)).toMatchObject({ branch: 'main', head });
  git(folder, 'clone', '-q', '--bare', 'repo', 'bare.git');
  git(repo, 'checkout', '-q', '--detach');
  expect(await record(folder)).toMatchObject({ branch: null, head });
  git(repo, 'checkout', '-q', '--orphan', 'fresh');
  expect(await record(folder)).toMatchObject({
    branch: 'fresh',
    head: null,
    dirty: ['first.txt'],
    why: null,
  });
  expect(await record(folder, 'bare.git')).toMatchObject({
    branch: 'main',
    head,
    root: null,
    why: null,
    submodules: [],
  });
});

test('the dirty files and unpushed commits of a submodule are told, however deep it lies', async ({
  folder,
}) => {
  const inner = await repoAt(folder, 'inner');
  const middle = await repoAt(folder, 'middle');
  const outer = await repoAt(folder, 'repo');
  const add = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
  git(middle, ...add, inner, 'deep');
  await commit(middle, 'with.txt');
  git(outer, ...add, middle, 'lib');
  git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
  await commit(outer, 'with.txt');
  const start = Date.now();
  await writeFile(join(outer, 'lib/left.txt'), 'x');
  await writeFile(join(outer, 'lib/deep/first.txt'), 'changed');
  const kept = await commit(join(outer, 'lib/deep'), 'kept.txt');
  await writeFile(join(outer, 'lib/deep/first.txt'), 'changed again');

  const found = await record(folder, 'repo', start);
  expect(found.why).toBeNull();
  const [lib] = found.submodules;
  expect(lib).toMatchObject({
    path: 'lib',
    branch: 'main',
    untracked: ['left.txt'],
    remote: 'reachable',
    why: null,
  });
  expect(lib?.submodules).toMatchObject([
    { path: 'deep', dirty: ['first.txt'], head: kept, commits: [{ hash: kept, pushed: false }], why: null },
  ]);
  // The recorded commit of a submodule that moved is dirty in the repository around it.
  expect(lib?.dirty).toEqual(['deep']);
  // Git itself takes the folder of a submodule's data for a worktree.
  expect([lib?.worktrees, lib?.submodules[0]?.worktrees]).toEqual([[], []]);
  git(join(outer, 'lib'), 'worktree', 'add', '-q', '-b', 'side', join(folder, 'side'));
  const side = await realpath(join(folder, 'side'));
  expect((await record(folder)).submodules[0]?.worktrees).toMatchObject([{ path: side, branch: 'side' }]);
});

test('a submodule that was never checked out is left out, and one that is no repository any more says so', async ({
  folder,
}) => {
  const inner = await repoAt(folder, 'inner');
  const made = await repoAt(folder, 'made');
  git(made, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
  await commit(made, 'with.txt');
  git(folder, 'clone', '-q', 'made', 'repo');
  expect(await record(folder)).toMatchObject({ submodules: [], why: null });
  await rm(join(made, '.git/modules'), { recursive: true });
  const [lib] = (await record(folder, 'made')).submodules;
  expect(lib?.why).toMatch(/not a git repository/);
});

test('a linked worktree is read by itself, and each names the other with its commits', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'worktree', 'add', '-q', '--detach', join(folder, 'side'));
  const start = Date.now();
  const loose = await commit(join(folder, 'side'), 'loose.txt');
  await writeFile(join(folder, 'side', 'left.txt'), 'x');
  await writeFile(join(repo, '.git/worktrees/side/index.lock'), '');
  const [main, side] = await inventoryRepos(['repo', 'side'], { cwd: folder, since: start });
  expect(main).toMatchObject({ untracked: [], lock: false, commits: [{ hash: loose }], why: null });
  expect(main?.worktrees).toEqual([
    { path: await realpath(join(folder, 'side')), branch: null, head: loose },
  ]);
  expect(side).toMatchObject({ untracked: ['left.txt'], lock: true, branch: null, head: loose, why: null });
  expect(side?.worktrees).toMatchObject([{ path: await realpath(repo), branch: 'main' }]);
  await rm(join(folder, 'side'), { recursive: true });
  expect((await record(folder)).worktrees).toEqual([]);
});

test('what was put aside is told', async ({ folder }) => {
  const repo = await repoAt(folder);
  expect((await record(folder)).stashes).toEqual([]);
  for (const text of ['one', 'two']) {
    await writeFile(join(repo, 'first.txt'), text);
    git(repo, 'stash', 'push', '-q', '-m', text);
  }
  const { stashes } = await record(folder);
  expect(stashes.map(({ subject }) => subject)).toEqual(['On main: two', 'On main: one']);
  expect(Math.abs((stashes[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
});

test('each lock that a killed git leaves is seen', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'checkout', '-qb', 'post/acme');
  expect((await record(folder)).lock).toBe(false);
  for (const name of ['index', 'HEAD', 'packed-refs', 'config', 'shallow', 'refs/heads/post/acme']) {
    const lock = join(repo, '.git', `${name}.lock`);
    await writeFile(lock, '');
    expect((await record(folder)).lock, name).toBe(true);
    await rm(lock);
  }
});

test('a revert or a pick of several that stopped in between is named', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'checkout', '-qb', 'side');
  await writeFile(join(repo, 'b.txt'), 'other');
  await commit(repo, 'd.txt');
  await commit(repo, 'e.txt');
  git(repo, 'checkout', '-q', 'main');
  for (const name of ['b.txt', 'c.txt']) await commit(repo, name);
  await writeFile(join(repo, 'b.txt'), 'changed');
  git(repo, 'commit', '-qam', 'change b');
  for (const [words, unfinished] of [
    [['revert', '--no-edit', 'HEAD~2', 'HEAD~1'], 'revert'],
    [['cherry-pick', 'side~1', 'side'], 'cherry-pick'],
  ] as const) {
    // It stops at a conflict.
    expect(() => git(repo, ...words)).toThrow();
    expect((await record(folder)).unfinished).toBe(unfinished);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-q', '--allow-empty', '-m', 'finished by hand');
    expect((await record(folder)).unfinished, 'the rest of it').toBe(unfinished);
    git(repo, unfinished, '--quit');
    expect((await record(folder)).unfinished).toBeNull();
    git(repo, 'checkout', '-q', '-B', 'main', 'HEAD~1');
  }
});
