/** A page state's frames in the inventory's shape. */
import type { Control, Form, Frame } from '../inventory.js';
import { Torn } from './bytes.js';
import type { Clean } from './clean.js';
import { controlOf } from './control.js';
import type { Entry } from './entry.js';
import { secretsOf } from './form-secrets.js';
import { formsIn, type SavedForm } from './form-state.js';
import { type FrameState, pageStateIn } from './page-state.js';

const MAX_FRAMES = 200;

export function framesOf(entry: Entry, clean: Clean): Frame[] {
  const read = stateOf(entry);
  if (typeof read === 'string') return [unreadFrame(entry, read, clean)];
  const frames: Frame[] = [];
  const visit = (state: FrameState, path: number[]) => {
    if (frames.length >= MAX_FRAMES) return;
    frames.push(frameOf(state, path, read.why, clean));
    state.children.forEach((child, i) => {
      visit(child, [...path, i]);
    });
  };
  // The file may give the main frame's address only beside the state.
  visit({ ...read.top, url: read.top.url || entry.url }, []);
  return frames;
}

/** Why it cannot be read, or what it holds. */
export function stateOf({ pageState }: Entry): ReturnType<typeof pageStateIn> | string {
  if (pageState.length === 0) return 'its forms were not written down; they may be too large';
  try {
    return pageStateIn(pageState);
  } catch (cause) {
    if (!(cause instanceof Torn)) throw cause;
    return `its forms cannot be read: ${cause.message}`;
  }
}

function frameOf(state: FrameState, path: number[], foreign: string | null, clean: Clean): Frame {
  const { forms: saved, why } = formsIn(state.documentState);
  const forms: Form[] = [];
  const controls: Control[] = [];
  for (const form of saved) {
    const index = form.action === null ? null : forms.push(formOf(form.action, state.url, clean)) - 1;
    controls.push(...controlsOf(form, index, state.url, clean));
  }
  return {
    url: clean.url(state.url),
    origin: originOf(state.url),
    path,
    forms,
    controls,
    why: why ?? foreign,
  };
}

/** A form without an action goes to the page that it is on. */
function formOf(action: string, url: string, clean: Clean): Form {
  return { id: '', name: '', action: clean.url(action || url), method: '', valid: null };
}

/** `page`: the address of its frame. */
export function controlsOf(saved: SavedForm, form: number | null, page: string, clean: Clean): Control[] {
  const { controls } = saved;
  const secrets = secretsOf(saved, page, clean);
  const kinds = new Map<string, number>();
  const kindOf = (name: string, type: string) => `${type} ${name}`;
  for (const { name, type } of controls) {
    kinds.set(kindOf(name, type), (kinds.get(kindOf(name, type)) ?? 0) + 1);
  }
  return controls.map((one) => {
    const twins = (kinds.get(kindOf(one.name, one.type)) ?? 0) > 1;
    return controlOf(one, { form, twins, redacted: secrets.has(one) }, clean);
  });
}

function unreadFrame({ url }: Entry, why: string, clean: Clean): Frame {
  return { url: clean.url(url), origin: originOf(url), path: [], forms: [], controls: [], why };
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
