/** What is too much to be listed is counted all the same, and what was written in a message keeps no secret. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import type { RepoRecord } from '../../src/inventory/inventory.js';
import { repoFact } from '../../src/report/disk-facts.js';
import { expect, test } from '../support/folder.js';
import { bareAt, commit, git, repoAt } from '../support/git.js';

async function record(folder: string, since: number | null = null): Promise<RepoRecord> {
  const [found] = await inventoryRepos(['repo'], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

/** `number` commits on one another, all at once. */
function pile(repo: string, number: number): void {
  const tree = git(repo, 'rev-parse', 'HEAD^{tree}');
  const script = `h=$(git rev-parse HEAD); for i in $(seq ${number}); do h=$(git commit-tree -p $h -m $i ${tree}); done; git reset -q --hard $h`;
  git(repo, '-c', `alias.pile=!${script}`, 'pile');
}

test('a thousand untracked and changed files are listed, all are counted', async ({ folder }) => {
  const repo = await repoAt(folder);
  await mkdir(join(repo, 'out'));
  const names = Array.from({ length: 1203 }, (_, i) => join(repo, 'out', `${i}.md`));
  await Promise.all(names.map((name) => writeFile(name, 'x')));
  const { untracked, more, ...rest } = await record(folder);
  expect([untracked.length, more.untracked]).toEqual([1000, 203]);
  expect(untracked.filter((path) => !/^out\/\d+\.md$/.test(path))).toEqual([]);
  expect(repoFact({ untracked, more, ...rest })).toMatch(/; 1203 untracked files$/);
  git(repo, 'add', '-A');
  expect(await record(folder)).toMatchObject({ dirty: { length: 1000 }, more: { dirty: 203, untracked: 0 } });
});

test('more commits, tags and stashes than are listed are counted', async ({ folder }) => {
  const repo = await repoAt(folder);
  const start = Date.now();
  pile(repo, 230);
  for (let i = 0; i < 53; i += 1) {
    await writeFile(join(repo, 'first.txt'), `${i}`);
    git(repo, 'stash', 'push', '-q');
  }
  git(repo, '-c', 'alias.many=!for i in $(seq 207); do git tag v$i; done', 'many');
  const found = await record(folder, start);
  expect(found).toMatchObject({
    commits: { length: 200 },
    tags: { length: 200 },
    stashes: { length: 50 },
    more: { commits: 30, tags: 7, stashes: 3 },
  });
  expect(repoFact(found)).toBe(
    '230 commits since the start or on no remote (200 looked at): it has no remote; ' +
      '207 tags (200 looked at): it has no remote; 53 stashes',
  );
});

test('commits of before the start that no remote has are told apart, and counted', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', bareAt(folder));
  git(repo, 'push', '-q', 'origin', 'main');
  const early = await commit(repo, 'early.txt', '2020-01-02T00:00:00Z');
  const start = Date.now();
  const late = await commit(repo, 'late.txt');
  const found = await record(folder, start);
  expect(found.commits.map(({ hash, early }) => [hash, early])).toEqual([
    [late, undefined],
    [early, true],
  ]);
  expect(repoFact(found)).toMatch(
    /^1 commit since the start: 1 on no remote; 1 earlier commit: 1 on no remote(;|$)/,
  );
  pile(repo, 300);
  const many = await record(folder, Date.now() + 60_000);
  expect([many.commits.length, many.more.commits]).toEqual([200, 102]);
});

test('secrets in the messages of commits and stashes are not read out', async ({ folder }) => {
  const repo = await repoAt(folder);
  const secrets = [`ghp_${'a1'.repeat(18)}`, '4111 1111 1111 1111', 'hunter2hunter2'];
  const text = `token ${secrets[0]} card ${secrets[1]} password=${secrets[2]}`;
  git(repo, 'commit', '-q', '--allow-empty', '-m', text);
  git(repo, 'commit', '-q', '--allow-empty', '-m', `${'x'.repeat(180)} ${secrets[0]}`);
  git(repo, 'commit', '-q', '--allow-empty', '-m', `${'y '.repeat(3000)}${secrets[0]}`);
  await writeFile(join(repo, 'first.txt'), 'x');
  git(repo, 'stash', 'push', '-q', '-m', text);
  const found = await record(folder);
  const whole = JSON.stringify(found);
  for (const secret of [...secrets, 'ghp_a1']) expect(whole).not.toContain(secret);
  expect(found.commits.map(({ subject }) => subject)).toContain('token *** card *** password=***');
  expect(found.stashes[0]?.subject).toBe('On main: token *** card *** password=***');
  for (const { subject } of found.commits) expect(subject.length).toBeLessThanOrEqual(200);
});
