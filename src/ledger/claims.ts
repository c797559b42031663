import type Database from 'better-sqlite3';
import type { Attempt, Basis } from '../words.js';
import type { Author } from './ledger.js';
import { millis } from './rows.js';

interface ClaimParams extends Author, Basis {
  key: string;
  now: number;
  openedAt: number | null;
}

/** The exclusive right to attempt one action. */
export class Claims {
  readonly #claim;

  constructor(db: Database.Database) {
    // One statement is the whole race: everything that must hold is in its WHERE, and the trigger on `history` moves
    // the action to `claimed` in the same breath. `planned` and `absent` imply that no attempt is open.
    this.#claim = db.prepare<[ClaimParams]>(`
      INSERT INTO history (action, previous, at, by, state, reason, start, opened_at)
      SELECT a.no, a.last, @now, w.worker, 'claimed', 'live-claim', w.id, @openedAt
      FROM actions a, writers w
      WHERE a.key = @key AND a.state IN ('planned', 'absent')
        AND a.state = @state AND a.attempt IS @attempt AND a.head = @head
        AND w.worker = @worker AND w.epoch = @epoch`);
  }

  /** undefined: something of it does not hold. */
  take(
    key: string,
    { worker, epoch }: Author,
    { state, attempt, head }: Basis,
    openedAt: number | null = Date.now(),
  ): Attempt | undefined {
    const params = { key, worker, epoch, state, attempt, head, now: Date.now(), openedAt: millis(openedAt) };
    const { changes, lastInsertRowid } = this.#claim.run(params);
    if (changes === 0) return undefined;
    return { token: Number(lastInsertRowid), key, worker, epoch, openedAt: params.openedAt, settled: false };
  }
}
