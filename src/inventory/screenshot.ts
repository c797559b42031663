/**
 * Pictures of tabs, where they can be had without the page noticing: the plain call only, nothing that resizes,
 * scrolls or fronts a tab, and only of a tab that is in front anyway. A hidden one would be drawn for the picture, and
 * its `requestAnimationFrame`, resize and intersection callbacks would run. Having no picture is not a failure.
 * Secrets in plain sight are painted over in the picture. Where they stand is read right before and right after it is
 * taken: where the two differ, nobody knows what it shows.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../words.js';
import type { Session } from './cdp.js';
import { isSame, type Look, masked } from './mask.js';
import type { TabReading } from './tab.js';

/** Paths by target. */
export type Pictures = ReadonlyMap<string, string>;

const ONE_MS = 1_500;
const ALL_MS = 10_000;
const AT_ONCE = 4;

export async function takeScreenshots(
  readings: TabReading[],
  folder: string,
  progress?: Progress,
): Promise<Pictures> {
  const pictures = new Map<string, string>();
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (!made) return pictures;
  const until = Date.now() + ALL_MS;
  const waiting = readings.filter(({ session }) => session !== null);
  const total = waiting.length;
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && Date.now() < until; next = waiting.shift()) {
      const path = next.session && (await picture(next.session, next.look, folder));
      if (path) pictures.set(next.tab.targetId, path);
      progress?.('taking screenshots', ++done, total);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return pictures;
}

/** Named by its content: the same sight twice is one file. A folder that cannot be written to is no reason to stop. */
async function picture(session: Session, look: Look | null, folder: string): Promise<string | null> {
  try {
    const bytes = look === null ? await capture(session) : await captureMasked(session, look);
    if (bytes === null) return null;
    const path = join(folder, `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`);
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}

async function capture(session: Session): Promise<Buffer> {
  const { data } = await session.ask('Page.captureScreenshot', { format: 'png' }, ONE_MS);
  return Buffer.from(data, 'base64');
}

async function captureMasked(session: Session, look: Look): Promise<Buffer | null> {
  const before = await look();
  if (before === null) return null;
  const bytes = await capture(session);
  const after = await look();
  return after !== null && isSame(before, after) ? masked(bytes, before) : null;
}
