/** What one start of a worker may do: the actions that the gate let RUN, with what is left of earlier attempts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '../declare/plan.js';
import type { Ledger } from '../ledger/ledger.js';
import { known } from '../look.js';
import type { Draft, Identity } from '../words.js';

/** A TODO item and the library's action (contract §9). */
export interface TodoItem {
  key: string;
  id: string;
  kind: string;
  platform: string;
  account: string | null;
  identity: Identity;
  payload: unknown;
  /** The claim's token; null where the worker takes its claims itself. */
  attempt: number | null;
  /** A half-filled form of an earlier attempt. */
  draft: Draft | null;
}

export async function todoItems(ledger: Ledger, plan: Plan, keys: string[]): Promise<TodoItem[]> {
  const items: TodoItem[] = [];
  for (const { payload, ...action } of plan.actions) {
    if (!keys.includes(action.key)) continue;
    const { chain, basis } = await known(ledger, action.key);
    const fact = chain.evidence.findLast((one) => one.fact.kind === 'draft')?.fact;
    const draft = fact?.kind === 'draft' ? fact.draft : null;
    const { key, id, kind, platform, account, identity } = action;
    const attempt = basis.state === 'claimed' ? basis.attempt : null;
    items.push({ key, id, kind, platform, account, identity, payload, attempt, draft });
  }
  return items;
}

/** The items as a file of their owner's alone: payloads are in no ledger, and here only for this start. */
export async function writeTodo(ledger: Ledger, plan: Plan, keys: string[], folder: string): Promise<string> {
  const items = await todoItems(ledger, plan, keys);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'todo.json');
  writeFileSync(path, `${JSON.stringify(items, null, 2)}\n`, { mode: 0o600 });
  return path;
}
