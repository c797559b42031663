import type Database from 'better-sqlite3';
import { Refusal } from '../refusal.js';
import type { State } from '../words.js';
import type { ActionRow } from './rows.js';

const CURRENT = `
  SELECT a.*, s.worker AS holder, s.epoch AS holder_epoch
  FROM actions a LEFT JOIN starts s ON s.id = a.start`;

/** The same, as one worker's plan names it. */
const ASSIGNED = `
  SELECT a.*, n.id AS assigned_id, n.worker AS assigned_worker, s.worker AS holder, s.epoch AS holder_epoch
  FROM assignments n JOIN actions a ON a.no = n.action LEFT JOIN starts s ON s.id = a.start`;

type AssignedRow = ActionRow & { assigned_id: string; assigned_worker: string };

const KEY_OR_PREFIX = /^[0-9a-f]{8,64}$/i;

/** Looking actions up. */
export class Actions {
  readonly #byKey;
  readonly #byPrefix;
  readonly #byId;
  readonly #all;
  readonly #byState;
  readonly #ofWorker;
  readonly #assigned;

  constructor(db: Database.Database) {
    this.#byKey = db.prepare<[string], ActionRow>(`${CURRENT} WHERE a.key = ?`);
    // Keys are hex: every key that begins with a prefix sorts before the prefix followed by "g".
    this.#byPrefix = db.prepare<[string, string], ActionRow>(
      `${CURRENT} WHERE a.key >= ? AND a.key < ? || 'g' ORDER BY a.key LIMIT 100`,
    );
    this.#byId = db.prepare<[string], AssignedRow>(`${ASSIGNED} WHERE n.id = ? ORDER BY a.no LIMIT 100`);
    this.#all = db.prepare<[], ActionRow>(`${CURRENT} ORDER BY a.no`);
    this.#byState = db.prepare<[State], ActionRow>(`${CURRENT} WHERE a.state = ? ORDER BY a.no`);
    this.#ofWorker = db.prepare<[{ worker: string; state: State | null }], AssignedRow>(`
      ${ASSIGNED} WHERE n.worker = @worker AND (@state IS NULL OR a.state = @state) ORDER BY a.no`);
    this.#assigned = db.prepare<[{ worker: string; id: string | null; no: number | null }], AssignedRow>(`
      ${ASSIGNED} WHERE n.worker = @worker AND n.id = @id
      UNION ALL ${ASSIGNED} WHERE n.worker = @worker AND n.action = @no`);
  }

  get(key: string): ActionRow | undefined {
    return this.#byKey.get(key);
  }

  require(key: string): ActionRow {
    const row = this.get(key);
    if (row !== undefined) return row;
    throw new Refusal('unknown-action', { on: key, hint: 'declare it first: reconcile plan <file>' });
  }

  list({ worker, state }: { worker?: string; state?: State } = {}): ActionRow[] {
    if (worker !== undefined) return this.#ofWorker.all({ worker, state: state ?? null }).map(asNamed);
    return state === undefined ? this.#all.all() : this.#byState.all(state);
  }

  /** More than one: ambiguous. An id that looks like a key's prefix may be either, so both are given. */
  find(keyOrId: string, worker?: string): ActionRow[] {
    const byId =
      worker === undefined ? this.#byId.all(keyOrId) : this.#assigned.all({ worker, id: keyOrId, no: null });
    const byKey = this.#keyed(keyOrId).flatMap((row) => {
      return worker === undefined ? row : this.#assigned.all({ worker, id: null, no: row.no }).map(asNamed);
    });
    return [...new Map([...byKey, ...byId.map(asNamed)].map((row) => [row.key, row])).values()];
  }

  #keyed(prefix: string): ActionRow[] {
    if (!KEY_OR_PREFIX.test(prefix)) return [];
    return this.#byPrefix.all(prefix.toLowerCase(), prefix.toLowerCase());
  }
}

function asNamed(row: AssignedRow): ActionRow {
  return { ...row, id: row.assigned_id, worker: row.assigned_worker };
}
