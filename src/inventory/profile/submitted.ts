/**
 * What was sent, as session files tell it: the whole body of a POST that was answered without a redirect; otherwise the
 * form state of the page that a submit led on from. A body names no types: they come from that page's form state, and a
 * field that the browser kept no state of may be a password, so its value is kept secret.
 */
import type { ProfileRecord } from '../inventory.js';
import { valuesOf } from '../values.js';
import type { Clean } from './clean.js';
import type { Entry } from './entry.js';
import { secretsOf } from './form-secrets.js';
import { formsIn, type SavedControl } from './form-state.js';
import { controlsOf, stateOf } from './frames.js';
import type { FrameState } from './page-state.js';
import type { SessionTab } from './session.js';
import { transitionWord } from './transitions.js';

type Submitted = ProfileRecord['submitted'];

export function submittedIn(tab: SessionTab, clean: Clean): Submitted {
  return tab.entries.flatMap((entry, i) => {
    if (entry.at === null || transitionWord(entry.transition) !== 'form_submit') return [];
    const before = tab.entries[i - 1];
    const page = before?.index === entry.index - 1 ? before : null;
    const sent = posted(entry, page, clean);
    return sent ?? (page === null ? [] : typedInto(page, entry.at, clean));
  });
}

/** All forms of the page: which of several was sent is not told. Of their fields those that were filled in. */
function typedInto(page: Entry, at: number, clean: Clean): Submitted {
  return framesIn(page).flatMap((frame) =>
    formsIn(frame.documentState).forms.flatMap((form) => {
      if (form.action === null) return [];
      const where = { page: clean.url(frame.url || page.url), action: clean.url(form.action || frame.url) };
      return controlsOf(form, null, frame.url || page.url, clean).flatMap((control) => {
        const value = valuesOf(control).join(', ');
        const { name, redacted } = control;
        if (value === '' && !(redacted && control.length)) return [];
        return [{ name, value: redacted ? null : value, redacted, firstAt: at, lastAt: at, ...where }];
      });
    }),
  );
}

/** null: the file holds no body that can be read. */
function posted(entry: Entry, page: Entry | null, clean: Clean): Submitted | null {
  const body = framesIn(entry)[0]?.body ?? null;
  const fields = body === null ? [] : fieldsIn(body);
  if (fields.length === 0) return null;
  const at = entry.at ?? 0;
  const types = page === null ? null : typesIn(page);
  const where = { page: page === null ? null : clean.url(page.url), action: clean.url(entry.url) };
  const controls = fields.map(([name, value]): SavedControl => {
    return { name, type: types?.get(name) ?? (types?.size ? 'hidden' : 'text'), values: [value] };
  });
  const secrets = secretsOf({ action: entry.url, controls }, page?.url ?? entry.url, clean);
  return controls.map((control) => {
    const { name, values } = control;
    const [value = ''] = values;
    const type = types?.get(name);
    const unsaved = types !== null && types.size > 0 && type === undefined && value !== '';
    const redacted = unsaved || secrets.has(control) || clean.secret(name, 'hidden', values);
    return {
      name: clean.text(name),
      value: redacted ? null : value,
      redacted,
      firstAt: at,
      lastAt: at,
      ...where,
    };
  });
}

function typesIn(page: Entry): Map<string, string> {
  const forms = framesIn(page).flatMap(({ documentState }) => formsIn(documentState).forms);
  return new Map(forms.flatMap(({ controls }) => controls.map(({ name, type }) => [name, type])));
}

const MAX_FIELDS = 500;

function fieldsIn({ contentType, text }: NonNullable<FrameState['body']>): [string, string][] {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return [...new URLSearchParams(text)].slice(0, MAX_FIELDS);
  const boundary = /^multipart\/form-data;.*boundary="?([^\s";]{1,100})/i.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  return text
    .split(`--${boundary}`)
    .slice(1, MAX_FIELDS)
    .flatMap((part): [string, string][] => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const name = /;\s*name="([^"]{1,200})"/i.exec(head)?.[1];
      // A file's content is not in it.
      if (name === undefined || /;\s*filename=/i.test(head)) return [];
      return [[name, body.join('\r\n\r\n').replace(/\r\n$/, '')]];
    });
}

/** The main frame first; none where they cannot be read. */
function framesIn(entry: Entry): FrameState[] {
  const state = stateOf(entry);
  return typeof state === 'string' ? [] : allFrames(state.top);
}

function allFrames(state: FrameState): FrameState[] {
  return [state, ...state.children.flatMap(allFrames)];
}
