import type Database from 'better-sqlite3';
import { Refusal } from '../refusal.js';
import type { Action, State } from '../words.js';
import type { Actions } from './actions.js';
import type { Declared } from './ledger.js';
import { type ActionRow, settingsOf } from './rows.js';

type Settings = ReturnType<typeof settingsOf>;

const COLUMNS = 'id, worker, source, repeat, payload_hash, effect, probe';
const VALUES = '@id, @worker, @source, @repeat, @payloadHash, @effect, @probe';

/** Giving keys to a plan's actions. Everything here runs within one transaction: all or nothing. */
export class Declarations {
  readonly #insert;
  readonly #enter;
  readonly #update;
  readonly #assign;
  readonly #named;
  readonly #release;

  constructor(
    db: Database.Database,
    private readonly actions: Actions,
  ) {
    this.#insert = db.prepare<[Settings & Record<string, unknown>]>(`
      INSERT INTO actions (key, state, reason, since, kind, platform, account, identity, declared_at, ${COLUMNS})
      VALUES (@key, 'planned', 'no-attempt', @now, @kind, @platform, @account, @identity, @now, ${VALUES})`);
    this.#enter = db.prepare<[number | bigint, number, string]>(`
      INSERT INTO history (action, at, by, state, reason) VALUES (?, ?, ?, 'planned', 'no-attempt')`);
    this.#update = db.prepare<[Settings & { no: number }]>(`
      UPDATE actions SET (${COLUMNS}) = (${VALUES}) WHERE no = @no AND (${COLUMNS}) IS NOT (${VALUES})`);
    this.#assign = db.prepare<[string, number | bigint, string]>(`
      INSERT INTO assignments (worker, action, id) VALUES (?, ?, ?)
      ON CONFLICT (worker, action) DO UPDATE SET id = excluded.id WHERE id <> excluded.id`);
    this.#named = db.prepare<[string, string], Pick<ActionRow, 'no' | 'key' | 'state' | 'source'>>(`
      SELECT a.no, a.key, a.state, a.source FROM assignments n JOIN actions a ON a.no = n.action
      WHERE n.worker = ? AND n.id = ?`);
    this.#release = db.prepare<[string, string]>('DELETE FROM assignments WHERE worker = ? AND id = ?');
  }

  declare(worker: string, actions: Action[], revise: boolean): Declared[] {
    const sources = new Map<string, string>();
    return actions.map((action) => {
      const twin = sources.get(action.key);
      if (twin !== undefined) throw conflict(action, twin, 'both are the same act; leave one out');
      sources.set(action.key, action.source);
      return this.#declareOne({ ...action, worker }, revise);
    });
  }

  #declareOne(action: Action, revise: boolean): Declared {
    const known = this.actions.get(action.key);
    if (known !== undefined && known.payload_hash !== action.payloadHash)
      allowRevision(action, known, revise, 'same act, another payload');

    const other = this.#named.get(action.worker, action.id);
    if (other !== undefined && other.key !== action.key) {
      allowRevision(action, other, revise, `id ${action.id} was another act`);
      this.#release.run(action.worker, action.id);
    }

    const no = known === undefined ? this.#enterNew(action) : this.#bringUpToDate(action, known);
    this.#assign.run(action.worker, no, action.id);
    return { action, state: known?.state ?? 'planned', fresh: known === undefined };
  }

  #enterNew(action: Action): number | bigint {
    const { key, kind, platform, account } = action;
    const now = Date.now();
    const identity = JSON.stringify(action.identity);
    const row = { ...settingsOf(action), key, kind, platform, account, identity, now };
    const no = this.#insert.run(row).lastInsertRowid;
    this.#enter.run(no, now, action.worker);
    return no;
  }

  #bringUpToDate(action: Action, { no }: ActionRow): number {
    this.#update.run({ ...settingsOf(action), no });
    return no;
  }
}

/** What was claimed or decided under the old words cannot be said again in others. */
function allowRevision(
  action: Action,
  old: { source: string; state: State },
  revise: boolean,
  what: string,
): void {
  if (old.state !== 'planned' && old.state !== 'absent')
    throw conflict(
      action,
      old.source,
      `${what}, and it is ${old.state} already; give it an identity of its own`,
    );
  if (!revise) throw conflict(action, old.source, `${what}; mend the plan, or add --revise`);
}

function conflict(action: Action, otherSource: string, hint: string): Refusal {
  return new Refusal('plan-conflict', { on: `${action.source} and ${otherSource}`, hint });
}
