import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { asRefusal, isBusy } from './failure.js';

/** How long a process goes on writing while others wait, and how long it then stands back. */
const SLICE_MS = 100;
const STAND_BACK_MS = 16;

/**
 * How a process gets its turn at the ledger, which takes one writer at a time.
 *
 * - SQLite's own busy handler is off: it looks less and less often (up to every 100 ms), so whoever has waited longest
 *   is the last to notice that the ledger is free, and starves. Here it is the other way round: the longer one has
 *   waited, the more often one looks. Looking all the time would not do either: every look is a wake-up that the
 *   present writer has to share the processor with.
 * - A writer that met others stands back for a moment after each slice. Without this the gap between two of its
 *   transactions is all that the others get to see, a few microseconds in some milliseconds on a slow disk.
 * - Waiting does not block the event loop: the same process may be carrying a browser's traffic.
 * - Writes of one process leave in the order in which they were asked for.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #metOthers = false;
  #sliceEnd = 0;
  readonly #transaction: Database.Transaction<(step: () => unknown) => unknown>;

  constructor(
    db: Database.Database,
    private readonly path: string,
    private readonly waitMs: number,
  ) {
    this.#transaction = db.transaction((step: () => unknown) => step());
  }

  /** One immediate transaction: what `step` returns is on disk when this resolves; if it throws, nothing is. */
  write<T>(step: () => T): Promise<T> {
    return this.inOrder(() => this.#transaction.immediate(step) as T);
  }

  /** A step that is one statement, which is a transaction by itself. */
  inOrder<T>(step: () => T): Promise<T> {
    const deadline = performance.now() + this.waitMs;
    const turn = this.#last.then(() => this.#take(step, deadline));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Several reads of one moment. Readers do not wait for writers. */
  read<T>(step: () => T): Promise<T> {
    const deadline = performance.now() + this.waitMs;
    return patiently(() => this.#transaction.deferred(step) as T, this.path, deadline);
  }

  /** Resolves when everything asked for so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #take<T>(step: () => T, deadline: number): Promise<T> {
    const newSlice = performance.now() >= this.#sliceEnd;
    if (newSlice && this.#metOthers) await sleep(STAND_BACK_MS);
    let waited = false;
    const result = await patiently(step, this.path, deadline, () => {
      waited = true;
    });
    if (newSlice || waited) {
      this.#metOthers = waited;
      this.#sliceEnd = performance.now() + SLICE_MS;
    }
    return result;
  }
}

/** Try until it is not busy or `deadline` (by `performance.now`) has passed; failures come out as Refusals. */
export async function patiently<T>(
  step: () => T,
  path: string,
  deadline: number,
  onBusy: () => void = () => undefined,
): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return step();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw asRefusal(error, path);
    }
    onBusy();
    await sleep(untilNextLook(performance.now() - since));
  }
}

/** About 16 ms at first, 8 ms after a second, 4 ms after three; never in step with the others. */
function untilNextLook(waitedMs: number): number {
  return (16 / (1 + waitedMs / 1000)) * (0.5 + Math.random());
}
