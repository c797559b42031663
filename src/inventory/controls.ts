/** Every control of every frame of one target (a tab's own process, or a frame that runs in another one). */
import type { Protocol } from 'devtools-protocol';
import { CdpError, type Session } from './cdp.js';
import { append, countMarks, readClosedRoots } from './closed-roots.js';
import { hasUnknown, readCustomElements } from './custom-elements.js';
import { documentReader, type Lean, type Limits, type PageReading, whole } from './in-page.js';
import { PAST_READER, type PastReading } from './in-page-timeline.js';
import type { Rules } from './redact.js';

/** All isolated worlds of one name in a document are one world: reading twice leaves nothing more behind. */
const WORLD = 'reconcile';

export const LIMITS: Limits = {
  controls: 10_000,
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
  /** Evaluated in each document: gives `[PageReading, PastReading]` as JSON. `there`: see `readDocument`. */
  reader(there: number | null): string;
  /** Characters that may still be kept, so that no number of tabs can exhaust this process. */
  room: { left: number };
}

export function termsWith(rules: Rules, characters: number): Terms {
  const read = documentReader(rules, LIMITS);
  const reader = (there: number | null) => `'[' + ${read}(${there}) + ',' + ${PAST_READER} + ']'`;
  return { rules, reader, room: { left: characters } };
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
  past: PastReading | null;
  why: string | null;
  /** Why it did not answer, or `Replaced`: something may be under way in it. Null where it is at rest. */
  cause: unknown;
}

/** Another document took a frame's place while it was read. */
export class Replaced extends Error {}

type FrameInfo = Protocol.Page.Frame;
type World = { context: number } | { cause: unknown };

/**
 * The target's frames in tree order, its own main frame first. Throws only if not even the frames can be listed.
 * A target answers in the order in which it is asked, so the questions are sent in as few steps as they allow.
 */
export async function readTarget(session: Session, terms: Terms): Promise<FrameReading[]> {
  // The main frame of a target has the target's id.
  const [before, main, marks] = await Promise.all([
    framesOf(session),
    worldIn(session, session.targetId),
    countMarks(session),
  ]);
  const worlds = await Promise.all(
    before.map((frame) => (frame.id === session.targetId ? main : worldIn(session, frame.id))),
  );
  // The count is of all frames together.
  const there = before.length === 1 ? marks : null;
  const read = before.map((frame, i) => readFrame(session, frame, worlds[i], there, terms));
  const [frames, after] = await Promise.all([Promise.all(read), framesOf(session).catch(() => null)]);
  const [closed, custom] = await Promise.all([
    addClosedRoots(session, frames, marks, terms.rules),
    addCustomElements(session, frames, terms.rules),
  ]);
  const last = closed || custom ? await framesOf(session).catch(() => null) : after;
  // An answer that waited behind a navigation comes from the next document: it says nothing about this one.
  const stays = new Map((last ?? []).map(({ id, loaderId }) => [id, loaderId]));
  return frames.map((frame, i) => {
    const seen = before[i];
    const settled = seen === undefined || frame.cause !== null || stays.get(seen.id) === seen.loaderId;
    return settled ? frame : changed(seen, last !== null);
  });
}

async function framesOf(session: Session): Promise<FrameInfo[]> {
  return flatten((await session.ask('Page.getFrameTree')).frameTree);
}

async function worldIn(session: Session, frameId: string): Promise<World> {
  try {
    const made = await session.ask('Page.createIsolatedWorld', { frameId, worldName: WORLD });
    return { context: made.executionContextId };
  } catch (cause) {
    return { cause };
  }
}

async function readFrame(
  session: Session,
  frame: FrameInfo,
  world: World | undefined,
  there: number | null,
  terms: Terms,
): Promise<FrameReading> {
  if (frame.unreachableUrl !== undefined) {
    return { ...blank(frame), why: 'it failed to load: the browser shows its own error page' };
  }
  try {
    if (world === undefined || 'cause' in world) throw world?.cause;
    const { context } = world;
    const { result, exceptionDetails } = await session.ask('Runtime.evaluate', {
      expression: terms.reader(there),
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
    const [told, past] = JSON.parse(text) as [Lean<PageReading>, PastReading];
    const page = whole(told);
    return { ...blank(frame), url: page.url, origin: page.origin, context, page, past, why: page.cut };
  } catch (cause) {
    return { ...blank(frame), why: frameWhy(cause), cause };
  }
}

/** Adds to the frames, in place, what their closed shadow roots hold. Says whether there was anything to ask for. */
async function addClosedRoots(
  session: Session,
  frames: FrameReading[],
  marks: number | null,
  rules: Rules,
): Promise<boolean> {
  const [main] = frames;
  if (main === undefined || frames.some((frame) => frame.page?.cut)) return false;
  const seen = frames.reduce((sum, frame) => sum + (frame.page?.marks ?? 0), 0);
  if (marks === seen && frames.every((frame) => frame.page !== null)) return false;
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
  return true;
}

async function addCustomElements(session: Session, frames: FrameReading[], rules: Rules): Promise<boolean> {
  const unknown = frames.filter(hasUnknown);
  await Promise.all(unknown.map((frame) => readCustomElements(session, frame, rules)));
  return unknown.length > 0;
}

function changed(frame: FrameInfo, answered: boolean): FrameReading {
  const cause = answered ? new Replaced() : new CdpError('deadline', 'Page.getFrameTree');
  return { ...blank(frame), why: frameWhy(cause), cause };
}

function blank(frame: FrameInfo): FrameReading {
  return {
    id: frame.id,
    parentId: frame.parentId ?? null,
    url: frame.url + (frame.urlFragment ?? ''),
    origin: frame.securityOrigin,
    failedUrl: frame.unreachableUrl ?? null,
    context: null,
    page: null,
    past: null,
    why: null,
    cause: null,
  };
}

export function frameWhy(cause: unknown): string {
  if (cause instanceof Replaced) return 'another document took its place while it was read';
  if (!(cause instanceof CdpError)) return 'it answered something that cannot be read';
  if (cause.kind === 'deadline') return 'it did not answer in time';
  if (cause.kind === 'closed') return 'it was closed while it was read';
  return VANISHED.test(cause.message)
    ? `it was removed or replaced while it was read (${cause.message})`
    : `the browser would not let it be read (${cause.message})`;
}

/** How Chromium says that what it was asked about is there no more. */
const VANISHED =
  /context with specified id|context was destroyed|no frame|frame (with|for) |frame not found|could not find node|no node|navigated or closed/i;

function flatten(tree: Protocol.Page.FrameTree): FrameInfo[] {
  return [tree.frame, ...(tree.childFrames ?? []).flatMap(flatten)];
}
