/**
 * Where a git remote is, and by which way it is asked. Rules:
 * - four ways only: https, http, ssh, and a path of the file system; what names a program (`ext::…`, an option) is none;
 * - no password, no secret in the address: it ends up in the ledger.
 */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isWebAddress } from './address.js';
import { secretParameterOf } from './secrets.js';

export type Way = 'http' | 'ssh' | 'file';

/** `user@host:path`, as scp writes it. Neither part may look like an option. */
const SCP = /^(?:[\w.][\w.-]*@)?(?:[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\]):(?![-/:])[^\s]+$/;
const PATH = /^\.{0,2}(\/|$)/;

/** null: none of the ways. */
export function wayOf(remote: string): Way | null {
  if (/[\p{Cc}]/u.test(remote) || remote === '') return null;
  if (isWebAddress(remote)) return 'http';
  if (/^file:\/\//.test(remote)) return filePath(remote) === null ? null : 'file';
  if (/^ssh:\/\//.test(remote)) return isSsh(remote) ? 'ssh' : null;
  if (/^[A-Za-z][A-Za-z0-9+.-]*:(\/\/|:)/.test(remote)) return null;
  if (isAbsolute(remote) || PATH.test(remote)) return 'file';
  return SCP.test(remote) ? 'ssh' : null;
}

function isSsh(remote: string): boolean {
  if (!URL.canParse(remote)) return false;
  const { hostname, username, pathname } = new URL(remote);
  const option = [hostname, username, pathname.slice(1)].some((part) => part.startsWith('-'));
  return hostname !== '' && !option && pathname.length > 1;
}

/** The path of a `file:` remote or of a plain one; null: there is none. */
export function filePath(remote: string): string | null {
  if (!remote.startsWith('file:')) return remote;
  try {
    return fileURLToPath(remote);
  } catch {
    return null;
  }
}

/** What is wrong with a remote of a plan; null: nothing. */
export function remoteFault(remote: string): string | null {
  if (wayOf(remote) === null)
    return 'is no remote: write https://…, http://…, ssh://…, user@host:path, or a path that begins with / or ./';
  if (!URL.canParse(remote)) return null;
  const { password, username, search, hash, protocol } = new URL(remote);
  if (password !== '' || (username !== '' && protocol !== 'ssh:'))
    return 'must not hold a user name or password';
  const secret = secretParameterOf(remote);
  if (secret !== null) return `holds a credential ("${secret}"): it belongs in \`headers\`, as $\{NAME}`;
  return search === '' && hash === '' ? null : 'must not hold a query or a fragment';
}
