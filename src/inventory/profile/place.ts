/** Which folder holds the profile that was used last: the one that is named, or one inside of it; and which others do. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Refusal } from '../../refusal.js';
import type { Millis } from '../../words.js';
import type { ProfileSource } from '../inventory.js';

/** What every profile has one of; a headless shell's has little else than the last. */
const SIGNS = ['Preferences', 'History', 'Web Data', 'Sessions', 'Cookies', 'Local Storage'];
const MAX_LOCAL_STATE = 16 * 1024 * 1024;
/** The browser's own, in which nobody works. */
const NOBODYS = ['System Profile', 'Guest Profile'];
const MOST_NAMES = 500;
const MOST_OTHERS = 20;

export async function profileFolder(folder: string): Promise<string> {
  const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    throw new Refusal('profile', { on: folder, hint: faultOf(cause.code), cause });
  });
  // A user-data folder may hold stray files of a profile's names; a profile never holds `Local State`.
  if (!names.includes('Local State') && SIGNS.some((sign) => names.includes(sign))) return folder;
  for (const name of [await lastUsed(folder), 'Default']) {
    const inside = name === null ? null : join(folder, name);
    if (inside !== null && (await hasSigns(inside))) return inside;
  }
  if (SIGNS.some((sign) => names.includes(sign))) return folder;
  throw new Refusal('profile', {
    on: folder,
    hint: 'it is no browser profile; name the folder of --user-data-dir, or a profile in it',
  });
}

/** Profiles beside `read` in the folder that was named: the worker may have used one of them. None is read. */
export async function otherProfiles(named: string, read: string): Promise<ProfileSource[]> {
  if (named === read) return [];
  const names = await readdir(named).catch((): string[] => []);
  const others: ProfileSource[] = [];
  for (const name of names.sort().slice(0, MOST_NAMES)) {
    if (others.length >= MOST_OTHERS) break;
    if (name === basename(read) || NOBODYS.includes(name)) continue;
    const modified = await lastWritten(join(named, name));
    const why = 'another profile of this browser, which was not read: name its folder to read it';
    if (modified !== null) others.push({ file: `../${name}`, modified, lateMs: 0, why });
  }
  return others;
}

/** The newest of its files; null: it is no profile. */
async function lastWritten(folder: string): Promise<Millis | null> {
  const found = await Promise.all(SIGNS.map((sign) => stat(join(folder, sign)).catch(() => null)));
  const times = found.flatMap((one) => (one === null ? [] : [Math.round(one.mtimeMs)]));
  return times.length === 0 ? null : Math.max(...times);
}

async function hasSigns(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return SIGNS.some((sign) => names.includes(sign));
}

/** Its name is the browser's word: it must be a plain one, and lead nowhere else. */
async function lastUsed(folder: string): Promise<string | null> {
  const file = join(folder, 'Local State');
  try {
    const { size } = await stat(file);
    if (size > MAX_LOCAL_STATE) return null;
    const state = JSON.parse(await readFile(file, 'utf8')) as { profile?: { last_used?: unknown } };
    const name = state.profile?.last_used;
    if (typeof name !== 'string' || !/^[\w .@-]{1,100}$/.test(name) || /^\.+$/.test(name)) return null;
    const inside = await realpath(join(folder, name));
    return inside === join(await realpath(folder), name) ? name : null;
  } catch {
    return null;
  }
}

function faultOf(code: string | undefined): string {
  if (code === 'ENOENT') return 'there is no such folder';
  if (code === 'ENOTDIR') return 'it is no folder';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return `it cannot be read (${code ?? 'unknown fault'})`;
}
