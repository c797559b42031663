/** Why a form is taken for an action's draft, in words for people. */
import { type Aim, isSearchBox } from './draft-aim.js';
import { fillingOf } from './draft-field.js';
import { type Candidate, controlsOf, isEdited, isSaved } from './draft-form.js';
import type { Control, Tab } from './inventory.js';

const AIMS: Record<Aim, string> = {
  effect: "the form goes to the effect's URL",
  step: 'the form goes to a step of the effect',
};

const UNSEEN = 'the identity itself is not to be seen: a session file keeps no hidden fields';

const MOST_TABS = 3;
const LONGEST_TITLE = 80;

/** What was typed into it: the count of fields that surely were, and of those of which it is not clear. */
export interface Filling {
  typed: number;
  unclear: number;
  /** The browser says of all of its fields that they were edited: so it does after a try to send them. */
  tried: boolean;
}

/** What stands in a search box is on its way to somewhere else. */
export function fillingIn(candidate: Candidate): Filling {
  const all = controlsOf(candidate).filter((one) => !isSearchBox(one));
  const count = (filling: string) => all.filter((control) => fillingOf(control) === filling).length;
  return { typed: count('typed'), unclear: count('unclear'), tried: candidate.controls.some(triedOnly) };
}

function triedOnly(control: Control): boolean {
  return isEdited(control) && !control.dirty && !isSearchBox(control);
}

export function reasons(
  candidate: Candidate,
  found: { aim: Aim | null; onSite: boolean | null; hits: string[]; isUnseen: boolean; filling: Filling },
): string[] {
  const { aim, onSite, hits, isUnseen, filling } = found;
  return [
    ...(aim === null ? [] : [AIMS[aim]]),
    ...(onSite ? ["the page is on the action's site"] : []),
    ...new Set(hits),
    ...(isUnseen ? [UNSEEN] : []),
    fillingText(filling, candidate),
    ...standingText(candidate.tab),
  ];
}

/** A browser keeps what was typed after it was sent, too: that it was not sent is never known. */
function fillingText({ typed, unclear, tried }: Filling, candidate: Candidate): string {
  const { status, loading } = candidate.tab;
  const hold = (n: number) => `${n} field${n === 1 ? ' holds' : 's hold'}`;
  if (typed > 0) {
    const underWay = status === 'navigating' || loading;
    return `${hold(typed)} typed input${underWay ? ', perhaps sent' : ''}`;
  }
  if (unclear > 0) return `${hold(unclear)} input, typed or there from the start`;
  if (tried) return 'it was edited, or somebody tried to send it';
  const unknown = 'nothing is known to be typed into it';
  return isSaved(candidate) ? unknown : `as the page gave it: ${unknown}`;
}

function standingText(tab: Tab): string[] {
  if (tab.last === 'earlier') return ['the tab was open when an earlier run of the browser ended'];
  return isClosed(tab) ? ['the tab was closed'] : [];
}

/** Of a dead browser every tab is `closed`; how it stood at the end is another matter. */
export function isClosed({ last, status }: Tab): boolean {
  return last === undefined ? status === 'closed' : last === 'closed';
}

export function alsoIn(tabs: Tab[]): string[] {
  return [...new Set(tabs)].slice(0, MOST_TABS).map((tab) => {
    const name = tab.title || tab.url;
    const short = name.length > LONGEST_TITLE ? `${name.slice(0, LONGEST_TITLE)}…` : name;
    return `another ${isClosed(tab) ? 'tab, closed by now,' : 'tab'} holds one too: ${short}`;
  });
}
