/**
 * Pictures of tabs, where they can be had without the page noticing: the plain call only, nothing that resizes,
 * scrolls or fronts a tab, and only of a tab that is in front anyway. A hidden one would be drawn for the picture, and
 * its `requestAnimationFrame`, resize and intersection callbacks would run. Having no picture is not a failure.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress } from '../words.js';
import type { Session } from './cdp.js';
import type { TabReading } from './tab.js';

const ONE_MS = 1_500;
const ALL_MS = 10_000;
const AT_ONCE = 4;

export async function takeScreenshots(
  readings: TabReading[],
  folder: string,
  progress?: Progress,
): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (!made) return;
  const until = Date.now() + ALL_MS;
  const waiting = readings.filter(({ session }) => session !== null);
  const total = waiting.length;
  let done = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined && Date.now() < until; next = waiting.shift()) {
      if (next.session !== null) next.tab.screenshot = await picture(next.session, folder);
      progress?.('taking screenshots', ++done, total);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Named by its content: the same sight twice is one file. A folder that cannot be written to is no reason to stop. */
async function picture(session: Session, folder: string): Promise<string | null> {
  try {
    const { data } = await session.ask('Page.captureScreenshot', { format: 'png' }, ONE_MS);
    const bytes = Buffer.from(data, 'base64');
    const path = join(folder, `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`);
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}
