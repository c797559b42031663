import type { Probe } from '../probe/probe.js';
import { Refusal } from '../refusal.js';
import type { ProbeUse } from '../words.js';
import type { Fault } from './positions.js';
import type { Drafted } from './schema.js';

/**
 * Load the probes that the actions use, let each check its options, and fill in its defaults: one answer an action,
 * null where it has no probe. Faults are added to `faults`. A plan without probes loads none of their code.
 */
export async function settleUses(
  actions: Drafted[],
  folder: string,
  faults: Fault[],
): Promise<(ProbeUse | null)[]> {
  const loaded = new Map<string, Promise<Probe | Refusal>>();
  const uses: (ProbeUse | null)[] = [];
  for (const drafted of actions) {
    const { use, path } = drafted;
    if (!use) {
      uses.push(null);
      continue;
    }
    const loading = loaded.get(use.use) ?? load(use.use, folder);
    loaded.set(use.use, loading);
    const probe = await loading;
    if (probe instanceof Refusal) {
      faults.push({ path: [...path, 'probe', 'use'], message: probe.where.hint });
      uses.push(null);
      continue;
    }
    faults.push(...(await optionFaults(probe, drafted)));
    uses.push({ ...use, settleMs: use.settleMs ?? probe.settleMs, review: use.review ?? probe.review });
  }
  return uses;
}

async function load(use: string, folder: string): Promise<Probe | Refusal> {
  const { loadProbe } = await import('../probe/load.js');
  try {
    return await loadProbe(use, folder);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function optionFaults(probe: Probe, { use, wanted, path }: Drafted): Promise<Fault[]> {
  // Options speak of the identity's fields: without a sound identity every such fault would be a guess.
  if (!wanted) return [];
  const { checkOptions } = await import('../probe/load.js');
  const { faults } = await checkOptions(probe, use?.with, wanted);
  return faults.map((fault) => ({
    path: [...path, 'probe', 'with', ...fault.path.map(step)],
    message: fault.message,
  }));
}

/** Probes name list entries by their index as text. */
function step(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}
