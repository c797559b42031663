/** What a tab's status is, and why, from how its reading went. */
import type { Protocol } from 'devtools-protocol';
import { type Cdp, CdpError, type Deadline, Session } from './cdp.js';
import { frameWhy, Replaced } from './controls.js';
import type { HistoryItem, TabStatus } from './inventory.js';
import { address } from './redact.js';

/** What a tab's session reports by itself. */
export interface Signs {
  rendererGone: boolean;
  navigatingTo: string | null;
}

export interface Standing {
  status: TabStatus;
  why: string | null;
}

/** Attaches, and learns at once whether there is a renderer at all. Both are answered by the browser itself. */
export async function open(
  cdp: Cdp,
  targetId: string,
  deadline: Deadline,
): Promise<{ session: Session; signs: Signs }> {
  const session = await Session.attach(cdp, targetId, deadline);
  const signs: Signs = { rendererGone: false, navigatingTo: null };
  cdp.listen(session.id, (method, params) => {
    if (method === 'Inspector.targetCrashed') signs.rendererGone = true;
    if (method === 'Page.frameStartedNavigating') {
      signs.navigatingTo = String((params as Protocol.Page.FrameStartedNavigatingEvent).url);
    }
  });
  await session.ask('Inspector.enable');
  return { session, signs };
}

/** `signs` null: the browser has not even let us attach. Otherwise it is the page itself that keeps silent. */
export function standingFor(cause: unknown, signs: Signs | null, cdp: Cdp): Standing {
  if (cdp.gone !== null) return { status: 'closed', why: 'the browser went away before this tab was read' };
  if (cause instanceof Replaced) return { status: 'navigating', why: frameWhy(cause) };
  if (cause instanceof CdpError && cause.kind === 'closed') return { status: 'closed', why: frameWhy(cause) };
  if (signs?.navigatingTo) {
    const to = address(signs.navigatingTo);
    return { status: 'navigating', why: `a navigation to ${to} is pending; it may be a form on its way` };
  }
  if (signs !== null && cause instanceof CdpError && cause.kind === 'deadline') {
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
