/** The repositories that a worker touches: what lies about in them, and what of it reached the remote. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Millis, Progress } from '../words.js';
import { openRepo, type RepoClient } from './git-client.js';
import { commits, tags } from './git-commits.js';
import { pushes } from './git-pushes.js';
import { askRemotes } from './git-remote.js';
import {
  checkedOut,
  leftBehind,
  otherWorktrees,
  placeOf,
  type RepoPlace,
  stashes,
  worktree,
} from './git-worktree.js';
import type { RepoRecord } from './inventory.js';
import { redactText } from './redact.js';

const MAX_SUBMODULES = 50;
const MAX_DEPTH = 4;

export interface RepoOptions {
  cwd: string;
  /** The worker's start; null: without a lower end, the newest commits. */
  since: Millis | null;
  progress?: Progress;
}

/** Where a submodule has to be for its look to mean it, and how many more may be looked at. */
interface Inside {
  /** The folder of the repository around it, which keeps its data. */
  commonDir: string;
  depth: number;
  room: { left: number };
}

/** What one step learns. */
type Part = Partial<Omit<RepoRecord, 'more'>> & { more?: Partial<RepoRecord['more']> };

/** One record a path, in their order. A bad repository is a record that says why, never a throw. */
export async function inventoryRepos(paths: string[], options: RepoOptions): Promise<RepoRecord[]> {
  const records: RepoRecord[] = [];
  for (const path of paths) {
    options.progress?.(`repo ${path}`, records.length, paths.length);
    records.push(await read(path, options, null));
  }
  return records;
}

async function read(path: string, { cwd, since }: RepoOptions, inside: Inside | null): Promise<RepoRecord> {
  const record = blank(path, since);
  const folder = resolve(cwd, path);
  if (!(await isFolder(folder))) return { ...record, why: 'there is no such folder' };
  // Each step fails by itself: a broken index says nothing about the commits.
  const step = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) => {
      record.why ??= reason(error);
    });
  const fill = (work: () => Promise<Part>) =>
    step(async () => {
      const part = await work();
      Object.assign(record, part, { more: { ...record.more, ...part.more } });
    });
  await step(async () => {
    const repo = await openRepo(folder);
    const { git } = repo;
    const place = await placeOf(git);
    if (inside !== null && !place.isSubmodule(folder, inside.commonDir))
      throw new Error('it is no repository of its own, or keeps its data elsewhere');
    Object.assign(record, { root: place.root, branch: place.branch, head: place.head });
    await fill(() => leftBehind(place));
    await fill(() => worktree(git, place));
    await fill(() => stashes(git));
    await fill(() => otherWorktrees(git, place));
    await fill(() => pushes(repo, since));
    await step(async () => {
      const tips = record.worktrees.flatMap(({ head }) => head ?? []);
      const remotes = await askRemotes(repo);
      Object.assign(record, { remote: remotes.answer, remoteWhy: remotes.why });
      await fill(() => commits(repo, tips, since, remotes));
      await fill(() => tags(git, since, remotes));
    });
    await step(() => readSubmodules(repo, place, since, inside, record.submodules));
  });
  return record;
}

/** Adds to `found` as it goes, so that what was read stays where the rest is too much. */
async function readSubmodules(
  { git }: RepoClient,
  place: RepoPlace,
  since: Millis | null,
  inside: Inside | null,
  found: RepoRecord[],
): Promise<void> {
  const { depth, room } = inside ?? { depth: 0, room: { left: MAX_SUBMODULES } };
  const within = { commonDir: place.commonDir, depth: depth + 1, room };
  for (const path of await checkedOut(git, place)) {
    room.left -= 1;
    if (room.left < 0 || depth >= MAX_DEPTH) throw new Error('it holds more submodules than are looked at');
    found.push(await read(path, { cwd: place.root ?? '', since }, within));
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function blank(path: string, since: Millis | null): RepoRecord {
  return {
    path,
    since,
    root: null,
    branch: null,
    head: null,
    dirty: [],
    untracked: [],
    commits: [],
    tags: [],
    pushes: [],
    stashes: [],
    more: { dirty: 0, untracked: 0, commits: 0, tags: 0, pushes: 0, stashes: 0 },
    worktrees: [],
    submodules: [],
    unfinished: null,
    lock: false,
    remote: 'none',
    remoteWhy: null,
    why: null,
  };
}

/** Git's first line, without addresses' secrets. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n').find((candidate) => candidate.trim() !== '') ?? 'git failed';
  return redactText(line.replace(/^(fatal|error): /, '')).slice(0, 300);
}
