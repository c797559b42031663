/**
 * A tab that does not answer keeps what was typed to itself. The session file beside its browser tells some of it, a
 * few seconds late. The file's tabs have other ids, so one is taken for a live tab only where it alone has the same
 * history, and no other tab has it too.
 */
import type { Frame, Tab } from './inventory.js';
import { readSessionTabs } from './profile/profile.js';

/** Gives the silent tabs, in place, the frames that the session file tells of. Without one they stay as they are. */
export async function readBeside(tabs: Tab[], profile: string, redact: RegExp[]): Promise<void> {
  const silent = tabs.filter(isSilent);
  if (silent.length === 0) return;
  const saved = await readSessionTabs(profile, { redact }).catch(() => []);
  for (const tab of silent) {
    const [alike, ...others] = saved.filter((one) => wayOf(one) === wayOf(tab));
    if (alike === undefined || wayOf(tab) === '') continue;
    const twins = tabs.filter((one) => !one.incognito && wayOf(one) === wayOf(tab));
    if (others.length > 0 || twins.length > 1) {
      tab.why = `${tab.why}; the session file tells of several tabs like it`;
      continue;
    }
    const live = new Set(
      tab.frames.filter(({ controls }) => controls.length > 0).map(({ path }) => path.join()),
    );
    const told = alike.frames.filter(({ path }) => !live.has(path.join())).map(late);
    const left = tab.frames.filter(({ path }) => !told.some((frame) => frame.path.join() === path.join()));
    tab.frames = [...told, ...left];
  }
}

/** Incognito tabs are in no file. A tab that was put to sleep or has crashed had a file written too. */
function isSilent({ status, incognito, frames }: Tab): boolean {
  if (incognito || status === 'ok' || status === 'closed') return false;
  return frames.every(({ path, controls }) => path.length > 0 || controls.length === 0);
}

/** Where it has been, and where it is now. */
function wayOf({ history }: Tab): string {
  return history.map(({ url, current }) => `${current ? '> ' : ''}${url}`).join('\n');
}

function late(frame: Frame): Frame {
  const own = frame.why === null ? '' : `; ${frame.why}`;
  return { ...frame, why: `from the session file, which is written some seconds late${own}` };
}
