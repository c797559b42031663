/** A git remote's refs, from the two forms in which they come: the smart protocol's advertisement, and `ls-remote`. */

export interface Ref {
  hash: string;
  /** What an annotated tag names in the end; null for everything else. */
  peeled: string | null;
}

export interface Refs {
  /** By whole name, as in `refs/tags/v1`. `HEAD` is not among them. */
  named: Map<string, Ref>;
  head: {
    /** null: it is not told, or the remote has none yet. */
    hash: string | null;
    /** The branch that it stands for; null: it is not told, or it stands for none. */
    branch: string | null;
  };
}

const HASH = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const PEELED = '^{}';

/** The body of `GET <remote>/info/refs?service=git-upload-pack`; null: it is none, or not whole. */
export function advertisedRefs(body: string): Refs | null {
  const lines = packetLines(Buffer.from(body, 'utf8'));
  if (lines?.[0] !== '# service=git-upload-pack') return null;
  // The first of them also tells, after a NUL, what the server can do; where there is no ref, there may be no line.
  const capabilities = lines[1]?.split('\0')[1] ?? '';
  const refs = collect(lines.slice(1).map((line) => (line.split('\0')[0] ?? '').split(' ')));
  if (refs === null) return null;
  refs.head.branch = /(?:^| )symref=HEAD:(\S+)/.exec(capabilities)?.[1] ?? null;
  return refs;
}

/** What `git ls-remote --symref` prints; null: something else. */
export function listedRefs(text: string): Refs | null {
  const lines = text.split('\n').filter(Boolean);
  const refs = collect(lines.filter((line) => !line.startsWith('ref: ')).map((line) => line.split('\t')));
  if (refs === null) return null;
  refs.head.branch = /^ref: (\S+)\tHEAD$/m.exec(text)?.[1] ?? null;
  return refs;
}

/** Pairs of hash and name. */
function collect(pairs: string[][]): Refs | null {
  const refs: Refs = { named: new Map(), head: { hash: null, branch: null } };
  for (const [hash = '', name = '', ...more] of pairs) {
    // A remote that is itself shallow says where its history ends; one without refs names its capabilities only.
    if (hash === 'shallow' || name === `capabilities${PEELED}`) continue;
    if (!HASH.test(hash) || name === '' || more.length > 0) return null;
    if (name === 'HEAD') refs.head.hash = hash;
    else if (!name.endsWith(PEELED)) refs.named.set(name, { hash, peeled: null });
    else {
      const ref = refs.named.get(name.slice(0, -PEELED.length));
      if (ref) ref.peeled = hash;
    }
  }
  return refs;
}

/**
 * Two groups, each ended by `0000`, then nothing more: an answer that was cut short anywhere is none. Each line counts
 * its bytes, its own four digits among them.
 */
function packetLines(bytes: Buffer): string[] | null {
  const lines: string[] = [];
  let groups = 0;
  let at = 0;
  while (at < bytes.length) {
    const digits = bytes.toString('latin1', at, at + 4);
    const length = /^[0-9a-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
    if (length === 0) {
      groups += 1;
      at += 4;
      continue;
    }
    if (length < 5 || groups > 1 || at + length > bytes.length) return null;
    lines.push(bytes.toString('utf8', at + 4, at + length).replace(/\n$/, ''));
    at += length;
  }
  return groups === 2 ? lines : null;
}
