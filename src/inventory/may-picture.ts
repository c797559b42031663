/** Whether a picture of a tab may be taken at all, and of what. What is doubtful is not pictured. */
import type { Session } from './cdp.js';
import type { FrameReading, Terms } from './controls.js';
import type { TabStatus } from './inventory.js';

/** A tab as it was read, still attached to. It may show another document by the time it is pictured. */
export interface Subject {
  session: Session;
  terms: Terms;
  /** The document that was read: its address, its isolated world and its loader. */
  url: string;
  context: number | null;
  /** Not waited for by the reading. Null: it did not say. */
  loader: Promise<string | null>;
  /** Ids of the targets of its frames in other processes, as they are now. */
  frameTargets: () => Promise<string[]>;
}

/** Why not, in a few words; null where it may: of what is in front anyway, where everything on it has been read. */
export function whyNoPicture(status: TabStatus, main: FrameReading, all: FrameReading[]): string | null {
  if (status !== 'ok') return `it is ${status}`;
  if (main.failedUrl !== null) return 'it failed to load';
  if (main.page?.shown !== true) return 'it is not in front';
  if (!all.every(({ page, failedUrl }) => page !== null || failedUrl !== null))
    return 'not all of its frames could be read, and a secret may stand there';
  if (all.some(({ page, why }) => page !== null && why !== null))
    return 'not all of it could be read, and a secret may stand there';
  return null;
}

export function subjectOf(
  session: Session,
  { id, url, context }: FrameReading,
  { terms, frameTargetsNow }: { terms: Terms; frameTargetsNow: Subject['frameTargets'] },
): Subject {
  const asked = session.ask('Page.getFrameTree').then(({ frameTree: { frame } }) => frame);
  const loader = asked.then((frame) => (frame.id === id ? frame.loaderId : null));
  return { session, terms, url, context, loader: loader.catch(() => null), frameTargets: frameTargetsNow };
}
