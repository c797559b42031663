/** The JSON documents of contract §7 and §9. Times are ISO 8601 here, at the edge. */
import type { Inventory } from '../inventory/inventory.js';
import type {
  Blindness,
  DeathProof,
  Draft,
  EvidenceSource,
  GateAnswer,
  Identity,
  Reason,
  Says,
  SightingStatus,
  State,
} from '../words.js';

export type Iso = string;

export interface EvidenceReport {
  source: EvidenceSource;
  at: Iso;
  says: Says;
  summary: string;
  hash: string;
  artifact?: string;
}

/** An action as `status` lists it. */
export interface ActionStatus {
  key: string;
  id: string;
  worker: string;
  kind: string;
  platform: string;
  account: string | null;
  identity: Identity;
  state: State;
  reason: Reason;
  url: string | null;
  since: Iso;
  nextLook: Iso | null;
  gate: GateAnswer;
}

/** An action with its evidence, as the main job reports it. */
export interface ActionReport extends ActionStatus {
  evidence: EvidenceReport[];
  draft: Draft | null;
}

export type Summary = Record<State, number>;

/** `reconcile --worker … --json`, and `run --json`. */
export interface Report {
  worker: string;
  epoch: number;
  /** null: `run` found nothing that may RUN, and no worker was ever started. */
  death: {
    proof: DeathProof;
    at: Iso;
    exitCode: number | null;
    signal: string | null;
    stdoutBytes: number | null;
  } | null;
  browser: {
    endpoint: string | null;
    alive: boolean;
    wire: { covered: boolean; gaps: string[] };
  };
  actions: ActionReport[];
  inventory: Inventory;
  summary: Summary;
  /** `run` only: actions the gate would let RUN after the last retry; the number of starts made. */
  left?: string[];
  starts?: number;
}

export interface StatusReport {
  actions: ActionStatus[];
  summary: Summary;
}

export interface ShowReport extends ActionReport {
  history: { state: State; reason: Reason; at: Iso; by: string }[];
}

export interface PlanReport {
  worker: string;
  actions: { id: string; key: string; state: State; fresh: boolean }[];
}

export interface GateReport {
  key: string;
  id: string;
  gate: GateAnswer;
  state: State;
  reason: Reason;
  claim: { worker: string; epoch: number } | null;
  look: { at: Iso; result: string } | null;
}

export interface ProbeReport {
  actions: {
    id: string;
    key: string;
    reading: {
      complete: boolean;
      /** null where it is complete. */
      incompleteWhy: string | null;
      view: 'public' | 'owner';
      sightings: {
        id: string | null;
        url: string | null;
        createdAt: Iso | null;
        author: string | null;
        queue: string | null;
        status: SightingStatus;
        inside: boolean;
        why: string;
      }[];
      blind: { why: Blindness; retryAt: Iso | null } | null;
      /** `answered`: an answer came that has no HTTP status. */
      requests: { url: string; status: number | null; at: Iso; answered?: true }[];
    } | null;
  }[];
}

/** `doctor`: one line a check. */
export interface DoctorReport {
  checks: { name: string; ok: boolean; found: string; cure: string | null }[];
}
