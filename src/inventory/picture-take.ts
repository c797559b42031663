/**
 * One picture of a tab. A page may change at any time, and the reading of the tabs may be long ago by now. So where its
 * secrets stand is read right before and right after the picture is taken, what happens in between is watched, and
 * there is no picture where both readings are not the same or anything happened: nobody knows what it shows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CdpError, Session } from './cdp.js';
import { masked } from './mask.js';
import type { Subject } from './may-picture.js';
import { ELSEWHERE, type Look, lookAt } from './picture-look.js';
import { Watch } from './picture-watch.js';

/** For all that is asked of one tab. */
const TAB_MS = 5_000;
const DRAWN_MS = 1_500;
const TRIES = 2;
/** A step that slides in has mostly come to rest by then. */
const PAUSE_MS = 400;

type Taken = Buffer | { why: string };

interface Shot {
  bytes: Buffer;
  before: Look;
  after: Look;
}

export async function takePicture(subject: Subject): Promise<Taken> {
  const { cdp, id, targetId } = subject.session;
  const until = Date.now() + TAB_MS;
  // The reading's own may be over by now.
  const session = new Session(cdp, id, targetId, { at: until, latest: until });
  for (let tries = 1; ; tries++) {
    const taken = await tryOnce({ ...subject, session }).catch((cause: unknown) => {
      if (tries < TRIES && isGone(cause)) return null;
      throw cause;
    });
    if (taken !== null) return taken;
    if (tries === TRIES) return { why: 'the page changed while it was pictured' };
    await sleep(PAUSE_MS);
  }
}

/** It may have been one of its frames only: the next try tells. */
function isGone(cause: unknown): boolean {
  return cause instanceof CdpError && cause.kind !== 'deadline';
}

/** Null: it changed meanwhile. */
async function tryOnce(tab: Subject): Promise<Taken | null> {
  const { cdp, deadline } = tab.session;
  const ids = await tab.frameTargets();
  const frames = await Promise.all(ids.map((id) => Session.attach(cdp, id, deadline)));
  const watches = await Promise.all([tab.session, ...frames].map((session) => Watch.over(session, TAB_MS)));
  const close = () => Promise.all(watches.map((watch) => watch.close().catch(() => false)));
  const shot = await shoot(tab, frames, watches).catch(async (cause: unknown) => {
    await close();
    throw cause;
  });
  const still = await close();
  if (shot === null || 'why' in shot) return shot;
  const { bytes, before, after } = shot;
  if (still.includes(false) || before.told !== after.told) return null;
  if ((await tab.frameTargets()).join() !== ids.join()) return null;
  if (before.secretBoxes.length === 0) return bytes;
  return masked(bytes, before) ?? { why: 'the secrets on it could not be painted over for certain' };
}

/** Null: it changed meanwhile. */
async function shoot(
  tab: Subject,
  frames: Session[],
  watches: Watch[],
): Promise<Shot | { why: string } | null> {
  // A tab answers in the order in which it is asked: it was asked for this before it was watched.
  const loader = await tab.loader;
  if (loader === null) return { why: 'it did not tell which document it shows' };
  if (watches[0]?.watched.loader !== loader) return { why: ELSEWHERE };
  // Around both looks, not only around the picture: between two questions a page has time for anything.
  await Promise.all(watches.map((watch) => watch.begin()));
  const before = await lookAt(tab, frames);
  if ('why' in before) return before;
  const { data } = await tab.session.ask('Page.captureScreenshot', { format: 'png' }, DRAWN_MS);
  const after = await lookAt(tab, frames);
  await Promise.all(watches.map((watch) => watch.end()));
  return 'why' in after ? null : { bytes: Buffer.from(data, 'base64'), before, after };
}
