/**
 * Pictures of tabs, where they can be had without the page noticing: the plain call only, nothing that resizes,
 * scrolls or fronts a tab, and only of a tab that is in front anyway. A hidden one would be drawn for the picture, and
 * its `requestAnimationFrame`, resize and intersection callbacks would run. Having no picture is not a failure.
 * Secrets in plain sight are painted over in the picture (`picture-take.ts`).
 */
import type { Progress } from '../words.js';
import { CdpError } from './cdp.js';
import type { Subject } from './may-picture.js';
import { FolderFault, PictureFolder } from './picture-folder.js';
import { takePicture } from './picture-take.js';
import type { TabReading } from './tab.js';

/** Where it is, or why there is none, in a few words. */
export type Picture = { path: string } | { why: string };
/** By target. */
export type Pictures = ReadonlyMap<string, Picture>;

const ALL_MS = 10_000;
const AT_ONCE = 4;

export async function takeScreenshots(
  readings: TabReading[],
  path: string,
  progress?: Progress,
): Promise<Pictures> {
  const folder = new PictureFolder(path);
  const fault = await folder.fault();
  if (fault !== null) progress?.(`no screenshots in ${path}: ${fault}`);
  const untaken = fault === null ? 'the time for all of them was over' : whyNoFile(fault);
  const pictures = new Map<string, Picture>(
    readings.map(({ tab, noPicture }) => [tab.targetId, { why: noPicture ?? untaken }]),
  );
  const until = Date.now() + ALL_MS;
  const waiting = fault === null ? readings.filter(({ subject }) => subject !== null) : [];
  const total = waiting.length;
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && Date.now() < until; next = waiting.shift()) {
      if (next.subject) pictures.set(next.tab.targetId, await picture(next.subject, folder));
      progress?.('taking screenshots', ++done, total);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return pictures;
}

async function picture(subject: Subject, folder: PictureFolder): Promise<Picture> {
  try {
    const taken = await takePicture(subject);
    return Buffer.isBuffer(taken) ? { path: await folder.store(taken) } : taken;
  } catch (cause) {
    return { why: whyNone(cause) };
  }
}

function whyNone(cause: unknown): string {
  if (cause instanceof FolderFault) return whyNoFile(cause.message);
  if (!(cause instanceof CdpError)) return 'the browser gave none that can be read';
  if (cause.kind === 'deadline') return 'it did not answer, or was not drawn, in time';
  return cause.kind === 'closed' ? 'it was closed meanwhile' : `the browser drew none (${cause.message})`;
}

function whyNoFile(fault: string): string {
  return `its folder cannot be used: ${fault}`;
}
