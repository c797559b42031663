/**
 * A private copy of a profile's databases, for as long as it is read. SQLite makes files beside what it opens, and rolls
 * back what a dead browser left half written: neither may happen in the profile.
 */
import { constants, rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Refusal } from '../../refusal.js';

export interface Copy {
  folder: string;
  /** Copies one file; says how it went. */
  take(
    from: string,
    as: string,
  ): Promise<{ size: number; modified: number } | 'missing' | 'too large' | string>;
}

const CHUNK = 1024 * 1024;

export async function withCopy<Result>(use: (copy: Copy) => Promise<Result>): Promise<Result> {
  const folder = await ownFolder(tmpdir());
  // An interrupt ends the process without unwinding: what was copied holds somebody's history.
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    return await use({ folder, take: (from, as) => take(from, join(folder, as)) });
  } finally {
    process.off('exit', clear);
    await rm(folder, { recursive: true, force: true });
  }
}

async function ownFolder(place: string): Promise<string> {
  return mkdtemp(join(place, 'reconcile-profile-')).catch((cause: unknown) => refuse(place, cause));
}

/** Without the whole of `Login Data`, passwords could be told: so nothing is. */
function refuse(place: string, cause: unknown): never {
  const fault = faultOf(cause);
  const said = fault === 'missing' ? 'there is no such folder' : fault;
  const hint = `its files cannot be copied there: ${said}; set TMPDIR to a folder that can be written`;
  throw new Refusal('profile', { on: place, hint, cause });
}

export const MAX_FILE = 64 * 1024 * 1024;
const FULL = ['ENOSPC', 'EDQUOT'];
/** A link may lead anywhere, and opening a pipe waits for ever. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function take(from: string, to: string): ReturnType<Copy['take']> {
  try {
    const source = await open(from, READ);
    try {
      const found = await source.stat();
      if (!found.isFile()) return 'it is no regular file';
      if (found.size > MAX_FILE) return 'too large';
      const target = await open(to, 'wx', 0o600);
      try {
        const chunk = Buffer.alloc(Math.min(CHUNK, found.size + 1));
        for (let at = 0; at < found.size; ) {
          const { bytesRead } = await source.read(chunk, 0, Math.min(chunk.length, found.size - at), at);
          if (bytesRead === 0) break;
          // What there is still room for is written, without a fault.
          for (let done = 0; done < bytesRead; ) {
            const { bytesWritten } = await target.write(chunk, done, bytesRead - done, at + done);
            done += bytesWritten;
          }
          at += bytesRead;
        }
      } finally {
        await target.close();
      }
      return { size: found.size, modified: Math.round(found.mtimeMs) };
    } finally {
      await source.close();
    }
  } catch (error) {
    // Only the copy is written.
    if (FULL.includes(codeOf(error))) refuse(dirname(dirname(to)), error);
    return faultOf(error);
  }
}

/** The first MAX_FILE bytes of a file, in memory. */
export async function readStart(
  path: string,
): Promise<{ bytes: Buffer; size: number; modified: number } | string> {
  try {
    const handle = await open(path, READ);
    try {
      const { size, mtimeMs } = await handle.stat().then((found) => {
        if (!found.isFile()) throw new Error('it is no regular file');
        return found;
      });
      const bytes = Buffer.alloc(Math.min(size, MAX_FILE));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
      return { bytes: bytes.subarray(0, bytesRead), size, modified: Math.round(mtimeMs) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return faultOf(error);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function faultOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'ELOOP') return 'it is a link';
  if (code === 'EROFS') return 'it is read-only';
  if (FULL.includes(code)) return 'no room is left';
  return code || (error instanceof Error ? error.message : String(error));
}
