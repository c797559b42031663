/**
 * What the profile's own `Login Data` knows: which fields of a site are passwords, and who logs in there. The columns
 * that hold passwords are not even asked for, and nothing of it goes into the inventory.
 */
import { type Reader, textIn } from './database.js';

export interface Logins {
  /** `siteKey` of a field's name. */
  passwords: ReadonlySet<string>;
  /** `siteKey` of the name, or address, of somebody who logs in. */
  users: ReadonlySet<string>;
  /** `siteKey` of the name of the field that it is typed into. */
  userFields: ReadonlySet<string>;
}

const MAX_ROWS = 2_000;

export const NO_LOGINS: Logins = { passwords: new Set(), users: new Set(), userFields: new Set() };

/**
 * `stats`: a login was sent there, and that the browser may keep it was not answered. It is written when that question
 * goes away, so of a login that was sent right before the end nothing is known.
 */
export function loginsIn(db: Reader): Logins {
  const needs = ['signon_realm', 'password_element'];
  const saved = { name: 'logins', needs, wants: ['username_element', 'username_value'] };
  const logins = db.rows(saved, MAX_ROWS);
  const unsaved = db.rows({ name: 'stats', needs: ['origin_domain', 'username_value'] }, MAX_ROWS);
  const keys = (rows: typeof logins, site: string, column: string): string[] =>
    rows.flatMap((row) => {
      const text = textIn(row, column);
      return text === '' ? [] : [siteKey(textIn(row, site), text)];
    });
  return {
    passwords: new Set(keys(logins, 'signon_realm', 'password_element')),
    users: new Set([
      ...keys(logins, 'signon_realm', 'username_value'),
      ...keys(unsaved, 'origin_domain', 'username_value'),
    ]),
    userFields: new Set(keys(logins, 'signon_realm', 'username_element')),
  };
}

/** A realm is an origin with a slash, or with more behind it. */
export function siteKey(url: string, text: string): string {
  return `${URL.canParse(url) ? new URL(url).origin : ''}\n${text}`;
}
