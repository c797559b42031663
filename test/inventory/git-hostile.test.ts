/** Repositories made to run something, to lead elsewhere, or to never end. */
import { execFileSync } from 'node:child_process';
import { access, chmod, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { inventoryRepos } from '../../src/inventory/git.js';
import { expect, test } from '../support/folder.js';
import { bareAt, commit, git, NOBODY, repoAt } from '../support/git.js';

async function record(folder: string, since: number | null = null, path = 'repo') {
  const [found] = await inventoryRepos([path], { cwd: folder, since });
  if (!found) throw new Error('no record');
  return found;
}

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

test('the user’s own credential helper is asked and never told', async ({ folder }) => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const before = process.env.GIT_CONFIG_GLOBAL;
  try {
    const { port } = server.address() as AddressInfo;
    const repo = await repoAt(folder);
    git(repo, 'remote', 'add', 'origin', `http://127.0.0.1:${port}/x.git`);
    const helper = join(folder, 'helper.sh');
    const told = join(folder, 'told');
    await writeFile(
      helper,
      `#!/bin/sh\ncat > /dev/null\necho "$1 $2" >> "${told}"\necho username=a\necho password=b\n`,
    );
    await chmod(helper, 0o755);
    await mkdir(join(folder, 'home'));
    await writeFile(
      join(folder, 'home', '.gitconfig'),
      `[credential]\n\thelper = "${helper} kept"\n\thelper = "!${helper} shell"\n`,
    );
    const home = process.env.HOME;
    process.env.HOME = join(folder, 'home');
    try {
      expect((await record(folder)).remote).toBe('unreachable');
    } finally {
      process.env.HOME = home;
    }
    expect((await readFile(told, 'utf8')).trim().split('\n')).toEqual(['kept get']);
  } finally {
    process.env.GIT_CONFIG_GLOBAL = before ?? '';
    if (before === undefined) delete process.env.GIT_CONFIG_GLOBAL;
    server.close();
    server.closeAllConnections();
  }
});

