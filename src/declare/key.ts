import { createHash } from 'node:crypto';
import canonicalizeModule from 'canonicalize';
import { Refusal } from '../refusal.js';
import type { Identity } from '../words.js';

// The package is CommonJS whose types describe an ES default export; at run time the default is the function.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string | undefined;

/** What the act does, and nothing about who tries it or when. */
export interface KeyParts {
  platform: string;
  kind: string;
  account?: string | null;
  identity: Identity;
}

/** The action's idempotency key (contract §3). Values must be what a plan admits; anything else is refused. */
export function key(action: KeyParts): string {
  const { account, identity, kind, platform } = action;
  if (account === '') refuse('account', 'is empty: leave it out or name one');
  if (Object.keys(identity).length === 0)
    refuse('identity', 'is empty: name what makes two attempts the same act');
  for (const [name, value] of Object.entries(identity)) {
    const fault = scalarFault(value);
    if (fault) refuse(`identity.${name}`, fault);
  }
  const parts = { identity, kind, platform: platform.normalize('NFC').toLowerCase() };
  return hash(typeof account === 'string' ? { ...parts, account } : parts);
}

/**
 * The same function over a payload. A payload is any JSON: nested, with nulls and finite numbers; texts and names
 * are compared in NFC, numbers as RFC 8785 writes them (1.0 is 1).
 */
export function fingerprint(payload: unknown): string {
  return hash(payload);
}

/** Why a value cannot be part of a key; null where it can. */
export function scalarFault(value: unknown): string | null {
  if (value === '') return 'is empty: give it a value';
  if (typeof value === 'string')
    return isWellFormed(value) ? null : 'holds half a character (a lone surrogate)';
  if (typeof value === 'boolean') return null;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return null;
  if (typeof value === 'number') return 'must be text, true, false or a safe integer: quote other numbers';
  if (value === null) return 'is empty (null): give it a value';
  return 'must be text, true, false or an integer, not a list or a map';
}

function hash(value: unknown): string {
  const text = canonicalize(normalized(value, ''));
  if (text === undefined) refuse('payload', 'is not JSON');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** NFC in every text and name. Fresh objects, so that neither `toJSON` nor a prototype has a say. */
function normalized(value: unknown, path: string): unknown {
  if (typeof value === 'string') {
    if (!isWellFormed(value)) refuse(path || 'value', 'holds half a character (a lone surrogate)');
    return value.normalize('NFC');
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, i) => normalized(item, `${path}[${i}]`));
  if (typeof value !== 'object') refuse(path || 'value', 'is not JSON');
  const names = new Set<string>();
  const entries = Object.entries(value as object).map(([name, inner]): [string, unknown] => {
    const plain = normalized(name, path) as string;
    if (names.has(plain))
      refuse(`${path}.${plain}`, 'is there twice: the names differ only in how they are encoded');
    names.add(plain);
    return [plain, normalized(inner, `${path}.${plain}`)];
  });
  return Object.fromEntries(entries);
}

/** RFC 8785 has no form for a lone surrogate. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function refuse(on: string, hint: string): never {
  throw new Refusal('usage', { on: on.replace(/^\./, ''), hint });
}
