/** What this machine has and lacks, each fault with its cure. Changes nothing and starts nothing. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { EXIT, PlanFaults, Refusal } from './refusal.js';
import type { DoctorReport } from './report/report.js';
import type { Action, Start } from './words.js';

export interface DoctorOptions {
  /** Path or URL; it need not exist. */
  ledger: string;
  plan: string | null;
  env: NodeJS.ProcessEnv;
}

/** `exit`: what a fault here makes of the exit code. */
type Check = DoctorReport['checks'][number] & { exit?: number };

export async function doctor(options: DoctorOptions): Promise<{ report: DoctorReport; exit: number }> {
  const checks: Check[] = [
    nodeCheck(),
    platformCheck(),
    await browserCheck(),
    ...(await ledgerChecks(options.ledger)),
    ...(options.plan === null ? [] : await planChecks(options.plan, options.env)),
  ];
  const broken = checks.filter(({ ok }) => !ok).map(({ exit }) => exit ?? EXIT.usage);
  const exit = broken.includes(EXIT.ledger) ? EXIT.ledger : (broken[0] ?? EXIT.ok);
  return { report: { checks: checks.map(({ exit: _, ...check }) => check) }, exit };
}

function fine(name: string, found: string, better: string | null = null): Check {
  return { name, ok: true, found, cure: better };
}

function broken(name: string, found: string, cure: string | null, exit: number = EXIT.usage): Check {
  return { name, ok: false, found, cure, exit };
}

/** A refusal already says what to do; anything else is a bug and stays one. */
function refused(name: string, error: unknown): Check {
  if (!(error instanceof Refusal)) throw error;
  return broken(name, error.message.replace(`: ${error.where.hint}`, ''), error.where.hint, error.exit);
}

function nodeCheck(): Check {
  const [major = 0] = process.versions.node.split('.').map(Number);
  const found = `Node ${process.versions.node}`;
  return major >= 20 ? fine('node', found) : broken('node', found, 'install Node 20 or newer');
}

function platformCheck(): Check {
  const found = `${process.platform} ${process.arch}`;
  if (process.platform === 'linux') return fine('platform', `${found}: a worker's death can be proved`);
  return fine('platform', `${found}: of a worker only the child and its group are seen; the rest is assumed`);
}

async function browserCheck(): Promise<Check> {
  const { findBrowser } = await import('./worker/find-browser.js');
  try {
    const { path, kind, found } = await findBrowser();
    if (kind === 'full') return fine('browser', `${path} (${found})`);
    const limits = 'a headless shell: once it is dead itself, its profile tells nothing';
    return fine('browser', `${path} (${found}), ${limits}`, 'npx playwright install chromium');
  } catch (error) {
    return refused('browser', error);
  }
}

async function ledgerChecks(url: string): Promise<Check[]> {
  const { openLedger } = await import('./ledger/open.js');
  try {
    const ledger = await openLedger(url, { readOnly: true });
    try {
      const faults = await ledger.check();
      const cure = 'restore it from a backup; until then trust no RUN for the action named';
      const sound = faults.map((fault) => broken('ledger', fault, cure, EXIT.ledger));
      return [
        ...(sound.length > 0 ? sound : [fine('ledger', `${url} is sound`)]),
        ...(await writableChecks([url, dirname(url)])),
        ...(await permissionChecks(url)),
        ...(await leftoverChecks(await ledger.starts())),
      ];
    } finally {
      await ledger.close();
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no-ledger') return newLedgerChecks(url);
    return [refused('ledger', error)];
  }
}

async function newLedgerChecks(url: string): Promise<Check[]> {
  const faults = await writableChecks([await nearestThere(dirname(url))]);
  return faults.length > 0 ? faults : [fine('ledger', `none yet; the first plan makes ${url}`)];
}

/** The folder itself, or the one in which making it would begin. */
async function nearestThere(folder: string): Promise<string> {
  const there = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code !== 'ENOENT');
  return there || folder === dirname(folder) ? folder : nearestThere(dirname(folder));
}

/** Reading alone is not enough: whoever answers RUN has to write it down first. */
async function writableChecks(paths: string[]): Promise<Check[]> {
  const faults = await Promise.all(paths.map(whyNotWritable));
  return faults.flatMap((why, at) =>
    why === null
      ? []
      : [
          broken(
            'ledger',
            `${paths[at]} cannot be written: ${why}`,
            'make it writable for this user, or name another place with --ledger',
            EXIT.ledger,
          ),
        ],
  );
}

