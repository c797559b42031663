/**
 * A push or a tag, by the remote's own refs: exact, and without an index that lags behind.
 *
 *     kind: git-tag                          kind: git-push
 *     identity: { tag: v1.2.0 }              identity: { branch: main, commit: <whole hash> }
 *     probe:                                 probe:
 *       use: git-remote                        use: git-remote
 *       with:                                  with:
 *         url: https://git.example/a/b.git       url: git@git.example:a/b.git
 *                                                repo: .
 *
 * Options (`probe.with`):
 * - `url`: the remote: https://…, http://… (may hold {identity.<field>} and {account}), ssh://…, user@host:path, or a
 *   path, from the plan's folder on. Never with a password in it.
 * - `headers`: for https; a credential by name only: `authorization: "Basic x-access-token:${GIT_TOKEN}"`.
 * - `tag` or `branch`, and `commit`: templates; by default the identity's fields of these names. A commit is a whole hash.
 * - `expect`: a ref that must be there, as in refs/heads/main; without it the reading is blind:unexpected. It proves
 *   that this is the repository and that the credential sees it: with `headers` and without `expect`, "it is not there"
 *   is blind:unproven.
 * - `repo`: a local clone, from the plan's folder on. It is read only, to tell whether a branch that is elsewhere
 *   holds the commit. A push to a branch that exists already needs it: without it nobody can tell that the commit is not
 *   there yet, and the gate holds.
 *
 * What counts:
 * - A tag is there if it is there; where a commit is named, only if it leads to that commit. A tag of that name on
 *   another commit is neither ours nor nothing: the reading is incomplete, never empty.
 * - A commit is there if the branch's head is it, or has it in its history by the clone's word. A head that the clone
 *   does not know, or no clone, leaves the reading incomplete. The same where a ref of the server's own (a pull request)
 *   is the commit: its branch may have been merged and deleted. That another branch or a tag is at the commit does not
 *   matter, unless the branch stands in the options only: then the identity is the commit, wherever it is.
 * - A branch without a commit is there if it is there; of the remote's main branch that says nothing: incomplete.
 * - Refs have no time of creation (a commit's dates are its author's word), and no author. One remote holds a name once.
 * - A remote without a single ref is an answer like any other: the protocol itself says that it is a repository.
 */
import { strayed } from '../../src/probe/address.js';
import type { Ask, RefsAnswer } from '../../src/probe/ask.js';
import { type Batch, defineProbe, type Wanted } from '../../src/probe/probe.js';
import { carriesCredential } from '../../src/probe/secrets.js';
import { blindFor, blindOf, Trail, type View, wantsQuiet } from '../../src/probe/trail.js';
import type { Reading } from '../../src/words.js';
import { lookFor } from './look-for.js';
import { faults, type Options, schema, targetOf, urlOf } from './options.js';

export default defineProbe<Options>({
  name: 'git-remote',
  options: schema,
  // A server may still unpack and check a large push whose sender is long dead.
  settleMs: 10 * 60_000,
  review: 'none',
  faults,
  async read(batch, options, ask) {
    const answers = new Map<string, Promise<RefsAnswer>>();
    const readings: Reading[] = [];
    for (const wanted of batch.wanted) {
      const before = readings.at(-1);
      const url = urlOf(options, { account: batch.account, identity: wanted.identity });
      // The remote asked to be left alone: the rest of the batch is not sent.
      if (before && wantsQuiet(before) && !answers.has(url)) readings.push(before);
      else {
        const answer = answers.get(url) ?? ask.git.refs(url, { headers: options.headers });
        answers.set(url, answer);
        readings.push(await readingOf(await answer, batch, wanted, options, ask));
      }
    }
    return readings;
  },
});

async function readingOf(
  answer: RefsAnswer,
  { account }: Batch,
  { identity }: Wanted,
  options: Options,
  ask: Ask,
): Promise<Reading> {
  const credential = carriesCredential(options.headers);
  const view: View = { view: credential ? 'owner' : 'public', seesReview: false, unique: true };
  const trail = new Trail();
  trail.note(answer);
  if (!answer.ok) return trail.blind(view, blindOf(answer) ?? blindFor('unexpected'));
  if (options.expect !== undefined && !answer.refs.named.has(options.expect))
    return trail.blind(view, blindFor('unexpected'));
  const { id, gap } = await lookFor(targetOf(options, { account, identity }), answer.refs, options, ask);
  if (id !== null) return trail.clear(view, [{ id, url: null, createdAt: null, status: 'live' }], gap);
  // From here on the answer is "nothing", and everything that makes this word worthless comes first.
  if (strayed(answer)) return trail.blind(view, blindFor('redirect'));
  if (credential && options.expect === undefined) return trail.blind(view, blindFor('unproven'));
  return trail.clear(view, [], gap);
}
