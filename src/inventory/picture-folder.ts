/**
 * The folder that pictures go to. Rules:
 * - It is made step by step. Below a folder of the kernel (/proc) Node's recursive `mkdir` never returns: the parent is
 *   there, the child is "not found", and it tries for ever.
 * - Every step has a time limit, one step is under way at a time, and a folder that was late once is asked no more: a
 *   dead network drive would otherwise take all the threads that this process has for files.
 * - A picture is written under a name of its own and then renamed: nobody finds half of one, and what may lie there
 *   already (a pipe, a link) is not opened.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const PATIENCE_MS = 3_000;

const WORDS: Record<string, string> = {
  EACCES: 'nobody may write there',
  EPERM: 'nobody may write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a file stands in its way',
  ENOSPC: 'no room is left there',
  EDQUOT: 'no room is left there',
  ENAMETOOLONG: 'its name is too long',
};

/** Why the folder cannot be used, for people. */
export class FolderFault extends Error {}

export class PictureFolder {
  readonly #path: string;
  #turn: Promise<unknown> = Promise.resolve();
  #late: FolderFault | null = null;

  constructor(
    path: string,
    readonly patienceMs = PATIENCE_MS,
  ) {
    this.#path = resolve(path);
  }

  /** Makes it, and tries whether a file can be written there; null: it can. */
  async fault(): Promise<string | null> {
    return this.#inTurn(async () => {
      await make(this.#path);
      await put(this.#path, '', null);
    }).then(
      () => null,
      (fault: FolderFault) => fault.message,
    );
  }

  /** The picture's path: named by its content, so that the same sight twice is one file. Throws only a `FolderFault`. */
  async store(bytes: Buffer): Promise<string> {
    const path = join(this.#path, `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.png`);
    await this.#inTurn(() => put(this.#path, bytes, path));
    return path;
  }

  #inTurn(step: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(() => {
      if (this.#late !== null) throw this.#late;
      return this.#inTime(step());
    });
    this.#turn = mine.catch(() => {});
    return mine;
  }

  async #inTime(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#late = new FolderFault('it did not answer in time');
        reject(this.#late);
      }, this.patienceMs);
    });
    try {
      await Promise.race([work, over]);
    } catch (cause) {
      throw cause instanceof FolderFault ? cause : new FolderFault(wordsFor(cause), { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The folders that are missing, the outermost first. */
async function make(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let path = folder; !(await isThere(path)); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path, { mode: 0o700 }).catch((cause) => {
      if (codeOf(cause) !== 'EEXIST') throw cause;
    });
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause) => {
      if (codeOf(cause) === 'ENOENT' && dirname(path) !== path) return false;
      throw cause;
    },
  );
}

/** `path` null: only a trial, of which nothing stays. */
async function put(folder: string, bytes: Buffer | '', path: string | null): Promise<void> {
  const draft = join(folder, `.${randomUUID()}.part`);
  try {
    await writeFile(draft, bytes, { mode: 0o600, flag: 'wx' });
    if (path !== null) await rename(draft, path);
  } finally {
    // After a rename there is none any more.
    await rm(draft, { force: true }).catch(() => {});
  }
}

function wordsFor(cause: unknown): string {
  const code = codeOf(cause);
  return `${WORDS[code] ?? 'it cannot be written to'} (${code})`;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no reason given';
}
