import { execFileSync } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import { expect, test } from '../support/folder.js';

const NOBODY = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    env: NOBODY,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  }).trim();
}

async function commit(repo: string, name: string, date?: string): Promise<string> {
  await writeFile(join(repo, name), `${name}\n`);
  git(repo, 'add', '-A');
  const env = date ? { ...NOBODY, GIT_COMMITTER_DATE: date } : NOBODY;
  execFileSync('git', ['commit', '-qm', `add ${name}`], { cwd: repo, env, stdio: 'ignore' });
  return git(repo, 'rev-parse', 'HEAD');
}

/** A repository on branch `main` with one commit, at `folder/name`. */
async function repoAt(folder: string, name = 'repo'): Promise<string> {
  const repo = join(folder, name);
  await mkdir(repo);
  git(repo, 'init', '-q', '-b', 'main');
  await commit(repo, 'first.txt', '2020-01-01T00:00:00Z');
  return repo;
}

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

/** Put a signature into the last commit, so that somebody may want to check it. */
function signLast(repo: string): void {
  const text = git(repo, 'cat-file', 'commit', 'HEAD');
  const [head = '', ...message] = text.split('\n\n');
  const date = `${Math.floor(Date.now() / 1000)} +0000`;
  const dated = head.replace(/\d+ \+0000/g, date);
  const signed = `${dated}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abcd\n -----END PGP SIGNATURE-----\n\n${message.join('\n\n')}\n`;
  const options = { cwd: repo, env: NOBODY, input: signed, encoding: 'utf8' } as const;
  const hash = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], options).trim();
  git(repo, 'update-ref', 'refs/heads/main', hash);
}

test('a remote that asks for a password gets none from a program that the repository names', async ({
  folder,
}) => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const repo = await repoAt(folder);
    const trap = join(folder, 'trap.sh');
    await writeFile(trap, `#!/bin/sh\ntouch "${folder}/sprung"\n`);
    await chmod(trap, 0o755);
    git(repo, 'remote', 'add', 'origin', `http://127.0.0.1:${port}/x.git`);
    const names = ['credential.helper', `credential.http://127.0.0.1:${port}.helper`, 'core.askPass'];
    for (const name of names) git(repo, 'config', name, trap);
    expect(await record(folder)).toMatchObject({ remote: 'unreachable', why: null });
    await expect(access(join(folder, 'sprung'))).rejects.toThrow();
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('no program that a repository itself names is run', async ({ folder }) => {
  const repo = await repoAt(folder);
  git(folder, 'init', '-q', '--bare', 'remote.git');
  await mkdir(join(folder, 'sprung'));
  await mkdir(join(folder, 'hooks'));
  const traps: string[] = [];
  /** A program that tells that it ran, and goes on like `cat`. */
  const trap = async (name: string, file = join(folder, `${name}.sh`)) => {
    await writeFile(file, `#!/bin/sh\ntouch "${folder}/sprung/${name}"\nexec cat\n`);
    await chmod(file, 0o755);
    traps.push(name);
    return file;
  };
  await trap('hook', join(folder, 'hooks', 'post-index-change'));
  const settings = {
    'core.fsmonitor': await trap('fsmonitor'),
    'core.hooksPath': join(folder, 'hooks'),
    'core.sshCommand': await trap('ssh'),
    'core.gitProxy': await trap('proxy'),
    'filter.once.clean': await trap('clean'),
    'filter.long.process': await trap('process'),
    'log.showSignature': 'true',
    'gpg.program': await trap('gpg'),
    'protocol.ext.allow': 'always',
    'remote.a.url': join(folder, 'remote.git'),
    'remote.a.uploadpack': await trap('uploadpack'),
    'remote.b.url': 'ssh://127.0.0.1:1/x',
    'remote.c.url': `ext::${await trap('ext')}`,
    'remote.d.url': 'git://127.0.0.1:1/x',
  };
  await writeFile(join(repo, '.gitattributes'), 'first.txt filter=once\nother.txt filter=long\n');
  await commit(repo, 'other.txt');
  signLast(repo);
  for (const [name, value] of Object.entries(settings)) git(repo, 'config', name, value);
  // Of the same size: only then does git compare contents, and run filters for it.
  for (const name of ['first.txt', 'other.txt'])
    await writeFile(join(repo, name), name.toUpperCase().padEnd(10));
  const found = await record(folder, Date.now() - 60_000);
  expect(await readdir(join(folder, 'sprung')), `of ${traps}`).toEqual([]);
  expect(found).toMatchObject({ dirty: ['first.txt', 'other.txt'], remote: 'reachable', why: null });
  expect(found.commits).toHaveLength(1);
});
