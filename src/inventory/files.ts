/**
 * The files that a worker wrote, by globs. Reads only inside of `cwd`: no way out by `..`, an absolute path or a
 * symbolic link, whose targets are none of the worker's output. What is not read (a link, a pipe) is listed and says why.
 * Where there are more files than are told, those that changed since the start come first, and all are counted.
 */
import { createHash } from 'node:crypto';
import { constants, type Dirent, readdir, type Stats } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { glob } from 'tinyglobby';
import type { Millis, Progress } from '../words.js';
import type { FileRecord, FileSearch, Inventory } from './inventory.js';

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

type Found = Pick<Inventory, 'files' | 'fileSearch'>;

export async function inventoryFiles(globs: string[], { cwd, since, progress }: FileOptions): Promise<Found> {
  const outside = globs.filter(leadsOut).map((glob) => ({ glob, why: 'leads out of the working folder' }));
  const inside = globs.filter((glob) => !leadsOut(glob));
  const root = await realpath(cwd).catch(() => null);
  const { paths, cut, empty } = root === null ? nowhere(inside, cwd) : await list(inside, root);
  const told = (done: number, total: number) => progress?.('files', done, total);
  const seen = await each(paths.slice(0, MAX_SEEN), (path) => look(path, root ?? cwd, since), told);
  const changed = seen.filter((file) => file.changed).length;
  const chosen = [...seen].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_FILES);
  const budget = { bytes: MAX_HASHED_TOTAL, until: Date.now() + HASHING_MS };
  const files = await each(chosen, (one) => withHash(one, root ?? cwd, budget), told);
  // In the order of their paths again, whichever was read first.
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const counts = { since, matched: paths.length, changed };
  return { files, fileSearch: { ...counts, cut, empty: [...outside, ...empty] } };
}

/** What changed goes before what did not, and what cannot be read before what can: that it was left out must be told. */
function rank({ changed, why }: FileRecord): number {
  return (changed ? 0 : 2) + (why === null ? 1 : 0);
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

type Listing = { paths: string[] } & Pick<FileSearch, 'cut' | 'empty'>;

function nowhere(globs: string[], cwd: string): Listing {
  return { paths: [], cut: null, empty: globs.map((glob) => ({ glob, why: `no folder ${cwd}` })) };
}

/** Paths in a fixed order. Each glob is asked by itself: only so it can be told which of them finds nothing. */
async function list(globs: string[], root: string): Promise<Listing> {
  const signal = AbortSignal.timeout(LISTING_MS);
  const not = globs.filter(isNegation);
  const found = new Set<string>();
  const empty: FileSearch['empty'] = [];
  for (const one of globs.filter((pattern) => !isNegation(pattern))) {
    try {
      const paths = await glob([one, ...not], {
        cwd: root,
        followSymbolicLinks: false,
        signal,
        fs: EVERYTHING,
      });
      for (const path of paths) found.add(path);
      if (paths.length === 0 && !signal.aborted) empty.push({ glob: one, why: 'matches nothing' });
    } catch (error) {
      if (!signal.aborted) empty.push({ glob: one, why: faultOf(error, one) });
    }
  }
  const paths = [...found].sort();
  const slow = signal.aborted ? [`listing took longer than ${LISTING_MS / 1000} s`] : [];
  const many = paths.length > MAX_SEEN ? [`only the first ${MAX_SEEN} were looked at`] : [];
  return { paths, cut: [...slow, ...many].join(', ') || null, empty };
}

/** Globs find files only: here everything that is no folder is called one, and what it is in truth is looked at later. */
const EVERYTHING = {
  readdir: ((path: string, options: { withFileTypes: true }, done: Listed) =>
    readdir(path, options, (error, entries) => done(error, entries?.map(asFile)))) as typeof readdir,
};

type Listed = (error: NodeJS.ErrnoException | null, entries: Entry[]) => void;
type Entry = Pick<Dirent, 'name' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>;

function asFile(entry: Dirent): Entry {
  if (entry.isDirectory() || entry.isFile()) return entry;
  return { name: entry.name, isFile: () => true, isDirectory: () => false, isSymbolicLink: () => false };
}

function isNegation(pattern: string): boolean {
  return pattern.startsWith('!') && !pattern.startsWith('!(');
}

/** All but the hash; `why` says what will not be hashed. */
async function look(path: string, root: string, since: Millis | null): Promise<FileRecord> {
  const file = resolve(root, path);
  try {
    if (!isInside(root, await realpath(dirname(file))))
      return unread(path, 'lies behind a link out of the working folder');
    const found = await lstat(file);
    // A copied or unpacked file keeps an old mtime; its ctime tells when it came.
    const changed = since === null || Math.max(found.mtimeMs, found.ctimeMs) >= since - CLOCK_SLACK_MS;
    const { size, mtimeMs } = found;
    return { path, size, modified: Math.round(mtimeMs), sha256: null, changed, why: strangeness(found) };
  } catch (error) {
    return unread(path, faultOf(error, path));
  }
}

function strangeness(found: Stats): string | null {
  if (found.isFile()) return null;
  if (found.isSymbolicLink()) return 'is a link, which is not followed';
  return found.isFIFO() ? 'is a pipe' : 'is no regular file';
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
    return { sha256: null, why: faultOf(error, file) };
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

function faultOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The bytes of such a name were lost when the folder was listed.
  if (code === 'ENOENT' && path.includes('\ufffd')) return 'not read: its name is no valid UTF-8';
  if (code === 'ENOENT') return 'gone while it was looked at';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code || (error instanceof Error ? error.message : String(error));
}
