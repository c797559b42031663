/** What a clone knows of history. A hole in what it holds makes "not there" unsayable, never "there". */
import type { RepoClient } from './git-client.js';

/** Does the history of `head` hold `commit`? Both are whole hashes. */
export async function history(
  { git, partial }: RepoClient,
  head: string,
  commit: string,
): Promise<'yes' | 'no' | 'unknown'> {
  if (head === commit) return 'yes';
  const knows = (hash: string): Promise<boolean> =>
    git.raw(['cat-file', '-t', hash]).then(
      (type) => type.trim() === 'commit',
      () => false,
    );
  if (!(await knows(head))) return 'unknown';
  if (await knows(commit)) {
    // `head` without everything before `commit`, and `commit` itself only if it lies outside.
    const outside = await git.raw(['rev-list', '--max-count=1', commit, '--not', head, '--']);
    if (outside.trim() === '') return 'yes';
  }
  const shallow = (await git.raw(['rev-parse', '--is-shallow-repository'])).trim() !== 'false';
  if (shallow || partial) return 'unknown';
  // Walked to its very beginning without a missing commit: only then is what was not met not there.
  await git.raw(['rev-list', '--count', head, '--']);
  return 'no';
}
