/** Read a plan; report all its faults at once, each with `file:line:column`. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { PlanFaults, Refusal } from '../refusal.js';
import { overlap } from '../wire/match.js';
import type { Action, ClaimsMode, Effect } from '../words.js';
import { HANDLE, isHandle, Place } from './place.js';
import { type Fault, type Positions, pathText, type Spot } from './positions.js';
import { settleUses } from './probes.js';
import { type Drafted, type DraftedPlan, readShape } from './schema.js';
import { readYaml } from './yaml.js';

/** A plan of some thousand actions; parsing takes about two seconds a MiB. */
const MAX_BYTES = 1 << 20;
const MAX_FAULTS = 1000;

export interface Plan {
  /** Absolute. */
  file: string;
  folder: string;
  worker: string;
  claims: ClaimsMode;
  actions: (Action & { payload: unknown })[];
  files: string[];
  repos: string[];
}

export async function readPlan(file: string, options: { worker?: string } = {}): Promise<Plan> {
  const { value, positions, syntax, faults } = readYaml(await readText(file));
  if (syntax.length > 0)
    throw new PlanFaults(syntax.map(({ spot, message }) => line(file, spot, 'plan', message)));
  const root = new Place(value, [], { faults, written: (path) => positions.written(path) });
  const drafted = readShape(root);
  if (!drafted) return fail(file, positions, faults);
  const worker = readWorker(root, drafted, options.worker);
  faults.push(...repeated(drafted.actions), ...overlapping(drafted.actions));
  const folder = dirname(resolve(file));
  const uses = await settleUses(drafted.actions, folder, faults);
  if (faults.length > 0 || worker === undefined) return fail(file, positions, faults);
  const actions = drafted.actions.flatMap(({ path, whole }, i) => {
    // Absolute: a probe of the user's own is found from here, whatever folder a later command runs in.
    const source = `${resolve(file)}:${positions.spot({ path }).line}`;
    return whole ? [{ ...whole, worker, probe: uses[i] ?? null, source }] : [];
  });
  const { claims, files, repos } = drafted;
  return { file: resolve(file), folder, worker, claims, actions, files, repos };
}

async function readText(file: string): Promise<string> {
  const refuse = (hint: string, cause?: unknown) => new Refusal('plan-unreadable', { on: file, hint, cause });
  if (file === '-') throw refuse('standard input is not read: name a file');
  let bytes: Buffer;
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw refuse('it is a folder: name the file in it');
    // A pipe or a device could answer never, or for ever.
    if (!found.isFile()) throw refuse('it is no regular file');
    if (found.size > MAX_BYTES) throw refuse(`it is larger than ${MAX_BYTES >> 20} MiB: split it`);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse(readFault(error), error);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuse('it is not UTF-8 text', error);
  }
}

function readFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied: make it readable';
  return error instanceof Error ? error.message : String(error);
}

/** The worker's name: in the plan, with `--worker`, or the same one in both. */
function readWorker(root: Place, drafted: DraftedPlan, option: string | undefined): string | undefined {
  const inPlan = Object.hasOwn(root.value as object, 'worker');
  if (option !== undefined && !isHandle(option)) {
    throw new Refusal('usage', { on: `worker ${JSON.stringify(option)}`, hint: HANDLE });
  }
  if (!inPlan && option === undefined)
    return root.fault('names no worker: add "worker: <id>", or --worker <id>');
  if (drafted.worker !== undefined && option !== undefined && drafted.worker !== option) {
    return root.inner('worker', drafted.worker).fault(`is ${drafted.worker}, but --worker says ${option}`);
  }
  return option ?? drafted.worker;
}

/** Two actions of one id, or of one key. */
function repeated(actions: Drafted[]): Fault[] {
  const faults: Fault[] = [];
  const ids = new Map<string, Drafted>();
  const keys = new Map<string, Drafted>();
  for (const drafted of actions) {
    const { id, key, path } = drafted;
    const sameId = id === undefined ? undefined : ids.get(id);
    const sameKey = key === undefined ? undefined : keys.get(key);
    if (sameId) faults.push({ path: [...path, 'id'], message: `is also the id of ${pathText(sameId.path)}` });
    if (sameKey) {
      const message = `is the same act as ${name(sameKey)}: same platform, kind, account and identity`;
      faults.push({ path, message });
    }
    if (id !== undefined && !sameId) ids.set(id, drafted);
    if (key !== undefined && !sameKey) keys.set(key, drafted);
  }
  return faults;
}

/** A request must tell by itself which action it carries out. One fault an action, with the first that it meets. */
function overlapping(actions: Drafted[]): Fault[] {
  const faults: Fault[] = [];
  const before: { effect: Effect; drafted: Drafted }[] = [];
  for (const drafted of actions) {
    const { effect, key, path } = drafted;
    if (!effect) continue;
    const met = before.find((earlier) => overlap(earlier.effect, effect))?.drafted;
    before.push({ effect, drafted });
    // Two entries of one act are one fault, told by `repeated`.
    if (!met || (key !== undefined && met.key === key)) continue;
    const message = `could be satisfied by the request of ${name(met)}: tell them apart by url or fields`;
    faults.push({ path: [...path, 'effect'], message });
  }
  return faults;
}

function fail(file: string, positions: Positions, faults: Fault[]): never {
  const placed = faults.map((fault) => ({ fault, spot: positions.spot(fault) }));
  placed.sort((a, b) => a.spot.line - b.spot.line || a.spot.column - b.spot.column);
  const lines = placed
    .slice(0, MAX_FAULTS)
    .map(({ fault, spot }) => line(file, spot, pathText(fault.path), fault.message));
  const more = placed.length - lines.length;
  if (more > 0) lines.push(line(file, { line: 1, column: 1 }, 'plan', `${more} more faults are not shown`));
  throw new PlanFaults(lines);
}

function line(file: string, spot: Spot, path: string, message: string): string {
  return `${file}:${spot.line}:${spot.column} ${path}: ${message}`;
}

function name({ path, id }: Drafted): string {
  return id === undefined ? pathText(path) : `${pathText(path)} (${id})`;
}
