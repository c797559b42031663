/** When what a platform shows is what an identity says. */
import type { Scalar } from '../words.js';
import { addressKey, isWebAddress } from './address.js';

/** `similar`: not equal, but so near that "it is not there" would be rash. */
export type Likeness = 'equal' | 'similar' | 'different';

/** Only scalars are compared. Numbers and texts by their text, addresses by where they lead. */
export function likenessOf(wanted: Scalar, found: unknown): Likeness {
  if (!isScalar(found)) return 'different';
  const [a, b] = [plain(String(wanted)), plain(String(found))];
  if (a === b) return 'equal';
  if (isWebAddress(a) && isWebAddress(b) && addressKey(a) === addressKey(b)) return 'equal';
  return loose(a) === loose(b) ? 'similar' : 'different';
}

export function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A page's text against the wanted one: white space is layout there. */
export function textLikeness(wanted: string, found: string, how: 'equals' | 'contains'): Likeness {
  const [a, b] = [collapsed(plain(wanted)), collapsed(plain(found))];
  if (a === b || (how === 'contains' && b.includes(a))) return 'equal';
  return loose(b).includes(loose(a)) ? 'similar' : 'different';
}

function plain(text: string): string {
  return text.normalize('NFC').trim();
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Without case, width, quote style, white space and characters that nobody sees. */
function loose(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s|\p{Cf}|\ufe0e|\ufe0f/gu, '');
}
