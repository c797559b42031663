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

/** Who writes. A worker's own writes are refused once its epoch is fenced, dead or no longer the newest. */
export interface Author {
  worker: string;
  epoch: number;
}

export interface Declared {
  action: Action;
  state: State;
  /** true: this call gave it its key. */
  fresh: boolean;
}

export type NewStart = Omit<Start, 'epoch' | 'ledger' | 'leaseUntil' | 'fenced' | 'death'>;
export type StartPatch = Partial<Pick<Start, 'process' | 'session' | 'browser' | 'logs' | 'tabBaseline'>>;

export interface HistoryEntry extends Verdict {
  at: number;
  /** `reconcile`, `gate`, `run`, a worker, or a person's name. */
  by: string;
}

/**
 * The durable store. Every method is one transaction that is on disk (fsync) when its promise resolves;
 * every conditional change is one statement or one immediate transaction, never check-then-write.
 * Failures of the store are Refusals with exit 6.
 */
export interface Ledger {
  readonly url: string;

  /**
   * Give keys to a plan's actions; all or nothing. Same key with another payload fingerprint, or an `id` that this
   * worker already has under another key, is refused with both sources named (`plan-conflict`), unless `revise`,
   * which is allowed only while the state of the old action is `planned` or `absent`.
   * Effect and probe settings of a known key are brought up to date.
   */
  declare(worker: string, actions: Action[], options: { revise: boolean }): Promise<Declared[]>;

  /**
   * The start of a worker that nobody recorded (contract §5): its actions, the start, and an attempt at each of them
   * that is `planned`, so that no other ever finds them unclaimed. The newest start is taken where it has no death, or
   * where nothing is left to attempt. `openedAt` null: without a lower end.
   */
  adopt(start: NewStart, actions: Action[], openedAt: number | null): Promise<Start>;
  /** Record the next start of a worker: epoch = newest + 1. Refused (`worker-alive`) while the newest has no death. */
  begin(start: NewStart): Promise<Start>;
  amend(author: Author, patch: StartPatch): Promise<void>;
  /** Push the lease out; false where the epoch is fenced, dead or not the newest. */
  renew(author: Author, leaseUntil: number): Promise<boolean>;
  /** From here on this epoch can write nothing. */
  fence(author: Author): Promise<void>;
  /** Record the proof of death; the first proof stays. Adds a `death` fact to the chain of every open attempt. */
  bury(author: Author, death: Death): Promise<Start>;
  /** All starts of a worker, oldest first; of all workers where none is named. */
  starts(worker?: string): Promise<Start[]>;

  /**
   * Take the claim if `basis` still holds, the state is `planned` or `absent`, no attempt is open, and the author may
   * write. null: somebody else was first; read the chain again. `openedAt` defaults to now; only a main job without
   * a recorded start gives another one.
   */
  claim(key: string, author: Author, basis: Basis, openedAt?: number | null): Promise<Attempt | null>;

  /**
   * Add evidence to an action's current attempt. With `author`: refused (`epoch-fenced`) unless it may write.
   * With `basis`: null, and nothing is written, where it no longer holds.
   */
  append(key: string, evidence: NewEvidence[], author?: Author, basis?: Basis): Promise<Evidence[] | null>;

  /**
   * Write a verdict if `basis` still holds; false: decide again. A verdict other than `claimed` and `unverified`
   * settles the current attempt; one of these opens a settled attempt again. An unchanged verdict adds no history.
   */
  record(key: string, verdict: Verdict, basis: Basis, by: string): Promise<boolean>;

  /** Everything about one action, with the basis for a conditional write. undefined: not known. */
  chain(key: string): Promise<{ chain: Chain; basis: Basis; current: Current } | undefined>;
  /** Actions with their current verdict, in the order in which they were declared. */
  list(filter?: { worker?: string; state?: State }): Promise<Current[]>;
  /** By key, by a key's unambiguous prefix of at least 8 characters, or by id (within `worker` where given). */
  find(keyOrId: string, worker?: string): Promise<Current[]>;
  history(key: string): Promise<HistoryEntry[]>;

  /** Faults, one line each: broken chains, missing or changed rows, what SQLite's own check finds. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}
