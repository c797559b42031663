/** What went wrong, as it is shown: a refusal in its own words, an interruption, or a bug. */
import { EXIT, PlanFaults, Refusal } from '../refusal.js';

export interface Failure {
  code: string;
  message: string;
  exit: number;
  /** What goes to stderr; one line but for a plan's faults, of which each has its own. */
  lines: string[];
  /** Shown only with DEBUG=reconcile. */
  stack: string | null;
}

/** A signal asked us to stop, and we did, cleanly. Its exit code is the shell's custom: 128 + the signal's number. */
export class Interrupted extends Error {
  constructor(
    readonly signal: 'SIGINT' | 'SIGTERM',
    cause?: unknown,
  ) {
    super(`stopped by ${signal}: what was written down stays, the next run goes on from there`, { cause });
    this.name = 'Interrupted';
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof PlanFaults) return { ...refused(error), lines: error.faults };
  if (error instanceof Refusal) return refused(error);
  if (error instanceof Interrupted) {
    const exit = error.signal === 'SIGINT' ? 130 : 143;
    return failure('interrupted', error.message, exit, error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return failure('internal', `internal error: ${message}`, EXIT.internal, error);
}

function refused(error: Refusal): Failure {
  return failure(error.code, error.message, error.exit, error);
}

function failure(code: string, message: string, exit: number, error: unknown): Failure {
  return { code, message, exit, lines: [`reconcile: ${message}`], stack: stackOf(error) };
}

function stackOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const cause = error.cause === undefined ? null : (stackOf(error.cause) ?? String(error.cause));
  return cause === null ? (error.stack ?? null) : `${error.stack}\ncaused by ${cause}`;
}
