/** Everything a dead worker leaves, read in one go: browser, files, git repos, logs. Touches nothing. */
import { resolve } from 'node:path';
import { Cdp } from './inventory/cdp.js';
import { inventoryProfile } from './inventory/dead.js';
import { inventoryFiles } from './inventory/files.js';
import { inventoryRepos } from './inventory/git.js';
import type { BrowserInventory, Inventory } from './inventory/inventory.js';
import { knownSecrets, withoutSecrets } from './inventory/known-secrets.js';
import { isQuiet, lookInto } from './inventory/leftover.js';
import { inventoryLog } from './inventory/log.js';
import { profileFolder } from './inventory/profile/place.js';
import type { Pictures } from './inventory/screenshot.js';
import { Refusal } from './refusal.js';
import type { Action, BrowserRef, Fact, Millis, Progress, Start } from './words.js';
import { browserAlive, profileOf } from './worker/browser.js';
import { pushUnderWay } from './worker/git-at-work.js';
import { whatIsInFlight } from './worker/in-flight.js';
import { clientsOf } from './worker/ports.js';
import { profileUser } from './worker/profile-lock.js';
import { isElsewhere } from './worker/starts.js';

export interface Leftover {
  inventory: Inventory;
  browser: Omit<Extract<Fact, { kind: 'browser' }>, 'kind'>;
  /** From when on files and commits count as the worker's; null: nobody knows, all do. */
  since: Millis | null;
  /** Still being taken: no verdict waits for them. */
  pictures: Promise<Pictures>;
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

/**
 * What the user named is a browser that speaks CDP, or the profile of one that does not run. Asked before anything is
 * written down or stopped: a mistyped port must not cost a stranger's processes.
 */
export async function proveBrowser(cdp: string | null, profile: string | null): Promise<void> {
  if (cdp !== null) (await Cdp.connect(cdp)).close();
  if (profile === null) return;
  // Also beside a living browser: what is read of it later must be what the user meant.
  await profileFolder(profile);
  if (cdp === null) refuseRunning(profile);
}

/** Its files say less than the browser itself, and must not be taken for what is left of a dead one. */
export function refuseRunning(profile: string): void {
  const user = profileUser(profile);
  if (user === null) return;
  const hint = `the browser with pid ${user} is using it: give --cdp with the port in its DevToolsActivePort`;
  throw new Refusal('profile', { on: profile, hint });
}

export async function takeLeftover(start: Start, options: LeftoverOptions): Promise<Leftover> {
  const since = start.since === undefined ? start.startedAt : start.since;
  const place = { cwd: start.cwd, since, progress: options.progress };
  const [seen, found, repos, log] = await Promise.all([
    takeBrowser(start, options),
    inventoryFiles(options.files?.length ? options.files : start.files, place),
    inventoryRepos(options.repos?.length ? options.repos : start.repos, place),
    inventoryLog(start),
  ]);
  const inventory = { ...seen.inventory, ...found, repos, log };
  const secrets = knownSecrets(options.actions);
  const { pictures } = seen;
  const pushing = pushUnderWay(repos.map(({ path }) => resolve(start.cwd, path)));
  const browser = pushing === null ? seen.browser : { ...seen.browser, quiet: false, why: pushing };
  return { ...withoutSecrets({ inventory, browser }, secrets), since, pictures };
}

interface SeenBrowser extends Pick<Leftover, 'browser' | 'pictures'> {
  inventory: BrowserInventory;
}

async function takeBrowser(start: Start, options: LeftoverOptions): Promise<SeenBrowser> {
  const ref = start.browser;
  if (ref === null) return unseen({ alive: false, quiet: true, why: 'the worker had none' });
  if (!options.mustAnswer && isElsewhere(start)) {
    return unseen({ alive: true, quiet: false, why: `it is on ${start.host}, where it may still send` });
  }
  if (ref.endpoint === '') return takeProfile(ref, options, 'only its profile is known');
  if (!options.mustAnswer && !browserAlive(ref)) return takeProfile(ref, options, 'its process is dead');
  try {
    const { screenshots = null, redact = [], progress } = options;
    const profile = profileOf(ref);
    const look = await lookInto({ endpoint: ref.endpoint, screenshots, redact, profile, progress });
    const quiet = await quietness(ref, look.inventory, options.actions);
    return { ...look, browser: { alive: true, ...quiet, at: Date.now() } };
  } catch (error) {
    if (options.mustAnswer || !(error instanceof Refusal)) throw error;
    // It may have died while we looked; if it lives and does not answer, it may still send.
    if (!browserAlive(ref)) return takeProfile(ref, options, 'it died while it was looked at');
    return unseen({ alive: true, quiet: false, why: error.message });
  }
}

/** The browser is dead: its files are all that it leaves. Where they cannot be read either, that is said. */
async function takeProfile(ref: BrowserRef, options: LeftoverOptions, why: string): Promise<SeenBrowser> {
  const seen = unseen({ alive: false, quiet: true, why });
  if (ref.profile === null) return seen;
  // A browser that is alive but unknown may still send, whatever its files say.
  const user = profileUser(ref.profile);
  const browser =
    user === null
      ? seen.browser
      : { ...seen.browser, alive: true, quiet: false, why: `in use by pid ${user}` };
  const { redact = [], progress } = options;
  try {
    const inventory = await inventoryProfile(ref.profile, { redact, netlog: ref.netlog, progress });
    return { ...seen, browser, inventory };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...seen, browser: { ...browser, why: `${browser.why}; ${error.message}` } };
  }
}

function unseen(browser: Omit<Leftover['browser'], 'at'>): SeenBrowser {
  const at = Date.now();
  const inventory = { at, contexts: [], tabs: [], serviceWorkers: [], profile: null };
  return { inventory, browser: { ...browser, at }, pictures: Promise.resolve(new Map()) };
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
