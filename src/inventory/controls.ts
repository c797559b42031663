/** Every control of every frame of one target (a tab's own process, or a frame that runs in another one). */
import type { Protocol } from 'devtools-protocol';
import { CdpError, type Session } from './cdp.js';
import { append, countMarks, readClosedRoots } from './closed-roots.js';
import { documentReader, type Limits, type PageReading } from './in-page.js';
import type { Rules } from './redact.js';

/** All isolated worlds of one name in a document are one world: reading twice leaves nothing more behind. */
const WORLD = 'reconcile';

export const LIMITS: Limits = {
  controls: 2_000,
  valueLength: 64 * 1024,
  textLength: 1024 * 1024,
  nodes: 200_000,
  // A last resort only: with hundreds of tabs read at once, each of them mostly waits for a processor.
  ms: 5_000,
};
const PATTERN_MS = 2_000;

/** What every reading of one inventory shares. */
export interface Terms {
  rules: Rules;
  /** Characters that may still be kept, so that no number of tabs can exhaust this process. */
  room: { left: number };
}

/** One document in one frame. `page` is null where it could not be read, and `why` says why. */
export interface FrameReading {
  id: string;
  parentId: string | null;
  url: string;
  origin: string;
  /** The browser shows its own error page instead of this address. */
  failedUrl: string | null;
  /** Its isolated world, for asking where its child frames stand. */
  context: number | null;
  page: PageReading | null;
  why: string | null;
  /** Why it did not answer, or `Replaced`: something may be under way in it. Null where it is at rest. */
  cause: unknown;
}

/** Another document took a frame's place while it was read. */
export class Replaced extends Error {}

/** The target's frames in tree order, its own main frame first. Throws only if not even the frames can be listed. */
export async function readTarget(session: Session, terms: Terms): Promise<FrameReading[]> {
  const before = flatten((await session.ask('Page.getFrameTree')).frameTree);
  const [frames, marks] = await Promise.all([
    Promise.all(before.map((frame) => readFrame(session, frame, terms))),
    countMarks(session),
  ]);
  await addClosedRoots(session, frames, marks, terms.rules);
  const after = await session.ask('Page.getFrameTree').catch(() => null);
  const stays = new Map(
    after === null ? [] : flatten(after.frameTree).map(({ id, loaderId }) => [id, loaderId]),
  );
  // An answer that waited behind a navigation comes from the next document: it says nothing about this one.
  return frames.map((read, i) => {
    const frame = before[i];
    const settled = frame === undefined || read.cause !== null || stays.get(frame.id) === frame.loaderId;
    return settled ? read : changed(frame, after !== null);
  });
}

async function readFrame(session: Session, frame: Protocol.Page.Frame, terms: Terms): Promise<FrameReading> {
  if (frame.unreachableUrl !== undefined) {
    return { ...blank(frame), why: 'it failed to load: the browser shows its own error page' };
  }
  try {
    const { executionContextId: context } = await session.ask('Page.createIsolatedWorld', {
      frameId: frame.id,
      worldName: WORLD,
    });
    const { result, exceptionDetails } = await session.ask('Runtime.evaluate', {
      expression: documentReader(terms.rules, LIMITS),
      contextId: context,
      returnByValue: true,
      silent: true,
      // A pattern of the user's may backtrack for ever, and would hold up the page with it.
      ...(terms.rules.extra.length > 0 ? { timeout: PATTERN_MS } : {}),
    });
    if (exceptionDetails !== undefined) throw new CdpError('refused', exceptionDetails.text);
    const text = String(result.value);
    terms.room.left -= text.length;
    if (terms.room.left < 0)
      return { ...blank(frame), why: 'the inventory had grown too large to take it in' };
    const page = JSON.parse(text) as PageReading;
    return { ...blank(frame), url: page.url, origin: page.origin, context, page, why: page.cut };
  } catch (cause) {
    return { ...blank(frame), why: frameWhy(cause), cause };
  }
}

/** Adds to the frames, in place, what their closed shadow roots hold. */
async function addClosedRoots(session: Session, frames: FrameReading[], marks: number | null, rules: Rules) {
  const [main] = frames;
  if (main === undefined || frames.some((frame) => frame.page?.cut)) return;
  const seen = frames.reduce((sum, frame) => sum + (frame.page?.marks ?? 0), 0);
  if (marks === seen && frames.every((frame) => frame.page !== null)) return;
  try {
    const contexts = new Map(frames.flatMap((f) => (f.context === null ? [] : [[f.id, f.context] as const])));
    const roots = await readClosedRoots(session, main.id, contexts, rules, LIMITS);
    for (const { frameId, read } of roots) {
      const frame = frames.find(({ id }) => id === frameId);
      if (frame?.page) append(frame.page, read);
      if (frame) frame.why ??= read.cut;
    }
  } catch (cause) {
    main.why ??= `closed shadow roots could not be read: ${frameWhy(cause)}`;
  }
}

function changed(frame: Protocol.Page.Frame, answered: boolean): FrameReading {
  const cause = answered ? new Replaced() : new CdpError('deadline', 'Page.getFrameTree');
  return { ...blank(frame), why: frameWhy(cause), cause };
}

function blank(frame: Protocol.Page.Frame): FrameReading {
  return {
    id: frame.id,
    parentId: frame.parentId ?? null,
    url: frame.url + (frame.urlFragment ?? ''),
    origin: frame.securityOrigin,
    failedUrl: frame.unreachableUrl ?? null,
    context: null,
    page: null,
    why: null,
    cause: null,
  };
}

export function frameWhy(cause: unknown): string {
  if (cause instanceof Replaced) return 'another document took its place while it was read';
  if (!(cause instanceof CdpError)) return 'it answered something that cannot be read';
  if (cause.kind === 'deadline') return 'it did not answer in time';
  return cause.kind === 'closed'
    ? 'it was closed while it was read'
    : `the browser refused: ${cause.message}`;
}

function flatten(tree: Protocol.Page.FrameTree): Protocol.Page.Frame[] {
  return [tree.frame, ...(tree.childFrames ?? []).flatMap(flatten)];
}
