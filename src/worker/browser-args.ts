/**
 * How a browser is started: its switches and its environment.
 *
 * Rules: nothing that changes what a page sees or what a worker's requests look like; nothing that sends or shows
 * anything by itself; and never `--disable-prompt-on-repost` or `--restore-last-session`, which automation tools like
 * to set: both let a form go out again without anybody asking for it.
 */
import { statfsSync } from 'node:fs';
import type { BrowserKind } from './find-browser.js';

/** An inert switch: shows in `ps` whose browser this is, and tells us later which ones we may close. */
export const OURS = '--started-by=browser-reconciler';

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble',
  '--disable-features=Translate,MediaRouter,OptimizationHints,CertificateTransparencyComponentUpdater',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  // Tabs that nobody looks at work on at full speed; a worker's tabs are always such.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // One kind of connection less that the network log would have to be read for.
  '--disable-quic',
];

export interface Wish {
  kind: BrowserKind;
  profile: string;
  netlog: string | null;
  headed: boolean;
  args: string[];
}

export function browserArgs(wish: Wish): string[] {
  const headless = wish.kind === 'full' ? '--headless=new' : '--headless';
  return [
    OURS,
    // The port is on loopback unless somebody says otherwise; port 0: the browser picks a free one and tells it.
    '--remote-debugging-port=0',
    `--user-data-dir=${wish.profile}`,
    ...(wish.netlog === null ? [] : [`--log-net-log=${wish.netlog}`, '--net-log-capture-mode=Default']),
    ...(wish.headed ? [] : [headless]),
    ...QUIET,
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(sharedMemoryIsSmall() ? ['--disable-dev-shm-usage'] : []),
    ...wish.args,
    'about:blank',
  ];
}

/** Containers often have 64 MB of it, and a renderer that finds none left crashes. */
function sharedMemoryIsSmall(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < 1024 ** 3;
  } catch {
    return false;
  }
}

const NEEDED =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|FONTCONFIG_.*|LD_LIBRARY_PATH|(https?|no|all)_proxy|SYSTEMROOT|WINDIR|(LOCAL)?APPDATA|PROGRAM.*|USERPROFILE)$/i;

/** By an allow-list: the tokens in a shell have any name, and a browser needs few variables. */
export function browserEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined && NEEDED.test(entry[0]);
  });
  return Object.fromEntries(entries);
}
