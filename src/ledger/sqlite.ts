import type Database from 'better-sqlite3';
import type {
  Action,
  Attempt,
  Basis,
  Chain,
  Current,
  Death,
  Evidence,
  NewEvidence,
  Start,
  State,
  Verdict,
} from '../words.js';
import { Actions } from './actions.js';
import { faultsOf } from './check.js';
import { Claims } from './claims.js';
import { Declarations } from './declarations.js';
import { EvidenceChains } from './evidence.js';
import { storeRefusal } from './failure.js';
import type { Author, Declared, HistoryEntry, Ledger, NewStart, StartPatch } from './ledger.js';
import { actionOf, attemptsOf, basisOf, currentOf, historyEntryOf, holds } from './rows.js';
import { Starts } from './starts.js';
import { Turns } from './turns.js';
import { Verdicts } from './verdicts.js';

/**
 * The ledger in one SQLite file, for any number of processes of one machine. Here is only which steps make up one
 * transaction; what a step does is in the file of its subject.
 */
export class SqliteLedger implements Ledger {
  readonly #turns: Turns;
  readonly #actions: Actions;
  readonly #declarations: Declarations;
  readonly #starts: Starts;
  readonly #claims: Claims;
  readonly #evidence: EvidenceChains;
  readonly #verdicts: Verdicts;

  /** `db` has been opened by `connect`. */
  constructor(
    private readonly db: Database.Database,
    readonly url: string,
    waitMs: number,
  ) {
    this.#turns = new Turns(db, url, waitMs);
    this.#actions = new Actions(db);
    this.#declarations = new Declarations(db, this.#actions);
    this.#evidence = new EvidenceChains(db);
    this.#starts = new Starts(db, this.#evidence, url);
    this.#claims = new Claims(db);
    this.#verdicts = new Verdicts(db);
  }

  declare(worker: string, actions: Action[], { revise }: { revise: boolean }): Promise<Declared[]> {
    return this.#turns.write(() => this.#declarations.declare(worker, actions, revise));
  }

  adopt(start: NewStart, actions: Action[], openedAt: number | null): Promise<Start> {
    return this.#turns.write(() => {
      const { worker } = start;
      this.#declarations.declare(worker, actions, false);
      const planned = this.#actions.list({ worker, state: 'planned' });
      const newest = this.#starts.ofWorker(worker).at(-1);
      const taken = newest !== undefined && (newest.death === null || planned.length === 0);
      const adopted = taken ? newest : this.#starts.begin(start);
      for (const row of planned) this.#claims.take(row.key, adopted, basisOf(row), openedAt);
      return adopted;
    });
  }

  begin(start: NewStart): Promise<Start> {
    return this.#turns.write(() => this.#starts.begin(start));
  }

  amend(author: Author, patch: StartPatch): Promise<void> {
    return this.#turns.write(() => this.#starts.amend(author, patch));
  }

  renew(author: Author, leaseUntil: number): Promise<boolean> {
    return this.#turns.write(() => this.#starts.renew(author, leaseUntil));
  }

  fence(author: Author): Promise<void> {
    return this.#turns.write(() => this.#starts.fence(author));
  }

  bury(author: Author, death: Death): Promise<Start> {
    return this.#turns.write(() => this.#starts.bury(author, death));
  }

  starts(worker?: string): Promise<Start[]> {
    return this.#turns.read(() =>
      worker === undefined ? this.#starts.all() : this.#starts.ofWorker(worker),
    );
  }

  claim(key: string, author: Author, basis: Basis, openedAt?: number | null): Promise<Attempt | null> {
    return this.#turns.inOrder(() => {
      const attempt = this.#claims.take(key, author, basis, openedAt);
      if (attempt !== undefined) return attempt;
      // Nothing was written. Of the possible reasons, two are not "somebody else was first".
      this.#starts.requireWriter(author);
      this.#actions.require(key);
      return null;
    });
  }

  append(key: string, evidence: NewEvidence[], author?: Author, basis?: Basis): Promise<Evidence[] | null> {
    return this.#turns.write(() => {
      if (author !== undefined) this.#starts.requireWriter(author);
      const action = this.#actions.require(key);
      if (basis !== undefined && !holds(basis, action)) return null;
      return this.#evidence.append(action, evidence);
    });
  }

  record(key: string, verdict: Verdict, basis: Basis, by: string): Promise<boolean> {
    return this.#turns.write(() => {
      this.#actions.require(key);
      return this.#verdicts.record(key, verdict, basis, by);
    });
  }

  chain(key: string): Promise<{ chain: Chain; basis: Basis; current: Current } | undefined> {
    return this.#turns.read(() => {
      const row = this.#actions.get(key);
      if (row === undefined) return undefined;
      const attempts = attemptsOf(row, this.#verdicts.history(row));
      const evidence = this.#evidence.read(row);
      if (evidence === null) throw storeRefusal('ledger-corrupt', `${this.url}, action ${key}`);
      return {
        chain: { action: actionOf(row), attempts, evidence },
        basis: basisOf(row),
        current: currentOf(row),
      };
    });
  }

  list(filter?: { worker?: string; state?: State }): Promise<Current[]> {
    return this.#turns.read(() => this.#actions.list(filter).map(currentOf));
  }

  find(keyOrId: string, worker?: string): Promise<Current[]> {
    return this.#turns.read(() => this.#actions.find(keyOrId, worker).map(currentOf));
  }

  history(key: string): Promise<HistoryEntry[]> {
    return this.#turns.read(() => this.#verdicts.history(this.#actions.require(key)).map(historyEntryOf));
  }

  check(): Promise<string[]> {
    return this.#turns.read(() => faultsOf(this.db, this.url));
  }

  async close(): Promise<void> {
    await this.#turns.idle();
    this.db.close();
  }
}
