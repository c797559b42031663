/** One tab: status, history, frames. Whatever the tab does, its reading ends by the deadline, with a status. */
import type { Protocol } from 'devtools-protocol';
import { type Answer, type Cdp, type Deadline, patient, Session } from './cdp.js';
import { hearComplaints } from './complaints.js';
import { type FrameReading, frameWhy, Replaced, readTarget, type Terms } from './controls.js';
import { placeFrames, type Read } from './frames.js';
import type { Complaint, HistoryItem, Tab, TimelineRequest } from './inventory.js';
import { type Subject, subjectOf, whyNoPicture } from './may-picture.js';
import { address, redactText, redactUrl } from './redact.js';
import { Signs, type Standing, standingFor } from './status.js';

export type TargetInfo = Protocol.Target.TargetInfo;

/** How long a tab, and with it the whole browser, keeps silent before the tab is asked whether it can answer at all. */
const SILENT_MS = 300;
const MOST_REQUESTS = 100;

export interface TabRequest {
  cdp: Cdp;
  info: TargetInfo;
  /** Its frames that run in other processes. Each is attached to by itself: a blocked tab must not hide them. */
  frameTargets: TargetInfo[];
  /** The ids of those that it has by then. */
  frameTargetsNow: () => Promise<string[]>;
  contextId: string;
  incognito: boolean;
  terms: Terms;
  deadlineMs: number;
}

export interface TabReading {
  tab: Tab;
  /** For a screenshot; null where none may be taken. */
  subject: Subject | null;
  /** Why none may be taken, in a few words; null where one may. */
  noPicture: string | null;
}

/** What the tab's own target gave. */
interface Own extends Standing {
  session: Session | null;
  signs: Signs | null;
  history: HistoryItem[];
  complaints: Complaint[];
  frames: FrameReading[];
}

