/** `--report out.html`: screenshots are kept beside the ledger, the page carries copies of them. */
import { constants } from 'node:fs';
import { access, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { PictureFolder } from '../inventory/picture-folder.js';
import { EXIT, Refusal } from '../refusal.js';
import { exitOf } from '../report/exit.js';
import type { Outcome } from '../report/outcome.js';
import type { Report } from '../report/report.js';
import { type Context, ledgerUrl } from './context.js';

export interface Page {
  /** Folder for the screenshots. */
  screenshots: string;
  /** Writes the page and returns where it is; throws a Refusal. */
  write(report: Report): Promise<string>;
}

/** The answer is worth more than its page: where that cannot be written, a line says so, and the answer stands. */
export async function withPage(context: Context, page: Page | null, data: Report): Promise<Outcome> {
  const exit = exitOf(data);
  try {
    return { kind: 'report', data, page: (await page?.write(data)) ?? null, exit };
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    context.output.notice(`reconcile: ${cause.message}`);
    return { kind: 'report', data, page: null, exit: exit === EXIT.ok ? cause.exit : exit };
  }
}

/** null where no page is wanted. Says at once, before any work, that the page could not be written. */
export async function pageFor(
  context: Context,
  file: string | undefined,
  worker: string,
  plan?: string,
): Promise<Page | null> {
  if (file === undefined) return null;
  const path = await writable(resolve(context.cwd, file));
  const screenshots = await screenshotFolder(context, worker, plan);
  return {
    screenshots,
    write: async (report) => {
      const { renderReport } = await import('../report/page.js');
      const html = await renderReport(report, { screenshots: (shot) => dataUri(shot, screenshots) });
      // Whole or not at all: half a page would be read as all that there is.
      const draft = `${path}.${process.pid}.part`;
      try {
        await writeFile(draft, html, { mode: 0o600 });
        await rename(draft, path);
      } catch (cause) {
        await rm(draft, { force: true }).catch(() => {});
        refuse(path, cause);
      }
      return path;
    },
  };
}

/**
 * Where the page really goes: a link is followed, because what is put in place would replace it. Refuses a page that
 * could not be written, before any work is done for it: `/dev/stdout` and a pipe are no files, and must not become one.
 */
export async function writable(path: string): Promise<string> {
  const real = await realpath(path).catch(() => path);
  const there = await stat(real).catch(() => null);
  if (there !== null && !there.isFile()) refuse(path, undefined);
  await access(dirname(real), constants.W_OK).catch((cause) => refuse(path, cause));
  return real;
}

function refuse(path: string, cause: unknown): never {
  const why = cause instanceof Error && 'code' in cause ? `${cause.code}` : 'not a file';
  throw new Refusal('usage', { on: `--report ${path}`, hint: `it cannot be written: ${why}`, cause });
}

/** Beside the ledger where that is a file; a worker's id becomes a harmless folder name. */
async function screenshotFolder(context: Context, worker: string, plan?: string): Promise<string> {
  const url = await ledgerUrl(context, plan);
  const beside = /^\w+:\/\//.test(url) ? join(context.cwd, '.reconcile') : dirname(resolve(context.cwd, url));
  const folder = join(beside, 'screenshots', worker.replace(/[^A-Za-z0-9_-]/g, '_'));
  const fault = await new PictureFolder(folder).fault();
  if (fault !== null) throw new Refusal('usage', { on: `--report, screenshots in ${folder}`, hint: fault });
  return folder;
}

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};
const LARGEST = 8 * 1024 * 1024;

/** A screenshot as a data: URI; null where it is not one of ours, too large or gone. */
async function dataUri(shot: string, folder: string): Promise<string | null> {
  const type = TYPES[shot.slice(shot.lastIndexOf('.') + 1).toLowerCase()];
  const path = await realpath(resolve(folder, shot)).catch(() => null);
  if (!type || path === null || relative(await realpath(folder), path).startsWith('..')) return null;
  if ((await stat(path)).size > LARGEST) return null;
  return `data:${type};base64,${(await readFile(path)).toString('base64')}`;
}
