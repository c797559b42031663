/**
 * Whether the documents of a target stay as they are while a tab is pictured. What a page does meanwhile and undoes
 * again is seen by three witnesses, and the page can see none of them:
 *
 * 1. An observer in each document (`picture-in-page.ts`): every change of the tree, in open shadow roots too.
 * 2. What DOM reports by itself where closed roots have been read: changes below these.
 * 3. How often styles and layout were worked out. A value that a script sets or a rule that it changes is drawn by no
 *    other way. Where something harmless moves all the time this tells nothing.
 *
 * And in the end each frame must hold the same document, by its loader and its address.
 */
import { randomUUID } from 'node:crypto';
import type { Protocol } from 'devtools-protocol';
import type { Session } from './cdp.js';
import type { Seen } from './picture-in-page.js';
import * as inPage from './picture-in-page.js';

/** Not the one of the readings: what this leaves there must not be in their way. */
const WORLD = 'reconcile picture';
const SOURCE = `'use strict';\n${Object.values(inPage).map(String).join('\n')}`;
const REPORTS = /^DOM\.(childNode|attribute|characterData|inlineStyle|shadowRoot|documentUpdated)/;

interface Counts {
  reports: number;
  layouts: number;
  styles: number;
}

interface Watched {
  /** Of the target's main frame. */
  loader: string | null;
  documents: string;
  contexts: number[];
}

export class Watch {
  readonly #key = `watch ${randomUUID()}`;
  #reports = 0;
  #from: Counts | null = null;
  #to: Counts | null = null;

  private constructor(
    readonly session: Session,
    readonly watched: Watched,
  ) {
    session.cdp.listen(session.id, (method) => {
      if (REPORTS.test(method)) this.#reports++;
    });
  }

  /** `ms`: how long at most. */
  static async over(session: Session, ms: number): Promise<Watch> {
    const frames = await framesOf(session);
    const contexts = await Promise.all(frames.map(({ id }) => worldIn(session, id)));
    const loader = frames[0]?.loaderId ?? null;
    const watch = new Watch(session, { loader, documents: documentsOf(frames), contexts });
    const start = `(() => {${SOURCE}\nstartWatch(${JSON.stringify(watch.#key)}, ${ms})})()`;
    await Promise.all([
      session.ask('Performance.enable', {}),
      ...contexts.map((context) => evaluate(session, context, start)),
    ]);
    return watch;
  }

  /** Before the page is looked at for the picture. */
  async begin(): Promise<void> {
    this.#from = await this.#counts();
  }

  /** When it has been looked at again. */
  async end(): Promise<void> {
    this.#to = await this.#counts();
  }

  /** Stops watching. Whether all stayed as it was; where that is not certain it did not. */
  async close(): Promise<boolean> {
    const { session, watched } = this;
    const asked = Promise.all(watched.contexts.map((context) => this.#seen(context)));
    const [seen, frames] = await Promise.all([asked, framesOf(session), session.ask('Performance.disable')]);
    if (seen.some(({ changed }) => changed) || documentsOf(frames) !== watched.documents) return false;
    const [from, to] = [this.#from, this.#to];
    if (from === null || to === null || from.reports !== to.reports) return false;
    return seen.some(({ stirs }) => stirs) || (from.layouts === to.layouts && from.styles === to.styles);
  }

  async #counts(): Promise<Counts> {
    const { metrics } = await this.session.ask('Performance.getMetrics');
    const count = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { reports: this.#reports, layouts: count('LayoutCount'), styles: count('RecalcStyleCount') };
  }

  /** A document that is there no more has taken its watch with it. */
  async #seen(context: number): Promise<Seen> {
    const key = JSON.stringify(this.#key);
    const told = await evaluate(this.session, context, `globalThis[${key}]?.()`).catch(() => undefined);
    return typeof told === 'string' ? (JSON.parse(told) as Seen) : { changed: true, stirs: true };
  }
}

async function framesOf(session: Session): Promise<Protocol.Page.Frame[]> {
  return flatten((await session.ask('Page.getFrameTree')).frameTree);
}

function flatten({ frame, childFrames = [] }: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return [frame, ...childFrames.flatMap(flatten)];
}

function documentsOf(frames: Protocol.Page.Frame[]): string {
  return JSON.stringify(frames.map(({ id, loaderId, url, urlFragment }) => [id, loaderId, url, urlFragment]));
}

async function worldIn(session: Session, frameId: string): Promise<number> {
  const made = await session.ask('Page.createIsolatedWorld', { frameId, worldName: WORLD });
  return made.executionContextId;
}

async function evaluate(session: Session, contextId: number, expression: string): Promise<unknown> {
  const params = { expression, contextId, returnByValue: true, silent: true };
  const { result, exceptionDetails } = await session.ask('Runtime.evaluate', params);
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return result.value;
}
