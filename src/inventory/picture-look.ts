/** What a tab shows at one moment: where its secrets stand, and all by which another moment can be told from it. */
import type { Session } from './cdp.js';
import { type FrameReading, frameWhy, Replaced, readTarget } from './controls.js';
import type { Box } from './in-page.js';
import { type Sight, sightOf } from './mask.js';
import { type Subject, whyNoPicture } from './may-picture.js';

export interface Look extends Sight {
  /** All that was read, to be compared. Holds what was typed: not to be kept. */
  told: string;
}

/** Nothing of a look is kept, so each of them has this many characters of room for itself. */
const ROOM = 16 * 1024 * 1024;
/** Also within one document: what was read belongs to the address that it had. */
export const ELSEWHERE = 'it had gone on to another page by then, or was loaded again';

/** `others`: its frames in other processes. `why`: there can be no picture. */
export async function lookAt(
  { session, terms, url, context }: Subject,
  others: Session[],
): Promise<Look | { why: string }> {
  const own = { ...terms, room: { left: ROOM } };
  const all = (await Promise.all([session, ...others].map((target) => readTarget(target, own)))).flat();
  const [main] = all;
  if (main === undefined || main.cause instanceof Replaced) return { why: ELSEWHERE };
  if (main.cause !== null) return { why: frameWhy(main.cause) };
  if (main.url !== url || main.context !== context) return { why: ELSEWHERE };
  const why = whyNoPicture('ok', main, all);
  if (why !== null) return { why };
  if (isShort(main, all)) return { why: 'not all of its frames were listed, and a secret may stand there' };
  const sight = sightOf(main.page);
  const frames = await boxesOfFrames(session, main, all);
  if (sight === null || frames === null) return { why: 'the secrets on it could not be found again' };
  const seen = { ...sight, secretBoxes: [...sight.secretBoxes, ...frames] };
  return { ...seen, told: JSON.stringify([seen, all.map(({ past: _, ...frame }) => frame)]) };
}

/** Whether there are frames that nobody listed. */
function isShort(main: FrameReading, all: FrameReading[]): boolean {
  const known = new Set(all.map(({ id }) => id));
  const listed = new Map<string, number>();
  for (const { id, parentId } of all) {
    const parent = parentId !== null && known.has(parentId) ? parentId : main.id;
    if (id !== main.id) listed.set(parent, (listed.get(parent) ?? 0) + 1);
  }
  return all.some(({ id, page }) => (page?.childFrames ?? 0) > (listed.get(id) ?? 0));
}

/** A frame in which a secret stands is covered as a whole, by the outermost frame that it is in. Null: not for certain. */
async function boxesOfFrames(
  session: Session,
  main: FrameReading,
  all: FrameReading[],
): Promise<Box[] | null> {
  const byId = new Map(all.map((frame) => [frame.id, frame]));
  const outermost = (frame: FrameReading): string | null => {
    let at = frame;
    for (let depth = 0; depth < 100 && at.parentId !== main.id; depth++) {
      const up = byId.get(at.parentId ?? '');
      if (up === undefined) return null;
      at = up;
    }
    return at.parentId === main.id ? at.id : null;
  };
  const secret = all.filter((frame) => frame !== main && frame.page?.secretBoxes.length);
  const ids = [...new Set(secret.map(outermost))];
  const boxes = await Promise.all(ids.map((id) => (id === null ? null : boxOfFrame(session, id, main))));
  return boxes.every((box) => box !== null) ? boxes : null;
}

/** Where the element stands that holds the frame; null where it cannot be told. */
async function boxOfFrame(session: Session, frameId: string, { context }: FrameReading): Promise<Box | null> {
  try {
    const { backendNodeId } = await session.ask('DOM.getFrameOwner', { frameId });
    const executionContextId = context ?? 0;
    const { object } = await session.ask('DOM.resolveNode', { backendNodeId, executionContextId });
    const { result } = await session.ask('Runtime.callFunctionOn', {
      ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
      functionDeclaration: `function () {
        const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(this);
        return [Math.floor(x), Math.floor(y), Math.ceil(width) + 1, Math.ceil(height) + 1];
      }`,
      returnByValue: true,
      silent: true,
    });
    return (
      sightOf({ secretBoxes: [result.value], viewport: { width: 1, height: 1, scale: 1 } })?.secretBoxes[0] ??
      null
    );
  } catch {
    return null;
  }
}
