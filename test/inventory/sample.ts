/** Made-up tabs, forms and the action whose draft is looked for in them. */
import { usualControl } from '../../src/inventory/in-page-lean.js';
import type { Control, Form, Frame, Tab } from '../../src/inventory/inventory.js';
import type { Action, DraftField, Effect } from '../../src/words.js';

export const SITE = 'https://directory.example';
export const SUBMIT = `${SITE}/submit`;

export function effect(given: Partial<Effect> = {}): Effect {
  return { method: 'POST', url: SUBMIT, fields: {}, steps: [], via: 'any', refused: [], ...given };
}

export function action(given: Partial<Action> = {}): Action {
  return {
    key: 'k-acme',
    id: 'acme',
    worker: 'w',
    kind: 'submit-listing',
    platform: 'directory.example',
    account: null,
    identity: { slug: 'acme' },
    repeat: false,
    payloadHash: null,
    effect: effect(),
    probe: null,
    source: 'plan.yml:1',
    ...given,
  };
}

/** A text field of the frame's first form; what was typed makes it dirty. */
export function control(name: string, value: string | null, given: Partial<Control> = {}): Control {
  const dirty = value !== '' && value !== null;
  return {
    ...usualControl(),
    form: 0,
    tag: 'input',
    type: 'text',
    name,
    value,
    defaultValue: '',
    dirty,
    ...given,
  };
}

/** A field of a draft. */
export function field(name: string, value: string | null, given: Partial<DraftField> = {}): DraftField {
  return { name, label: '', type: 'text', value, redacted: false, partial: false, ...given };
}

export function form(action: string): Form {
  return { id: '', name: '', action, method: 'post', valid: null };
}

export function frame(controls: Control[], given: Partial<Frame> = {}): Frame {
  return { url: `${SITE}/new`, origin: SITE, path: [], forms: [form(SUBMIT)], controls, why: null, ...given };
}

export function tab(frames: Frame[], given: Partial<Tab> = {}): Tab {
  return {
    targetId: 'T1',
    contextId: 'C',
    incognito: false,
    url: frames[0]?.url ?? SITE,
    title: '',
    status: 'ok',
    why: null,
    dialog: null,
    loading: false,
    history: [],
    screenshot: null,
    screenshotWhy: null,
    responseStatus: null,
    timeline: [],
    complaints: [],
    openSockets: null,
    frames,
    ...given,
  };
}
