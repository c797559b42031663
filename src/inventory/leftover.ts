/** The inventory of a live leftover browser: attach, list, read every tab, detach. It looks and never touches. */
import { Refusal } from '../refusal.js';
import type { Progress } from '../words.js';
import { readBeside } from './beside.js';
import { Cdp } from './cdp.js';
import { termsWith } from './controls.js';
import { refuse } from './endpoint.js';
import type { BrowserInventory, Context, Tab } from './inventory.js';
import { PictureFolder } from './picture-folder.js';
import { address, rulesWith } from './redact.js';
import { type Picture, type Pictures, takeScreenshots } from './screenshot.js';
import { readTab, type TabReading, type TabRequest, type TargetInfo } from './tab.js';

export interface InventoryOptions {
  /** `http://host:port`, or the browser's own `ws://…/devtools/browser/<id>`. */
  endpoint: string;
  /** A folder; nothing is pictured without one. */
  screenshots?: string | null;
  redact?: RegExp[];
  /** For each tab. While the browser as a whole is answering, only slowly, its tabs are waited for longer. */
  deadlineMs?: number;
  /** Its profile's folder: what a blocked tab does not tell is looked up in the session file there. */
  profile?: string | null;
  progress?: Progress;
}

const LIST_MS = 3_000;
/** About what 100 tabs hold at the limits of each; ordinary tabs take a hundredth of that. */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** What was read, and the pictures of it that are still being taken: a verdict need not wait for them. */
export interface Taken {
  inventory: BrowserInventory;
  /** Never rejects. */
  pictures: Promise<Pictures>;
}

/** Refuses a folder for pictures that cannot be used, before it reads anything. */
export async function takeInventory(options: InventoryOptions): Promise<BrowserInventory> {
  const { inventory, pictures } = await lookInto(options, () => refuseFolder(options.screenshots));
  return withPictures(inventory, await pictures);
}

async function refuseFolder(folder: string | null | undefined): Promise<void> {
  const fault = folder ? await new PictureFolder(folder).fault() : null;
  if (fault === null) return;
  const hint = `${fault}: name a folder that can be written to`;
  throw new Refusal('usage', { on: `--screenshots ${folder}`, hint });
}

/**
 * The connection is given up when the last picture has been taken. That there can be none costs nothing else: it is
 * said of each tab. `first`: what is to be done once the browser answers.
 */
export async function lookInto(
  options: InventoryOptions,
  first: () => Promise<void> = async () => {},
): Promise<Taken> {
  const { screenshots, progress, redact = [], profile } = options;
  const cdp = await Cdp.connect(options.endpoint);
  try {
    await first();
    const at = Date.now();
    const { requests, contexts, serviceWorkers } = await list(cdp, options);
    const readings = await readAll(requests, progress);
    const tabs = readings.map(({ tab }) => tab);
    if (profile) await readBeside(tabs, profile, redact);
    const inventory = { at, contexts: counted(contexts, tabs), tabs, serviceWorkers, profile: null };
    const taken = screenshots ? takeScreenshots(readings, screenshots, progress) : null;
    if (taken === null) cdp.close();
    const none: Pictures = new Map();
    return {
      inventory,
      pictures: taken?.catch(() => none).finally(() => cdp.close()) ?? Promise.resolve(none),
    };
  } catch (cause) {
    cdp.close();
    throw cause;
  }
}

export function withPictures<T extends { tabs: Tab[] }>(inventory: T, pictures: Pictures): T {
  const tabs = inventory.tabs.map((tab) => ({ ...tab, ...shown(pictures.get(tab.targetId)) }));
  return { ...inventory, tabs };
}

function shown(picture: Picture | undefined): Pick<Tab, 'screenshot' | 'screenshotWhy'> {
  if (picture === undefined) return { screenshot: null, screenshotWhy: null };
  return 'path' in picture
    ? { screenshot: picture.path, screenshotWhy: null }
    : { screenshot: null, screenshotWhy: picture.why };
}

/** Nothing is in flight in any tab, as far as tabs can tell: a fetch of a page that is at rest is not among it. */
export function isQuiet(inventory: BrowserInventory): { quiet: boolean; why: string | null } {
  for (const { url, status, why, loading } of inventory.tabs) {
    // A page that has crashed or was discarded has no process left that could send anything.
    if (status === 'crashed' || status === 'discarded') continue;
    if (status !== 'ok')
      return { quiet: false, why: `tab ${url} is ${status}: ${why ?? 'nothing is known of it'}` };
    if (loading) return { quiet: false, why: `tab ${url} is loading${why === null ? '' : `: ${why}`}` };
  }
  return { quiet: true, why: null };
}

