/** Where a form goes, and which forms are nobody's draft whatever stands in them: a search, a login, another action's. */
import { matchesUrl } from '../wire/match.js';
import type { Action } from '../words.js';
import { type Candidate, isText } from './draft-form.js';
import type { Control, Form } from './inventory.js';
import { isOnSite } from './site.js';

type Target = Pick<Form, 'action' | 'method'>;

/** `effect`: its URL, by a method that can be the effect's; `step`: one of its steps. */
export type Aim = 'effect' | 'step';

export function aimOf({ effect }: Pick<Action, 'effect'>, candidate: Candidate): Aim | null {
  if (effect === null) return null;
  const targets = targetsOf(candidate);
  if (targets.some((target) => matchesUrl(effect.url, target.action) && canSend(target, effect.method)))
    return 'effect';
  const toStep = (step: string) =>
    targets.some((target) => matchesUrl(step, target.action) && canSend(target, 'POST'));
  return effect.steps.some(toStep) ? 'step' : null;
}

/** A session file tells no method. A form sends by GET or POST; what else there is a script or the server makes of it. */
function canSend({ method }: Target, wanted: string): boolean {
  const isGet = (text: string) => text.toUpperCase() === 'GET';
  return method === '' || (method !== 'dialog' && isGet(method) === isGet(wanted));
}

/** A form goes where it says, or where a button of it says. */
function targetsOf({ frame, form, index }: Candidate): Target[] {
  const buttons = frame.controls.flatMap((one) => (one.form === index && one.sendsTo ? [one.sendsTo] : []));
  return form === null ? buttons : [form, ...buttons];
}

/** Another action may be meant by it: it goes there, or may go there for all that its plan tells. */
export function isFor(other: Action, candidate: Candidate): boolean {
  if (other.effect === null) return isOnSite(other, candidate.frame.url) === true;
  return aimOf(other, candidate) !== null;
}

export function isSearchBox({ type, name, id }: Control): boolean {
  return /^search(?:box)?$/.test(type) || /^(?:q|s|search|query)$/i.test(name || id);
}

/** One text that is sent to another page, to be looked up there. */
export function isSearch({ effect }: Pick<Action, 'effect'>, candidate: Candidate): boolean {
  const { form, frame, controls } = candidate;
  if (form === null || targetsOf(candidate).some(({ method }) => method !== 'get')) return false;
  // Without an action of its own it goes to its page, and a script may send it to wherever it likes.
  const stays = placeOf(form.action) === placeOf(frame.url);
  const toEffect = effect !== null && matchesUrl(effect.url, form.action);
  return !stays && !toEffect && controls.filter(isText).length === 1;
}

export function hasPassword({ controls }: Candidate): boolean {
  return controls.some(({ type }) => type === 'password');
}

function placeOf(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
