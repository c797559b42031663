/**
 * Commits and tags, and whether a remote holds them. Their dates are their author's word: what was made since the start
 * may be dated long before it, so that whatever is certainly on no remote is listed too.
 */
import type { Millis } from '../words.js';
import { type Git, type RepoClient, sinceFlag } from './git-client.js';
import type { Remotes } from './git-remote.js';
import { subjectOf } from './git-subject.js';
import type { RepoRecord } from './inventory.js';

const MAX_COMMITS = 200;
const MAX_TAGS = 200;
/** Those among which the new ones are looked for. */
const MAX_LISTED_TAGS = 20_000;

type Commit = RepoRecord['commits'][number];
type Commits = Pick<RepoRecord, 'commits' | 'remoteWhy'> & { more: Pick<RepoRecord['more'], 'commits'> };
type Tags = Pick<RepoRecord, 'tags'> & { more: Pick<RepoRecord['more'], 'tags'> };

/** Commits of all local branches, and of every worktree's HEAD; a HEAD without commit is ignored as missing. */
export async function commits(
  { git }: RepoClient,
  tips: string[],
  since: Millis | null,
  remotes: Remotes,
): Promise<Commits> {
  const all = ['--ignore-missing', '--branches', 'HEAD', ...tips];
  const dated = await newest(git, [...all, ...sinceFlag(since)]);
  const beyond =
    since === null || remotes.answer === 'none'
      ? NONE
      : await newest(git, [...all, '--not', '--remotes', ...(await remotes.known())]);
  const listed = [...new Map([...dated.listed, ...beyond.listed].map((one) => [one.hash, one])).values()];
  const { pushed, why } = await remotes.hold(listed.map(({ hash }) => hash));
  const found = listed
    .map((one): Commit => ({ ...one, pushed: pushed(one.hash), ...(isSince(one.at, since) ? {} : EARLY) }))
    .filter(({ early, pushed }) => early === undefined || pushed === false);
  // Where one of those beyond is certainly on no remote, all of them are.
  const certain = beyond.listed.some(({ hash }) => pushed(hash) === false);
  const total = Math.max(found.length, await dated.total(), certain ? await beyond.total() : 0);
  const kept = found.slice(0, MAX_COMMITS);
  return { commits: kept, remoteWhy: why, more: { commits: total - kept.length } };
}

const EARLY = { early: true } as const;
const NONE = { listed: [], total: async () => 0 };

interface Newest {
  listed: Omit<Commit, 'pushed' | 'early'>[];
  total(): Promise<number>;
}

async function newest(git: Git, limits: string[]): Promise<Newest> {
  const flags = [`--max-count=${MAX_COMMITS}`, '--format=%H%x00%ct%x00%s'];
  const listed = parsed(await git.raw(['log', ...flags, ...limits, '--']));
  const counted = async () => Number(await git.raw(['rev-list', '--count', ...limits, '--']));
  return { listed, total: async () => (listed.length < MAX_COMMITS ? listed.length : counted()) };
}

/** Git knows whole seconds: what is of the start's own second counts. */
function isSince(at: Millis, since: Millis | null): boolean {
  return since === null || at >= Math.floor(since / 1000) * 1000;
}

function parsed(text: string): Newest['listed'] {
  return text.split('\n').flatMap((line) => {
    const [hash, seconds, subject] = line.split('\0');
    if (!hash || !seconds) return [];
    return [{ hash, subject: subjectOf(subject ?? ''), at: Number(seconds) * 1000 }];
  });
}

/** A tag is pushed only if the remote's leads to the same thing. */
export async function tags(git: Git, since: Millis | null, remotes: Remotes): Promise<Tags> {
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)';
  const flags = ['--sort=-creatordate', `--count=${MAX_LISTED_TAGS}`];
  const text = await git.raw(['for-each-ref', format, ...flags, 'refs/tags']);
  const found = text.split('\n').flatMap((line) => {
    const [ref, hash, peeled, seconds] = line.split('\0');
    if (!ref || !hash) return [];
    const pushed = remotes.holdTag(ref, hash);
    return isSince(Number(seconds) * 1000, since) || pushed === false
      ? [{ name: ref.slice('refs/tags/'.length), hash: peeled || hash, pushed }]
      : [];
  });
  return { tags: found.slice(0, MAX_TAGS), more: { tags: Math.max(0, found.length - MAX_TAGS) } };
}
