/** One tag or branch among the refs of a remote. */
import type { Ask } from '../../src/probe/ask.js';
import type { Ref, Refs } from '../../src/probe/refs.js';
import { likenessOf } from '../../src/probe/same.js';
import type { Options, Target } from './options.js';

/** `id` null: it is not there; `gap`: why that (or that it is the only one) cannot be said for sure. */
export interface Found {
  id: string | null;
  gap: string | null;
}

export async function lookFor(target: Target, refs: Refs, { repo }: Options, ask: Ask): Promise<Found> {
  const { kind, ref: name, commit } = target;
  const ref = refNamed(name, refs);
  if (ref === null) return missing(target, refs);
  if (commit === null) {
    const always = kind === 'branch' && isMain(name, ref, refs);
    return always ? unsure('it is the main branch, which is always there: name a commit') : there(target);
  }
  if (ref.hash === commit || ref.peeled === commit) return there(target);
  if (kind === 'tag')
    return unsure(`the tag is there, but on another commit (${short(ref.peeled ?? ref.hash)})`);
  if (repo === undefined)
    return unsure(
      `the branch is at ${short(ref.hash)}: only a clone (\`repo\`) can tell whether it holds the commit`,
    );
  const held = await ask.git.holds(repo, ref.hash, commit);
  if (held === 'yes') return there(target);
  if (held === 'no') return elsewhere(target, refs);
  return unsure(
    `the branch is at ${short(ref.hash)}, whose whole history the clone does not know: fetch it first`,
  );
}

/** With the commit, where one is named: on another one it would be another thing. */
function there({ ref, commit }: Target): Found {
  return { id: commit === null ? ref : `${ref}@${commit}`, gap: null };
}

function unsure(gap: string): Found {
  return { id: null, gap };
}

function refNamed(name: string, { named }: Refs): Ref | null {
  const exact = named.get(name);
  if (exact) return exact;
  for (const [other, ref] of named) if (likenessOf(name, other) === 'equal') return ref;
  return null;
}

function missing(target: Target, refs: Refs): Found {
  for (const other of refs.named.keys())
    if (likenessOf(target.ref, other) === 'similar') return unsure('something very similar is there');
  return elsewhere(target, refs);
}

/**
 * A merged branch is often deleted at once, and its commit lives on in the refs that a server keeps of its own (a pull
 * request): somebody did push it. What stands on another branch or tag was pushed there, and says nothing of this one,
 * unless any branch would do: where the identity names none.
 */
function elsewhere({ kind, commit, byIdentity }: Target, { named }: Refs): Found {
  if (commit === null || kind === 'tag') return { id: null, gap: null };
  for (const [name, ref] of named) {
    const another = byIdentity && /^refs\/(heads|tags)\//.test(name);
    if (!another && (ref.hash === commit || ref.peeled === commit))
      return unsure(`the remote holds the commit as ${name}`);
  }
  return { id: null, gap: null };
}

/** Where the remote does not say which branch its HEAD stands for, any that is at the same commit may be it. */
function isMain(name: string, { hash }: Ref, { head }: Refs): boolean {
  return head.branch === null ? head.hash === hash : head.branch === name;
}

function short(hash: string): string {
  return hash.slice(0, 12);
}