export async function readTab(request: TabRequest): Promise<TabReading> {
  try {
    return await read(request);
  } catch (cause) {
    // An endpoint that answers in wrong shapes must not cost the other tabs: it is said, and they go on.
    return {
      tab: { ...emptyTab(request), status: 'unreadable', why: frameWhy(cause) },
      subject: null,
      noPicture: 'it could not be read',
    };
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
  const status = pending ? 'navigating' : own.status;
  const tab: Tab = {
    ...emptyTab(request),
    url: address(url),
    title: shortTitle(title),
    status,
    why: pending
      ? `a navigation to ${address(url)} is pending`
      : (own.why ?? silentFrames(unsettled) ?? partOf(all)),
    loading: status === 'navigating' || unsettled > 0 || isLoading(own, all),
    history: own.history,
    responseStatus: main.past?.responseStatus ?? null,
    timeline: timelineOf(all),
    complaints: own.complaints,
    frames: await placeFrames(targets),
  };
  const noPicture = whyNoPicture(tab.status, main, all);
  const session = noPicture === null ? own.session : null;
  return { tab, subject: session && subjectOf(session, main, request), noPicture };
}

function isLoading({ signs }: Own, all: FrameReading[]): boolean {
  if (signs !== null && signs.loadingFrames.size > 0) return true;
  return all.some(({ page }) => page !== null && page.ready !== 'complete');
}

function emptyTab({ info, contextId, incognito }: TabRequest): Tab {
  return {
    targetId: info.targetId,
    contextId,
    incognito,
    url: address(info.url),
    title: shortTitle(info.title),
    status: 'ok',
    why: null,
    dialog: null,
    loading: false,
    history: [],
    screenshot: null,
    screenshotWhy: null,
    responseStatus: null,
    timeline: [],
    complaints: [],
    openSockets: null,
    frames: [],
  };
}

async function readOwn(request: TabRequest, deadline: Deadline): Promise<Own> {
  const { cdp, info, terms } = request;
  const own: Own = {
    session: null,
    signs: null,
    history: [],
    complaints: [],
    frames: [],
    status: 'ok',
    why: null,
  };
  try {
    const session = await Session.attach(cdp, info.targetId, deadline);
    const signs = new Signs(session);
    own.session = session;
    own.signs = signs;
    // Answered by the browser itself, so also for a tab that answers nothing else.
    const history = historyOf(session).then((items) => {
      own.history = items;
    });
    history.catch(() => {}); // where the page fails too, that is what is told
    const { asked, complaints } = hearComplaints(session);
    own.complaints = complaints;
    own.frames = await readSteadily(signs, terms);
    await history;
    const [main] = own.frames;
    if (main?.cause) throw main.cause;
    await asked;
    // It may have gone on while we waited for it: the history must belong to what was read.
    if (isElsewhere(own.history, main)) own.history = await historyOf(session);
    return own;
  } catch (cause) {
    return { ...own, ...standingFor(cause, own.signs, cdp, own.history) };
  }
}

/** Reads a target's own frames, a second time where another document came in between. */
async function readSteadily(signs: Signs, terms: Terms): Promise<FrameReading[]> {
  // While others still answer, this one may only be waiting for its turn at the processor.
  const silent = setInterval(() => {
    if (signs.session.cdp.silentFor < SILENT_MS) return;
    clearInterval(silent);
    signs.ask();
  }, SILENT_MS);
  try {
    const frames = await signs.whileAlive(readTarget(signs.session, terms));
    if (!frames.some(({ cause }) => cause instanceof Replaced)) return frames;
    return await signs.whileAlive(readTarget(signs.session, terms)).catch(() => frames);
  } finally {
    clearInterval(silent);
  }
}

function readFrameTargets({ cdp, frameTargets, terms }: TabRequest, deadline: Deadline): Promise<Read[]> {
  return Promise.all(
    frameTargets.map(async (info): Promise<Read> => {
      const parentId = info.parentFrameId ?? null;
      let signs: Signs | null = null;
      try {
        const session = await Session.attach(cdp, info.targetId, deadline);
        signs = new Signs(session);
        return { session, frames: await readSteadily(signs, terms) };
      } catch (cause) {
        const { status, why } = standingFor(cause, signs, cdp, []);
        // A frame whose process has died can send nothing any more.
        const at = status === 'crashed' ? null : cause;
        return { session: null, frames: [{ ...unreadMain(info, why), parentId, cause: at }] };
      }
    }),
  );
}

/** Address and title as they are now: while a navigation is pending, the browser already gives the new address. */
async function current({ cdp, info }: TabRequest, main: FrameReading, deadline: Deadline) {
  if (main.page === null && main.failedUrl === null) return info;
  if (main.page?.url === info.url) return { url: info.url, title: main.past?.title || info.title };
  const how = { withinMs: deadline };
  const now = await cdp.send('Target.getTargetInfo', { targetId: info.targetId }, how).catch(() => null);
  return now?.targetInfo ?? info;
}

function isElsewhere(history: HistoryItem[], main: FrameReading | undefined): boolean {
  const shown = history.find(({ current }) => current)?.url;
  return main?.page != null && shown !== undefined && shown !== address(main.page.url);
}

/** The first navigation of a new tab: its blank page answers everything, and looks complete. */
function isPending(url: string, main: FrameReading): boolean {
  return main.failedUrl === null && /^https?:/.test(url) && /^(about:blank|:|)$/.test(main.url);
}

function silentFrames(count: number): string | null {
  return count === 0 ? null : `${count} of its frames did not answer, or changed while they were read`;
}

/** Of what did answer, but was too much: what was typed may stand in the rest. */
function partOf(all: FrameReading[]): string | null {
  return all.find(({ page }) => page !== null && page.cut !== null)?.page?.cut ?? null;
}

function unreadMain(info: TargetInfo, why: string | null): FrameReading {
  const origin = URL.canParse(info.url) ? new URL(info.url).origin : 'null';
  const nothing = { failedUrl: null, context: null, page: null, past: null };
  return { id: info.targetId, parentId: null, url: info.url, origin, ...nothing, why, cause: null };
}

/** The newest requests of all of a tab's frames, in their order. */
function timelineOf(frames: FrameReading[]): TimelineRequest[] {
  const all = frames.flatMap(({ past }) => past?.timeline ?? []).sort((a, b) => a.at - b.at);
  return all.slice(-MOST_REQUESTS).map((request) => ({ ...request, url: address(request.url) }));
}

async function historyOf(session: Session): Promise<HistoryItem[]> {
  const { currentIndex, entries }: Answer<'Page.getNavigationHistory'> =
    await session.ask('Page.getNavigationHistory');
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
