/** What lies on the disk, in a line each: files and repositories, and what is not known of them. */
import type { FileRecord, FileSearch, RepoRecord } from '../inventory/inventory.js';
import { count } from './lines.js';
import { cut as shortened } from './unsent.js';

const MOST = 3;
const LONGEST = 100;

/** null: no files were asked for. */
export function filesFact(files: FileRecord[], search: FileSearch): string | null {
  const { since, matched, changed, cut, empty } = search;
  if (matched === 0 && cut === null && empty.length === 0) return null;
  const unread = files.filter(({ why }) => why !== null);
  const example = unread.slice(0, 1).map(({ path, why }) => ` (${path}: ${why})`);
  const parts = [
    ...(matched > 0 || cut !== null
      ? [since === null ? `${matched} of any time` : `${changed} changed of ${matched}`]
      : []),
    ...(matched > files.length ? [`${files.length} listed`] : []),
    ...(unread.length > 0 ? [`${unread.length} not read${example}`] : []),
    ...(cut === null ? [] : [`there may be more: ${cut}`]),
    ...few(
      empty.map(({ glob, why }) => `${glob} ${why}`),
      'glob',
    ),
  ];
  return parts.join('; ');
}

/** State and history of one repository; what it was called by stands before it. */
export function repoFact(repo: RepoRecord): string {
  const { branch, head, root, dirty, untracked, stashes, more, unfinished, lock, submodules, why } = repo;
  if (why !== null && [branch, head, root].every((one) => one === null)) return `could not be read: ${why}`;
  const number = (listed: object, unlisted: number, what: string, many?: string): string[] => {
    const all = Object.keys(listed).length + unlisted;
    return all === 0 ? [] : [count(all, what, many)];
  };
  const parts = [
    ...historyFacts(repo),
    ...number(dirty, more.dirty, 'changed file'),
    ...number(untracked, more.untracked, 'untracked file'),
    ...number(stashes, more.stashes, 'stash', 'stashes'),
    ...(unfinished === null ? [] : [`unfinished ${unfinished}`]),
    ...(lock ? ['a lock of git lies about'] : []),
    ...(why === null ? [] : [`not all of it could be read: ${why}`]),
    ...few(
      submodules.map((inner) => `in it ${inner.path}: ${repoFact(inner)}`),
      'submodule',
    ),
  ];
  return parts.join('; ');
}

function historyFacts(repo: RepoRecord): string[] {
  const { commits, tags, more, remote, remoteWhy } = repo;
  const why = remote === 'unreachable' ? 'remote unreachable' : remoteWhy;
  const open = [...commits, ...tags].some(({ pushed }) => pushed === null);
  const tagged = `${count(tags.length + more.tags, 'tag')}${looked(tags, more.tags)}`;
  return [
    ...commitFacts(repo, why),
    ...(tags.length === 0 ? [] : [told(tags, tagged, remote, why)]),
    ...pushFacts(repo),
    ...(why !== null && !open ? [why] : []),
  ];
}

function commitFacts({ commits, more, since, pushes, remote }: RepoRecord, why: string | null): string[] {
  const start = since === null ? '' : ' since the start';
  const logged = new Set(pushes.map(({ commit }) => commit));
  const state = (some: RepoRecord['commits'], what: string) => told(some, what, remote, why, logged);
  if (more.commits > 0) {
    const all = count(commits.length + more.commits, 'commit');
    const any = since === null ? '' : `${start} or on no remote`;
    return [state(commits, `${all}${any}${looked(commits, more.commits)}`)];
  }
  const fresh = commits.filter((one) => !one.early);
  const early = commits.filter((one) => one.early);
  return [
    fresh.length === 0 ? `no commits${start}` : state(fresh, `${count(fresh.length, 'commit')}${start}`),
    ...(early.length === 0 ? [] : [state(early, count(early.length, 'earlier commit'))]),
  ];
}

function looked(listed: object[], more: number): string {
  return more > 0 ? ` (${listed.length} looked at)` : '';
}

/** How many of them are on a remote and how many are not, and of how many nobody can tell. */
function told(
  some: { hash: string; pushed: boolean | null }[],
  what: string,
  remote: RepoRecord['remote'],
  why: string | null,
  logged: ReadonlySet<string> = new Set(),
): string {
  if (remote === 'none') return `${what}: it has no remote`;
  const number = (of: boolean | null, inLog: boolean, word: string): string[] => {
    const n = some.filter(({ hash, pushed }) => pushed === of && logged.has(hash) === inLog).length;
    return n === 0 ? [] : [`${n} ${word}`];
  };
  const pushed = some.filter((one) => one.pushed).length;
  return `${what}: ${[
    ...(pushed === 0 ? [] : [`${pushed} pushed`]),
    ...number(false, true, 'pushed and no longer there'),
    ...number(null, true, 'pushed by its own log'),
    ...number(false, false, 'on no remote'),
    ...number(null, false, `not known${why === null ? '' : ` (${why})`}`),
  ].join(', ')}`;
}

function pushFacts({ pushes, more }: RepoRecord): string[] {
  if (pushes.length === 0) return [];
  const shown = pushes
    .slice(0, MOST)
    .map(
      ({ ref, remote, commit }) =>
        `${commit.slice(0, 10)} to ${shortened(ref.replace(/^refs\/heads\//, ''), LONGEST)} on ${shortened(remote, LONGEST)}`,
    );
  const total = pushes.length + more.pushes;
  const rest = total > shown.length ? ` and ${total - shown.length} more` : '';
  return [`its own log tells of ${count(total, 'push', 'pushes')}: ${shown.join(', ')}${rest}`];
}

function few(all: string[], what: string): string[] {
  const more = all.length - MOST;
  return [...all.slice(0, MOST), ...(more > 0 ? [`${count(more, `more ${what}`)}`] : [])];
}
