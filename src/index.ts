/** The library's surface: re-exports only (contract §9). Everything else may change without notice. */
export { decide } from './decide/decide.js';
export { key } from './declare/key.js';
export { type Plan, readPlan } from './declare/plan.js';
export type { BrowserInventory, Inventory } from './inventory/inventory.js';
export { takeInventory as inventory } from './inventory/leftover.js';
export type { Ledger } from './ledger/ledger.js';
export { openLedger } from './ledger/open.js';
export type { Answer, Ask } from './probe/ask.js';
export { type Batch, defineProbe, type Probe, type Wanted } from './probe/probe.js';
export { type ReconcileOptions, reconcile } from './reconcile.js';
export { EXIT, PlanFaults, Refusal, type RefusalCode } from './refusal.js';
export type * from './report/report.js';
export type {
  Action,
  Blindness,
  Chain,
  Draft,
  Evidence,
  GateAnswer,
  Identity,
  Reading,
  Reason,
  Sighting,
  State,
  Verdict,
} from './words.js';
export { type JoinedWorker, type JoinOptions, joinWorker } from './worker/join.js';
