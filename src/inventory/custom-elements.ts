/**
 * What a form-associated custom element holds. Only its own code knows, and running that code could be noticed. V8 can
 * run it so that it cannot: with `throwOnSideEffect` whatever would change anything (a counter, a log, an attribute, an
 * event, a request, a timer) is refused before it happens, and the refusal cannot be caught. Measured with getters of
 * forty kinds: those that only read were answered, all others refused, and the page's state was what it had been.
 *
 * Rules of this file:
 * - The element's own world is a hostile one: built-ins may be the page's there. Its value is judged with nothing but
 *   the language itself (indexes, comparison), and more strictly than elsewhere: what merely looks like a card number
 *   or a key does not cross. What crosses is judged again here, by all rules.
 * - A getter that never ends is ended after `LOOP_MS`. Of a control whose name says that
 *   it holds a secret only the length crosses.
 * - Where anything is in doubt the control stays as it was: without a value, and `partial`.
 */
import type { Session } from './cdp.js';
import type { FrameReading } from './controls.js';
import {
  findCustom,
  type Held,
  hold,
  holdAll,
  looksSecret,
  type Place,
  type Question,
} from './in-page-custom.js';
import type { Control } from './inventory.js';
import { holdsSecret, isSecret, type Rules } from './redact.js';

/** Of the wall clock, so with room for a busy machine. */
const LOOP_MS = 500;
const MOST = 100;
/** How V8 shows its own `Error`. */
const NATIVE = /^function Error\(\) \{ \[native code\] \}$/;

/** Whether a frame has controls that this could tell more of. */
export function hasUnknown({ page }: FrameReading): boolean {
  return page?.controls.some(isUnknown) ?? false;
}

/** Fills in, in place, what the custom controls of a frame hold. Call it only where `hasUnknown`. Never throws. */
export async function readCustomElements(session: Session, frame: FrameReading, rules: Rules): Promise<void> {
  try {
    const { page, context } = frame;
    if (page === null || context === null) return;
    // What stands in closed roots comes last, and no path leads there.
    const controls = page.controls.filter(({ type }) => type === 'custom');
    const [places, world] = await Promise.all([placesIn(session, context), mainWorldOf(session, context)]);
    if (world === null || (await describesErrors(session, world))) return;
    const kinds = new Map<string, Asked[]>();
    for (const [i, control] of controls.slice(0, MOST).entries()) {
      const place = places[i];
      // Another element there: the page has changed since, and nobody can say which is which.
      if (place?.called !== calledBy(control)) break;
      if (!isUnknown(control)) continue;
      const kept = control.redacted || isSecretByName(control, rules);
      kinds.set(control.tag, [...(kinds.get(control.tag) ?? []), { control, path: place.path, kept }]);
    }
    for (const asked of kinds.values()) await askKind(session, world, asked, rules);
  } catch {
    // The frame has gone, or the browser does not know how: the controls stay as they were.
  }
}

interface Asked extends Question {
  control: Control;
}

/** Elements of one name share their code: where the first of them may not be asked, the others need not be. */
async function askKind(session: Session, world: number, asked: Asked[], rules: Rules): Promise<void> {
  for (const some of [asked.slice(0, 1), asked.slice(1)]) {
    if (some.length === 0) return;
    const questions = some.map(({ path, kept }) => ({ path, kept }));
    const held = await ask(session, world, questions, rules);
    if (held === null) return;
    for (const [i, { control }] of some.entries()) {
      const one = held[i];
      if (one) fill(control, one, rules);
    }
  }
}

function isUnknown({ type, value, partial, redacted, length }: Control): boolean {
  return type === 'custom' && value === null && (partial || (redacted && !length));
}

function calledBy({ tag, id, name }: Control): string {
  return [tag, id, name].join(' ');
}

async function placesIn(session: Session, contextId: number): Promise<Place[]> {
  const { result } = await session.ask('Runtime.evaluate', {
    expression: `(${findCustom})()`,
    contextId,
    returnByValue: true,
    silent: true,
  });
  return result.value as Place[];
}

/**
 * The page's own world of the frame that this isolated world belongs to. A handle's id says in which world it lives
 * (`isolate.world.number`); asking otherwise would take `Runtime.enable` in every tab.
 */
async function mainWorldOf(session: Session, contextId: number): Promise<number | null> {
  const { result } = await session.ask('Runtime.evaluate', {
    expression: `Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(document)`,
    contextId,
    silent: true,
  });
  if (result.objectId === undefined) return null;
  const { node } = await session.ask('DOM.describeNode', { objectId: result.objectId });
  const { object } = await session.ask('DOM.resolveNode', { backendNodeId: node.backendNodeId });
  const world = /^-?\d+\.(\d+)\.\d+$/.exec(object.objectId ?? '')?.[1];
  await session.ask('Runtime.releaseObject', { objectId: object.objectId ?? '' }).catch(() => {});
  return world === undefined || Number(world) === contextId ? null : Number(world);
}

/**
 * A refusal is an error, and V8 asks the page's own `Error.prepareStackTrace` to describe it: that would be noticed.
 * Where there is one, or the page has put something else in the place of `Error`, nothing is asked.
 */
async function describesErrors(session: Session, contextId: number): Promise<boolean> {
  const asked = { expression: 'Error', contextId, throwOnSideEffect: true, silent: true };
  const { result, exceptionDetails } = await session.ask('Runtime.evaluate', asked);
  const { objectId, description = '' } = result;
  if (exceptionDetails !== undefined || objectId === undefined || !NATIVE.test(description)) return true;
  const { result: own } = await session.ask('Runtime.getProperties', { objectId, ownProperties: true });
  await session.ask('Runtime.releaseObject', { objectId }).catch(() => {});
  return own.some(({ name }) => name === 'prepareStackTrace');
}

/** Null: refused. Throws where it did not end: then nothing else of this page is asked. */
async function ask(
  session: Session,
  contextId: number,
  questions: Question[],
  rules: Rules,
): Promise<(Held | null)[] | null> {
  const { result, exceptionDetails } = await session.ask('Runtime.evaluate', {
    expression: `(${holdAll})(${JSON.stringify(questions)}, ${JSON.stringify(rules.extra)}, ${hold}, ${looksSecret})`,
    contextId,
    throwOnSideEffect: true,
    timeout: LOOP_MS,
    returnByValue: true,
    silent: true,
  });
  return exceptionDetails === undefined && Array.isArray(result.value) ? result.value : null;
}

function isSecretByName(control: Control, rules: Rules): boolean {
  const names = [control.name, control.id, control.label];
  return isSecret(
    { type: 'text', takesText: true, dotted: false, autocomplete: '', names, values: [] },
    rules,
  );
}

function fill(control: Control, held: Held, rules: Rules): void {
  const texts = held.value === null ? [] : [held.value].flat();
  const secret = held.secret || texts.some((text) => holdsSecret(text, rules));
  if (held.checked !== null) {
    control.checked = held.checked;
    control.dirty = held.checked !== (held.givenChecked ?? false);
  }
  if (secret) {
    Object.assign(control, { redacted: true, partial: false, length: held.length, dirty: held.length > 0 });
    return;
  }
  if (held.value === null) {
    control.partial = held.checked === null;
    return;
  }
  control.value = texts.join(', ');
  control.selected = typeof held.value === 'string' ? null : held.value;
  control.defaultValue = held.given;
  control.partial = false;
  // Where it does not tell its default, what is filled counts as typed: that is the safe side.
  if (held.checked === null) control.dirty = control.value !== (held.given ?? '');
}
