/** `reconcile inventory`: only look. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserInventory } from '../inventory/inventory.js';
import type { InventoryOptions } from '../inventory/leftover.js';
import type { ProfileOptions } from '../inventory/profile/profile.js';
import type { Ledger } from '../ledger/ledger.js';
import { EXIT, Refusal } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import type { BrowserRef } from '../words.js';
import { type Context, withLedger } from './context.js';
import { patterns } from './values.js';

export interface InventoryFlags {
  cdp?: string;
  profile?: string;
  worker?: string;
  screenshots?: string;
  redact?: string[];
}

export async function inventory(context: Context, flags: InventoryFlags): Promise<Outcome> {
  const redact = patterns('--redact', flags.redact ?? []);
  const screenshots = flags.screenshots === undefined ? null : resolve(context.cwd, flags.screenshots);
  if (screenshots !== null && (await isNoFolder(screenshots)))
    throw new Refusal('usage', { on: `--screenshots ${screenshots}`, hint: 'it is a file: name a folder' });
  const { endpoint, profile, netlog } = await browserOf(context, flags);
  const { progress } = context;
  const data =
    endpoint === ''
      ? await readDead(profile ?? '', { redact, netlog, progress })
      : await readLive({ endpoint, profile, screenshots, redact, progress });
  return { kind: 'inventory', data, exit: EXIT.ok };
}

async function isNoFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isDirectory(),
    () => false,
  );
}

type Named = Pick<BrowserRef, 'endpoint' | 'profile' | 'netlog'>;

/** `endpoint` is empty for a browser of which only the profile is left. */
async function browserOf(context: Context, flags: InventoryFlags): Promise<Named> {
  const { cdp, profile, worker } = flags;
  const named = [cdp, profile, worker].filter((value) => value !== undefined);
  if (named.length !== 1)
    throw new Refusal('usage', {
      on: `${named.length} browsers named`,
      hint: 'give one of --cdp, --profile or --worker',
    });
  if (cdp === '') throw new Refusal('endpoint', { on: '(nothing)', hint: 'give --cdp http://host:port' });
  if (profile !== undefined) return { endpoint: '', profile: resolve(context.cwd, profile), netlog: null };
  if (worker !== undefined)
    return withLedger(context, { readOnly: true }, (ledger) => newestBrowser(ledger, worker));
  const endpoint = cdp ?? '';
  return { endpoint, profile: await profileAt(endpoint), netlog: null };
}

async function readLive(options: InventoryOptions): Promise<BrowserInventory> {
  const { takeInventory } = await import('../inventory/leftover.js');
  return takeInventory(options);
}

async function readDead(folder: string, options: ProfileOptions): Promise<BrowserInventory> {
  const [{ inventoryProfile }, { refuseRunning }] = await Promise.all([
    import('../inventory/dead.js'),
    import('../leftover.js'),
  ]);
  refuseRunning(folder);
  return inventoryProfile(folder, options);
}

/** Of whoever listens there, if that is on this machine. */
async function profileAt(endpoint: string): Promise<string | null> {
  if (!URL.canParse(endpoint) || !/^(localhost|127\..*|\[::1\])$/.test(new URL(endpoint).hostname))
    return null;
  const [{ profileOf }, { portOwner }] = await Promise.all([
    import('../worker/browser.js'),
    import('../worker/ports.js'),
  ]);
  const process = portOwner(Number(new URL(endpoint).port));
  return profileOf({ endpoint, process, profile: null, netlog: null });
}

/** What is left of it: the browser itself while it lives, else its profile. */
async function newestBrowser(ledger: Ledger, worker: string): Promise<Named> {
  const newest = (await ledger.starts(worker)).at(-1);
  if (!newest)
    throw new Refusal('unknown-worker', { on: worker, hint: 'no start of it is recorded: give --cdp' });
  const { browser } = newest;
  if (!browser)
    throw new Refusal('endpoint', { on: worker, hint: 'its newest start recorded no browser: give --cdp' });
  const { browserAlive } = await import('../worker/browser.js');
  return browser.profile === null || browserAlive(browser) ? browser : { ...browser, endpoint: '' };
}
