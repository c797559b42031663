/**
 * Commits and tags, and whether a remote holds them. Their dates are their author's word: what was made since the start
 * may be dated long before it, so that whatever is certainly on no remote is listed too.
 */
import type { Millis } from '../words.js';
import { type Git, type RepoClient, sinceFlag } from './git-client.js';
import type { Remotes } from './git-remote.js';
import type { RepoRecord } from './inventory.js';

const MAX_COMMITS = 200;
const MAX_TAGS = 200;
/** Those among which the new ones are looked for. */
const MAX_LISTED_TAGS = 20_000;

/** Commits of all local branches, and of every worktree's HEAD; a HEAD without commit is ignored as missing. */
export async function commits(
  { git, remotes: names }: RepoClient,
  tips: string[],
  since: Millis | null,
  remotes: Remotes,
): Promise<Pick<RepoRecord, 'commits'>> {
  const log = async (...limits: string[]) => {
    const flags = [`--max-count=${MAX_COMMITS}`, '--format=%H%x00%ct%x00%s', '--ignore-missing'];
    return parsed(await git.raw(['log', ...flags, '--branches', 'HEAD', ...tips, ...limits, '--']));
  };
  const dated = await log(...sinceFlag(since));
  const beyond =
    since === null || names.length === 0 ? [] : await log('--not', '--remotes', ...(await remotes.known()));
  const listed = [...new Map([...dated, ...beyond].map((one) => [one.hash, one])).values()];
  const pushed = await remotes.hold(listed.map(({ hash }) => hash));
  const isDated = new Set(dated.map(({ hash }) => hash));
  const found = listed
    .map((one) => ({ ...one, pushed: pushed(one.hash) }))
    .filter(({ hash, pushed }) => isDated.has(hash) || pushed === false);
  return { commits: found.slice(0, MAX_COMMITS) };
}

function parsed(text: string): Omit<RepoRecord['commits'][number], 'pushed'>[] {
  return text.split('\n').flatMap((line) => {
    const [hash, seconds, subject] = line.split('\0');
    if (!hash || !seconds) return [];
    return [{ hash, subject: (subject ?? '').slice(0, 200), at: Number(seconds) * 1000 }];
  });
}

/** A tag is pushed only if the remote's leads to the same thing. */
export async function tags(
  git: Git,
  since: Millis | null,
  remotes: Remotes,
): Promise<Pick<RepoRecord, 'tags'>> {
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)';
  const flags = ['--sort=-creatordate', `--count=${MAX_LISTED_TAGS}`];
  const text = await git.raw(['for-each-ref', format, ...flags, 'refs/tags']);
  const found = text.split('\n').flatMap((line) => {
    const [ref, hash, peeled, seconds] = line.split('\0');
    if (!ref || !hash) return [];
    const pushed = remotes.holdTag(ref, hash);
    const isNew = since === null || Number(seconds) * 1000 >= Math.floor(since / 1000) * 1000;
    return isNew || pushed === false
      ? [{ name: ref.slice('refs/tags/'.length), hash: peeled || hash, pushed }]
      : [];
  });
  return { tags: found.slice(0, MAX_TAGS) };
}
