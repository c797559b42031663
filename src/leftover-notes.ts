/** What files, repositories and the worker's output tell of any action of it: nothing that a row of the table weighs. */
import { note } from './evidence.js';
import type { Leftover } from './leftover.js';
import { repoFact } from './report/disk-facts.js';
import type { NewEvidence } from './words.js';

const MOST_PATHS = 5;

export function notes({ inventory }: Leftover): NewEvidence[] {
  const { at, files, fileSearch, repos, log } = inventory;
  const written = files.filter(({ changed }) => changed).slice(0, MOST_PATHS);
  const paths = written.map(({ path }) => path).join(', ');
  const rest = fileSearch.changed - written.length;
  const more = rest > 0 ? ` and ${rest} more` : '';
  const time = fileSearch.since === null ? 'written at any time' : 'written since the start';
  return [
    ...(log.stdoutBytes === null
      ? []
      : [note('log', at, `the worker wrote ${log.stdoutBytes} bytes to stdout`)]),
    ...(written.length === 0 ? [] : [note('file', at, `${time}: ${paths}${more}`)]),
    ...repos.map((repo) =>
      note('git', at, `${repo.path} (${repo.branch ?? 'no branch'}): ${repoFact(repo)}`),
    ),
  ];
}