test('no cookie jar that a repository names is read or written', async ({ folder }) => {
  const cookies: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie);
    response.writeHead(404, { 'set-cookie': 'taken=1; Max-Age=9999' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const repo = await repoAt(folder);
    git(repo, 'remote', 'add', 'origin', `http://127.0.0.1:${port}/x.git`);
    const jar = join(folder, 'jar');
    const kept = `127.0.0.1\tFALSE\t/\tFALSE\t0\tsecret\tabc\n`;
    await writeFile(jar, kept);
    for (const scope of ['http', `http.http://127.0.0.1:${port}`]) {
      git(repo, 'config', `${scope}.cookieFile`, jar);
      git(repo, 'config', `${scope}.saveCookies`, 'true');
    }
    expect((await record(folder)).remote).toBe('unreachable');
    expect([await readFile(jar, 'utf8'), cookies]).toEqual([kept, [undefined]]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a missing object is not fetched, from wherever the repository says', async ({ folder }) => {
  const repo = await repoAt(folder);
  const remote = bareAt(folder);
  git(repo, 'push', '-q', remote, 'main');
  const trap = join(folder, 'trap.sh');
  await writeFile(trap, `#!/bin/sh\ntouch "${folder}/sprung"\nexec git-upload-pack "$@"\n`);
  await chmod(trap, 0o755);
  const head = git(repo, 'rev-parse', 'HEAD');
  git(repo, 'config', 'remote.origin.url', remote);
  git(repo, 'config', 'remote.origin.uploadpack', trap);
  git(repo, 'config', 'remote.origin.promisor', 'true');
  git(repo, 'config', 'core.repositoryFormatVersion', '1');
  git(repo, 'config', 'extensions.partialClone', 'origin');
  await rm(join(repo, '.git/objects', head.slice(0, 2), head.slice(2)));
  const found = await record(folder, Date.now() - 60_000);
  expect(found.why).not.toBeNull();
  await expect(access(join(repo, '.git/objects', head.slice(0, 2), head.slice(2)))).rejects.toThrow();
  await expect(access(join(folder, 'sprung'))).rejects.toThrow();
});

test('a remote helper and a rewritten address run nothing either', async ({ folder }) => {
  const repo = await repoAt(folder);
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const name of ['git-remote-trap', 'git-remote-other']) {
    await writeFile(join(bin, name), `#!/bin/sh\ntouch "${folder}/sprung"\n`);
    await chmod(join(bin, name), 0o755);
  }
  const settings = {
    'remote.a.url': 'x',
    'remote.a.vcs': 'trap',
    'remote.b.url': 'other://x/y',
    'remote.c.url': 'https://x.example/a',
    'url.ext::sh -c true.insteadOf': 'https://x.example/',
    'protocol.allow': 'always',
    'core.alternateRefsCommand': join(bin, 'git-remote-trap'),
  };
  for (const [name, value] of Object.entries(settings)) git(repo, 'config', name, value);
  const path = process.env.PATH;
  process.env.PATH = `${bin}:${path}`;
  try {
    expect(await record(folder)).toMatchObject({ remote: 'unreachable', why: null });
  } finally {
    process.env.PATH = path;
  }
  await expect(access(join(folder, 'sprung'))).rejects.toThrow();
});

test('a worktree that is said to be elsewhere is not looked through; the commits still are', async ({
  folder,
}) => {
  const repo = await repoAt(folder);
  await mkdir(join(folder, 'private'));
  await writeFile(join(folder, 'private', 'diary.txt'), 'x');
  git(repo, 'config', 'core.worktree', folder);
  const found = await record(folder);
  expect(found).toMatchObject({
    dirty: [],
    untracked: [],
    why: `its worktree is said to be ${await realpath(folder)}`,
  });
  expect(found.commits).toHaveLength(1);
});

test('a .git file that leads to another repository is no way to have its programs run', async ({
  folder,
}) => {
  const other = await repoAt(folder, 'other');
  const trap = join(folder, 'trap.sh');
  await writeFile(trap, `#!/bin/sh\ntouch "${folder}/sprung"\n`);
  await chmod(trap, 0o755);
  git(other, 'config', 'core.fsmonitor', trap);
  await mkdir(join(folder, 'repo'));
  await writeFile(join(folder, 'repo', '.git'), `gitdir: ${other}/.git\n`);
  expect(await record(folder)).toMatchObject({ dirty: ['first.txt'], branch: 'main', why: null });
  await expect(access(join(folder, 'sprung'))).rejects.toThrow();
});

test('a folder that is made to look like a bare repository runs nothing', async ({ folder }) => {
  const repo = await repoAt(folder);
  const inner = join(repo, 'inner');
  git(repo, 'init', '-q', '--bare', 'inner');
  const trap = join(folder, 'trap.sh');
  await writeFile(trap, `#!/bin/sh\ntouch "${folder}/sprung"\n`);
  await chmod(trap, 0o755);
  for (const [name, value] of [
    ['core.fsmonitor', trap],
    ['core.bare', 'false'],
    ['core.worktree', '..'],
  ] as const)
    git(inner, 'config', name, value);
  const found = await record(folder, null, 'repo/inner');
  expect(found).toMatchObject({ dirty: [], untracked: [] });
  expect(found.why).toMatch(/its worktree is said to be/);
  await expect(access(join(folder, 'sprung'))).rejects.toThrow();
});

test('a submodule that leads out of its repository is said, not read', async ({ folder }) => {
  const repo = await repoAt(folder);
  const other = await repoAt(folder, 'other');
  const head = git(other, 'rev-parse', 'HEAD');
  for (const name of ['file', 'link', 'empty'])
    git(repo, 'update-index', '--add', '--cacheinfo', `160000,${head},${name}`);
  await mkdir(join(repo, 'file'));
  await writeFile(join(repo, 'file', '.git'), `gitdir: ${other}/.git\n`);
  await symlink(other, join(repo, 'link'));
  await mkdir(join(repo, 'empty', '.git'), { recursive: true });
  const { submodules } = await record(folder);
  expect(submodules.map(({ path }) => path).sort()).toEqual(['empty', 'file', 'link']);
  for (const one of submodules)
    expect(one).toMatchObject({
      why: 'it is no repository of its own, or keeps its data elsewhere',
      commits: [],
      root: null,
    });
});

test('names that no shell would bear are listed as they are', async ({ folder }) => {
  const repo = await repoAt(folder);
  const names = [
    '-rf',
    'a\nb',
    'a\tb',
    ' lead',
    '"q"',
    '\u001b[31mred',
    'x -> y',
    '??',
    '$(touch sprung)',
    '日本',
  ];
  for (const name of names) await writeFile(join(repo, name), 'x');
  const byName = (a: string, b: string) => (a < b ? -1 : 1);
  expect((await record(folder)).untracked.sort(byName)).toEqual([...names].sort(byName));
  git(repo, 'add', '-A');
  expect((await record(folder)).dirty.sort(byName)).toEqual([...names].sort(byName));
});

test('a list that would fill the memory is given up, and the commits are still read', async ({ folder }) => {
  const repo = await repoAt(folder);
  const hash = git(repo, 'rev-parse', 'HEAD:first.txt');
  const deep = `${'d'.repeat(200)}/`.repeat(18);
  const entries = Array.from({ length: 10_000 }, (_, i) => `100644 ${hash} 0\t${deep}${i}\n`).join('');
  execFileSync('git', ['update-index', '--index-info'], { cwd: repo, env: NOBODY, input: entries });
  const found = await record(folder);
  expect(found.why).toMatch(/printed more than 32 MiB/);
  expect(found).toMatchObject({ dirty: [], branch: 'main' });
  expect(found.commits).toHaveLength(1);
});
