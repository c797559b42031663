/**
 * Real git, over HTTP, over files: what a remote shows, and what it only seems to. Long because it is this probe's whole
 * conformance suite: the one that the others share speaks HTTP only.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAsk } from '../../src/probe/client.js';
import { checkOptions } from '../../src/probe/load.js';
import { soundReading } from '../../src/probe/reading.js';
import type { Identity, Reading } from '../../src/words.js';
import { readingOf, wordOf } from '../../test/probe-suite.js';
import { FAULTS } from '../../test/support/faults.js';
import { bareAt, commit, git, gitOverHttp, repoAt } from '../../test/support/git.js';
import { expect, type Handler, type Platform, send, test } from '../../test/support/platform.js';
import gitRemote from './git-remote.js';

const HEADERS = { authorization: `Basic me:$\{GIT_TOKEN}` };
const TOKEN = 'good-token-4711';

/** A clone `repo` on main, pushed to `remote.git`. */
async function pair(folder: string): Promise<{ repo: string; remote: string; first: string }> {
  const remote = bareAt(folder);
  const repo = await repoAt(folder);
  git(repo, 'remote', 'add', 'origin', remote);
  git(repo, 'push', '-q', 'origin', 'main');
  return { repo, remote, first: git(repo, 'rev-parse', 'HEAD') };
}

/** Ask about one identity, from the plan's folder. */
async function read(folder: string, identity: Identity, options: Record<string, unknown>): Promise<Reading> {
  const about = { identity, account: null };
  const checked = await checkOptions(gitRemote, options, about);
  expect(checked.faults).toEqual([]);
  const ask = makeAsk({ folder, env: { GIT_TOKEN: TOKEN }, maxBytes: 512 * 1024 });
  const wanted = { key: 'k', identity, since: 0, queue: null, hints: [] };
  const batch = { platform: 'git.example', account: null, wanted: [wanted] };
  const [reading] = await gitRemote.read(batch, checked.options as never, ask);
  const sound = soundReading(reading);
  if (sound === null) throw new Error(`not a reading: ${JSON.stringify(reading)}`);
  return sound;
}

/** The word, and why it is no more than that. */
async function said(...of: Parameters<typeof read>): Promise<string> {
  const reading = await read(...of);
  return (
    [wordOf(reading), reading.incompleteWhy].filter((part) => part && !/^blind:/.test(part)).join(': ') ||
    wordOf(reading)
  );
}

function readOver(platform: Platform, identity: Identity, change: Record<string, unknown> = {}) {
  const options = (origin: string) => ({ url: `${origin}/remote.git`, ...change });
  return readingOf({ probe: gitRemote, with: options, token: 'GIT_TOKEN' }, platform, {
    identity,
    env: { GIT_TOKEN: TOKEN },
  });
}

/** The healthy answer with another body, which calls itself whole. */
function altered(healthy: Handler, change: (body: string) => string): Handler {
  return (request, response, url) => {
    const { end, writeHead } = response;
    response.writeHead = (() => response) as typeof response.writeHead;
    response.end = ((body: string) => {
      Object.assign(response, { end, writeHead });
      send(response, 200, 'application/x-git-upload-pack-advertisement', change(body));
    }) as typeof response.end;
    healthy(request, response, url);
  };
}

