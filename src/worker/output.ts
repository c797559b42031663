/**
 * A worker's output. The worker writes straight into append-mode files, so that it loses nothing and breaks on no
 * pipe when its supervisor dies; the supervisor only follows the files, passes on what is new, and caps them.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export type Stream = 'stdout' | 'stderr';

const EVERY_MS = 50;
const CHUNK = 64 * 1024;
/** What one round passes on at most; a terminal that is slower than the worker must not fill our memory. */
const PASS_ON = 1024 * 1024;
/** Kept when a file is cut, because the last lines say most about how a worker died. */
const TAIL = 64 * 1024;

/** Open in append mode, for its owner only. Both sides need it: the worker to write, the supervisor to cut. */
export function openLog(logs: string, stream: Stream): number {
  return openSync(join(logs, `${stream}.log`), 'a+', 0o600);
}

export class Output {
  readonly #fd: number;
  readonly #timer: NodeJS.Timeout;
  #at = 0;
  #dropped = 0;

  constructor(
    private readonly logs: string,
    private readonly stream: Stream,
    private readonly capBytes: number,
    private readonly onOutput: (chunk: Buffer, stream: Stream) => void,
  ) {
    this.#fd = openLog(logs, stream);
    this.#timer = setInterval(() => this.#round(), EVERY_MS);
  }

  /** Pass on the rest and let go of the file. Returns how much the stream wrote in all. */
  finish(): number {
    clearInterval(this.#timer);
    this.#round();
    const total = this.#dropped + fstatSync(this.#fd).size;
    closeSync(this.#fd);
    return total;
  }

  #round(): void {
    const { size } = fstatSync(this.#fd);
    const end = Math.min(size, this.#at + PASS_ON);
    while (this.#at < end) {
      const chunk = this.#read(this.#at, Math.min(CHUNK, end - this.#at));
      if (chunk.length === 0) break;
      this.#at += chunk.length;
      this.onOutput(chunk, this.stream);
    }
    if (size <= this.capBytes) return;
    try {
      this.#cut();
    } catch {
      // A full disk must not end the supervisor: the file stays as it is, and the next round tries again.
    }
  }

  /**
   * Empty the file in place: the worker's descriptor appends, so its next write lands at the new end. The count is
   * written first; a kill in between counts some bytes twice, which is better than forgetting them. What the worker
   * writes between asking for the size and cutting, microseconds apart, is lost: files cannot be cut
   * at their front from here.
   */
  #cut(): void {
    const before = this.#dropped + fstatSync(this.#fd).size;
    this.#note(before);
    const keep = Math.min(TAIL, Math.floor(this.capBytes / 2));
    const tail = this.#read(fstatSync(this.#fd).size - keep, keep);
    const { size } = fstatSync(this.#fd);
    ftruncateSync(this.#fd, 0);
    writeSync(this.#fd, tail);
    this.#at = fstatSync(this.#fd).size;
    this.#dropped += size - tail.length;
    this.#note(this.#dropped);
  }

  /** Beside the file, for whoever reads it after our death. */
  #note(dropped: number): void {
    writeFileSync(join(this.logs, `${this.stream}.bytes`), `${dropped}\n`, { mode: 0o600 });
  }

  #read(from: number, length: number): Buffer {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(this.#fd, buffer, 0, length, from));
  }
}
