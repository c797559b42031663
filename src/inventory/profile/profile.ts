/**
 * What a dead browser's profile still holds, read from copies, never by a browser; nothing in it is changed. Its files
 * are written late and some things never: that something is missing here is never evidence that it did not happen.
 */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { loggedRequests } from '../../wire/netlog.js';
import type { Progress } from '../../words.js';
import type { ProfileRecord, ProfileSource, Tab } from '../inventory.js';
import { type Clean, cleanWith } from './clean.js';
import { type Copy, faultOf, withCopy } from './copy.js';
import { readDatabase } from './database.js';
import { autofillIn, cookiesIn, historyIn } from './databases.js';
import { type Logins, loginsIn, NO_LOGINS } from './logins.js';
import { otherProfiles, profileFolder } from './place.js';
import { readSessions, type Sessions } from './sessions.js';
import { submittedIn } from './submitted.js';
import { tabOf } from './tab.js';

export interface ProfileOptions {
  redact?: RegExp[];
  /** The browser's own network log. */
  netlog?: string | null;
  progress?: Progress;
}

/** How long after the fact each file was seen to be written at the latest (measured, Chromium 156). */
const LATE = { history: 10_000, autofill: 0, logins: 0, cookies: 30_000, netlog: 20 };
const DEAD = 'its browser is dead; this is what its files hold, which are written some seconds late';
const EARLIER = 'an earlier run of the browser had it; this is what its files hold, which are written late';
const BESIDE = 'this is what the session file beside the browser holds, which is written some seconds late';
const MAX_SUBMITTED = 2_000;
const MAX_REQUESTS = 2_000;

export async function readProfile(
  folder: string,
  options: ProfileOptions = {},
): Promise<{ tabs: Tab[]; record: ProfileRecord }> {
  const path = await profileFolder(folder);
  options.progress?.('reading the profile');
  const sessions = await readSessions(path);
  const { clean, ...kept } = await withCopy(async (copy) => {
    const logins = await readLogins(copy, path);
    const clean = cleanWith(options.redact ?? [], logins.found);
    const read = await readDatabases(copy, path, clean);
    return { ...read, sources: [...read.sources, logins.source], clean };
  });
  const { requests, source } = await readLog(options.netlog ?? null);
  const sent = sessions.tabs.flatMap(({ tab }) => submittedIn(tab, clean));
  const posts = postsOf(sessions, clean);
  const record: ProfileRecord = {
    path,
    sources: [...sessions.sources, ...kept.sources, ...source, ...(await otherProfiles(folder, path))],
    visits: kept.visits.map((visit) =>
      posts.some(({ url, at }) => url === visit.url && Math.abs(at - visit.at) < SAME_MS)
        ? { ...visit, formPost: true }
        : visit,
    ),
    submitted: [...sent, ...kept.submitted].sort((a, b) => b.lastAt - a.lastAt).slice(0, MAX_SUBMITTED),
    downloads: kept.downloads,
    cookies: kept.cookies,
    requests,
  };
  return { tabs: tabsIn(sessions, DEAD, clean), record };
}

/**
 * The open tabs of the last run alone, by one file: cheap enough beside a live browser, where it is the only way to what
 * was typed into a blocked tab. It is some seconds old, and its tabs have other ids than the browser's targets.
 */
export async function readSessionTabs(folder: string, options: { redact?: RegExp[] } = {}): Promise<Tab[]> {
  const sessions = await readSessions(await profileFolder(folder), 1);
  const open = sessions.tabs.filter(({ tab }) => !tab.closed);
  return tabsIn({ ...sessions, tabs: open }, BESIDE, cleanWith(options.redact ?? []));
}

function tabsIn({ tabs }: Sessions, why: string, clean: Clean): Tab[] {
  return tabs.flatMap(({ tab, earlier }) => tabOf(tab, earlier ? EARLIER : why, clean, earlier) ?? []);
}

/** The entry of a tab knows whether it was posted to; the visit of it, written at nearly the same time, does not. */
const SAME_MS = 2_000;

function postsOf({ tabs }: Sessions, clean: Clean): { url: string; at: number }[] {
  return tabs.flatMap(({ tab }) =>
    tab.entries.flatMap(({ hasPostData, url, at }) =>
      hasPostData && at !== null ? [{ url: clean.url(url), at }] : [],
    ),
  );
}

/** Before all else: what it knows decides what of the rest may be told. */
async function readLogins(copy: Copy, folder: string): Promise<{ found: Logins; source: ProfileSource }> {
  const from = { folder, file: 'Login Data', lateMs: LATE.logins };
  return readDatabase(copy, from, NO_LOGINS, loginsIn);
}

async function readDatabases(copy: Copy, folder: string, clean: Clean) {
  const at = (file: string, lateMs: number) => ({ folder, file, lateMs });
  const nothing = { visits: [], downloads: [] };
  const history = await readDatabase(copy, at('History', LATE.history), nothing, (db) =>
    historyIn(db, clean),
  );
  const autofill = await readDatabase(copy, at('Web Data', LATE.autofill), [], (db) => autofillIn(db, clean));
  const file = (await isMissing(`${folder}/Network/Cookies`)) ? 'Cookies' : 'Network/Cookies';
  const cookies = await readDatabase(copy, at(file, LATE.cookies), [], (db) => cookiesIn(db, clean));
  const sources = [history.source, autofill.source, cookies.source];
  return { ...history.found, submitted: autofill.found, cookies: cookies.found, sources };
}

async function readLog(path: string | null): Promise<{
  requests: ProfileRecord['requests'];
  source: ProfileSource[];
}> {
  if (path === null) return { requests: [], source: [] };
  const modified = await stat(path).then(
    ({ mtimeMs }) => Math.round(mtimeMs),
    () => null,
  );
  const requests = modified === null ? null : await loggedRequests(path, { newest: MAX_REQUESTS });
  const why = modified === null ? 'there is none' : requests === null ? 'it cannot be read' : null;
  const source = { file: basename(path), modified, lateMs: LATE.netlog, why };
  return { requests: requests ?? [], source: [source] };
}

/** One that may not be looked at is there. */
async function isMissing(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error) => faultOf(error) === 'missing',
  );
}
