/** What the claims benchmark declares: actions of a usual size. */
import { createHash } from 'node:crypto';
import type { NewStart } from '../src/ledger/ledger.js';
import type { Action } from '../src/words.js';

export function keyNo(no: number): string {
  return createHash('sha256').update(`bench ${no}`).digest('hex');
}

export function actionNo(no: number): Action {
  return {
    key: keyNo(no),
    id: `listing-${no}`,
    worker: 'bench',
    kind: 'submit-listing',
    platform: 'directory.example',
    account: 'me@example.com',
    identity: { slug: `acme-${no}` },
    repeat: false,
    payloadHash: keyNo(-no),
    effect: {
      method: 'POST',
      url: 'https://directory.example/submit',
      fields: { slug: `acme-${no}` },
      steps: [],
      via: 'browser',
      refused: [{ status: 200, form: 'again' }],
    },
    probe: {
      use: 'http-json',
      with: { url: 'https://directory.example/api/listings?slug={identity.slug}', items: 'items' },
      queue: null,
      settleMs: 600_000,
      review: 'possible',
    },
    source: `plan.yml:${no + 3}`,
  };
}

export function startOf(worker: string): NewStart {
  return {
    worker,
    host: 'bench',
    bootId: 'bench',
    startedAt: Date.now(),
    supervisor: { pid: process.pid, startTicks: null },
    process: null,
    session: null,
    browser: null,
    logs: null,
    cwd: process.cwd(),
    plan: null,
    claims: 'required',
    files: [],
    repos: [],
    tabBaseline: [],
    recorded: true,
  };
}
