/**
 * Pushes that a clone's own log tells of, as requests of the actions that they carry out (contract §5, row 15): the
 * remote took them, also where a later forced push has overwritten what it shows.
 */
import type { RepoRecord } from './inventory/inventory.js';
import { fillText } from './probe/template.js';
import type { Action, Chain, NewEvidence, WireRequest } from './words.js';

export function pushEvidence({ action, attempts }: Chain, repos: RepoRecord[]): NewEvidence[] {
  const wanted = wantedPush(action);
  if (wanted === null) return [];
  // The log's times are whole seconds.
  const since = Math.floor((attempts.at(-1)?.openedAt ?? 0) / 1000) * 1000;
  const all = repos
    .flatMap(withInner)
    .flatMap(({ path, pushes }) => pushes.map((push) => ({ ...push, path })));
  const ours = all.filter(({ ref, commit, at }) => at >= since && isWanted(wanted, ref, commit));
  return ours.map(({ path, ref, remote, commit, at }) => {
    const request: WireRequest = {
      id: `push ${path} ${remote} ${ref} ${commit} ${at}`,
      by: 'clone',
      method: 'PUSH',
      url: `${remote} ${ref}`,
      at,
      sends: 1,
      blocked: 'no',
      answer: { status: 200, location: null, refused: false, at },
      failed: null,
    };
    return {
      source: 'git',
      at,
      says: 'partly',
      summary: `the clone's own log tells of a push of ${commit.slice(0, 12)} to ${ref} of ${remote}`,
      fact: { kind: 'request', request },
    };
  });
}

function withInner(repo: RepoRecord): RepoRecord[] {
  return [repo, ...repo.submodules.flatMap(withInner)];
}

interface WantedPush {
  branch: string | null;
  commit: string | null;
}

function wantedPush(action: Action): WantedPush | null {
  if (action.probe?.use !== 'git-remote') return null;
  const { branch, commit, tag } = { ...action.identity, ...(action.probe.with as Record<string, unknown>) };
  if (tag !== undefined) return null; // a pushed tag leaves no log
  const text = (value: unknown) => (typeof value === 'string' ? fillText(value, action) : null);
  const wanted = { branch: text(branch), commit: text(commit)?.toLowerCase() ?? null };
  return wanted.branch === null && wanted.commit === null ? null : wanted;
}

/** A shortened commit is enough. */
function isWanted({ branch, commit }: WantedPush, ref: string, pushed: string): boolean {
  const onBranch = branch === null || [branch, `refs/heads/${branch}`].includes(ref);
  return onBranch && (commit === null || pushed.startsWith(commit));
}
