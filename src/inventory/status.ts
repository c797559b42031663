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

/** A page may make frames without end. */
const MOST_FRAMES = 10_000;

/** The renderer has died, or was never there: it will answer nothing. */
class RendererGone extends Error {}

/**
 * What a target's session reports by itself once it has been asked. A target that answers is never asked: only one that
 * has been silent for a while, because most are not.
 */
export class Signs {
  /** Of its main frame. */
  navigatingTo: string | null = null;
  /** Its other frames that have begun to load and not ended. */
  readonly loadingFrames = new Set<string>();
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
      if (method === 'Page.frameStartedNavigating')
        this.#started(params as Protocol.Page.FrameStartedNavigatingEvent);
      if (method === 'Page.frameStoppedLoading' || method === 'Page.frameDetached')
        this.#stopped(params as Partial<Protocol.Page.FrameDetachedEvent>);
    });
  }

  /** The main frame of a target has the target's id. Any other frame that loads says nothing about the whole page. */
  #started({ frameId, url }: Protocol.Page.FrameStartedNavigatingEvent): void {
    if (frameId === this.session.targetId) this.navigatingTo = String(url);
    else if (this.loadingFrames.size < MOST_FRAMES) this.loadingFrames.add(String(frameId));
  }

  /** A frame that only changes to another process goes on loading there. */
  #stopped({ frameId, reason }: Partial<Protocol.Page.FrameDetachedEvent>): void {
    if (reason !== 'swap') this.loadingFrames.delete(String(frameId));
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
    const why = 'a dialog, an endless script or a synchronous request keeps it from answering';
    const n = signs.loadingFrames.size;
    return { status: 'blocked', why: n === 0 ? why : `${why}, while ${n} of its frames are loading` };
  }
  return { status: 'unreadable', why: frameWhy(cause) };
}

/** A discarded tab's history is restored from memory, which makes every entry of it a `reload`. */
function withoutRenderer(history: HistoryItem[]): Standing {
  return history.length > 0 && history.every(({ transition }) => transition === 'reload')
    ? { status: 'discarded', why: 'the browser has put it to sleep, and forgot what its page held' }
    : { status: 'crashed', why: 'its renderer has died, and with it what its page held' };
}
