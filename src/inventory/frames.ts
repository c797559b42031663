/** From single readings to a tab's frames as the contract lists them: where each stands, and its controls. */

import type { Session } from './cdp.js';
import type { FrameReading } from './controls.js';
import type { Control, Frame } from './inventory.js';
import { address } from './redact.js';

/** The frames that one target holds, its own main frame first, and the session they were read through. */
export interface Read {
  session: Session | null;
  frames: FrameReading[];
}

/** Its page box and buttons belong to the browser. The id is the same in every Chromium. */
const PDF_VIEWER = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';

/** All frames of a tab, each with its path. The first target is the tab's own; the rest are frames in other processes. */
export async function placeFrames(targets: Read[]): Promise<Frame[]> {
  const children = new Map<string, FrameReading[]>();
  const all = targets.flatMap(({ frames }) => frames);
  const main = all[0];
  if (main === undefined) return [];
  const known = new Set(all.map(({ id }) => id));
  for (const { frames } of targets) {
    for (const frame of frames) {
      if (frame === main) continue;
      const parent = frame.parentId !== null && known.has(frame.parentId) ? frame.parentId : main.id;
      children.set(parent, [...(children.get(parent) ?? []), frame]);
    }
  }
  for (const frame of all) {
    const missing = (frame.page?.childFrames ?? 0) - (children.get(frame.id)?.length ?? 0);
    if (missing > 0)
      frame.why ??= `${missing} frame(s) came up inside it while it was read, and are not listed`;
  }
  await Promise.all(
    [...children].map(async ([parent, frames]) =>
      children.set(parent, await inOrder(parent, frames, targets)),
    ),
  );
  return listed(main, [], children, new Set());
}

/**
 * A frame that runs in another process is missing from its parent's frame tree. Where it stands among its siblings is
 * asked of the parent's page, by the element that holds it; where nobody can tell, it comes last.
 */
async function inOrder(parentId: string, frames: FrameReading[], targets: Read[]): Promise<FrameReading[]> {
  const home = targets.find((target) => target.frames.some(({ id }) => id === parentId));
  const parent = home?.frames.find(({ id }) => id === parentId);
  const foreign = frames.filter((frame) => !home?.frames.includes(frame));
  if (foreign.length === 0 || home?.session == null || parent?.context == null) return frames;
  const { context } = parent;
  const { session } = home;
  const at = await Promise.all(foreign.map((frame) => indexOf(frame.id, context, session)));
  const order = frames.filter((frame) => !foreign.includes(frame));
  const placed = foreign.map((frame, i) => ({ frame, at: at[i] ?? Number.POSITIVE_INFINITY }));
  for (const { frame, at } of placed.sort((a, b) => a.at - b.at))
    order.splice(Math.min(at, order.length), 0, frame);
  return order;
}

/** Its index among the parent's `window[0]`, `window[1]`, …; null for one inside a shadow root, or gone by now. */
async function indexOf(frameId: string, context: number, session: Session): Promise<number | null> {
  try {
    const { backendNodeId } = await session.ask('DOM.getFrameOwner', { frameId });
    const { object } = await session.ask('DOM.resolveNode', { backendNodeId, executionContextId: context });
    const { result } = await session.ask('Runtime.callFunctionOn', {
      ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
      functionDeclaration:
        'function () { for (let i = 0; i < window.length; i++) if (window[i] === this.contentWindow) return i; return -1 }',
      returnByValue: true,
      silent: true,
    });
    return typeof result.value === 'number' && result.value >= 0 ? result.value : null;
  } catch {
    return null;
  }
}

/** `seen` guards against an endpoint that names a frame its own ancestor. */
function listed(
  frame: FrameReading,
  path: number[],
  children: Map<string, FrameReading[]>,
  seen: Set<string>,
): Frame[] {
  if (seen.has(frame.id)) return [];
  seen.add(frame.id);
  const inside = children.get(frame.id) ?? [];
  const viewer = frame.url.startsWith(PDF_VIEWER);
  return [
    {
      url: address(frame.failedUrl ?? frame.url),
      origin: frame.origin === '://' ? 'null' : frame.origin,
      path,
      forms: (frame.page?.forms ?? []).map((form) => ({ ...form, action: address(form.action) })),
      controls: viewer ? [] : (frame.page?.controls ?? []).map(withCleanTarget),
      why: viewer ? 'the browser’s own PDF viewer; what stands in the document cannot be read' : frame.why,
    },
    ...inside.flatMap((child, i) => listed(child, [...path, i], children, seen)),
  ];
}

function withCleanTarget(control: Control): Control {
  const { sendsTo } = control;
  return sendsTo === undefined
    ? control
    : { ...control, sendsTo: { ...sendsTo, action: address(sendsTo.action) } };
}
