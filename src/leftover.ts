/** Everything a dead worker leaves, read in one go: browser, files, git repos, logs. Touches nothing. */
import { inventoryFiles } from './inventory/files.js';
import { inventoryRepos } from './inventory/git.js';
import type { BrowserInventory, Inventory } from './inventory/inventory.js';
import { knownSecrets, withoutSecrets } from './inventory/known-secrets.js';
import { isQuiet, takeInventory } from './inventory/leftover.js';
import { inventoryLog } from './inventory/log.js';
import { Refusal } from './refusal.js';
import type { Action, BrowserRef, Fact, Progress, Start } from './words.js';
import { browserAlive } from './worker/browser.js';
import { whatIsInFlight } from './worker/in-flight.js';
import { clientsOf } from './worker/ports.js';
import { isElsewhere } from './worker/starts.js';

export interface Leftover {
  inventory: Inventory;
  browser: Omit<Extract<Fact, { kind: 'browser' }>, 'kind'>;
}

export interface LeftoverOptions {
  /** A browser named by the user must answer; one that the ledger names may be dead. */
  mustAnswer: boolean;
  screenshots?: string | null;
  redact?: RegExp[];
  files?: string[];
  repos?: string[];
  /** Of the worker: where a request still under way would matter, and which credentials must not be kept. */
  actions: Action[];
  progress?: Progress;
}

export async function takeLeftover(start: Start, options: LeftoverOptions): Promise<Leftover> {
  const place = { cwd: start.cwd, since: start.startedAt, progress: options.progress };
  const [seen, files, repos, log] = await Promise.all([
    takeBrowser(start, options),
    inventoryFiles(options.files?.length ? options.files : start.files, place),
    inventoryRepos(options.repos?.length ? options.repos : start.repos, place),
    inventoryLog(start),
  ]);
  const inventory = { ...seen.inventory, files, repos, log };
  return withoutSecrets({ inventory, browser: seen.browser }, knownSecrets(options.actions));
}

type SeenBrowser = { inventory: BrowserInventory; browser: Leftover['browser'] };

async function takeBrowser(start: Start, options: LeftoverOptions): Promise<SeenBrowser> {
  const ref = start.browser;
  const nothing = { at: Date.now(), contexts: [], tabs: [], serviceWorkers: [], profile: null };
  const gone = (why: string): SeenBrowser => ({
    inventory: nothing,
    browser: { alive: false, quiet: true, at: Date.now(), why },
  });
  if (ref === null) return gone('the worker had none');
  if (ref.endpoint === '') return gone('only its profile is known');
  if (!options.mustAnswer && isElsewhere(start)) {
    const why = `it is on ${start.host}, where it may still send`;
    return { inventory: nothing, browser: { alive: true, quiet: false, at: Date.now(), why } };
  }
  if (!options.mustAnswer && !browserAlive(ref)) return gone('its process is dead');
  try {
    const { screenshots = null, redact = [], progress } = options;
    const inventory = await takeInventory({ endpoint: ref.endpoint, screenshots, redact, progress });
    return {
      inventory,
      browser: { alive: true, ...(await quietness(ref, inventory, options.actions)), at: Date.now() },
    };
  } catch (error) {
    if (options.mustAnswer || !(error instanceof Refusal)) throw error;
    // It may have died while we looked; if it lives and does not answer, it may still send.
    if (!browserAlive(ref)) return gone('it died while it was looked at');
    return { inventory: nothing, browser: { alive: true, quiet: false, at: Date.now(), why: error.message } };
  }
}

/** Tabs at rest, nothing under way in the network, and nobody connected who could begin something. */
async function quietness(ref: BrowserRef, inventory: BrowserInventory, actions: Action[]) {
  const tabs = isQuiet(inventory);
  const clients = clientsOf(ref.endpoint);
  const why =
    tabs.why ??
    (clients.length > 0
      ? `another process is connected to it: pid ${clients.slice(0, 5).join(', ')}`
      : null) ??
    (await whatIsInFlight(
      ref,
      actions.flatMap(({ effect }) => effect ?? []),
    ));
  return { quiet: why === null, why };
}
