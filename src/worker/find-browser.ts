/** Which browser to use: the one that is named, else Playwright's own, else the system's, else an npm package's. */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { Refusal } from '../refusal.js';

/** A headless shell writes no session files and no history: its profile tells nothing once it is dead. */
export type BrowserKind = 'full' | 'headless-shell';

export interface FoundBrowser {
  path: string;
  /** Guessed from its name; `launchBrowser` asks the browser itself. */
  kind: BrowserKind;
  found: 'named' | 'env' | 'playwright' | 'system' | 'package';
  /** What this browser needs to run at all, beside our own flags. */
  args: string[];
}

const CURE = 'get one with: npx playwright install chromium';

export async function findBrowser(named: string | null = null): Promise<FoundBrowser> {
  const env = process.env.RECONCILE_BROWSER;
  if (named) return found(namedBrowser(named, '--browser'), 'named');
  if (env) return found(namedBrowser(env, 'RECONCILE_BROWSER'), 'env');
  const own = await playwrightBrowser();
  if (own) return found(own, 'playwright');
  const system = systemBrowser();
  if (system) return found(system, 'system');
  const shipped = await packageBrowser();
  if (shipped) return { path: shipped, kind: 'headless-shell', found: 'package', args: [] };
  throw new Refusal('no-browser', { on: 'Playwright, system, npm', hint: CURE });
}

function found(path: string, where: FoundBrowser['found']): FoundBrowser {
  const shell = /headless[-_]shell/i.test(basename(realpathSync(path)));
  return { path, kind: shell ? 'headless-shell' : 'full', found: where, args: [] };
}

/** A path, or a name on PATH. Whoever names a browser gets that one or an error, never another one. */
function namedBrowser(named: string, by: string): string {
  const path = named.includes('/') || named.includes('\\') ? resolve(named) : onPath(named);
  if (path && isProgram(path)) return path;
  throw new Refusal('no-browser', {
    on: `${by} ${named}`,
    hint: `it is not there or not executable; ${CURE}`,
  });
}

/** Lazily: loading Playwright takes longer than everything else here together. */
async function playwrightBrowser(): Promise<string | null> {
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  if (isProgram(path)) return path;
  return installedShell(path);
}

/** `playwright install --only-shell` puts `chromium_headless_shell-<revision>` beside where `chromium-<revision>` goes. */
function installedShell(full: string): string | null {
  const place = /^(.*[\\/])chromium-(\d+)[\\/]/.exec(full);
  if (!place) return null;
  const folder = `${place[1]}chromium_headless_shell-${place[2]}`;
  const names = ['chrome-headless-shell', 'headless_shell', 'chrome-headless-shell.exe'];
  const paths = inside(folder).flatMap((sub) => names.map((name) => join(folder, sub, name)));
  return paths.find(isProgram) ?? null;
}

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const SYSTEM_PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function systemBrowser(): string | null {
  const candidates = [...SYSTEM_NAMES.flatMap((name) => onPath(name) ?? []), ...SYSTEM_PLACES];
  return candidates.find((path) => isProgram(path) && !isSnap(path)) ?? null;
}

/**
 * A snap sees neither hidden folders (where our profiles are) nor the real /tmp. Ubuntu's /usr/bin/chromium-browser
 * is a script that runs it, or only says how to install it.
 */
function isSnap(path: string): boolean {
  const real = realpathSync(path);
  if (/^(\/var\/lib\/snapd|\/snap)\//.test(real) || basename(real) === 'snap' || /^\/snap\//.test(path))
    return true;
  const head = firstBytes(real, 4096);
  return head.startsWith('#!') && /\/snap\/|\bsnap install\b/.test(head);
}

/**
 * `@sparticuz/chromium` unpacks itself under the system's temporary folder and takes what lies there already: another
 * user's file of that name is not a browser for us. Its own `args` are for Lambda (single process, no web security)
 * and it runs without them.
 */
async function packageBrowser(): Promise<string | null> {
  // A variable, so that neither the compiler nor a bundler insists on an optional package.
  const name = '@sparticuz/chromium';
  try {
    const shipped: { default: { executablePath(): Promise<string> } } = await import(name);
    const path = await shipped.default.executablePath();
    const ours = process.getuid === undefined || statSync(path).uid === process.getuid();
    return ours && isProgram(path) ? path : null;
  } catch {
    return null;
  }
}

function onPath(name: string): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function inside(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function firstBytes(path: string, length: number): string {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(fd, buffer, 0, length, 0)).toString('latin1');
  } finally {
    closeSync(fd);
  }
}
