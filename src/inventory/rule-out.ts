/**
 * What all controls of a page rule out together: one look over all their texts instead of one for each, because hardly
 * a page holds what the rules look for. Shipped into the page with the rules of `redact.ts`: the functions may use
 * nothing but what is shipped with them.
 */
import { cardNumbers } from './card.js';
import { isLabel } from './opaque.js';
import { type Candidate, plainText, type Rules, words } from './redact.js';

/** Names that speak of no secret, and texts that hold none. False: each has to be asked. */
export interface Clear {
  names: boolean;
  texts: boolean;
}

export function clearOf(candidates: Candidate[], rules: Rules): Clear {
  // The user's patterns may look for where a text begins or ends.
  const texts = rules.extra.length === 0 && holdNone(candidates, rules);
  return { names: speakOfNone(candidates, rules), texts };
}

export function speakOfNone(candidates: Candidate[], rules: Rules): boolean {
  const called = candidates.map(({ names }) => names.filter(isLabel).join(' | '));
  // A word in between, so that no phrase goes from one control to the next.
  const spaced = words(called.join(' 0 '));
  const speaks = [rules.spoken, rules.hidden, rules.mayEnd].some((rule) => rule.test(spaced));
  return !speaks && !rules.glued.test(spaced.replace(/ /g, ''));
}

export function holdNone(candidates: Candidate[], rules: Rules): boolean {
  const texts = candidates.flatMap(({ names, values }) => [...names, ...values]);
  // So far apart that no card number goes from one to the next.
  const together = texts.filter(({ length }) => length >= 7).join('\n\n\n\n');
  // Patterns that look around themselves are for short texts.
  if (together.length > 50_000) return false;
  const plain = plainText(together);
  if (plain.includes('=') && rules.pairs.test(plain)) return false;
  return cardNumbers(plain).length === 0 && !rules.shapes.test(plain);
}