const UNWRITABLE: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'its file system is read-only',
};

async function whyNotWritable(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    await access(path, found.isDirectory() ? constants.W_OK | constants.X_OK : constants.W_OK);
    return null;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    return UNWRITABLE[String(error.code)] ?? String(error.code);
  }
}

/** The ledger names accounts and quotes pages: nobody else's business. */
async function permissionChecks(url: string): Promise<Check[]> {
  if (/^\w+:\/\//.test(url) || process.platform === 'win32') return [];
  const folder = dirname(url);
  const [file, around] = await Promise.all([stat(url), stat(folder)]);
  const readable = (file.mode & 0o077) !== 0;
  const writable = (around.mode & 0o022) !== 0;
  if (readable) return [broken('permissions', `others may open ${url}`, `chmod 600 ${url}`, EXIT.ledger)];
  if (writable)
    return [broken('permissions', `others may write into ${folder}`, `chmod go-w ${folder}`, EXIT.ledger)];
  return [fine('permissions', 'the ledger is its owner’s alone')];
}

/** Only this machine's browsers, since it was started: elsewhere a pid means another process. */
async function leftoverChecks(starts: Start[]): Promise<Check[]> {
  const [{ browserAlive }, { bootId }] = await Promise.all([
    import('./worker/browser.js'),
    import('./worker/processes.js'),
  ]);
  const here = starts.filter((start) => start.host === hostname() && start.bootId === bootId());
  const newest = new Map(here.map((start) => [start.browser?.endpoint ?? '', start]));
  newest.delete('');
  const alive = [...newest.values()].filter(({ browser }) => browser !== null && browserAlive(browser));
  if (alive.length === 0) return [fine('leftover browsers', 'none is alive')];
  return alive.map(({ worker, browser, death }) => {
    const next = death === null ? `reconcile --worker ${worker}` : null;
    const state = death === null ? 'worker not yet reconciled' : 'kept';
    return fine('leftover browsers', `${worker}: ${browser?.endpoint ?? '?'} is alive (${state})`, next);
  });
}

async function planChecks(file: string, env: NodeJS.ProcessEnv): Promise<Check[]> {
  try {
    const actions = await actionsOf(file);
    return [
      fine('plan', `${file}: ${actions.length} actions`),
      ...probeChecks(actions),
      ...credentialChecks(actions, env),
    ];
  } catch (error) {
    if (!(error instanceof PlanFaults)) return [refused('plan', error)];
    return error.faults.map((fault) => broken('plan', fault, 'mend it in the plan'));
  }
}

/** A plan may leave its worker's name to --worker: without one it is as good as with any. */
async function actionsOf(file: string): Promise<Action[]> {
  const { readPlan } = await import('./declare/plan.js');
  try {
    return (await readPlan(file)).actions;
  } catch (error) {
    const named = await readPlan(file, { worker: 'any' }).catch(() => null);
    if (named === null) throw error;
    return named.actions;
  }
}

/** Reading the plan loaded them all. */
function probeChecks(actions: Action[]): Check[] {
  const uses = [...new Set(actions.flatMap(({ probe }) => (probe === null ? [] : [probe.use])))];
  const without = actions.filter(({ probe }) => probe === null).map(({ id }) => id);
  const loaded = uses.length > 0 ? [fine('probes', `${uses.join(', ')}: loaded`)] : [];
  if (without.length === 0) return loaded;
  const better = 'give them a probe: without one nobody can ask the platform';
  return [...loaded, fine('probes', `none for ${without.join(', ')}`, better)];
}

/** Names only; a value is never looked at beyond whether it is there. */
function credentialChecks(actions: Action[], env: NodeJS.ProcessEnv): Check[] {
  const names = [...new Set(actions.flatMap(({ probe }) => namesIn(probe?.with)))];
  return names.map((name) =>
    env[name]
      ? fine('credentials', `${name} is set`)
      : broken('credentials', `${name} is not set`, `export ${name}=…`),
  );
}

function namesIn(options: unknown): string[] {
  const text = JSON.stringify(options) ?? '';
  return [...text.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].flatMap(([, name]) => name ?? []);
}
