/** What a tab's status is, and why, from how its reading went. */
import type { Protocol } from 'devtools-protocol';
import { type Cdp, CdpError, type Session } from './cdp.js';
import { frameWhy, Replaced } from './controls.js';
import type { HistoryItem, TabStatus } from './inventory.js';
import { redactUrl } from './redact.js';

/** What a tab's session reports by itself. */
export interface Signs {
  rendererGone: boolean;
  navigatingTo: string | null;
}

export interface Standing {
  status: TabStatus;
  why: string | null;
}

export function heed(session: Session): Signs {
  const signs: Signs = { rendererGone: false, navigatingTo: null };
  session.cdp.listen(session.id, (method, params) => {
    if (method === 'Inspector.targetCrashed') signs.rendererGone = true;
    if (method === 'Page.frameStartedNavigating') {
      signs.navigatingTo = String((params as Protocol.Page.FrameStartedNavigatingEvent).url);
    }
  });
  return signs;
}

/** `attached`: the browser has let us attach, so it is the page itself that keeps silent. */
export function standingFor(cause: unknown, attached: boolean, signs: Signs, cdp: Cdp): Standing {
  if (cdp.gone !== null) return { status: 'closed', why: 'the browser went away before this tab was read' };
  if (cause instanceof Replaced) return { status: 'navigating', why: frameWhy(cause) };
  if (cause instanceof CdpError && cause.kind === 'closed') return { status: 'closed', why: frameWhy(cause) };
  if (signs.navigatingTo !== null) {
    const to = redactUrl(signs.navigatingTo);
    return { status: 'navigating', why: `a navigation to ${to} is pending; it may be a form on its way` };
  }
  if (attached && cause instanceof CdpError && cause.kind === 'deadline') {
    return {
      status: 'blocked',
      why: 'a dialog, an endless script or a synchronous request keeps it from answering',
    };
  }
  return { status: 'unreadable', why: frameWhy(cause) };
}

/** A discarded tab's history is restored from memory, which makes every entry of it a `reload`. */
export function withoutRenderer(history: HistoryItem[]): Standing {
  return history.length > 0 && history.every(({ transition }) => transition === 'reload')
    ? { status: 'discarded', why: 'the browser has put it to sleep; what was typed there is gone' }
    : { status: 'crashed', why: 'its renderer has died; what was typed there is gone' };
}
