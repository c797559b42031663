/**
 * Closed shadow roots. No script can find them, only `DOM.getDocument(pierce)` can, and it sends the whole tree:
 * about 200 ms for 3,000 nodes. So it is asked only where the renderer's own search finds more nodes than our walk.
 */
import type { Protocol } from 'devtools-protocol';
import type { Session } from './cdp.js';
import { closedRootReader, type Lean, type Limits, type PageReading, whole } from './in-page.js';
import type { Control } from './inventory.js';
import type { Rules } from './redact.js';

type Node = Protocol.DOM.Node;
export type RootReading = Pick<PageReading, 'forms' | 'controls' | 'secretBoxes' | 'cut'>;

interface ClosedRoot {
  frameId: string;
  backendNodeId: number;
  shadow: string[];
}

/**
 * How many nodes there are that hold `<`, closed roots included: the search matches that as the beginning of every
 * element's name. Null where it cannot be told.
 */
export async function countMarks(session: Session): Promise<number | null> {
  const enabled = session.ask('DOM.enable', {});
  // Its results are given up with the session.
  const searched = session.ask('DOM.performSearch', { query: '<' });
  return Promise.all([enabled, searched]).then(
    ([, { resultCount }]) => resultCount,
    () => null,
  );
}

/** What the closed roots of a target's frames hold, in document order. `contexts`: each frame's isolated world. */
export async function readClosedRoots(
  session: Session,
  mainFrame: string,
  contexts: Map<string, number>,
  rules: Rules,
  limits: Limits,
): Promise<{ frameId: string; read: RootReading }[]> {
  const { root } = await session.ask('DOM.getDocument', { depth: -1, pierce: true });
  const readings = closedRootsBelow(root, mainFrame).map(async (closed) => {
    const context = contexts.get(closed.frameId);
    if (context === undefined) return [];
    return [{ frameId: closed.frameId, read: await readOne(session, closed, context, rules, limits) }];
  });
  return (await Promise.all(readings)).flat();
}

async function readOne(session: Session, closed: ClosedRoot, context: number, rules: Rules, limits: Limits) {
  const { backendNodeId, shadow } = closed;
  const { object } = await session.ask('DOM.resolveNode', { backendNodeId, executionContextId: context });
  const { result, exceptionDetails } = await session.ask('Runtime.callFunctionOn', {
    ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
    functionDeclaration: closedRootReader(shadow, rules, limits),
    returnByValue: true,
    silent: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return whole(JSON.parse(String(result.value)) as Lean<RootReading>);
}

/** Forms of a closed root follow the frame's own; its controls' indexes are moved accordingly. */
export function append(page: PageReading, root: RootReading): void {
  const moved = root.controls.map(
    (control): Control => ({
      ...control,
      form: control.form === null ? null : control.form + page.forms.length,
    }),
  );
  page.forms.push(...root.forms);
  page.controls.push(...moved);
  page.secretBoxes.push(...root.secretBoxes);
  page.cut ??= root.cut;
}

/** Depth first and without recursion: a hostile page may nest as deeply as it likes. */
function closedRootsBelow(document: Node, mainFrame: string): ClosedRoot[] {
  const found: ClosedRoot[] = [];
  const open: { node: Node; frameId: string; shadow: string[] }[] = [
    { node: document, frameId: mainFrame, shadow: [] },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, frameId, shadow } = next;
    for (const root of node.shadowRoots ?? []) {
      const inner = [...shadow, node.localName];
      if (root.shadowRootType === 'closed')
        found.push({ frameId, backendNodeId: root.backendNodeId, shadow: inner });
      if (root.shadowRootType !== 'user-agent') open.push({ node: root, frameId, shadow: inner });
    }
    if (node.contentDocument !== undefined && node.frameId !== undefined) {
      open.push({ node: node.contentDocument, frameId: node.frameId, shadow: [] });
    }
    for (const child of [...(node.children ?? [])].reverse()) open.push({ node: child, frameId, shadow });
  }
  return found;
}
