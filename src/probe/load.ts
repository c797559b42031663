/** From a plan's `probe.use` and `probe.with` to a probe and its checked options. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { probes } from '../../probes/index.js';
import { Refusal } from '../refusal.js';
import type { Action } from '../words.js';
import type { Probe } from './probe.js';

export interface OptionFault {
  /** Relative to `probe.with`. */
  path: string[];
  message: string;
}

/** A built-in's name, else a path from the plan's folder `from`, else an npm package; its default export is the probe. */
export async function loadProbe(use: string, from: string): Promise<Probe> {
  const builtIn = probes.find(({ name }) => name === use);
  if (builtIn) return builtIn;
  const found = await importOf(use, resolve(from));
  if (isProbe(found)) return found;
  throw new Refusal('probe', { on: use, hint: 'its default export is not a probe (see defineProbe)' });
}

/** Run the probe's own schema and its `faults`. `options` is what the schema made of it, undefined with faults. */
export async function checkOptions(
  probe: Probe,
  withValue: unknown,
  action: Pick<Action, 'identity' | 'account'>,
): Promise<{ options: unknown; faults: OptionFault[] }> {
  const result = await probe.options['~standard'].validate(withValue ?? {});
  if (result.issues) return { options: undefined, faults: result.issues.map(faultOf) };
  const faults = probe.faults?.(result.value, action) ?? [];
  return { options: faults.length === 0 ? result.value : undefined, faults };
}

function faultOf({ path, message }: { path?: readonly unknown[] | undefined; message: string }): OptionFault {
  const steps = (path ?? []).map((step) =>
    String(typeof step === 'object' && step !== null && 'key' in step ? step.key : step),
  );
  return { path: steps, message: oneLine(message) };
}

async function importOf(use: string, from: string): Promise<unknown> {
  const file = fileOf(use, from);
  if (file === null) {
    const known = probes.map(({ name }) => name).join(', ');
    const hint = `neither built in (${known}), nor a file or package that can be found from ${from}`;
    throw new Refusal('probe', { on: use, hint });
  }
  try {
    const module: { default?: unknown } = await import(pathToFileURL(file).href);
    return module.default;
  } catch (error) {
    const why = oneLine(error instanceof Error ? error.message : String(error));
    throw new Refusal('probe', { on: use, hint: `${file} cannot be imported: ${why}`, cause: error });
  }
}

function fileOf(use: string, from: string): string | null {
  if (use.startsWith('file:')) return existing(fileURLToPath(use));
  if (use.startsWith('.') || isAbsolute(use)) return existing(resolve(from, use));
  try {
    return existing(createRequire(join(from, 'plan')).resolve(use));
  } catch {
    return manifestEntry(use, from) ?? existing(resolve(from, use));
  }
}

function existing(file: string): string | null {
  return existsSync(file) ? file : null;
}

/** The entry of a package that is for `import` only, which `require.resolve` does not find. */
function manifestEntry(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const root = join(folder, 'node_modules', name);
    if (existsSync(join(root, 'package.json'))) return entryOf(root);
    if (dirname(folder) === folder) return null;
  }
}

function entryOf(root: string): string | null {
  try {
    let entry = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).exports;
    for (const condition of ['.', 'import', 'node', 'default']) {
      if (typeof entry === 'object' && entry !== null && condition in entry) entry = entry[condition];
    }
    return typeof entry === 'string' ? existing(join(root, entry)) : null;
  } catch {
    return null;
  }
}

function isProbe(value: unknown): value is Probe {
  if (typeof value !== 'object' || value === null) return false;
  const probe = value as Record<string, unknown>;
  const schema = probe.options as { '~standard'?: { validate?: unknown } } | null | undefined;
  return (
    typeof probe.name === 'string' &&
    typeof schema?.['~standard']?.validate === 'function' &&
    typeof probe.settleMs === 'number' &&
    probe.settleMs >= 0 &&
    (probe.review === 'possible' || probe.review === 'none') &&
    ['function', 'undefined'].includes(typeof probe.faults) &&
    typeof probe.read === 'function'
  );
}

function oneLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}
