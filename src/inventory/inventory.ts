/** The shapes of contract §7: a read-only record of the leftover. */
import type { Millis } from '../words.js';

export interface Control {
  /** Index into the frame's `forms`; null for a control without a form owner. */
  form: number | null;
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
  files: { name: string; size: number }[] | null;
  disabled: boolean;
  readonly: boolean;
  required: boolean;
  valid: boolean | null;
  visible: boolean;
  submits: boolean;
  partial: boolean;
  redacted: boolean;
  /** Length of a redacted value, in UTF-16 units. */
  length?: number;
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
  openSockets: number;
  frames: Frame[];
}

export interface Context {
  contextId: string;
  incognito: boolean;
  tabs: number;
}

export interface BrowserInventory {
  /** When it was taken. */
  at: Millis;
  contexts: Context[];
  tabs: Tab[];
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

export interface RepoRecord {
  path: string;
  branch: string | null;
  dirty: string[];
  untracked: string[];
  /** Since the worker's start. `pushed` null: the remote could not be asked. */
  commits: { hash: string; subject: string; at: Millis; pushed: boolean | null }[];
  unfinished: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am' | null;
  /** An `index.lock` lies about. */
  lock: boolean;
  remote: 'reachable' | 'unreachable' | 'none';
  /** Why it could not be read; null where it could. */
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
  repos: RepoRecord[];
  log: LogRecord;
}
