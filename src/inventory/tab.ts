/** One tab: status, history, frames. Whatever the tab does, its reading ends by the deadline, with a status. */
import type { Protocol } from 'devtools-protocol';
import { type Answer, type Cdp, type Deadline, patient, type Session } from './cdp.js';
import { type FrameReading, frameWhy, Replaced, readTarget, type Terms } from './controls.js';
import { placeFrames, type Read } from './frames.js';
import type { HistoryItem, Tab } from './inventory.js';
import { address, redactText, redactUrl } from './redact.js';
import { open, type Signs, type Standing, standingFor, withoutRenderer } from './status.js';

export type TargetInfo = Protocol.Target.TargetInfo;

export interface TabRequest {
  cdp: Cdp;
  info: TargetInfo;
  /** Its frames that run in other processes. Each is attached to by itself: a blocked tab must not hide them. */
  frameTargets: TargetInfo[];
  contextId: string;
  incognito: boolean;
  terms: Terms;
  deadlineMs: number;
}

export interface TabReading {
  tab: Tab;
  /** Still attached, for a screenshot; null where none may be taken. */
  session: Session | null;
}

/** What the tab's own target gave. */
interface Own extends Standing {
  session: Session | null;
  history: HistoryItem[];
  frames: FrameReading[];
}

export async function readTab(request: TabRequest): Promise<TabReading> {
  try {
    return await read(request);
  } catch (cause) {
    // An endpoint that answers in wrong shapes must not cost the other tabs: it is said, and they go on.
    return { tab: { ...emptyTab(request), status: 'unreadable', why: frameWhy(cause) }, session: null };
  }
}

async function read(request: TabRequest): Promise<TabReading> {
  const deadline = patient(request.deadlineMs);
  const [own, others] = await Promise.all([readOwn(request, deadline), readFrameTargets(request, deadline)]);
  const main = own.frames[0] ?? unreadMain(request.info, own.why);
  const targets: Read[] = [{ session: own.session, frames: [main, ...own.frames.slice(1)] }, ...others];
  const all = targets.flatMap(({ frames }) => frames);
  const { url, title } = await current(request, main, deadline);
  const pending = own.status === 'ok' && isPending(url, main);
  const unsettled = all.filter(({ cause }) => cause !== null).length;
  const tab: Tab = {
    ...emptyTab(request),
    url: address(url),
    title: shortTitle(title),
    status: pending ? 'navigating' : own.status,
    why: pending ? `a navigation to ${address(url)} is pending` : (own.why ?? silentFrames(unsettled)),
    loading: pending || unsettled > 0 || all.some(({ page }) => page !== null && page.ready !== 'complete'),
    history: own.history,
    frames: await placeFrames(targets),
  };
  const pictured = tab.status === 'ok' && main.page?.shown === true && !all.some(mayShowSecret);
  return { tab, session: pictured ? own.session : null };
}

function emptyTab({ info, contextId, incognito }: TabRequest): Tab {
  return {
    targetId: info.targetId,
    contextId,
    incognito,
    url: '',
    title: '',
    status: 'ok',
    why: null,
    dialog: null,
    loading: false,
    history: [],
    screenshot: null,
    responseStatus: null,
    timeline: [],
    complaints: [],
    openSockets: null,
    frames: [],
  };
}

async function readOwn(request: TabRequest, deadline: Deadline): Promise<Own> {
  const { cdp, info } = request;
  const own: Own = { session: null, history: [], frames: [], status: 'ok', why: null };
  let signs: Signs | null = null;
  try {
    const opened = await open(cdp, info.targetId, deadline);
    const { session } = opened;
    own.session = session;
    signs = opened.signs;
    own.history = historyOf(await session.ask('Page.getNavigationHistory'));
    if (signs.rendererGone) return { ...own, ...withoutRenderer(own.history) };
    own.frames = await readSteadily(session, request);
    if (own.frames[0]?.cause) throw own.frames[0].cause;
    // It may have gone on while we waited for it: the history must belong to what was read.
    own.history = await session.ask('Page.getNavigationHistory').then(historyOf, () => own.history);
    return own;
  } catch (cause) {
    const died = signs?.rendererGone === true && cdp.gone === null;
    return { ...own, ...(died ? withoutRenderer(own.history) : standingFor(cause, signs, cdp)) };
  }
}

