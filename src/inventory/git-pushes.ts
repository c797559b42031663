/**
 * Pushes, as the clone's own log tells of them: git writes one down when the remote has accepted it, and a later forced
 * push over it, by whomever, takes nothing away. It tells only what was pushed, never what was not: nothing is left of a
 * tag, of a branch that was deleted again, of an address that is no remote of the clone, or where no log is kept (a bare
 * repository, by default); and its dates are those of the one who pushed.
 */
import type { Millis } from '../words.js';
import type { RepoClient, Setting } from './git-client.js';
import type { RepoRecord } from './inventory.js';

const MAX_PUSHES = 200;
/** Those that are read and counted. */
const MAX_READ = 20_000;
/** A log may say anything; no date is later. */
const LAST_DATE = 8.64e15;
const SAID = 'update by push';
const TRACKING = 'refs/remotes/';

type Push = RepoRecord['pushes'][number];
type Found = Pick<RepoRecord, 'pushes'> & { more: Pick<RepoRecord['more'], 'pushes'> };

export async function pushes({ git, settings }: RepoClient, since: Millis | null): Promise<Found> {
  const flags = ['--date=unix', '--format=%H%x00%gD%x00%gs', `--max-count=${MAX_READ}`];
  // A repository may have other tastes in patterns.
  const only = ['--fixed-strings', `--grep-reflog=${SAID}`];
  const text = await git.raw(['log', '--walk-reflogs', ...flags, ...only, '--remotes', '--']);
  const wayBack = sourcesOf(settings);
  const found = text
    .split('\n')
    .flatMap((line) => parsed(line, wayBack))
    // Git knows whole seconds: a push of the start's own second counts.
    .filter(({ at }) => since === null || at >= Math.floor(since / 1000) * 1000)
    .sort((a, b) => b.at - a.at);
  return { pushes: found.slice(0, MAX_PUSHES), more: { pushes: Math.max(0, found.length - MAX_PUSHES) } };
}

function parsed(line: string, wayBack: Source[]): Push[] {
  const [commit = '', at = '', said = ''] = line.split('\0');
  const [, tracking = '', seconds = ''] = /^(.*)@\{(\d+)\}$/.exec(at) ?? [];
  if (!said.startsWith(SAID) || !/^[0-9a-f]{40,64}$/.test(commit)) return [];
  const source = sourceOf(tracking, wayBack);
  return source === null ? [] : [{ ...source, commit, at: Math.min(Number(seconds) * 1000, LAST_DATE) }];
}

/** Of one fetch rule of a remote: where it puts what it finds, and under which name that stands there. */
interface Source {
  remote: string;
  here: Pattern;
  there: Pattern;
}

/** The two sides of the one star that it may have. */
type Pattern = [string, string?];

/** `remote.origin.fetch=+refs/heads/*:refs/remotes/origin/*`: git keeps track of a push by the same rule. */
function sourcesOf(settings: Setting[]): Source[] {
  return settings.flatMap(({ name, value }) => {
    const remote = /^remote\.(.+)\.fetch$/s.exec(name)?.[1];
    const [, there, here] = /^\+?(refs\/[^:]+):([^:]+)$/.exec(value) ?? [];
    if (remote === undefined || there === undefined || here === undefined) return [];
    return [{ remote, here: halves(here), there: halves(there) }];
  });
}

function halves(pattern: string): Pattern {
  const [before = '', after] = pattern.split('*');
  return after === undefined ? [before] : [before, after];
}

/** Where no rule leads to it any more, its name tells, as git makes it: `refs/remotes/<remote>/<branch>`. */
function sourceOf(tracking: string, sources: Source[]): Pick<Push, 'ref' | 'remote'> | null {
  for (const { remote, here, there } of sources) {
    const middle = between(tracking, here);
    if (middle === null) continue;
    return { ref: there[1] === undefined ? there[0] : there[0] + middle + there[1], remote };
  }
  const [, remote, branch] = /^([^/]+)\/(.+)$/.exec(tracking.slice(TRACKING.length)) ?? [];
  if (remote === undefined || branch === undefined || !tracking.startsWith(TRACKING)) return null;
  return { ref: `refs/heads/${branch}`, remote };
}

/** What the star stands for in `text`; null: the pattern does not fit. */
function between(text: string, [before, after]: Pattern): string | null {
  if (after === undefined) return text === before ? '' : null;
  const fits = text.length > before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return fits ? text.slice(before.length, text.length - after.length) : null;
}
