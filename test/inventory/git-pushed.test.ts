/** What reached a remote, by the remote's own word: over files and over HTTP, with tags, with dates that lie. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import type { RepoRecord } from '../../src/inventory/inventory.js';
import { bareAt, commit, git, gitOverHttp, repoAt } from '../support/git.js';
import { expect, test } from '../support/platform.js';

const LONG_AGO = '2020-01-01T00:00:00Z';

async function record(folder: string, since: number | null = Date.now() - 60_000): Promise<RepoRecord> {
  const [found] = await inventoryRepos(['repo'], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

function pushedOf({ commits }: RepoRecord): Record<string, boolean | null> {
  return Object.fromEntries(commits.map(({ hash, pushed }) => [hash, pushed]));
}

test('over HTTP the remote tells what it holds, and every other answer leaves it open', async ({
  folder,
  platform,
}) => {
  const repo = await repoAt(folder);
  const remote = bareAt(folder);
  platform.answer = gitOverHttp(folder);
  git(repo, 'remote', 'add', 'origin', `${platform.origin}/remote.git`);
  const pushed = await commit(repo, 'pushed.txt');
  git(repo, 'push', '-q', remote, 'main');
  const kept = await commit(repo, 'kept.txt');
  const found = await record(folder);
  expect([found.remote, pushedOf(found)]).toEqual(['reachable', { [pushed]: true, [kept]: false }]);
  for (const status of [401, 404, 500]) {
    platform.answer = (_, response) => response.writeHead(status).end();
    const blind = await record(folder);
    expect([blind.remote, pushedOf(blind)]).toEqual(['unreachable', { [pushed]: null, [kept]: null }]);
  }
  git(repo, 'remote', 'set-url', 'origin', 'http://127.0.0.1:1/remote.git');
  expect(await record(folder)).toMatchObject({ remote: 'unreachable', why: null });
});

test('a commit that is dated before the start is told if it is on no remote', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  git(repo, 'push', '-q', 'origin', 'main');
  const backdated = await commit(repo, 'backdated.txt', LONG_AGO);
  const recent = await commit(repo, 'recent.txt');
  expect(pushedOf(await record(folder))).toEqual({ [recent]: false, [backdated]: false });
  git(repo, 'push', '-q', 'origin', 'main');
  expect(pushedOf(await record(folder))).toEqual({ [recent]: true });
});

test('a commit that somebody else pushed on, or under another branch, is pushed', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  const first = await commit(repo, 'first.txt.more');
  git(repo, 'push', '-q', 'origin', 'main:refs/heads/elsewhere');
  expect(pushedOf(await record(folder))).toEqual({ [first]: true });
});

test('a tag is pushed only if the remote’s leads to the same', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  const hash = git(repo, 'rev-parse', 'HEAD');
  git(repo, 'tag', 'plain');
  for (const tag of ['noted', 'moved']) git(repo, 'tag', '-a', '-m', 'x', tag);
  git(repo, 'push', '-q', 'origin', 'main', '--tags');
  git(repo, 'tag', 'kept');
  git(repo, 'tag', '-fam', 'y', 'moved');
  const tags = async (since: number | null) =>
    Object.fromEntries((await record(folder, since)).tags.map((tag) => [tag.name, [tag.hash, tag.pushed]]));
  const left = { kept: [hash, false], moved: [hash, false] };
  // A plain tag has no date but its commit's: it is told while no remote has it.
  expect(await tags(Date.now() - 60_000)).toEqual({ ...left, noted: [hash, true] });
  expect(await tags(Date.now() + 60_000)).toEqual(left);
  expect(await tags(null)).toEqual({ ...left, noted: [hash, true], plain: [hash, true] });
  git(repo, 'remote', 'set-url', 'origin', join(folder, 'none.git'));
  expect(await tags(Date.now() + 60_000)).toEqual({});
  expect((await tags(null)).kept).toEqual([hash, null]);
  git(repo, 'remote', 'remove', 'origin');
  expect((await tags(null)).plain).toEqual([hash, false]);
});

test('a made-up history does not make a commit look pushed', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  git(repo, 'push', '-q', 'origin', 'main');
  const pushed = git(repo, 'rev-parse', 'HEAD');
  const kept = await commit(repo, 'kept.txt');
  git(repo, 'replace', '--graft', pushed, kept);
  expect(pushedOf(await record(folder))[kept]).toBe(false);
});

test.describe('a remote that is pushed to elsewhere than it is read from', () => {
  /** A clone whose last commit was pushed to `up.git` by `git push`, after `set`. */
  async function pushedUp(folder: string, set: (repo: string, up: string) => void) {
    const repo = await repoAt(folder);
    git(repo, 'remote', 'add', 'origin', bareAt(folder));
    git(repo, 'push', '-q', 'origin', 'main');
    const up = bareAt(folder, 'up.git');
    set(repo, up);
    const pushed = await commit(repo, 'pushed.txt');
    git(repo, 'push', '-q', 'origin', 'main');
    const kept = await commit(repo, 'kept.txt');
    return { repo, up, pushed, kept };
  }

  for (const [how, set] of [
    ['a push address', (repo) => git(repo, 'remote', 'set-url', '--push', 'origin', '../up.git')],
    ['several addresses', (repo, up) => git(repo, 'remote', 'set-url', '--add', 'origin', up)],
    [
      'a rule that rewrites',
      (repo, up) =>
        git(repo, 'config', `url.${up}.pushInsteadOf`, `${repo}/../remote.git`.replace('repo/../', '')),
    ],
  ] as [string, (repo: string, up: string) => void][]) {
    test(`${how} is asked too, and while it is silent nothing is denied`, async ({ folder }) => {
      const { up, pushed, kept } = await pushedUp(folder, set);
      expect(git(up, 'rev-parse', 'main')).toBe(pushed);
      const found = await record(folder);
      expect(pushedOf(found)).toEqual({ [kept]: false, [pushed]: true });
      expect(found).toMatchObject({ remote: 'reachable', remoteWhy: null, why: null });
      await rm(up, { recursive: true });
      const blind = await record(folder);
      expect(pushedOf(blind)[kept]).toBeNull();
      expect(blind).toMatchObject({ remote: 'reachable', why: null });
      expect(blind.remoteWhy).toBe("origin's push address did not answer");
    });
  }

  test('that cannot be asked as git pushes to it leaves everything open', async ({ folder }) => {
    const { repo, up, kept } = await pushedUp(folder, (repo, up) =>
      git(repo, 'remote', 'set-url', '--push', 'origin', up),
    );
    git(repo, 'config', `url.${join(folder, 'remote.git')}.insteadOf`, up);
    git(repo, 'config', `url.${up}.insteadOf`, 'up:');
    git(repo, 'remote', 'set-url', '--push', 'origin', 'up:');
    const found = await record(folder);
    expect(pushedOf(found)[kept]).toBeNull();
    expect(found.remoteWhy).toBe("origin's push address cannot be asked");
  });

  test('by an address that only its branch names is found there', async ({ folder }) => {
    const repo = await repoAt(folder);
    const up = bareAt(folder);
    const pushed = await commit(repo, 'pushed.txt');
    git(repo, 'push', '-qu', up, 'main');
    expect(pushedOf(await record(folder))).toEqual({ [pushed]: true });
    git(repo, 'config', 'branch.main.remote', 'gone');
    expect(pushedOf(await record(folder))).toEqual({ [pushed]: false });
  });
});

test('why it is not known of a commit is told: more remotes than are asked, and branches that nobody knows here', async ({
  folder,
}) => {
  const repo = await repoAt(folder);
  const remote = bareAt(folder);
  for (let i = 0; i < 8; i += 1) git(repo, 'remote', 'add', `r${i}`, remote);
  git(repo, 'push', '-q', 'r0', 'main');
  git(folder, 'clone', '-q', '-b', 'main', 'remote.git', 'other');
  await commit(join(folder, 'other'), 'theirs.txt');
  git(join(folder, 'other'), 'push', '-q', 'origin', 'main:theirs');
  const kept = await commit(repo, 'kept.txt');
  const many = await record(folder);
  expect([pushedOf(many)[kept], many.remoteWhy]).toEqual([
    null,
    expect.stringMatching(/^2 more were not asked, r0 holds branches that are not known here, /),
  ]);
});