test.describe('over HTTP', () => {
  for (const { name, under, allowed, slow } of FAULTS) {
    for (const there of [false, true]) {
      test(`it says ${allowed.join(' or ')} for ${name} (${there ? 1 : 0} there)`, async ({
        platform,
        folder,
      }) => {
        const { repo } = await pair(folder);
        if (there) git(repo, 'push', '-q', 'origin', 'main:refs/tags/v1');
        platform.answer = under(gitOverHttp(folder), platform);
        const options = (origin: string) => ({ url: `${origin}/remote.git` });
        const asked = { identity: { tag: 'v1' }, ...(slow ? { patienceMs: 300 } : {}) };
        const reading = await readingOf({ probe: gitRemote, with: options }, platform, asked);
        expect(allowed).toContain(wordOf(reading));
      });
    }
  }

  test('one GET tells what is there and what is not', async ({ platform, folder }) => {
    const { repo, first } = await pair(folder);
    git(repo, 'tag', '-a', '-m', 'x', 'v1');
    git(repo, 'push', '-q', 'origin', 'v1');
    platform.answer = gitOverHttp(folder);
    const there = await readOver(platform, { tag: 'v1', commit: first });
    expect(there).toMatchObject({ complete: true, unique: true, since: null, view: 'public' });
    expect(there.sightings).toEqual([
      { id: `refs/tags/v1@${first}`, url: null, createdAt: null, status: 'live' },
    ]);
    expect(there.skewMs).not.toBeNull();
    expect(wordOf(await readOver(platform, { tag: 'v2' }))).toBe('empty');
    expect(platform.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    expect(platform.requests[0]?.headers['user-agent']).toMatch(/^git\//);
  });

  test('an empty repository is an answer; a missing one, and one that only looks like one, are none', async ({
    platform,
    folder,
  }) => {
    bareAt(folder);
    platform.answer = gitOverHttp(folder);
    expect(wordOf(await readOver(platform, { tag: 'v1' }))).toBe('empty');
    await rm(join(folder, 'remote.git'), { recursive: true });
    expect(wordOf(await readOver(platform, { tag: 'v1' }))).toBe('blind:404');
  });

  test('a list that is cut where a line ends is no list', async ({ platform, folder }) => {
    await pair(folder);
    const healthy = gitOverHttp(folder);
    for (const cut of [
      /0000$/,
      /\n[0-9a-f]{4}[0-9a-f]{40} refs\/heads\/main\n0000$/,
      /0000[0-9a-f]{4}[\s\S]*$/,
    ]) {
      platform.answer = altered(healthy, (body) => {
        expect(body).toMatch(cut);
        return body.replace(cut, (found) => (found.startsWith('\n') ? '\n' : ''));
      });
      expect(wordOf(await readOver(platform, { tag: 'v1' })), `${cut}`).toBe('blind:shape');
    }
  });

  test('the list that a plain file server keeps is not believed: it may be old', async ({ platform }) => {
    const hash = 'a'.repeat(40);
    platform.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${hash}\trefs/tags/v1\n`);
    };
    expect(wordOf(await readOver(platform, { tag: 'v1' }))).toBe('blind:shape');
  });

  test('a credential is sent in base64, is in no reading, and proves nothing unless a ref is expected', async ({
    platform,
    folder,
  }) => {
    await pair(folder);
    const healthy = gitOverHttp(folder);
    const basic = Buffer.from(`me:${TOKEN}`).toString('base64');
    platform.answer = (request, response, url) => {
      if (request.headers.authorization === `Basic ${basic}`) return healthy(request, response, url);
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(request.headers.authorization);
    };
    const said = async (change: Record<string, unknown>) => {
      const reading = await readOver(platform, { tag: 'v1' }, change);
      expect(JSON.stringify(reading)).not.toMatch(new RegExp(`${TOKEN}|${basic}`));
      return wordOf(reading);
    };
    expect(await said({})).toBe('blind:401');
    expect(await said({ headers: HEADERS })).toBe('blind:unproven');
    expect(await said({ headers: HEADERS, expect: 'refs/heads/main' })).toBe('empty');
    expect(await said({ headers: HEADERS, expect: 'refs/heads/other' })).toBe('blind:unexpected');
    expect(await said({ headers: { authorization: `Basic me:$\{GIT_NONE}` } })).toBe('blind:no-token');
  });

  test('a repository that has moved shows what it holds, and never says empty from its new place', async ({
    platform,
    folder,
  }) => {
    const { repo } = await pair(folder);
    git(repo, 'push', '-q', 'origin', 'main:refs/tags/v1');
    const healthy = gitOverHttp(folder);
    platform.answer = (request, response, url) => {
      if (url.pathname.startsWith('/remote.git')) return healthy(request, response, url);
      response.writeHead(301, { location: url.href.replace('/old.git', '/remote.git') }).end();
    };
    const old = { url: `${platform.origin}/old.git` };
    expect(wordOf(await readOver(platform, { tag: 'v1' }, old))).toBe('1 there');
    expect(wordOf(await readOver(platform, { tag: 'v2' }, old))).toBe('blind:redirect');
  });

  test('one address is asked once for all the actions of a batch', async ({ platform, folder }) => {
    const { repo } = await pair(folder);
    git(repo, 'push', '-q', 'origin', 'main:refs/tags/v1');
    platform.answer = gitOverHttp(folder);
    const wanted = ['v1', 'v2', 'v3'].map((tag) => ({
      key: tag,
      identity: { tag },
      since: 0,
      queue: null,
      hints: [],
    }));
    const batch = { platform: 'git.example', account: null, wanted };
    const { options } = await checkOptions(
      gitRemote,
      { url: `${platform.origin}/remote.git` },
      { identity: { tag: 'v1' }, account: null },
    );
    const readings = await gitRemote.read(batch, options as never, makeAsk());
    expect(readings.map(wordOf)).toEqual(['1 there', 'empty', 'empty']);
    expect(platform.requests).toHaveLength(1);
  });
});

test.describe('a tag', () => {
  test('is there by its name, annotated or not, and by its commit only if it leads to it', async ({
    folder,
  }) => {
    const { repo, remote, first } = await pair(folder);
    git(repo, 'tag', 'plain');
    git(repo, 'tag', '-a', '-m', 'x', 'noted');
    git(repo, 'tag', '-a', '-m', 'x', 'nested', 'noted');
    git(repo, 'push', '-q', 'origin', '--tags');
    const second = await commit(repo, 'second.txt');
    for (const tag of ['plain', 'noted', 'nested', 'refs/tags/plain']) {
      expect(await said(folder, { tag }, { url: remote })).toBe('1 there');
      expect(await said(folder, { tag, commit: first.toUpperCase() }, { url: remote })).toBe('1 there');
      expect(await said(folder, { tag, commit: second }, { url: remote })).toBe(
        `incomplete: the tag is there, but on another commit (${first.slice(0, 12)})`,
      );
    }
  });

  test('that was moved away from its commit is neither a sighting nor nothing; a deleted one is nothing', async ({
    folder,
  }) => {
    const { repo, remote, first } = await pair(folder);
    git(repo, 'push', '-q', 'origin', `${first}:refs/tags/v1`);
    const of = { tag: 'v1', commit: first };
    expect(await said(folder, of, { url: remote })).toBe('1 there');
    const second = await commit(repo, 'second.txt');
    git(repo, 'push', '-qf', 'origin', `${second}:refs/tags/v1`);
    expect(await said(folder, of, { url: remote })).toMatch(
      /^incomplete: the tag is there, but on another commit/,
    );
    git(repo, 'push', '-q', 'origin', ':refs/tags/v1');
    expect(await said(folder, of, { url: remote })).toBe('empty');
  });

  test('is found under a composed name, and not taken for another one', async ({ folder }) => {
    const { repo, remote } = await pair(folder);
    git(
      repo,
      'push',
      '-q',
      'origin',
      'main:refs/tags/caf\u0065\u0301',
      'main:refs/tags/V1',
      'main:refs/heads/v3',
    );
    expect(await said(folder, { tag: 'caf\u00e9' }, { url: remote })).toBe('1 there');
    expect(await said(folder, { tag: 'v1' }, { url: remote })).toBe(
      'incomplete: something very similar is there',
    );
    expect(await said(folder, { tag: 'v3' }, { url: remote })).toBe('empty');
  });

  test('can be named by a template', async ({ folder }) => {
    const { repo, remote } = await pair(folder);
    git(repo, 'push', '-q', 'origin', 'main:refs/tags/site-1.2');
    const options = { url: remote, tag: 'site-{identity.version}' };
    expect(await said(folder, { version: '1.2', branch: 'main' }, options)).toBe('1 there');
    expect(await said(folder, { version: '1.3' }, options)).toBe('empty');
  });
});

test.describe('a push', () => {
  test('is there as the head of its branch, without any clone', async ({ folder }) => {
    const { remote, first } = await pair(folder);
    const { sightings } = await read(folder, { branch: 'main', commit: first }, { url: remote });
    expect(sightings.map(({ id }) => id)).toEqual([`refs/heads/main@${first}`]);
  });

  test('under a branch that has moved on is told by a clone that knows the new head, and by no other', async ({
    folder,
  }) => {
    const { repo, remote, first } = await pair(folder);
    git(folder, 'clone', '-q', 'remote.git', 'old');
    const second = await commit(repo, 'second.txt');
    git(repo, 'push', '-q', 'origin', 'main');
    const mine = await commit(repo, 'mine.txt');
    const pushed = { branch: 'main', commit: first };
    const kept = { branch: 'main', commit: mine };
    expect(await said(folder, pushed, { url: remote, repo: 'repo' })).toBe('1 there');
    expect(await said(folder, kept, { url: remote, repo: 'repo' })).toBe('empty');
    expect(
      await said(folder, { branch: 'main', commit: 'a'.repeat(40) }, { url: remote, repo: 'repo' }),
    ).toBe('empty');
    for (const of of [pushed, kept]) {
      expect(await said(folder, of, { url: remote })).toMatch(
        /^incomplete: the branch is at .* only a clone/,
      );
      const gap = `incomplete: the branch is at ${second.slice(0, 12)}, whose whole history the clone does not know`;
      for (const clone of ['old', 'none', '.', 'remote.git/objects'])
        if (clone !== 'remote.git/objects')
          expect(await said(folder, of, { url: remote, repo: clone })).toContain(gap);
    }
  });

  test('is not denied by a clone whose history has a hole or is made up', async ({ folder }) => {
    const { repo, remote, first } = await pair(folder);
    for (const name of ['second.txt', 'third.txt']) await commit(repo, name);
    git(repo, 'push', '-q', 'origin', 'main');
    git(folder, 'clone', '-q', '--depth', '1', `file://${remote}`, 'shallow');
    git(folder, 'clone', '-q', 'remote.git', 'grafted');
    git(folder, 'clone', '-q', 'remote.git', 'replaced');
    const [head = '', parent = ''] = git(repo, 'rev-list', 'main').split('\n');
    await writeFile(join(folder, 'grafted/.git/info/grafts'), `${head}\n`);
    git(join(folder, 'replaced'), 'replace', '--graft', head);
    const of = { branch: 'main', commit: first };
    expect(await said(folder, of, { url: remote, repo: 'shallow' })).toMatch(/^incomplete/);
    for (const made of ['grafted', 'replaced']) {
      expect(git(join(folder, made), 'rev-list', 'main'), made).not.toContain(parent);
      expect(await said(folder, of, { url: remote, repo: made })).toBe('1 there');
    }
  });

  test('is not denied while a ref of the server’s own is its commit: its branch may be merged and gone', async ({
    folder,
  }) => {
    const { repo, remote } = await pair(folder);
    const mine = await commit(repo, 'mine.txt');
    git(repo, 'push', '-q', 'origin', 'main:refs/pull/7/head');
    const gap = 'incomplete: the remote holds the commit as refs/pull/7/head';
    expect(await said(folder, { branch: 'topic', commit: mine }, { url: remote })).toBe(gap);
    expect(await said(folder, { branch: 'main', commit: mine }, { url: remote, repo: 'repo' })).toBe(gap);
    git(repo, 'push', '-q', 'origin', ':refs/pull/7/head');
    expect(await said(folder, { branch: 'topic', commit: mine }, { url: remote })).toBe('empty');
  });

  test('of a new branch is denied by the list of all branches, whatever else is at its commit', async ({
    folder,
  }) => {
    const { repo, remote, first } = await pair(folder);
    git(repo, 'push', '-q', 'origin', 'main:other', 'main:refs/tags/v1');
    const named = { branch: 'topic', commit: first };
    expect(await said(folder, named, { url: remote })).toBe('empty');
    const filled = { url: remote, branch: 'release/{identity.version}' };
    expect(await said(folder, { version: '2', commit: first }, filled)).toBe('empty');
    // A branch that is there and provably without it is told in the same way; unproved, it stays open.
    const mine = await commit(repo, 'mine.txt');
    git(repo, 'push', '-q', 'origin', 'main:other');
    const main = { branch: 'main', commit: mine };
    expect(await said(folder, main, { url: remote, repo: 'repo' })).toBe('empty');
    expect(await said(folder, main, { url: remote })).toMatch(
      /^incomplete: the branch is at .* only a clone/,
    );
    git(repo, 'push', '-q', 'origin', 'main:topic');
    expect(await said(folder, { branch: 'topic', commit: mine }, { url: remote })).toBe('1 there');
  });

  test('whose branch stands in the options only is its commit, wherever that is', async ({ folder }) => {
    const { remote, first } = await pair(folder);
    const options = { url: remote, branch: 'topic' };
    expect(await said(folder, { commit: first }, options)).toBe(
      'incomplete: the remote holds the commit as refs/heads/main',
    );
  });

  test('without a commit is a branch that is there, which says nothing of the main one', async ({
    folder,
  }) => {
    const { repo, remote } = await pair(folder);
    expect(await said(folder, { branch: 'post/acme' }, { url: remote })).toBe('empty');
    git(repo, 'push', '-q', 'origin', 'main:post/acme');
    expect(await said(folder, { branch: 'post/acme' }, { url: remote })).toBe('1 there');
    expect(await said(folder, { branch: 'main' }, { url: remote })).toMatch(
      /^incomplete: it is the main branch/,
    );
    git(remote, 'update-ref', '--no-deref', 'HEAD', 'main');
    expect(await said(folder, { branch: 'post/acme' }, { url: remote })).toMatch(/^incomplete/);
  });
});

test.describe('a remote in the file system', () => {
  test('is found from the plan’s folder on, and says when it is none', async ({ folder }) => {
    const { first } = await pair(folder);
    bareAt(folder, 'empty.git');
    const of = { branch: 'main', commit: first };
    for (const url of ['./remote.git', `file://${folder}/remote.git`, './repo', join(folder, 'repo')])
      expect(await said(folder, of, { url }), url).toBe('1 there');
    expect(await said(folder, of, { url: './empty.git' })).toBe('empty');
    expect(await said(folder, of, { url: './none.git' })).toBe('blind:unreachable');
    expect(await said(folder, of, { url: folder })).toBe('blind:unexpected');
  });

  test('is asked without a word from the repository that the plan lies in', async ({ folder }) => {
    const { repo, remote, first } = await pair(folder);
    const other = bareAt(folder, 'other.git');
    git(repo, 'config', `url.${other}.insteadOf`, remote);
    expect(await said(repo, { branch: 'main', commit: first }, { url: remote })).toBe('1 there');
  });
});

test('git that answered is told from git that did not, without an HTTP status', async ({ folder }) => {
  const { remote } = await pair(folder);
  const asked = async (url: string) =>
    (await read(folder, { tag: 'v1' }, { url })).requests.map(({ status, answered }) => ({
      status,
      answered,
    }));
  expect(await asked(remote)).toEqual([{ status: null, answered: true }]);
  expect(await asked(folder)).toEqual([{ status: null, answered: true }]);
  const nobody = [{ status: null, answered: undefined }];
  expect(await asked('ssh://git@127.0.0.1:1/x.git')).toEqual(nobody);
});

test('a port where nobody listens is unreachable, and so is an ssh server that is not there', async ({
  folder,
}) => {
  const of = { tag: 'v1' };
  expect(await said(folder, of, { url: 'http://127.0.0.1:1/x.git' })).toBe('blind:unreachable');
  expect(await said(folder, of, { url: 'ssh://git@127.0.0.1:1/x.git' })).toBe('blind:unreachable');
});

test('what a plan gets wrong is said before anything is asked', async () => {
  const faultsOf = async (options: Record<string, unknown>, identity: Identity = { tag: 'v1' }) => {
    const { faults } = await checkOptions(gitRemote, options, { identity, account: null });
    return faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  };
  const noRemote = [
    'ext::sh -c id',
    'fd::3',
    'git://x.example/a',
    '--upload-pack=id',
    '-x',
    'ssh://-oProxyCommand=id/x',
    'ssh://x.example/-x',
  ];
  const more = [
    '-oProxyCommand=id:x',
    'a@-x:b',
    'host:-x',
    'origin',
    '',
    'ssh://x.example',
    'x.example:/\nb',
    'ftp://x.example/a',
  ];
  for (const url of [...noRemote, ...more])
    expect(await faultsOf({ url }), url).toMatch(/^url: is no remote/);
  for (const url of [
    'https://me:x@x.example/a.git',
    'https://me@x.example/a.git',
    'ssh://me:x@x.example/a.git',
  ])
    expect(await faultsOf({ url }), url).toMatch(/^url: must not hold a user name or password/);
  expect(await faultsOf({ url: 'https://x.example/a.git?token=abcdef' })).toMatch(/^url: holds a credential/);
  expect(await faultsOf({ url: './{identity.tag}' })).toMatch(/^url: placeholders/);
  expect(await faultsOf({ url: './a', headers: HEADERS })).toMatch(/^headers: travel with https/);
  expect(await faultsOf({ url: './a', headers: { authorization: 'Basic bWU6eA==' } })).toMatch(
    /name an environment variable/,
  );
  expect(await faultsOf({ url: './a', expect: 'main' })).toMatch(/^expect: is not the name of a ref/);
  expect(await faultsOf({ url: './a' }, { slug: 'x' })).toMatch(/needs either a tag or a branch/);
  expect(await faultsOf({ url: './a' }, { tag: 'v1', branch: 'main' })).toMatch(/^branch: needs either/);
  expect(await faultsOf({ url: './a' }, { tag: 'v1', commit: 'abcdef0' })).toMatch(
    /^commit: must be a whole/,
  );
  for (const tag of [
    '',
    'a b',
    'a..b',
    'a.lock',
    'a/',
    '-/.a',
    'a@{1}',
    'a^{}',
    'v*',
    'a\u0007',
    'a//b',
    'a.',
  ])
    expect(await faultsOf({ url: './a' }, { tag }), tag).toMatch(/^tag: .* is no name that git admits/);
  const sound = [
    'https://x.example/{identity.tag}.git',
    'ssh://git@x.example:2222/a/b.git',
    'git@x.example:a/b.git',
    '/srv/a.git',
    './a',
    '../a',
    '.',
  ];
  for (const url of sound) expect(await faultsOf({ url }), url).toBe('');
});
