import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { browserAlive, closeBrowser, type LaunchedBrowser, launchBrowser } from '../../src/worker/browser.js';
import { findBrowser } from '../../src/worker/find-browser.js';
import { commandLine, isAlive, portOwner, sessionMembers, signal } from '../../src/worker/proc.js';
import { test as base, expect } from '../support/workers/processes.js';

/** `launched`: whatever a test launches and puts in here is closed after it. */
const test = base.extend<{ launched: LaunchedBrowser[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
  launched: async ({}, use) => {
    const launched: LaunchedBrowser[] = [];
    await use(launched);
    for (const browser of launched) await closeBrowser(browser);
  },
});

const gone = (path: string) => lstatSync(path, { throwIfNoEntry: false }) === undefined;

test('a browser survives kill -9 of the process that launched it, and keeps its secrets to itself', async ({
  processes,
  folder,
  launched,
}) => {
  const places = [join(folder, 'profile'), join(folder, 'netlog.json')] as const;
  const env = { RECONCILE_WORKER: processes.worker, RECONCILE_EPOCH: '1', BOARD_TOKEN: 'secret' };
  const launcher = await processes.script('launch-browser.ts', [...places], env);
  const browser = JSON.parse(launcher.line) as LaunchedBrowser;
  launched.push(browser);
  const exit = once(launcher.child, 'exit');
  signal(launcher.process.pid, 'SIGKILL');
  await exit;
  expect(browserAlive(browser)).toBe(true);
  expect(await (await fetch(`${browser.endpoint}/json/version`)).json()).toHaveProperty(
    'webSocketDebuggerUrl',
  );
  expect(browser.process).toEqual(portOwner(Number(new URL(browser.endpoint).port)));
  expect(statSync(places[0]).mode & 0o777).toBe(0o700);
  expect(statSync(places[1]).mode & 0o777).toBe(0o600);
  await fetch(`${browser.endpoint}/json/new?${browser.endpoint}/json/version`, { method: 'PUT' });
  await expect.poll(() => readFileSync(places[1], 'utf8')).toContain('"constants"');
  const environment = readFileSync(`/proc/${browser.process?.pid}/environ`, 'latin1');
  expect(environment).not.toMatch(/RECONCILE|secret/);
  await expect(launchBrowser({ profile: places[0], netlog: null })).rejects.toThrow(
    `in use by the browser with pid ${browser.process?.pid}`,
  );
});

test('a dead browser is no obstacle to the next one on its profile, also behind a wrapper', async ({
  folder,
  launched,
}) => {
  const { path } = await findBrowser();
  const wrapper = join(folder, 'wrapper');
  writeFileSync(wrapper, `#!/bin/sh\n"${path}" "$@"\necho ended\n`);
  chmodSync(wrapper, 0o755);
  const profile = join(folder, 'profile');
  const netlog = join(folder, 'netlog.json');
  const first = await launchBrowser({ profile, netlog, browser: wrapper });
  launched.push(first);
  expect(commandLine(first.process?.pid ?? 0)).not.toContain('/bin/sh');
  signal(first.process?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => browserAlive(first)).toBe(false);
  const second = await launchBrowser({ profile, netlog });
  launched.push(second);
  expect(second.endpoint).not.toBe(first.endpoint);
  expect(second.netlog).not.toBe(first.netlog);
  const session = second.process?.pid ?? 0;
  expect(sessionMembers(session, second.process)).toContain(session);
  await closeBrowser(second);
  expect(browserAlive(second)).toBe(false);
  expect(sessionMembers(session, second.process)).toEqual([]);
  expect(gone(join(profile, 'SingletonLock'))).toBe(true);
});

test('a browser that does not start says why, and leaves nothing running', async ({ folder, processes }) => {
  const fake = join(folder, 'chromium');
  const pid = join(folder, 'pid');
  writeFileSync(
    fake,
    `#!/bin/sh\nsleep 60 & echo $! > ${pid}\necho warning >&2\necho no display >&2\nexit 7\n`,
  );
  chmodSync(fake, 0o755);
  const launch = launchBrowser({ profile: join(folder, processes.worker), netlog: null, browser: fake });
  await expect(launch).rejects.toMatchObject({ code: 'browser-failed' });
  await expect(launch).rejects.toThrow('it ended with exit code 7; it said last: no display');
  expect(isAlive({ pid: Number(readFileSync(pid, 'utf8')), startTicks: null })).toBe(false);
});

test('a profile that a browser on another machine has locked is refused', async ({ folder }) => {
  symlinkSync('elsewhere-4711', join(folder, 'SingletonLock'));
  const launch = launchBrowser({ profile: folder, netlog: null });
  await expect(launch).rejects.toThrow(`a browser on elsewhere has locked it`);
  expect(hostname()).not.toBe('elsewhere');
  expect(existsSync(join(folder, 'DevToolsActivePort'))).toBe(false);
});

test('a browser that we did not start is not closed', async ({ processes, folder }) => {
  const { process } = await processes.shell('echo up; exec sleep 60');
  const foreign = { endpoint: 'http://127.0.0.1:9', process, profile: folder, netlog: null };
  await expect(closeBrowser(foreign)).rejects.toMatchObject({ code: 'endpoint' });
  await expect(closeBrowser({ ...foreign, process: null })).rejects.toMatchObject({ code: 'endpoint' });
  expect(isAlive(process)).toBe(true);
});
