/** Builds chains for tests of the pure parts: an action, its attempts, and evidence in order. */
import type {
  Action,
  Attempt,
  Chain,
  Coverage,
  Evidence,
  Fact,
  NewEvidence,
  ProbeUse,
  Reading,
  Sighting,
  WireRequest,
} from '../../src/words.js';

/** Times in the tests are seconds after this moment. */
export const T0 = Date.UTC(2026, 10, 30);
export const at = (seconds: number): number => T0 + seconds * 1000;

export const probe: ProbeUse = { use: 'http-json', with: {}, queue: null, settleMs: 10_000, review: 'none' };

export const action: Action = {
  key: 'a'.repeat(64),
  id: 'acme',
  worker: 'w',
  kind: 'submit',
  platform: 'directory.example',
  account: null,
  identity: { slug: 'acme' },
  repeat: false,
  payloadHash: null,
  effect: {
    method: 'POST',
    url: 'https://directory.example/submit',
    fields: {},
    steps: [],
    via: 'browser',
    refused: [],
  },
  probe,
  source: 'plan.yml:3',
};

export const attempt: Attempt = {
  token: 1,
  key: action.key,
  worker: 'w',
  epoch: 1,
  openedAt: at(0),
  settled: false,
};

/** Evidence of the only attempt unless told otherwise; `before` puts it before the first claim. */
export function chain(
  facts: (Fact | { before: Fact })[],
  over: { action?: Partial<Action>; attempts?: Attempt[] } = {},
): Chain {
  const attempts = over.attempts ?? [attempt];
  const evidence = facts.map((given, index): Evidence => {
    const early = 'before' in given;
    const fact = early ? given.before : given;
    const written: NewEvidence = { source: 'probe', at: at(0), says: 'unknown', summary: '', fact };
    const token = early ? null : (attempts.at(-1)?.token ?? null);
    return { ...written, artifact: null, key: action.key, seq: index + 1, attempt: token, hash: '' };
  });
  return { action: { ...action, ...over.action }, attempts, evidence };
}

export function death(seconds: number): Fact {
  return {
    kind: 'death',
    death: {
      proof: 'signal',
      at: at(seconds),
      exitCode: null,
      signal: 'SIGKILL',
      stdoutBytes: 84,
      stderrBytes: 0,
    },
  };
}

export function browser(seconds: number, over: Partial<Extract<Fact, { kind: 'browser' }>> = {}): Fact {
  return { kind: 'browser', alive: true, quiet: true, at: at(seconds), why: null, ...over };
}

export function reading(seconds: number, over: Partial<Reading> = {}): Fact {
  const answer: Reading = {
    at: at(seconds),
    since: null,
    complete: true,
    incompleteWhy: null,
    view: 'owner',
    seesReview: true,
    unique: false,
    sightings: [],
    blind: null,
    requests: [],
    ageMs: 0,
    skewMs: 0,
    ...over,
  };
  return { kind: 'reading', reading: answer };
}

export function blind(seconds: number, why: NonNullable<Reading['blind']>['why']): Fact {
  return reading(seconds, { complete: false, blind: { why, retryAt: null } });
}

export function sighting(over: Partial<Sighting> = {}): Sighting {
  return {
    id: '7',
    url: 'https://directory.example/listing/acme',
    createdAt: at(2),
    status: 'live',
    ...over,
  };
}

export function request(over: Partial<WireRequest> = {}): Fact {
  const sent: WireRequest = {
    id: 'r1',
    by: 'both',
    method: 'POST',
    url: 'https://directory.example/submit',
    at: at(2),
    sends: 1,
    blocked: 'no',
    answer: null,
    failed: null,
    ...over,
  };
  return { kind: 'request', request: sent };
}

export function coverage(over: Partial<Coverage> = {}): Fact {
  const whole: Coverage = {
    from: at(-1),
    to: at(60),
    recorder: true,
    netlog: true,
    sockets: false,
    strangers: 0,
    canSend: false,
    ...over,
  };
  return { kind: 'coverage', coverage: whole };
}

export function person(as: 'verified' | 'absent' | 'waived'): Fact {
  return { kind: 'person', as, because: 'looked', who: 'ann' };
}

export function submitted(explainedBy: { key: string; by: 'sighting' | 'fields' } | null = null): Fact {
  return {
    kind: 'tab',
    entry: 'T:2',
    url: 'https://directory.example/submit',
    ledTo: 'https://directory.example/thanks',
    explainedBy,
  };
}
