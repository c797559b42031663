import type Database from 'better-sqlite3';
import type { Basis, Verdict } from '../words.js';
import { type ActionRow, type HistoryRow, millis } from './rows.js';

type RecordParams = Verdict & Basis & { key: string; toState: string; by: string; now: number };

/** What must not have changed since the verdict was decided. */
const BASIS_HOLDS = 'key = @key AND state = @state AND attempt IS @attempt AND head = @head';
const SAME_VERDICT = 'state = @toState AND reason = @reason AND url IS @url';

/** Verdicts over time. */
export class Verdicts {
  readonly #postpone;
  readonly #change;
  readonly #history;

  constructor(db: Database.Database) {
    this.#postpone = db.prepare<[RecordParams]>(
      `UPDATE actions SET next_look = @nextLook WHERE ${BASIS_HOLDS} AND ${SAME_VERDICT}`,
    );
    this.#change = db.prepare<[RecordParams]>(`
      INSERT INTO history (action, previous, at, by, state, reason, url, next_look)
      SELECT no, last, @now, @by, @toState, @reason, @url, @nextLook
      FROM actions WHERE ${BASIS_HOLDS} AND NOT (${SAME_VERDICT})`);
    this.#history = db.prepare<[number], HistoryRow>(`
      WITH RECURSIVE changes AS (
        SELECT * FROM history WHERE id = ?
        UNION ALL
        SELECT h.* FROM changes c JOIN history h ON h.id = c.previous
      )
      SELECT c.id, c.at, c.by, c.state, c.reason, c.url, c.next_look, c.opened_at,
             s.worker AS holder, s.epoch AS holder_epoch
      FROM changes c LEFT JOIN starts s ON s.id = c.start
      ORDER BY c.id`);
  }

  /** false: the basis does not hold. Settling and reopening an attempt follow from the state (rows.ts, `isOpen`). */
  record(key: string, verdict: Verdict, { state, attempt, head }: Basis, by: string): boolean {
    const { state: toState, reason, url } = verdict;
    const nextLook = millis(verdict.nextLook);
    const params = { key, toState, reason, url, nextLook, state, attempt, head, by, now: Date.now() };
    return this.#postpone.run(params).changes === 1 || this.#change.run(params).changes === 1;
  }

  history(action: Pick<ActionRow, 'last'>): HistoryRow[] {
    return this.#history.all(action.last);
  }
}
