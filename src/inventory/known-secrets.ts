/** Credentials that a plan names as `${NAME}`: their values are known, so they are taken out wherever they turn up. */
import type { Action } from '../words.js';
import { MARK } from './redact.js';

/** A shorter value is no credential, and would blot out half of every text. */
const SHORTEST = 6;

export function knownSecrets(actions: Action[], env: NodeJS.ProcessEnv = process.env): string[] {
  const names = actions.flatMap(({ probe }) =>
    [...JSON.stringify(probe?.with ?? null).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name),
  );
  const values = [...new Set(names)]
    .map((name) => env[name] ?? '')
    .filter(({ length }) => length >= SHORTEST);
  return [...new Set(values.flatMap((value) => [value, encodeURIComponent(value)]))];
}

/** The same value with every known secret replaced, at any depth; keys are ours and stay. */
export function withoutSecrets<T>(value: T, secrets: string[]): T {
  if (secrets.length === 0) return value;
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string'
      ? secrets.reduce((text, secret) => text.replaceAll(secret, MARK), inner)
      : inner,
  ) as T;
}
