/** What a tab's status is, and why, from how its reading went. */
import type { Protocol } from 'devtools-protocol';
import { type Cdp, CdpError, type Session } from './cdp.js';
import { frameWhy, Replaced } from './controls.js';
import type { HistoryItem, TabStatus } from './inventory.js';
import { address } from './redact.js';

export interface Standing {
  status: TabStatus;
  why: string | null;
}

/** The renderer has died, or was never there: it will answer nothing. */
class RendererGone extends Error {}

/**
 * What a target's session reports by itself once it has been asked. A target that answers is never asked: only one that
 * has been silent for a while, because most are not.
 */
export class Signs {
  navigatingTo: string | null = null;
  rendererGone = false;
  #end: (gone: RendererGone) => void = () => {};
  readonly #gone = new Promise<never>((_, reject) => {
    this.#end = reject;
  });

  constructor(readonly session: Session) {
    this.#gone.catch(() => {});
    session.cdp.listen(session.id, (method, params) => {
      if (method === 'Inspector.targetCrashed') {
        this.rendererGone = true;
        this.#end(new RendererGone());
      }
      if (method === 'Page.frameStartedNavigating') {
        this.navigatingTo = String((params as Protocol.Page.FrameStartedNavigatingEvent).url);
      }
    });
  }

  /** Nothing but these tells a tab without a renderer, and one that waits for a navigation, from one with a dialog. */
  ask(): void {
    for (const method of ['Inspector.enable', 'Page.enable'] as const)
      this.session.ask(method, {}).catch(() => {});
  }

  /** `work`, or an end to it as soon as it is known that no answer can come. */
  whileAlive<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#gone]);
  }
}

/** `signs` null: the browser has not even let us attach. Otherwise it is the page itself that keeps silent. */
export function standingFor(cause: unknown, signs: Signs | null, cdp: Cdp, history: HistoryItem[]): Standing {
  if (cdp.gone !== null) return { status: 'closed', why: 'the browser went away before this tab was read' };
  if (signs?.rendererGone) return withoutRenderer(history);
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
function withoutRenderer(history: HistoryItem[]): Standing {
  return history.length > 0 && history.every(({ transition }) => transition === 'reload')
    ? { status: 'discarded', why: 'the browser has put it to sleep; what was typed there is gone' }
    : { status: 'crashed', why: 'its renderer has died; what was typed there is gone' };
}
