/** What a draft may be made of: a form, or the controls of a frame that belong to none, with what was typed beside it. */
import type { Draft } from '../words.js';
import { fieldOf } from './draft-field.js';
import type { Control, Form, Frame, Tab } from './inventory.js';

export interface Candidate {
  tab: Tab;
  frame: Frame;
  /** null: the controls of the frame that belong to no form count as one. */
  form: Form | null;
  index: number | null;
  /** Without its buttons. */
  controls: Control[];
}

interface Beside {
  control: Control;
  path: number[];
}

export function candidatesIn(tabs: Tab[]): Candidate[] {
  return tabs.flatMap((tab) =>
    tab.frames.flatMap((frame) => {
      const byForm = new Map<number | null, Control[]>([null, ...frame.forms.keys()].map((i) => [i, []]));
      for (const control of frame.controls) {
        if (!isButton(control)) byForm.get(control.form)?.push(control);
      }
      return [...byForm].map(([index, controls]): Candidate => {
        const form = index === null ? null : (frame.forms[index] ?? null);
        return { tab, frame, form, index, controls: withEdits(controls, form) };
      });
    }),
  );
}

/** `carriers`: hidden fields that are part of it. Other hidden ones are the page's own: a new page has new ones. */
export function draftOf(candidate: Candidate, carriers: Control[], why: string[]): Draft {
  const { tab, frame, form, index, controls } = candidate;
  const own = controls.filter((control) => control.type !== 'hidden' || carriers.includes(control));
  const loose = looseBeside(candidate).map(({ control, path }) => ({
    ...fieldOf(control, path),
    loose: true as const,
  }));
  const buttons = frame.controls
    .filter(({ submits, form: owner }) => submits && owner === index)
    .map(({ label, name, id, sendsTo }) => ({ label, name, id, ...(sendsTo ? { sendsTo } : {}) }));
  return {
    // The tab of a dead browser is nowhere to go on in.
    targetId: tab.status === 'closed' ? null : tab.targetId,
    url: tab.url,
    form: { action: form?.action ?? '', method: form?.method ?? '' },
    fields: [...own.map((control) => fieldOf(control, frame.path)), ...loose],
    ...(buttons.length > 0 ? { buttons } : {}),
    why,
    from: isSaved(candidate) ? 'session-file' : 'tab',
  };
}

export function isSaved(candidate: Candidate): boolean {
  return controlsOf(candidate).some(({ from }) => from === 'session-file');
}

/** Its own, and what was typed beside it. */
export function controlsOf(candidate: Candidate): Control[] {
  return [...candidate.controls, ...looseBeside(candidate).map(({ control }) => control)];
}

function isButton({ type, tag, submits }: Control): boolean {
  return ['submit', 'button', 'reset', 'image'].includes(type) || tag === 'button' || submits;
}

function isDirty({ dirty, type }: Control): boolean {
  return dirty && type !== 'hidden';
}

/** It takes text that a person sees. */
export function isText({ type, checked, selected, files }: Control): boolean {
  const picked = checked !== null || selected !== null || files !== null;
  return !picked && !['hidden', 'range', 'color', 'slider', 'custom'].includes(type);
}

export function isEdited(control: Control): boolean {
  return control.edited === true && isText(control) && (control.value ?? '') !== '';
}

/**
 * A script may make what is typed the field's own default at once, as React does. That it was edited the browser still
 * knows; but after a try to send the form it says so of every field.
 */
export function withEdits(controls: Control[], form: Form | null): Control[] {
  const tried = form !== null && controls.every(({ edited }) => edited !== false);
  return tried ? controls : controls.map((one) => (isEdited(one) ? { ...one, dirty: true } : one));
}

/** Typed into controls of no form: in the form's own frame, and in the frames within it that hold no form themselves. */
function looseBeside({ tab, frame, index }: Candidate): Beside[] {
  const ownPlace = index === null ? [] : [frame];
  const within = tab.frames.filter(
    ({ path, forms }) =>
      forms.length === 0 && path.length > frame.path.length && frame.path.every((n, i) => path[i] === n),
  );
  const rival = frame.controls.some(
    (control) => control.form !== null && control.form !== index && isDirty(control),
  );
  if (rival) return [];
  return [...ownPlace, ...within].flatMap(({ controls, path }) =>
    controls
      .filter((control) => control.form === null && isDirty(control) && !isButton(control))
      .map((control) => ({ control, path })),
  );
}
