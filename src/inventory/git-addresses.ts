/**
 * Where a repository's pushes may have gone. A remote is read from one address and may be pushed to others (`pushurl`,
 * several `url`s, `pushInsteadOf`), and a branch may be pushed to an address that has no name at all.
 */
import type { Git, RepoClient, Setting } from './git-client.js';

const MAX_ASKED = 6;

export interface Addressee {
  /** For people: never the address itself. */
  name: string;
  /** A remote's name or an address, as `ls-remote` takes it; null: it cannot be asked. */
  ask: string | null;
}

export interface Addressees {
  listed: Addressee[];
  /** How many more there are. */
  more: number;
}

export async function addresseesOf({ git, settings }: RepoClient): Promise<Addressees> {
  const names = remotesOf(settings);
  const read: Addressee[] = names.map((name) => ({ name, ask: name }));
  const pushedTo = await pushAddresses(git, names.slice(0, MAX_ASKED));
  const all = [...read, ...pushedTo, ...unnamed(settings, names).map((one) => byItself(one, settings))];
  return { listed: all.slice(0, MAX_ASKED), more: Math.max(0, all.length - MAX_ASKED) };
}

function remotesOf(settings: Setting[]): string[] {
  const own = settings.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  return [...new Set(own.flatMap(({ name }) => /^remote\.(.+)\.(?:push)?url$/s.exec(name)?.[1] ?? []))];
}

/** Those from which no remote is read. */
async function pushAddresses(git: Git, remotes: string[]): Promise<Addressee[]> {
  const readFrom = new Set<string>();
  const pushedTo = new Map<string, string>();
  const lost: Addressee[] = [];
  for (const remote of remotes) {
    const name = `${remote}'s push address`;
    try {
      for (const address of await addresses(git, remote)) readFrom.add(address);
      for (const address of await addresses(git, remote, '--push', '--all')) pushedTo.set(address, name);
    } catch {
      lost.push({ name, ask: null });
    }
  }
  const others = [...pushedTo].filter(([address]) => !readFrom.has(address));
  return [...(await Promise.all(others.map(([address, name]) => exactly(git, name, address)))), ...lost];
}

/** As git uses them, rewritten by the rules of the configuration; without flags the one that is read from. */
async function addresses(git: Git, remote: string, ...flags: string[]): Promise<string[]> {
  const text = await git.raw(['remote', 'get-url', ...flags, '--', remote]);
  return text.split('\n').filter(Boolean);
}

/** It has been rewritten once. Where asking would rewrite it again, something else would answer. */
async function exactly(git: Git, name: string, address: string): Promise<Addressee> {
  const asked = await git.raw(['ls-remote', '--get-url', '--', address]).catch(() => '');
  return { name, ask: asked.replace(/\n$/, '') === address ? address : null };
}

/** What `git push` takes for an address, because no remote is called so. */
function unnamed(settings: Setting[], remotes: string[]): string[] {
  const named = settings.filter(({ name }) =>
    /^(remote\.pushdefault|branch\..+\.(remote|pushremote))$/s.test(name),
  );
  // What looks like a name and is none is a leftover of a remote that was once there.
  const values = named.map(({ value }) => value).filter((value) => /[/:]/.test(value));
  return [...new Set(values)].filter((value) => !remotes.includes(value));
}

function byItself(address: string, settings: Setting[]): Addressee {
  const rewritten = settings.some(
    ({ name, value }) => /^url\..*\.pushinsteadof$/s.test(name) && address.startsWith(value),
  );
  return { name: 'an address that a branch is pushed to', ask: rewritten ? null : address };
}
