/** What a command found, as data. `Output` shows it; `cli.ts` turns its exit code into the process's. */
import type { BrowserInventory } from '../inventory/inventory.js';
import type {
  DoctorReport,
  GateReport,
  PlanReport,
  ProbeReport,
  Report,
  ShowReport,
  StatusReport,
} from './report.js';

export type Shown =
  /** `report`: where the HTML went, `ledger`: where the rest is. */
  | { kind: 'report'; data: Report; page: string | null }
  | { kind: 'plan'; data: PlanReport }
  | { kind: 'gate'; data: GateReport }
  | { kind: 'inventory'; data: BrowserInventory }
  | { kind: 'probe'; data: ProbeReport }
  | { kind: 'status'; data: StatusReport }
  | { kind: 'show'; data: ShowReport }
  | { kind: 'doctor'; data: DoctorReport }
  /** Its text came line by line while it ran. */
  | { kind: 'demo'; data: unknown };

export type Outcome = Shown & { exit: number };
