/**
 * Values that give away by themselves that nobody chose them: tokens, hashes, states. Shipped into the page with the
 * rules of `redact.ts`: the functions may use nothing but each other and what is shipped with them.
 */
import { type Candidate, type Rules, words } from './redact.js';

/**
 * An unbroken run of `least` characters that changes between digits and letters of both cases more often than what
 * people write, and in which little can be spoken. With a `least` below 20 (a name speaks of a token already) fewer
 * changes are enough, and a UUID counts; otherwise a UUID is somebody's id and tells what was done.
 */
export function isOpaque(text: string, least: number): boolean {
  const named = least < 20;
  // Nearly all texts end here.
  if (!(named ? /[\w+/=-]{8}/ : /[\w+/=-]{20}/).test(text)) return false;
  const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
  if (named && text.search(uuid) >= 0) return true;
  const runs = text.replace(uuid, ' ').match(/[A-Za-z0-9+/=_-]{1,64}/g) ?? [];
  return runs.some((run) => {
    if (run.length < least) return false;
    const bare = run.replace(/[+/=_-]/g, '');
    const changes = (run.match(/[a-z](?=[A-Z\d])|\d(?=[A-Za-z])|[A-Z](?=\d|[A-Z][a-z])/g) ?? []).length;
    if (spoken(run) >= bare.length * 0.6) return false;
    // `acme-launch-2024-v2` and `RTX4090-24GB` are made of short pieces.
    if (!(named ? /[A-Za-z\d]{6}/ : /[A-Za-z\d]{10}/).test(run)) return false;
    if (!named) return changes * 7 >= bare.length;
    return changes >= 2 || (bare.length >= 16 && /\d/.test(run) && spoken(run) === 0);
  });
}

/** How many of its letters stand in what could be words. */
export function spoken(run: string): number {
  const likely = (word: string) =>
    word.length >= 4 && /[aeiouy]/i.test(word) && !/[b-df-hj-np-tv-xz]{4}|(.)\1\1/i.test(word);
  return (run.match(/[A-Z]?[a-z]{2,}|[A-Z]{3,}/g) ?? []).filter(likely).join('').length;
}

/** `spaced`: what `words` makes of all its names. */
export function holdsToken({ type, names, values }: Candidate, spaced: string, rules: Rules): boolean {
  const opaque = (least: number) => values.some((value) => isOpaque(value, least));
  if (type !== 'hidden')
    return values.some(({ length }) => length >= 10) && rules.hidden.test(spaced) && opaque(10);
  if (rules.hidden.test(spaced) || (rules.weak.test(spaced) && opaque(8))) return true;
  const isId = / (?:ids?|ref|reference|[a-z]+id) $/.test(words((names[0] ?? '').slice(-80)));
  return values.some((value) => isOpaque(value, 20) && !(isId && /^[\w-]{1,32}$/.test(value)));
}

/** A choice under a secret name is a secret, unless it says no more than that name does: "Password", "on". */
export function isSecretChoice({ type, names, values }: Candidate, rules: Rules): boolean {
  const ticked = ['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'];
  if (![...ticked, 'select-one', 'select-multiple', 'listbox'].includes(type)) return false;
  const told = values.filter((value) => value.length > 2 && !/^(?:true|false|yes|none|off)$/i.test(value));
  if (told.length === 0) return false;
  const called = names.filter(isLabel).map(words);
  if (!called.some((name) => rules.chosen.test(name))) return false;
  const all = called.join('').replace(/ /g, '');
  return told.some((value) => {
    const said = words(value.slice(0, 100)).replace(/ /g, '');
    return said === '' || !all.includes(said);
  });
}

/**
 * A sentence is no label: "never send us your card number" does not make a description secret. A name that a framework
 * made of all that is around it may be longer.
 */
export function isLabel(name: string): boolean {
  return name.length <= 80 || (name.length <= 300 && /^[!-~]+$/.test(name));
}
