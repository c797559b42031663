/** The repositories that a worker touches: what lies about in them, and what of it reached the remote. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { SimpleGit } from 'simple-git';
import type { Millis, Progress } from '../words.js';
import { openRepo, sinceFlag } from './git-client.js';
import { askRemotes } from './git-remote.js';
import type { RepoRecord } from './inventory.js';
import { redactText } from './redact.js';

const MAX_COMMITS = 200;
const MAX_PATHS = 1000;

export interface RepoOptions {
  cwd: string;
  /** The worker's start; null: without a lower end, the newest commits. */
  since: Millis | null;
  progress?: Progress;
}

/** One record a path, in their order. A bad repository is a record that says why, never a throw. */
export async function inventoryRepos(paths: string[], options: RepoOptions): Promise<RepoRecord[]> {
  const records: RepoRecord[] = [];
  for (const path of paths) {
    options.progress?.(`repo ${path}`, records.length, paths.length);
    records.push(await read(path, options));
  }
  return records;
}

async function read(path: string, { cwd, since }: RepoOptions): Promise<RepoRecord> {
  const record: RepoRecord = {
    path,
    branch: null,
    dirty: [],
    untracked: [],
    commits: [],
    unfinished: null,
    lock: false,
    remote: 'none',
    why: null,
  };
  const folder = resolve(cwd, path);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return { ...record, why: 'there is no such folder' };
  // Each step fails by itself: a broken index says nothing about the commits.
  const step = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      record.why ??= reason(error);
    });
  await step(async () => {
    const repo = await openRepo(folder);
    const answer = (await repo.git.raw(['rev-parse', '--is-bare-repository', '--absolute-git-dir'])).trim();
    const [bare, ...gitDir] = answer.split('\n');
    await step(async () => Object.assign(record, await operation(gitDir.join('\n'))));
    await step(async () => Object.assign(record, await worktree(repo.git, bare === 'true')));
    await step(async () => Object.assign(record, await commits(repo.git, since)));
    await step(async () => Object.assign(record, await askRemotes(repo, record.commits, since)));
  });
  return record;
}

async function operation(gitDir: string): Promise<Pick<RepoRecord, 'unfinished' | 'lock'>> {
  const has = (name: string) =>
    stat(join(gitDir, name)).then(
      () => true,
      () => false,
    );
  const signs: [string, RepoRecord['unfinished']][] = [
    ['rebase-merge', 'rebase'],
    ['rebase-apply/applying', 'am'],
    ['rebase-apply', 'rebase'],
    ['MERGE_HEAD', 'merge'],
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
    ['BISECT_LOG', 'bisect'],
  ];
  const lock = await has('index.lock');
  for (const [name, unfinished] of signs) if (await has(name)) return { unfinished, lock };
  return { unfinished: null, lock };
}

async function worktree(
  git: SimpleGit,
  bare: boolean,
): Promise<Pick<RepoRecord, 'branch' | 'dirty' | 'untracked'>> {
  const branch = (await git.raw(['symbolic-ref', '--short', '-q', 'HEAD']).catch(() => '')).trim() || null;
  if (bare) return { branch, dirty: [], untracked: [] };
  // Submodules are not entered: their own configuration has not been looked at.
  const flags = [
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
  ];
  const entries = (await git.raw(['status', ...flags])).split('\0').filter((entry) => entry.length > 3);
  const paths = (untracked: boolean) =>
    capped(entries.filter((entry) => entry.startsWith('??') === untracked).map((entry) => entry.slice(3)));
  return { branch, dirty: paths(false), untracked: paths(true) };
}

/** Commits of all local branches, and of a HEAD without branch; a HEAD without commit is ignored as missing. */
async function commits(git: SimpleGit, since: Millis | null): Promise<Pick<RepoRecord, 'commits'>> {
  const flags = [`--max-count=${MAX_COMMITS}`, '--format=%H%x00%ct%x00%s', ...sinceFlag(since)];
  const text = await git.raw(['log', ...flags, '--ignore-missing', '--branches', 'HEAD', '--']);
  const found = text.split('\n').flatMap((line) => {
    const [hash, seconds, subject] = line.split('\0');
    if (!hash || !seconds) return [];
    return [{ hash, subject: (subject ?? '').slice(0, 200), at: Number(seconds) * 1000, pushed: null }];
  });
  return { commits: found };
}

function capped(paths: string[]): string[] {
  return paths.length <= MAX_PATHS
    ? paths
    : [...paths.slice(0, MAX_PATHS), `… ${paths.length - MAX_PATHS} more`];
}

/** Git's first line, without addresses' secrets. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'git failed';
  return redactText(line.replace(/^(fatal|error): /, '')).slice(0, 300);
}
