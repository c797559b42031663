/**
 * Refusals are for the user: one line, what failed, on what, what to do. Anything else that is thrown is a bug
 * and keeps its stack. This file holds the only exit-code table (contract §6).
 */

export const EXIT = {
  ok: 0,
  internal: 1,
  usage: 2,
  open: 3,
  wrong: 4,
  alive: 5,
  ledger: 6,
  left: 7,
  gate: { RUN: 0, SKIP: 10, HOLD: 11, HUMAN: 12 },
} as const;

/** code → what failed, and the exit code. */
const REFUSALS = {
  usage: ['usage', EXIT.usage],
  plan: ['plan is not valid', EXIT.usage],
  'plan-unreadable': ['cannot read the plan', EXIT.usage],
  'plan-conflict': ['plan contradicts the ledger', EXIT.usage],
  'unknown-worker': ['worker is not known', EXIT.usage],
  'unknown-action': ['action is not known', EXIT.usage],
  endpoint: ['cannot inspect the browser', EXIT.usage],
  profile: ['cannot read the profile', EXIT.usage],
  'no-browser': ['no browser was found', EXIT.usage],
  'browser-failed': ['the browser did not start', EXIT.usage],
  command: ['cannot start the command', EXIT.usage],
  probe: ['cannot load the probe', EXIT.usage],
  'worker-alive': ['worker is alive', EXIT.alive],
  'claim-live': ['a live worker holds the claim', EXIT.alive],
  'epoch-fenced': ['this worker start has been fenced', EXIT.alive],
  'no-ledger': ['no ledger', EXIT.ledger],
  'ledger-locked': ['ledger stayed locked', EXIT.ledger],
  'ledger-full': ['no room to write the ledger', EXIT.ledger],
  'ledger-read-only': ['ledger cannot be written', EXIT.ledger],
  'ledger-corrupt': ['ledger is damaged', EXIT.ledger],
  'ledger-foreign': ['not a ledger', EXIT.ledger],
  'ledger-newer': ['ledger was written by a newer version', EXIT.ledger],
} as const satisfies Record<string, readonly [string, number]>;

export type RefusalCode = keyof typeof REFUSALS;

export class Refusal extends Error {
  readonly exit: number;

  /** `on` and `hint` may quote hostile text: whoever prints the message escapes it. */
  constructor(
    readonly code: RefusalCode,
    readonly where: { on: string; hint: string; cause?: unknown },
  ) {
    super(`${REFUSALS[code][0]} (${where.on}): ${where.hint}`, { cause: where.cause });
    this.name = 'Refusal';
    this.exit = REFUSALS[code][1];
  }
}

/** All faults of one plan at once, a line each, every line beginning with `file:line:column`. */
export class PlanFaults extends Refusal {
  constructor(readonly faults: string[]) {
    super('plan', { on: `${faults.length} fault${faults.length === 1 ? '' : 's'}`, hint: 'mend these' });
    this.message = faults.join('\n');
  }
}
