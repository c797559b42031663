/** The shapes of contract §7: a read-only record of the leftover. */
import type { Millis } from '../words.js';

export interface Control {
  /** Index into the frame's `forms`; null for a control without a form owner. */
  form: number | null;
  /** Index of the form that it stands in, where it belongs to none: an editor, a widget. */
  within?: number;
  tag: string;
  type: string;
  name: string;
  id: string;
  label: string;
  value: string | null;
  defaultValue: string | null;
  dirty: boolean;
  checked: boolean | 'mixed' | null;
  selected: string[] | null;
  /** `size` null: not told. */
  files: { name: string; size: number | null }[] | null;
  disabled: boolean;
  readonly: boolean;
  required: boolean;
  valid: boolean | null;
  visible: boolean;
  submits: boolean;
  /** Where a button sends its form, if it has a `formaction` or `formmethod` of its own. */
  sendsTo?: Pick<Form, 'action' | 'method'>;
  partial: boolean;
  redacted: boolean;
  /** Whole length of a redacted or cut value, in UTF-16 units. */
  length?: number;
  /** The browser itself saw a person or a driver edit it; false or null proves nothing (a script sets without editing). */
  edited: boolean | null;
  from: 'page' | 'session-file';
  shadow: string[];
}

export interface Form {
  id: string;
  name: string;
  action: string;
  method: string;
  valid: boolean | null;
}

export interface Frame {
  url: string;
  origin: string;
  /** Child indexes from the tab's main frame, `[]` for the main frame itself. */
  path: number[];
  forms: Form[];
  controls: Control[];
  /** Why (part of) this frame could not be read; null where it could. */
  why: string | null;
}

export interface HistoryItem {
  /** The browser's own id of the entry, stable while the tab lives. */
  entryId: number;
  url: string;
  title: string;
  transition: string;
  /** The action before the redirect, where the browser still knows it. */
  userTypedUrl: string;
  current: boolean;
  /** When it was reached; null where that is not told (a live tab's history has no times). */
  at: Millis | null;
}

/** A finished request that a page's own timeline still tells of. Its method is not told. */
export interface TimelineRequest {
  url: string;
  type: 'fetch' | 'xmlhttprequest' | 'beacon';
  /** null: no answer, or one that the page may not see. */
  status: number | null;
  at: Millis;
}

/** A failed request or an error that the browser replays from the page's console and log. */
export interface Complaint {
  text: string;
  url: string | null;
  /** null: not told. */
  at: Millis | null;
}

export type TabStatus = 'ok' | 'blocked' | 'navigating' | 'crashed' | 'discarded' | 'closed' | 'unreadable';

export interface Tab {
  targetId: string;
  contextId: string;
  incognito: boolean;
  url: string;
  title: string;
  status: TabStatus;
  why: string | null;
  dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload' | null;
  loading: boolean;
  history: HistoryItem[];
  screenshot: string | null;
  /** Why there is no picture, where one was asked for; otherwise null. */
  screenshotWhy: string | null;
  /** HTTP status of the document that is shown; null where it is not told. */
  responseStatus: number | null;
  timeline: TimelineRequest[];
  complaints: Complaint[];
  /** null: it cannot be told from outside. */
  openSockets: number | null;
  frames: Frame[];
  /** Of a profile's tab: how it stood when its file was last written; `earlier`: open when an earlier run ended. */
  last?: 'open' | 'closed' | 'earlier';
}

export interface Context {
  contextId: string;
  incognito: boolean;
  tabs: number;
}

/**
 * What a profile's files still hold. A browser writes them late (`lateMs`) and some things never, so what is missing
 * here is no evidence of anything. Times are the browser's own.
 */
