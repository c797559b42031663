/** `{identity.<field>}`, `{account}`, `{page}`, `{offset}`, `{cursor}` in the addresses and texts of a plan. */
import type { Action } from '../words.js';
import { secretParameterOf } from './secrets.js';

type About = Pick<Action, 'identity' | 'account'>;
export type Places = 'page' | 'offset' | 'cursor';

const PLACEHOLDER = /\{([^{}]*)\}/g;

export function placeholdersOf(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** The identity fields that a template names. */
export function identityFieldsOf(template: string): string[] {
  return placeholdersOf(template).flatMap((name) =>
    name.startsWith('identity.') ? [name.slice('identity.'.length)] : [],
  );
}

/** Fill a text as it is; what a template names and nobody has becomes the empty text (`templateFaults` tells first). */
export function fillText(
  template: string,
  about: About,
  places: Partial<Record<Places, string>> = {},
): string {
  return template.replace(PLACEHOLDER, (_, name: string) => fillingOf(name, about, places) ?? '');
}

/** Fill an address: every value URL-encoded. */
export function fillUrl(
  template: string,
  about: About,
  places: Partial<Record<Places, string>> = {},
): string {
  return template.replace(PLACEHOLDER, (_, name: string) =>
    encodeURIComponent(fillingOf(name, about, places) ?? ''),
  );
}

function fillingOf(name: string, { identity, account }: About, places: Partial<Record<Places, string>>) {
  if (name === 'account') return account;
  if (name === 'page' || name === 'offset' || name === 'cursor') return places[name];
  const field = name.startsWith('identity.') ? name.slice('identity.'.length) : '';
  const value = Object.hasOwn(identity, field) ? identity[field] : undefined;
  return value === undefined ? undefined : String(value).normalize('NFC').trim();
}

/** What an address template of a plan gets wrong; `places` are the paging placeholders it may hold. */
export function urlFaults(template: string, about: About, places: Places[] = []): string[] {
  if (/\$\{/.test(template)) return ['environment variables can be named in `headers` only'];
  const secret = secretParameterOf(template);
  if (secret !== null) return [`holds a credential ("${secret}"): it belongs in \`headers\`, as $\{NAME}`];
  const unknown = templateFaults(template, about, places);
  if (unknown.length > 0) return unknown;
  const url = fillUrl(template, about, { page: '1', offset: '0', cursor: 'x' });
  if (!URL.canParse(url)) return ['is not an address'];
  const { protocol, username, password } = new URL(url);
  if (!/^https?:$/.test(protocol)) return ['must begin with http:// or https://'];
  if (username !== '' || password !== '') return ['must not hold a user name or password'];
  // The address would silently become another one: `/listing/..` is `/`, `/listing/` is the list.
  const lost = identityFieldsOf(template).filter((field) =>
    ['', '.', '..'].includes(fillText(`{identity.${field}}`, about)),
  );
  return lost.map((field) => `identity field "${field}" is empty or dots and cannot stand in an address`);
}

export function templateFaults(
  template: string,
  { identity, account }: About,
  places: Places[] = [],
): string[] {
  const faults: string[] = [];
  for (const name of placeholdersOf(template)) {
    if ((places as string[]).includes(name)) continue;
    if (name === 'account') {
      if (account === null) faults.push('names {account}, but the action has none');
    } else if (!name.startsWith('identity.')) {
      faults.push(`names {${name}}, which is not known here`);
    } else if (!Object.hasOwn(identity, name.slice('identity.'.length))) {
      faults.push(`names {${name}}, but the identity has no such field`);
    }
  }
  return faults;
}

/** Has `url` the shape of this template, whatever stands in its placeholders? Never with another query. */
export function hasShape(url: string, template: string): boolean {
  const parts = template.split(PLACEHOLDER).filter((_, index) => index % 2 === 0);
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^/?#&]+');
  return new RegExp(`^${pattern}$`).test(url);
}