async function list(cdp: Cdp, options: InventoryOptions) {
  const how = { withinMs: LIST_MS };
  try {
    const [{ browserContextIds, defaultBrowserContextId }, { targetInfos }] = await Promise.all([
      cdp.send('Target.getBrowserContexts', undefined, how),
      cdp.send('Target.getTargets', {}, how),
    ]);
    const pages = targetInfos.filter(isTab);
    const usual =
      defaultBrowserContextId ?? pages.map(contextOf).find((id) => !browserContextIds.includes(id)) ?? '';
    const ids = new Set([usual, ...browserContextIds, ...pages.map(contextOf)]);
    const contexts = [...ids]
      .filter((id) => id !== '')
      .map((contextId) => ({ contextId, incognito: contextId !== usual }));
    const frames = framesByTab(targetInfos);
    const { redact = [], deadlineMs = 5_000 } = options;
    const terms = termsWith(rulesWith(redact), MAX_CHARACTERS);
    const requests = pages.map((info): TabRequest => {
      const contextId = contextOf(info) || usual;
      const frameTargets = frames.get(info.targetId) ?? [];
      const frameTargetsNow = () => frameTargetsOf(info.targetId, cdp);
      const incognito = contextId !== usual;
      return { cdp, info, frameTargets, frameTargetsNow, contextId, incognito, terms, deadlineMs };
    });
    return { requests, contexts, serviceWorkers: workersIn(targetInfos, usual) };
  } catch (cause) {
    throw refuse(options.endpoint, cause);
  }
}

/** Not the browser's own windows (`browser_ui`), not a page that is only prepared (`prerender`). */
function isTab({ type, subtype, parentId }: TargetInfo): boolean {
  return type === 'page' ? subtype !== 'prerender' : type === 'webview' && parentId === undefined;
}

function workersIn(infos: TargetInfo[], usual: string): BrowserInventory['serviceWorkers'] {
  return infos
    .filter(({ type }) => type === 'service_worker')
    .map((info) => ({ url: address(info.url), contextId: contextOf(info) || usual }));
}

function contextOf(info: TargetInfo): string {
  return info.browserContextId ?? '';
}

/** Frames in processes of their own, by the tab they belong to; a frame's parent may be such a frame itself. */
function framesByTab(infos: TargetInfo[]): Map<string, TargetInfo[]> {
  const byId = new Map(infos.map((info) => [info.targetId, info]));
  const found = new Map<string, TargetInfo[]>();
  for (const frame of infos.filter(({ type }) => type === 'iframe')) {
    let top: TargetInfo | undefined = frame;
    for (let depth = 0; top?.type === 'iframe' && depth < 100; depth++) top = byId.get(parentOf(top));
    if (top !== undefined) found.set(top.targetId, [...(found.get(top.targetId) ?? []), frame]);
  }
  return found;
}

async function frameTargetsOf(tabId: string, cdp: Cdp): Promise<string[]> {
  const { targetInfos } = await cdp.send('Target.getTargets', {}, { withinMs: LIST_MS });
  return (framesByTab(targetInfos).get(tabId) ?? []).map(({ targetId }) => targetId);
}

/** An older Chromium names only the parent frame, which has the id of its target where it is the first one there. */
function parentOf({ parentId, parentFrameId }: TargetInfo): string {
  return parentId ?? parentFrameId ?? '';
}

/** All at once: whatever the browser does for each tab that is attached to, it then does once, for all together. */
async function readAll(requests: TabRequest[], progress?: Progress): Promise<TabReading[]> {
  let done = 0;
  return Promise.all(
    requests.map(async (request) => {
      const reading = await readTab(request);
      progress?.('reading tabs', ++done, requests.length);
      return reading;
    }),
  );
}

function counted(contexts: Omit<Context, 'tabs'>[], tabs: Tab[]): Context[] {
  return contexts.map((context) => ({
    ...context,
    tabs: tabs.filter(({ contextId }) => contextId === context.contextId).length,
  }));
}
