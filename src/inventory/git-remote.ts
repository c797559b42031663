/**
 * What of the local commits and tags a remote holds, by its own word: local tracking refs may be old or made up. "Not
 * pushed" needs every address to which a push may have gone.
 */
import { type Addressee, addresseesOf } from './git-addresses.js';
import type { Git, RepoClient } from './git-client.js';
import type { RepoRecord } from './inventory.js';
import { redactText } from './redact.js';

/** More than this do not fit on a command line. */
const MAX_HEADS = 2000;

/** hash → is it there; null: the remote's heads are not all known here, so one may contain it. */
type Held = Map<string, boolean | null>;

/** One remote's own word. */
interface Said {
  name: string;
  /** Commits at the tips of branches and tags; an annotated tag by the commit that it names. */
  heads: Set<string>;
  /** Tags by whole name, as they are: an annotated one by its own object. */
  tags: Map<string, string>;
}

export interface Remotes {
  answer: RepoRecord['remote'];
  /** Why their word is not whole; null where every one of them answered. */
  why: string | null;
  /** Commits at the remotes' tips that are here too. */
  known(): Promise<string[]>;
  /** `why`: the same, and who holds branches of which nothing is known here. */
  hold(hashes: string[]): Promise<{ pushed: (hash: string) => boolean | null; why: string | null }>;
  holdTag(ref: string, hash: string): boolean | null;
}

export async function askRemotes(repo: RepoClient): Promise<Remotes> {
  const { git, asking, partial } = repo;
  const { listed, more } = await addresseesOf(repo);
  const said = await Promise.all(
    listed.map((one) => (one.ask === null ? null : refsOf(asking, one.name, one.ask).catch(() => null))),
  );
  const asked = said.filter((one) => one !== null);
  const complete = more === 0 && asked.length === listed.length;
  const verdict = (words: (boolean | null)[]): boolean | null => {
    if (words.includes(true)) return true;
    return complete && words.every((word) => word === false) ? false : null;
  };
  const missing = [
    ...listed.filter((_, i) => said[i] === null).map(silence),
    ...(more > 0 ? [`${more} more were not asked`] : []),
  ];
  return {
    answer: listed.length === 0 ? 'none' : asked.length > 0 ? 'reachable' : 'unreachable',
    why: joined(missing),
    known: async () => {
      const all = await Promise.all(asked.map(({ heads }) => knownOf(git, heads, partial)));
      return [...new Set(all.flat())].slice(0, MAX_HEADS);
    },
    hold: async (hashes) => {
      const answers: Held[] = [];
      for (const { heads } of asked) answers.push(await held(git, hashes, heads, partial));
      const unsure = asked.filter((_, i) => hashes.some((hash) => answers[i]?.get(hash) === null));
      const strange = unsure.map(({ name }) => `${name} holds branches that are not known here`);
      return {
        pushed: (hash) => verdict(answers.map((answer) => answer.get(hash) ?? null)),
        why: joined([...missing, ...strange]),
      };
    },
    holdTag: (ref, hash) => verdict(asked.map(({ tags }) => tags.get(ref) === hash)),
  };
}

function silence({ name, ask }: Addressee): string {
  return ask === null ? `${name} cannot be asked` : `${name} did not answer`;
}

function joined(reasons: string[]): string | null {
  return reasons.length === 0 ? null : redactText(reasons.join(', ')).slice(0, 300);
}

async function refsOf(git: Git, name: string, remote: string): Promise<Said> {
  const flags = ['--heads', '--tags', '--upload-pack=git-upload-pack'];
  const text = await git.raw(['ls-remote', ...flags, '--', remote]);
  const heads = new Map<string, string>();
  const tags = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [hash, ref] = line.split('\t');
    if (!hash || !ref || !/^[0-9a-f]{40,64}$/.test(hash)) continue;
    heads.set(ref.replace(/\^\{\}$/, ''), hash);
    if (/^refs\/tags\/.*(?<!\^\{\})$/.test(ref)) tags.set(ref, hash);
  }
  return { name, heads: new Set(heads.values()), tags };
}

/** In a partial clone the look itself would fetch. */
async function knownOf(git: Git, heads: Set<string>, partial: boolean): Promise<string[]> {
  if (partial || heads.size === 0 || heads.size > MAX_HEADS) return [];
  return list(await git.raw(['rev-list', '--no-walk', '--ignore-missing', ...heads, '--']));
}

async function held(git: Git, hashes: string[], heads: Set<string>, partial: boolean): Promise<Held> {
  const all = (word: boolean | null): Held => new Map(hashes.map((hash) => [hash, heads.has(hash) || word]));
  if (hashes.length === 0 || heads.size === 0) return all(false);
  try {
    const known = await knownOf(git, heads, partial);
    if (known.length === 0) return all(null);
    const beyond = new Set(list(await git.raw(['rev-list', ...hashes, '--not', ...known, '--'])));
    const word = known.length === heads.size ? false : null;
    return new Map(hashes.map((hash) => [hash, beyond.has(hash) ? word : true]));
  } catch {
    return all(null);
  }
}

function list(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
