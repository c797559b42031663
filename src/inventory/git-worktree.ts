/** What a repository's folders show: what is checked out, what is half done, what lies about. */
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Git } from './git-client.js';
import { subjectOf } from './git-subject.js';
import type { RepoRecord } from './inventory.js';

const MAX_PATHS = 1000;
const MAX_STASHES = 50;
/** Those that are read and counted. */
const MAX_READ = 20_000;

type More<What extends keyof RepoRecord['more']> = Pick<RepoRecord, What> & {
  more: Pick<RepoRecord['more'], What>;
};
/** A gitlink of the index: the commit of a submodule. */
const GITLINK = '160000 ';

export interface RepoPlace {
  /** Top folder of the worktree; null: it has none. */
  root: string | null;
  /** The data of this worktree, and those that all worktrees of the repository share. */
  gitDir: string;
  commonDir: string;
  branch: string | null;
  head: string | null;
  /** It is the repository at `folder` itself, and its data lie in it or with the repository around it. */
  isSubmodule(folder: string, around: string): boolean;
}

export async function placeOf(git: Git): Promise<RepoPlace> {
  const tell = async (...words: string[]) => (await git.raw(['rev-parse', ...words])).replace(/\n$/, '');
  const unless = (answer: Promise<string>) => answer.catch(() => '').then((text) => text || null);
  const gitDir = await realpath(await tell('--absolute-git-dir'));
  const bare = (await tell('--is-bare-repository')) === 'true';
  const root = bare ? null : await realpath(await tell('--show-toplevel'));
  return {
    root,
    gitDir,
    commonDir: await realpath(await tell('--path-format=absolute', '--git-common-dir')),
    branch: await unless(git.raw(['symbolic-ref', '--short', '-q', 'HEAD']).then((text) => text.trim())),
    head: await unless(tell('-q', '--verify', 'HEAD^{commit}')),
    isSubmodule: (folder, around) => root === resolve(folder) && isIn(gitDir, around, root),
  };
}

function isIn(path: string, ...folders: string[]): boolean {
  return folders.some((folder) => path.startsWith(folder + sep));
}

export async function leftBehind({
  gitDir,
  commonDir,
  branch,
}: RepoPlace): Promise<Pick<RepoRecord, 'unfinished' | 'lock'>> {
  const locks = [
    'packed-refs.lock',
    'config.lock',
    'shallow.lock',
    ...(branch ? [`refs/heads/${branch}.lock`] : []),
  ];
  const paths = [
    ...['index.lock', 'HEAD.lock'].map((name) => join(gitDir, name)),
    ...locks.map((name) => join(commonDir, name)),
  ];
  const found = await Promise.all(paths.map(isThere));
  return { unfinished: await unfinished(gitDir), lock: found.includes(true) };
}

async function unfinished(gitDir: string): Promise<RepoRecord['unfinished']> {
  const signs: [string, RepoRecord['unfinished']][] = [
    ['rebase-merge', 'rebase'],
    ['rebase-apply/applying', 'am'],
    ['rebase-apply', 'rebase'],
    ['MERGE_HEAD', 'merge'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ];
  for (const [name, sign] of signs) if (await isThere(join(gitDir, name))) return sign;
  // Several were begun, and the one in between was finished by a plain commit.
  const todo = join(gitDir, 'sequencer', 'todo');
  const found = await lstat(todo).catch(() => null);
  if (!found?.isFile() || found.size > 1 << 20) return null;
  return /^revert/.test(await readFile(todo, 'utf8')) ? 'revert' : 'cherry-pick';
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

export async function worktree(git: Git, { root, gitDir }: RepoPlace): Promise<More<'dirty' | 'untracked'>> {
  if (root === null) return { dirty: [], untracked: [], more: { dirty: 0, untracked: 0 } };
  // A configuration can name any folder of the machine as its worktree. A real one has a `.git` that leads here.
  if (!(await leadsTo(join(root, '.git'), gitDir))) throw new Error(`its worktree is said to be ${root}`);
  // Submodules are not entered from here: their own configuration is looked at first.
  const flags = [
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
  ];
  const entries = (await git.raw(['status', ...flags])).split('\0').filter((entry) => entry.length > 3);
  const paths = (untracked: boolean) =>
    cut(
      entries.filter((entry) => entry.startsWith('??') === untracked).map((entry) => entry.slice(3)),
      MAX_PATHS,
    );
  const [dirty, untracked] = [paths(false), paths(true)];
  return {
    dirty: dirty.kept,
    untracked: untracked.kept,
    more: { dirty: dirty.more, untracked: untracked.more },
  };
}

async function leadsTo(dotGit: string, gitDir: string): Promise<boolean> {
  const found = await stat(dotGit).catch(() => null);
  if (found?.isDirectory()) return (await realpath(dotGit)) === gitDir;
  if (!found?.isFile() || found.size > 8192) return false;
  const [, named = ''] = /^gitdir: (.*?)\n?$/s.exec(await readFile(dotGit, 'utf8')) ?? [];
  return (await realpath(resolve(dirname(dotGit), named)).catch(() => null)) === gitDir;
}

export async function stashes(git: Git): Promise<More<'stashes'>> {
  if ((await git.raw(['for-each-ref', 'refs/stash'])).trim() === '')
    return { stashes: [], more: { stashes: 0 } };
  const flags = [`--max-count=${MAX_READ}`, '--format=%ct%x00%gs'];
  const text = await git.raw(['log', '-g', ...flags, 'refs/stash', '--']);
  const found = text.split('\n').flatMap((line) => {
    const [seconds, subject] = line.split('\0');
    return seconds && subject !== undefined ? [{ subject, at: Number(seconds) * 1000 }] : [];
  });
  const { kept, more } = cut(found, MAX_STASHES);
  const clean = kept.map(({ subject, at }) => ({ subject: subjectOf(subject), at }));
  return { stashes: clean, more: { stashes: more } };
}

/** Worktrees whose folder is gone are left out. */
export async function otherWorktrees(
  git: Git,
  { root, gitDir, commonDir }: RepoPlace,
): Promise<Pick<RepoRecord, 'worktrees'>> {
  const text = await git.raw(['worktree', 'list', '--porcelain', '-z']);
  const found = text.split('\0\0').flatMap((block) => {
    const lines = block.split('\0');
    const named = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
    const path = named('worktree');
    const skipped = lines.some((line) => /^(bare|prunable)( |$)/.test(line));
    // Where the data lie apart (a submodule's), git takes their folder for the main worktree.
    const isThis = path === root || (path === commonDir && gitDir === commonDir);
    if (path === undefined || isThis || skipped) return [];
    const head = named('HEAD') ?? '';
    return [
      {
        path,
        branch: named('branch')?.replace(/^refs\/heads\//, '') ?? null,
        head: /[^0]/.test(head) ? head : null,
      },
    ];
  });
  return { worktrees: found };
}

/** Paths of the submodules that were checked out here. */
export async function checkedOut(git: Git, { root }: RepoPlace): Promise<string[]> {
  if (root === null) return [];
  const entries = (await git.raw(['ls-files', '--stage', '-z'])).split('\0');
  const links = entries
    .filter((entry) => entry.startsWith(GITLINK))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const there = await Promise.all([...new Set(links)].map((path) => isThere(join(root, path, '.git'))));
  return [...new Set(links)].filter((_, i) => there[i]);
}

function cut<T>(all: T[], most: number): { kept: T[]; more: number } {
  return { kept: all.slice(0, most), more: Math.max(0, all.length - most) };
}
