/** What of the local commits and tags a remote holds, by its own word: local tracking refs may be old or made up. */
import type { Git, RepoClient } from './git-client.js';
import type { RepoRecord } from './inventory.js';

const MAX_REMOTES = 4;
/** More than this do not fit on a command line. */
const MAX_HEADS = 2000;

/** hash → is it there; null: the remote's heads are not all known here, so one may contain it. */
type Held = Map<string, boolean | null>;

/** One remote's own word. */
interface Said {
  /** Commits at the tips of branches and tags; an annotated tag by the commit that it names. */
  heads: Set<string>;
  /** Tags by whole name, as they are: an annotated one by its own object. */
  tags: Map<string, string>;
}

export interface Remotes {
  answer: RepoRecord['remote'];
  /** Commits at the remotes' tips that are here too. */
  known(): Promise<string[]>;
  hold(hashes: string[]): Promise<(hash: string) => boolean | null>;
  holdTag(ref: string, hash: string): boolean | null;
}

export async function askRemotes({ git, asking, remotes, partial }: RepoClient): Promise<Remotes> {
  const said = await Promise.all(
    remotes.slice(0, MAX_REMOTES).map((name) => refsOf(asking, name).catch(() => null)),
  );
  const asked = said.filter((one) => one !== null);
  const complete = asked.length === remotes.length;
  const verdict = (words: (boolean | null)[]): boolean | null => {
    if (words.includes(true)) return true;
    return complete && words.every((word) => word === false) ? false : null;
  };
  return {
    answer: remotes.length === 0 ? 'none' : asked.length > 0 ? 'reachable' : 'unreachable',
    known: async () => {
      const all = await Promise.all(asked.map(({ heads }) => knownOf(git, heads, partial)));
      return [...new Set(all.flat())].slice(0, MAX_HEADS);
    },
    hold: async (hashes) => {
      const answers: Held[] = [];
      for (const { heads } of asked) answers.push(await held(git, hashes, heads, partial));
      return (hash) => verdict(answers.map((answer) => answer.get(hash) ?? null));
    },
    holdTag: (ref, hash) => verdict(asked.map(({ tags }) => tags.get(ref) === hash)),
  };
}

async function refsOf(git: Git, remote: string): Promise<Said> {
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
  return { heads: new Set(heads.values()), tags };
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
