/**
 * The files that a worker wrote, by globs. Reads only inside of `cwd`: no way out by `..`, an absolute path or a
 * symbolic link, whose targets are none of the worker's output. What is not read says why. Where there are more files
 * than are told, those that changed since the start come first.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import type { Millis, Progress } from '../words.js';
import type { FileRecord } from './inventory.js';

const MAX_FILES = 5000;
/** Those that are looked at to find the changed ones among them. */
const MAX_SEEN = 200_000;
const MAX_HASHED_BYTES = 256 << 20;
const MAX_HASHED_TOTAL = 2 ** 31;
const AT_ONCE = 16;
const LISTING_MS = 20_000;
const HASHING_MS = 20_000;
/** File times come from a coarser clock than ours and may lie a little before it. */
const CLOCK_SLACK_MS = 20;

export interface FileOptions {
  cwd: string;
  /** The worker's start; null: without a lower end, so that every file counts as changed. */
  since: Millis | null;
  progress?: Progress;
}

export async function inventoryFiles(globs: string[], options: FileOptions): Promise<FileRecord[]> {
  const outside = globs.filter(leadsOut).map((pattern) => unread(pattern, 'leads out of the working folder'));
  const inside = globs.filter((pattern) => !leadsOut(pattern));
  const root = await realpath(options.cwd).catch(() => null);
  if (inside.length === 0) return outside;
  if (root === null)
    return [...outside, ...inside.map((pattern) => unread(pattern, `no folder ${options.cwd}`))];
  const { paths, cut } = await list(inside, root);
  const told = (done: number, total: number) => options.progress?.('files', done, total);
  const seen = await each(paths, (path) => look(path, root, options.since), told);
  const chosen = choose(seen, cut);
  const budget = { bytes: MAX_HASHED_TOTAL, until: Date.now() + HASHING_MS };
  const records = await each(chosen, (one) => withHash(one, root, budget), told);
  // In the order of their paths again, whichever was read first.
  records.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return [...outside, ...records, ...cut];
}

/** Some at a time, in their order. */
async function each<In, Out>(
  items: In[],
  work: (item: In) => Promise<Out>,
  told: (done: number, total: number) => void,
): Promise<Out[]> {
  const done: Out[] = [];
  for (let i = 0; i < items.length; i += AT_ONCE) {
    told(i, items.length);
    done.push(...(await Promise.all(items.slice(i, i + AT_ONCE).map(work))));
  }
  return done;
}

/** Changed ones first; where not all find room, `cut` is told. */
function choose(seen: FileRecord[], cut: FileRecord[]): FileRecord[] {
  const ordered = [...seen.filter(({ changed }) => changed), ...seen.filter(({ changed }) => !changed)];
  if (seen.length > MAX_FILES)
    cut.push(
      unread('…', `only ${MAX_FILES} of ${seen.length} files are listed, the changed ones before the others`),
    );
  return ordered.slice(0, MAX_FILES);
}

/** Paths in a fixed order, at most MAX_SEEN; where there are more, or the time was too short, `cut` says so. */
async function list(globs: string[], root: string): Promise<{ paths: string[]; cut: FileRecord[] }> {
  const signal = AbortSignal.timeout(LISTING_MS);
  let found: string[] = [];
  try {
    found = await glob(globs, { cwd: root, followSymbolicLinks: false, signal });
  } catch (error) {
    if (!signal.aborted) return { paths: [], cut: [unread(globs.join(' '), faultOf(error))] };
  }
  const paths = [...new Set(found)].sort();
  const cut: FileRecord[] = [];
  if (signal.aborted)
    cut.push(unread('…', `listing took longer than ${LISTING_MS / 1000} s: some files are missing here`));
  if (paths.length > MAX_SEEN)
    cut.push(unread('…', `only the first ${MAX_SEEN} of ${paths.length} files were looked at`));
  return { paths: paths.slice(0, MAX_SEEN), cut };
}

/** All but the hash; `why` says what will not be hashed. */
async function look(path: string, root: string, since: Millis | null): Promise<FileRecord> {
  const file = resolve(root, path);
  try {
    if (!isInside(root, await realpath(dirname(file))))
      return unread(path, 'lies behind a link out of the working folder');
    const found = await lstat(file);
    if (!found.isFile()) return unread(path, 'is no regular file');
    // A copied or unpacked file keeps an old mtime; its ctime tells when it came.
    const changed = since === null || Math.max(found.mtimeMs, found.ctimeMs) >= since - CLOCK_SLACK_MS;
    return { path, size: found.size, modified: Math.round(found.mtimeMs), sha256: null, changed, why: null };
  } catch (error) {
    return unread(path, faultOf(error));
  }
}

async function withHash(
  record: FileRecord,
  root: string,
  budget: { bytes: number; until: Millis },
): Promise<FileRecord> {
  if (record.why !== null) return record;
  if (record.size > Math.min(MAX_HASHED_BYTES, budget.bytes))
    return { ...record, why: 'too large to be hashed' };
  if (Date.now() > budget.until)
    return { ...record, why: `not hashed: the others took longer than ${HASHING_MS / 1000} s` };
  budget.bytes -= record.size;
  return { ...record, ...(await hashed(resolve(root, record.path), record.size)) };
}

/** Reads no further than the size seen, so that a file that still grows comes to an end. */
async function hashed(file: string, size: number): Promise<Pick<FileRecord, 'sha256' | 'why'>> {
  const hash = createHash('sha256');
  if (size === 0) return { sha256: hash.digest('hex'), why: null };
  // The path was a regular file a moment ago: neither follow what it became, nor wait for it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const handle = await open(file, flags);
    for await (const chunk of handle.createReadStream({ end: size - 1 })) hash.update(chunk as Buffer);
    return { sha256: hash.digest('hex'), why: null };
  } catch (error) {
    return { sha256: null, why: faultOf(error) };
  }
}

function leadsOut(pattern: string): boolean {
  const bare = pattern.replace(/^!/, '');
  return isAbsolute(bare) || /(^|[/\\{,(|])\.\.([/\\},)|]|$)/.test(bare);
}

function isInside(root: string, folder: string): boolean {
  const way = relative(root, folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function unread(path: string, why: string): FileRecord {
  return { path, size: 0, modified: 0, sha256: null, changed: false, why };
}

function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'gone while it was looked at';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code || (error instanceof Error ? error.message : String(error));
}
