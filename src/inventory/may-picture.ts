/** Whether a picture of a tab may be taken at all. What is doubtful is not pictured. */
import type { Session } from './cdp.js';
import type { FrameReading, Terms } from './controls.js';
import type { TabStatus } from './inventory.js';
import { type Look, lookAgain } from './mask.js';

/**
 * Why not, in a few words; null where it may: of what is in front anyway, where everything on it has been read and no
 * secret stands in a frame of unknown place.
 */
export function whyNoPicture(status: TabStatus, main: FrameReading, all: FrameReading[]): string | null {
  if (status !== 'ok') return `it is ${status}`;
  if (main.failedUrl !== null) return 'it failed to load';
  if (main.page?.shown !== true) return 'it is not in front';
  if (!all.every(({ page, failedUrl }) => page !== null || failedUrl !== null))
    return 'not all of its frames could be read, and a secret may stand there';
  if (all.some(({ page, why }) => page !== null && why !== null))
    return 'not all of it could be read, and a secret may stand there';
  return all.every((frame) => frame === main || !frame.page?.secretBoxes.length)
    ? null
    : 'a secret stands in one of its frames';
}

/** Null: no secret is in sight. */
export function lookOf(session: Session, { page, context }: FrameReading, { reader }: Terms): Look | null {
  const known = page?.secretBoxes.length ?? 0;
  return known === 0 || context === null ? null : lookAgain(session, context, reader(null), known);
}
