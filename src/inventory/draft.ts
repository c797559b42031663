/**
 * Which half-filled form is this action's? Pure, and strict: a form that may be another action's is nobody's draft.
 *  - Every identity value, or every value of `effect.fields`, must stand in the form, or have its own field there that
 *    is still empty; at least one that stands there must be telling.
 *  - No field that is named like an identity or effect field may hold another value.
 *  - The form goes to the effect's URL or one of its steps. Where nothing was typed into it, it ranks below all others.
 *  - Or it goes to no action's, on the action's site: then somebody typed into it, a field of that very name holds the
 *    value, and it is neither a search nor beside a password. Pages that send by script are found by this.
 *  - Or it goes to the effect's URL and to no other action's, somebody typed into it, and what would name the action is
 *    not to be seen, because it was read from a session file.
 * What was typed beside it into controls of no form (a rich editor, a widget) is part of the draft, marked `loose`,
 * unless another form of that frame was typed into, too: then nobody can tell whose it is. So are hidden fields that
 * hold a value of the identity or of `effect.fields`.
 */

import type { Action, Draft } from '../words.js';
import { type Aim, aimOf, hasPassword, isFor, isSearch } from './draft-aim.js';
import { type Candidate, candidatesIn, draftOf } from './draft-form.js';
import { type Comparison, compare } from './draft-match.js';
import { alsoIn, type Filling, fillingIn, isClosed, reasons } from './draft-why.js';
import type { Control, Tab } from './inventory.js';
import { isOnSite } from './site.js';

/** How sure it is, the least first. `given`: nothing is known to be typed into it. */
const STANDINGS = ['given', 'unseen', 'site', 'step', 'effect'] as const;
type Standing = (typeof STANDINGS)[number];

interface Found {
  candidate: Candidate;
  standing: Standing;
  /** The higher, the better; the first that differs counts. */
  rank: number[];
  carriers: Control[];
  why: string[];
}

/** `others`: what else the same worker was to do. */
export function findDraft(action: Action, tabs: Tab[], others: Action[] = []): Draft | null {
  const rivals = others.filter(({ key }) => key !== action.key);
  const found = candidatesIn(tabs)
    .flatMap((candidate) => weigh(action, candidate, rivals) ?? [])
    .sort((a, b) => compareRanks(b.rank, a.rank));
  const [best] = found;
  if (best === undefined) return null;
  const also = found
    .filter(({ standing }) => standing !== 'given' || best.standing === 'given')
    .map(({ candidate }) => candidate.tab)
    .filter((tab) => tab !== best.candidate.tab);
  return draftOf(best.candidate, best.carriers, [...best.why, ...alsoIn(also)]);
}

function weigh(action: Action, candidate: Candidate, rivals: Action[]): Found | null {
  const aim = aimOf(action, candidate);
  const own = compare(action.identity, candidate, aim);
  const sent = compare(action.effect?.fields ?? {}, candidate, aim);
  if (own.contradicted || sent.contradicted) return null;
  const isHeld = own.sound || sent.sound;
  if (!isHeld && aim !== 'effect') return null;
  const filling = fillingIn(candidate);
  const onSite = isOnSite(action, candidate.frame.url);
  const known: Known = { action, candidate, aim, onSite, filling, rivals };
  const standing = isHeld ? standingOf(known) : isUnseen(own, sent, known) ? 'unseen' : null;
  if (standing === null) return null;
  const hits = [...own.hits, ...sent.hits];
  const filled = filling.typed + filling.unclear;
  return {
    candidate,
    standing,
    rank: [STANDINGS.indexOf(standing), nearness(candidate.tab), hits.length + (onSite ? 2 : 0), filled],
    carriers: [...own.carriers, ...sent.carriers],
    why: reasons(candidate, { aim, onSite, hits, isUnseen: standing === 'unseen', filling }),
  };
}

interface Known {
  action: Action;
  candidate: Candidate;
  aim: Aim | null;
  onSite: boolean | null;
  filling: Filling;
  rivals: Action[];
}

/** Of a form that holds what the action is known by. */
function standingOf({ action, candidate, aim, onSite, filling, rivals }: Known): Standing | null {
  const { typed, unclear, tried } = filling;
  if (aim !== null) return typed > 0 || tried ? aim : 'given';
  if (onSite === false || (typed + unclear === 0 && !tried)) return null;
  if (hasPassword(candidate) || isSearch(action, candidate)) return null;
  return rivals.some((rival) => aimOf(rival, candidate) !== null) ? null : 'site';
}

/** A session file keeps no hidden fields, and no default of a field that nobody changed. */
function isUnseen(own: Comparison, sent: Comparison, { candidate, filling, rivals }: Known): boolean {
  return (
    filling.typed > 0 &&
    candidate.controls.every(({ from }) => from === 'session-file') &&
    own.missing === 'unseen' &&
    sent.missing !== 'empty' &&
    !rivals.some((rival) => isFor(rival, candidate))
  );
}

/** A tab that is open is more likely to be where the work stopped. */
function nearness(tab: Tab): number {
  if (isClosed(tab)) return 0;
  return tab.last === 'earlier' ? 1 : 2;
}

function compareRanks(a: number[], b: number[]): number {
  return a.map((n, i) => n - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}
