/** Rows of the database ↔ the words of the contract. JSON columns hold what the word's type says. */
import type {
  Action,
  Attempt,
  Basis,
  Current,
  Effect,
  Identity,
  ProbeUse,
  Reason,
  Start,
  State,
} from '../words.js';
import type { HistoryEntry, NewStart } from './ledger.js';

export interface ActionRow {
  no: number;
  key: string;
  state: State;
  reason: Reason;
  since: number;
  next_look: number | null;
  attempt: number | null;
  start: number | null;
  last: number;
  head: number;
  head_hash: string;
  url: string | null;
  id: string;
  worker: string;
  source: string;
  kind: string;
  platform: string;
  account: string | null;
  identity: string;
  repeat: number;
  payload_hash: string | null;
  effect: string | null;
  probe: string | null;
  /** Who holds or held the newest claim. */
  holder: string | null;
  holder_epoch: number | null;
}

export interface HistoryRow {
  id: number;
  at: number;
  by: string;
  state: State;
  reason: Reason;
  url: string | null;
  next_look: number | null;
  opened_at: number | null;
  holder: string | null;
  holder_epoch: number | null;
}

export interface StartRow {
  id: number;
  worker: string;
  epoch: number;
  lease_until: number;
  fenced: number;
  death: string | null;
  about: string;
}

export type About = Omit<NewStart, 'worker'>;

/** An attempt is open, or its verdict settles it: never anything else beside the state. */
export function isOpen(state: State): boolean {
  return state === 'claimed' || state === 'unverified';
}

export function actionOf(row: ActionRow): Action {
  return {
    key: row.key,
    id: row.id,
    worker: row.worker,
    kind: row.kind,
    platform: row.platform,
    account: row.account,
    identity: JSON.parse(row.identity) as Identity,
    repeat: row.repeat === 1,
    payloadHash: row.payload_hash,
    effect: fromJson<Effect>(row.effect),
    probe: fromJson<ProbeUse>(row.probe),
    source: row.source,
  };
}

/** What changes when a key is declared again; `toJson` is stable, so an unchanged plan compares equal. */
export function settingsOf(action: Action) {
  return {
    id: action.id,
    worker: action.worker,
    source: action.source,
    repeat: action.repeat ? 1 : 0,
    payloadHash: action.payloadHash,
    effect: toJson(action.effect),
    probe: toJson(action.probe),
  };
}

export function currentOf(row: ActionRow): Current {
  const { holder, holder_epoch: epoch } = row;
  const held = isOpen(row.state) && holder !== null && epoch !== null;
  return {
    action: actionOf(row),
    state: row.state,
    reason: row.reason,
    url: row.url,
    nextLook: row.next_look,
    since: row.since,
    claim: held ? { worker: holder, epoch } : null,
  };
}

/** The attempts among an action's changes, oldest first. */
export function attemptsOf(action: ActionRow, history: HistoryRow[]): Attempt[] {
  return history.flatMap((row) => {
    if (row.holder === null || row.holder_epoch === null) return [];
    return {
      token: row.id,
      key: action.key,
      worker: row.holder,
      epoch: row.holder_epoch,
      openedAt: row.opened_at,
      settled: row.id !== action.attempt || !isOpen(action.state),
    };
  });
}

export function basisOf({ state, attempt, head }: ActionRow): Basis {
  return { state, attempt, head };
}

/** Within the transaction that read `row`. */
export function holds(basis: Basis, { state, attempt, head }: ActionRow): boolean {
  return basis.state === state && basis.attempt === attempt && basis.head === head;
}

export function historyEntryOf(row: HistoryRow): HistoryEntry {
  const { state, reason, url, at, by } = row;
  return { state, reason, url, nextLook: row.next_look, at, by };
}

export function startOf(row: StartRow, ledger: string): Start {
  return {
    ...(JSON.parse(row.about) as About),
    ledger,
    worker: row.worker,
    epoch: row.epoch,
    leaseUntil: row.lease_until,
    fenced: row.fenced === 1,
    death: fromJson<NonNullable<Start['death']>>(row.death),
  };
}

/** Times are whole milliseconds in the database; a computed one (half of a settle) may not be. */
export function millis<T extends number | null>(time: T): T {
  return (time === null ? null : Math.round(time)) as T;
}

function fromJson<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}

export function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