/**
 * Reads the tab's own frames, a second time where another document came in between. A tab that is still silent after
 * half its time is asked for `Page.enable`: it is not answered either, but the browser then reports a navigation that
 * is pending, and nothing else tells that from a dialog.
 */
async function readSteadily(session: Session, { terms, deadlineMs }: TabRequest): Promise<FrameReading[]> {
  const silent = setTimeout(() => void session.ask('Page.enable', {}).catch(() => {}), deadlineMs / 2);
  try {
    const frames = await readTarget(session, terms);
    if (!frames.some(({ cause }) => cause instanceof Replaced)) return frames;
    return await readTarget(session, terms).catch(() => frames);
  } finally {
    clearTimeout(silent);
  }
}

function readFrameTargets({ cdp, frameTargets, terms }: TabRequest, deadline: Deadline): Promise<Read[]> {
  return Promise.all(
    frameTargets.map(async (info): Promise<Read> => {
      const parentId = info.parentFrameId ?? null;
      let signs: Signs | null = null;
      try {
        const opened = await open(cdp, info.targetId, deadline);
        signs = opened.signs;
        const dead = { ...unreadMain(info, withoutRenderer([]).why), parentId };
        const frames = signs.rendererGone ? [dead] : await readTarget(opened.session, terms);
        return { session: opened.session, frames };
      } catch (cause) {
        const { why } = standingFor(cause, signs, cdp);
        return { session: null, frames: [{ ...unreadMain(info, why), parentId, cause }] };
      }
    }),
  );
}

/** Address and title as they are now: while a navigation is pending, the browser already gives the new address. */
async function current({ cdp, info }: TabRequest, main: FrameReading, deadline: Deadline) {
  if (main.page === null && main.failedUrl === null) return info;
  const how = { withinMs: deadline };
  const now = await cdp.send('Target.getTargetInfo', { targetId: info.targetId }, how).catch(() => null);
  return now?.targetInfo ?? info;
}

/** The first navigation of a new tab: its blank page answers everything, and looks complete. */
function isPending(url: string, main: FrameReading): boolean {
  return main.failedUrl === null && /^https?:/.test(url) && /^(about:blank|:|)$/.test(main.url);
}

function silentFrames(count: number): string | null {
  return count === 0 ? null : `${count} of its frames did not answer, or changed while they were read`;
}

/** A picture is taken only where everything on it has been read, and nothing read is a secret in plain sight. */
function mayShowSecret({ page, failedUrl, why }: FrameReading): boolean {
  return page === null ? failedUrl === null : page.secretShown || why !== null;
}

function unreadMain(info: TargetInfo, why: string | null): FrameReading {
  const origin = URL.canParse(info.url) ? new URL(info.url).origin : 'null';
  const { targetId: id, url } = info;
  return { id, parentId: null, url, origin, failedUrl: null, context: null, page: null, why, cause: null };
}

function historyOf({ currentIndex, entries }: Answer<'Page.getNavigationHistory'>): HistoryItem[] {
  return entries.map((entry, i) => ({
    entryId: entry.id,
    url: address(entry.url),
    title: shortTitle(entry.title),
    // The contract knows one word for what a person or a driver put in the address bar.
    transition: entry.transitionType === 'address_bar' ? 'typed' : entry.transitionType,
    userTypedUrl: address(entry.userTypedURL),
    current: i === currentIndex,
    at: null,
  }));
}

/** A page without a title has its address for one. */
function shortTitle(title: string): string {
  return redactUrl(redactText(title.slice(0, 500)));
}
