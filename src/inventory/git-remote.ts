/** What of the local commits a remote holds, by its own word: local tracking refs may be old or made up. */
import type { SimpleGit } from 'simple-git';
import type { Millis } from '../words.js';
import { type RepoClient, sinceFlag } from './git-client.js';
import type { RepoRecord } from './inventory.js';

const MAX_REMOTES = 4;
/** More than this do not fit on a command line. */
const MAX_HEADS = 2000;

type Commits = RepoRecord['commits'];
/** hash → is it there; null: the remote's heads are not all known here, so one may contain it. */
type Held = Map<string, boolean | null>;

export async function askRemotes(
  { git, remotes, partial }: RepoClient,
  commits: Commits,
  since: Millis | null,
): Promise<Pick<RepoRecord, 'remote' | 'commits'>> {
  if (remotes.length === 0) {
    return { remote: 'none', commits: commits.map((commit) => ({ ...commit, pushed: false })) };
  }
  const ask = async (name: string): Promise<Held | null> => {
    const heads = await headsOf(git, name).catch(() => null);
    return heads && held(git, commits, heads, since, partial);
  };
  const answers = await Promise.all(remotes.slice(0, MAX_REMOTES).map(ask));
  const asked = answers.filter((answer) => answer !== null);
  const complete = asked.length === remotes.length;
  const pushed = (hash: string): boolean | null => {
    const words = asked.map((answer) => answer.get(hash) ?? null);
    if (words.includes(true)) return true;
    return complete && words.every((word) => word === false) ? false : null;
  };
  return {
    remote: asked.length > 0 ? 'reachable' : 'unreachable',
    commits: commits.map((commit) => ({ ...commit, pushed: pushed(commit.hash) })),
  };
}

/** Commits at the tips of branches and tags; an annotated tag by the commit it names (`^{}`). */
async function headsOf(git: SimpleGit, remote: string): Promise<Set<string>> {
  const flags = ['--heads', '--tags', '--upload-pack=git-upload-pack'];
  const text = await git.raw(['ls-remote', ...flags, '--', remote]);
  const byRef = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [hash, ref] = line.split('\t');
    if (hash && ref && /^[0-9a-f]{40,64}$/.test(hash)) byRef.set(ref.replace(/\^\{\}$/, ''), hash);
  }
  return new Set(byRef.values());
}

async function held(
  git: SimpleGit,
  commits: Commits,
  heads: Set<string>,
  since: Millis | null,
  partial: boolean,
): Promise<Held> {
  const hashes = commits.map(({ hash }) => hash);
  const all = (word: boolean | null): Held => new Map(hashes.map((hash) => [hash, heads.has(hash) || word]));
  if (hashes.length === 0 || heads.size === 0) return all(false);
  // In a partial clone the look itself would fetch.
  if (partial || heads.size > MAX_HEADS) return all(null);
  try {
    const known = list(await git.raw(['rev-list', '--no-walk', '--ignore-missing', ...heads, '--']));
    if (known.length === 0) return all(null);
    const walk = ['rev-list', ...sinceFlag(since), ...hashes, '--not', ...known, '--'];
    const beyond = new Set(list(await git.raw(walk)));
    const word = known.length === heads.size ? false : null;
    return new Map(hashes.map((hash) => [hash, beyond.has(hash) ? word : true]));
  } catch {
    return all(null);
  }
}

function list(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
