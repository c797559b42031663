import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Cdp, patient, Session } from '../../src/inventory/cdp.js';
import { findBrowser } from '../../src/worker/find-browser.js';
import { test as base } from './site.js';

/** A tab that a test drives. Let go of it (`leave`) before looking at what it left. */
export class DrivenTab {
  constructor(
    readonly targetId: string,
    readonly session: Session,
  ) {}

  /** In the page's own world; the value of the expression, awaited if it is a promise. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.ask('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
      userGesture: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Starts something that may never end: a dialog, a loop, a navigation. */
  begin(expression: string): void {
    this.session.ask('Runtime.evaluate', { expression, userGesture: true }).catch(() => {});
  }

  async until(expression: string): Promise<void> {
    for (;;) {
      // Between two documents there is none to ask.
      const asked = this.session.ask('Runtime.evaluate', { expression, returnByValue: true });
      const answer = await asked.catch(() => undefined);
      if (answer?.result.value === true) return;
      await sleep(20);
    }
  }

  /** A real click in the middle of the element, as a person does it. */
  async click(selector: string): Promise<void> {
    const box = `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 } })()`;
    const { x, y } = (await this.evaluate(box)) as { x: number; y: number };
    const at = { x, y, button: 'left', clickCount: 1 } as const;
    await this.session.ask('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await this.session.ask('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  }

  /** Its renderer dies; resolved when the browser knows. */
  async crash(): Promise<void> {
    await this.session.ask('Inspector.enable');
    const { cdp, id } = this.session;
    await new Promise<void>((resolve) => {
      cdp.listen(id, (method) => void (method === 'Inspector.targetCrashed' && resolve()));
      this.session.ask('Page.crash').catch(() => {});
    });
  }

  async leave(): Promise<void> {
    const { cdp, id } = this.session;
    await cdp.send('Target.detachFromTarget', { sessionId: id }, { withinMs: 5_000 });
  }
}

/** A detached real Chromium with a debugging port and a profile of its own: what a worker leaves behind. */
export class LeftoverBrowser {
  private constructor(
    readonly process: ChildProcess,
    readonly profile: string,
    readonly endpoint: string,
    readonly socket: string,
    readonly driver: Cdp,
  ) {}

  static async start(profile: string, args: string[] = []): Promise<LeftoverBrowser> {
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const own = [
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      '--headless=new',
      '--no-first-run',
    ];
    const still = ['--disable-background-networking', '--disable-component-update', '--password-store=basic'];
    // A killed browser leaves its socket's folder behind; in here it goes with the profile.
    const TMPDIR = join(profile, 'tmp');
    await mkdir(TMPDIR, { recursive: true });
    const { path: executable, args: needed } = await findBrowser();
    const child = spawn(executable, [...needed, ...own, ...still, ...root, ...args, 'about:blank'], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR },
    });
    for (let i = 0; i < 600; i++) {
      const [port, path] = (
        await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
      ).split('\n');
      if (port && path) {
        const endpoint = `http://127.0.0.1:${port}`;
        const socket = `ws://127.0.0.1:${port}${path}`;
        return new LeftoverBrowser(child, profile, endpoint, socket, await Cdp.connect(socket));
      }
      await sleep(50);
    }
    throw new Error('Chromium did not open its debugging port');
  }

  /** A new tab, loaded. `where.context`: an incognito one from `newContext`. */
  async open(
    url: string,
    where: { context?: string; background?: boolean; wait?: boolean } = {},
  ): Promise<DrivenTab> {
    const { context, background = false, wait = true } = where;
    const { targetId } = await this.driver.send(
      'Target.createTarget',
      { url, background, ...(context === undefined ? {} : { browserContextId: context }) },
      { withinMs: 10_000 },
    );
    const tab = await this.drive(targetId);
    if (wait) await tab.until(`document.readyState === 'complete' && location.href !== 'about:blank'`);
    return tab;
  }

  async drive(targetId: string): Promise<DrivenTab> {
    return new DrivenTab(targetId, await Session.attach(this.driver, targetId, patient(50_000)));
  }

  async newContext(): Promise<string> {
    const { browserContextId } = await this.driver.send(
      'Target.createBrowserContext',
      {},
      { withinMs: 5_000 },
    );
    return browserContextId;
  }

  async close(targetId: string): Promise<void> {
    await this.driver.send('Target.closeTarget', { targetId }, { withinMs: 5_000 });
  }

  async targets(): Promise<{ targetId: string; url: string; type: string }[]> {
    return (await this.driver.send('Target.getTargets', {}, { withinMs: 5_000 })).targetInfos;
  }

  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** The whole group that we started, which is led by the pid that we were given. */
  async kill(): Promise<void> {
    this.driver.close();
    const { pid } = this.process;
    if (pid === undefined || !this.alive) return;
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    process.kill(-pid, 'SIGKILL');
    await gone;
  }
}

interface TestFixtures {
  /** A browser of the test's own, to kill, crash or block. */
  leftover: LeftoverBrowser;
  /** Opens tabs in the shared browser; all that came up meanwhile are closed after the test. */
  open: LeftoverBrowser['open'];
}

interface WorkerFixtures {
  /** One browser for all tests of a worker that only need a tab in it. */
  shared: LeftoverBrowser;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  leftover: async ({ folder }, use) => {
    const browser = await LeftoverBrowser.start(join(folder, 'profile'));
    await use(browser);
    await browser.kill();
  },
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured first argument
    async ({}, use) => {
      const profile = await mkdtemp(join(tmpdir(), 'reconcile-test-'));
      const browser = await LeftoverBrowser.start(profile);
      await use(browser);
      await browser.kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
    { scope: 'worker' },
  ],
  open: async ({ shared }, use) => {
    const before = new Set((await shared.targets()).map(({ targetId }) => targetId));
    await use((url, where) => shared.open(url, where));
    const pages = (await shared.targets()).filter(
      ({ type, targetId }) => type === 'page' && !before.has(targetId),
    );
    await Promise.all(pages.map(({ targetId }) => shared.close(targetId)));
  },
});

export { expect } from './site.js';

/** A headless shell answers dialogs by itself, discards nothing and keeps every frame in one process: no such test there. */
export async function needsFullChromium({ endpoint }: LeftoverBrowser): Promise<void> {
  const { Browser } = (await (await fetch(`${endpoint}/json/version`)).json()) as { Browser: string };
  base.skip(Browser.startsWith('HeadlessChrome'), 'needs a full Chromium or Chrome');
}
