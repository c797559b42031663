/**
 * Which half-filled form is this action's? Pure, and strict: a form that may be another action's is nobody's draft.
 *  - Every identity value, or every value of `effect.fields`, must stand in the form, or have its own field there that
 *    is still empty; at least one that stands there must be telling.
 *  - No field that is named like an identity or effect field may hold another value.
 *  - The form goes to the effect's URL or one of its steps; or somebody typed into it and it is on the action's site.
 * What was typed beside it into controls of no form (a rich editor, a widget) is part of the draft, marked `loose`,
 * unless another form of that frame was typed into, too: then nobody can tell whose it is.
 */

import { matchesUrl, sameText } from '../wire/match.js';
import type { Action, Draft, Scalar } from '../words.js';
import { fieldOf } from './draft-field.js';
import type { Control, Form, Frame, Tab } from './inventory.js';
import { isOnSite } from './site.js';
import { isTelling, valuesOf } from './values.js';

interface Candidate {
  tab: Tab;
  frame: Frame;
  /** null: the controls of the frame that belong to no form count as one. */
  form: Form | null;
  index: number | null;
  controls: Control[];
}

export function findDraft(action: Action, tabs: Tab[]): Draft | null {
  let best: { draft: Draft; score: number } | null = null;
  for (const candidate of candidates(tabs)) {
    const found = weigh(action, candidate);
    if (found && (best === null || found.score > best.score)) best = found;
  }
  return best?.draft ?? null;
}

function candidates(tabs: Tab[]): Candidate[] {
  return tabs.flatMap((tab) =>
    tab.frames.flatMap((frame) =>
      [null, ...frame.forms.keys()].map((index) => ({
        tab,
        frame,
        form: index === null ? null : (frame.forms[index] ?? null),
        index,
        controls: frame.controls.filter((control) => control.form === index && !isButton(control)),
      })),
    ),
  );
}

function weigh(action: Action, candidate: Candidate): { draft: Draft; score: number } | null {
  const { frame, controls } = candidate;
  const { effect, identity } = action;
  const own = compare(identity, controls);
  const sent = compare(effect?.fields ?? {}, controls);
  if (own.contradicted || sent.contradicted || !(own.sound || sent.sound)) return null;
  const targets = targetsOf(candidate);
  const toEffect = effect !== null && targets.some((target) => matchesUrl(effect.url, target));
  const toStep = effect?.steps.some((step) => targets.some((target) => matchesUrl(step, target))) ?? false;
  const typed = controls.filter(isTyped).length;
  const onSite = isOnSite(action, frame.url);
  if (!toEffect && !toStep && !(typed > 0 && onSite !== false)) return null;
  const why = [
    ...(toEffect ? ["the form goes to the effect's URL"] : []),
    ...(toStep && !toEffect ? ['the form goes to a step of the effect'] : []),
    ...(onSite ? ["the page is on the action's site"] : []),
    ...new Set([...own.hits, ...sent.hits]),
    ...(typed > 0 ? [`${typed} field${typed === 1 ? ' holds' : 's hold'} input that was not sent`] : []),
  ];
  const marks = [toEffect && 8, toStep && 4, typed > 0 && 4, onSite && 2].map(Number);
  const score = marks.reduce((sum, n) => sum + n, own.hits.length + sent.hits.length);
  // Of two that are equally likely, the one that more was typed into.
  return { draft: draftOf(candidate, why), score: score + Math.min(typed, 99) / 100 };
}

/** A form goes where it says, or where a button of it says. */
function targetsOf({ frame, form, index }: Candidate): string[] {
  const buttons = frame.controls.flatMap((one) =>
    one.form === index && one.sendsTo ? [one.sendsTo.action] : [],
  );
  return [form?.action ?? '', ...buttons];
}

interface Comparison {
  hits: string[];
  contradicted: boolean;
  /** Everything wanted is there or has an empty field of its own, and something telling is there. */
  sound: boolean;
}

function compare(wanted: Record<string, Scalar>, controls: Control[]): Comparison {
  const hits: string[] = [];
  let contradicted = false;
  let open = false;
  let telling = false;
  for (const [name, value] of Object.entries(wanted)) {
    const named = controls.filter((control) => isNamed(control, name));
    const filled = named.filter((control) => valuesOf(control).some((text) => text.trim() !== ''));
    // Some box is always ticked: a flag is looked for in its own field only.
    const elsewhere = typeof value === 'boolean' ? named : controls;
    const holder = (filled.length > 0 ? filled : elsewhere).find((control) => holds(control, value));
    if (holder) {
      hits.push(`${holder.label || holder.name || name} holds ${JSON.stringify(value)}`);
      telling ||= isTelling(value);
    } else if (filled.length > 0) contradicted = true;
    else if (named.length === 0) open = true;
  }
  return { hits, contradicted, sound: telling && !open };
}

/** `listing[slug]`, `listing.slug` and `slug` are names of the field `slug`. */
function isNamed({ name, id }: Control, wanted: string): boolean {
  const last = (text: string) =>
    text
      .split(/[.[\]]+/)
      .filter(Boolean)
      .at(-1)
      ?.toLowerCase();
  return name === wanted || id === wanted || (last(name) ?? last(id)) === last(wanted);
}

function holds(control: Control, value: Scalar): boolean {
  if (typeof value === 'boolean' && control.checked !== null) return control.checked === value;
  return valuesOf(control).some((text) => sameText(text, String(value)));
}

function isButton({ type, tag, submits }: Control): boolean {
  return ['submit', 'button', 'reset', 'image'].includes(type) || tag === 'button' || submits;
}

function isTyped({ dirty, type }: Control): boolean {
  return dirty && type !== 'hidden';
}

function draftOf(candidate: Candidate, why: string[]): Draft {
  const { tab, frame, form, index, controls } = candidate;
  const beside = looseBeside(candidate);
  const own = controls.filter(({ type }) => type !== 'hidden').map((control) => fieldOf(control, frame.path));
  const loose = beside.map(({ control, path }) => ({ ...fieldOf(control, path), loose: true as const }));
  const buttons = frame.controls.filter(({ submits, form: owner }) => submits && owner === index);
  const all = [...controls, ...beside.map(({ control }) => control)];
  return {
    // The tab of a dead browser is nowhere to go on in.
    targetId: tab.status === 'closed' ? null : tab.targetId,
    url: tab.url,
    form: { action: form?.action ?? '', method: form?.method ?? '' },
    fields: [...own, ...loose],
    ...(buttons.length > 0
      ? {
          buttons: buttons.map(({ label, name, id, sendsTo }) => ({
            label,
            name,
            id,
            ...(sendsTo ? { sendsTo } : {}),
          })),
        }
      : {}),
    why,
    from: all.some(({ from }) => from === 'session-file') ? 'session-file' : 'tab',
  };
}

/** Typed into controls of no form: in the form's own frame, and in the frames within it that hold no form themselves. */
function looseBeside({ tab, frame, index }: Candidate): { control: Control; path: number[] }[] {
  const ownPlace = index === null ? [] : [frame];
  const within = tab.frames.filter(
    ({ path, forms }) =>
      forms.length === 0 && path.length > frame.path.length && frame.path.every((n, i) => path[i] === n),
  );
  const rival = frame.controls.some(
    (control) => control.form !== null && control.form !== index && isTyped(control),
  );
  if (rival) return [];
  return [...ownPlace, ...within].flatMap(({ controls, path }) =>
    controls
      .filter((control) => control.form === null && isTyped(control) && !isButton(control))
      .map((control) => ({ control, path })),
  );
}