export interface ProfileRecord {
  path: string;
  sources: ProfileSource[];
  visits: {
    url: string;
    title: string;
    at: Millis;
    transition: string;
    /** It was reached by a form's POST; null: by a form, whose method is not told. */
    formPost: boolean | null;
    /** A redirect led on from it: it was never shown. */
    redirected?: boolean;
  }[];
  /** Fields of forms that were sent, newest first. */
  submitted: {
    name: string;
    value: string | null;
    redacted: boolean;
    firstAt: Millis;
    lastAt: Millis;
    /** The page that it was sent from, and the form's action; autofill tells neither. */
    page?: string | null;
    action?: string;
  }[];
  downloads: { url: string; path: string; state: string; bytes: number; at: Millis }[];
  /** Never their values. */
  cookies: { host: string; name: string; createdAt: Millis; lastUsedAt: Millis; expiresAt: Millis | null }[];
  /** From the browser's own network log. */
  requests: { method: string; url: string; status: number | null; at: Millis | null; open: boolean }[];
}

export interface ProfileSource {
  file: string;
  /** When it was last written; null where there is no such file. */
  modified: Millis | null;
  /** How long after the fact the browser writes it. */
  lateMs: Millis;
  /** Why (part of) it could not be read; null where it could. */
  why: string | null;
}

export interface BrowserInventory {
  /** When it was taken. */
  at: Millis;
  contexts: Context[];
  tabs: Tab[];
  serviceWorkers: { url: string; contextId: string }[];
  /** What the files of the browser's profile tell; null where none was read. */
  profile: ProfileRecord | null;
}

export interface FileRecord {
  path: string;
  size: number;
  modified: Millis;
  sha256: string | null;
  /** Written since the worker's start. */
  changed: boolean;
  /** Why it could not be read; null where it could. */
  why: string | null;
}

/** What the globs found: all paths that match, those written since then; the records are the first of these. */
export interface FileSearch {
  /** From when on a file counts as changed; null: nobody knows when the worker began, so every one does. */
  since: Millis | null;
  matched: number;
  changed: number;
  /** Why there may be more; null: everything was looked through. */
  cut: string | null;
  /** Globs that found nothing, and why. */
  empty: { glob: string; why: string }[];
}

export interface RepoRecord {
  path: string;
  /** From when on commits, tags and pushes count as the worker's; null: nobody knows, so all do. */
  since: Millis | null;
  /** Top folder of the worktree in which `path` lies; null: it has none (a bare repository). */
  root: string | null;
  /** null: HEAD stands for no branch. */
  branch: string | null;
  /** The commit that is checked out; null: there is none yet. */
  head: string | null;
  dirty: string[];
  untracked: string[];
  /**
   * Since the worker's start, by their own dates, and whatever their dates all that are certainly on no remote (`early`).
   * `pushed` null: the remote could not be asked, or what it shows is not all known here.
   */
  commits: { hash: string; subject: string; at: Millis; pushed: boolean | null; early?: true }[];
  /** As commits; also those that lead elsewhere on the remote. `hash`: the commit that it leads to here. */
  tags: { name: string; hash: string; pushed: boolean | null }[];
  /** The clone's own log of its pushes, newest first, which no later forced push undoes. `ref`: as on the remote. */
  pushes: { ref: string; remote: string; commit: string; at: Millis }[];
  /** What was put aside, newest first. */
  stashes: { subject: string; at: Millis }[];
  /** How many more there are of each than are listed (of `commits`: at least). */
  more: { dirty: number; untracked: number; commits: number; tags: number; pushes: number; stashes: number };
  /** The repository's other worktrees. Their commits are among `commits`, their files are not looked at. */
  worktrees: { path: string; branch: string | null; head: string | null }[];
  /** Repositories inside of this one that were checked out, looked at in the same way. */
  submodules: RepoRecord[];
  unfinished: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am' | null;
  /** A lock of git lies about: on the index, on HEAD, on the branch, on the packed refs or on the configuration. */
  lock: boolean;
  remote: 'reachable' | 'unreachable' | 'none';
  /** Why it cannot be told of everything whether it was pushed; null where it can. */
  remoteWhy: string | null;
  /** Why (part of) it could not be read; null where it could. */
  why: string | null;
}

export interface LogRecord {
  stdoutBytes: number | null;
  stderrBytes: number | null;
  /** The last lines of both, secrets redacted. */
  tail: string;
}

export interface Inventory extends BrowserInventory {
  files: FileRecord[];
  fileSearch: FileSearch;
  repos: RepoRecord[];
  log: LogRecord;
}
