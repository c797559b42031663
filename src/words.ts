/**
 * The vocabulary of the contract as types. Every other file uses these words and adds no synonyms.
 * One long file on purpose: a vocabulary is looked up in one place.
 * Times are milliseconds since the epoch (`Millis`) inside, ISO 8601 only at the edges.
 */

export type Millis = number;
export type Scalar = string | number | boolean;
export type Identity = Record<string, Scalar>;

export const STATES = [
  'planned',
  'claimed',
  'unverified',
  'verified',
  'absent',
  'duplicate',
  'gone',
  'waived',
] as const;
export type State = (typeof STATES)[number];

export type GateAnswer = 'RUN' | 'SKIP' | 'HOLD' | 'HUMAN';

// ---- what a plan declares -------------------------------------------------------------------------

/** An answer of the platform that means "not done" (contract §4, `effect.refused`). */
export type Refused = { status: number; text?: string } | { status: number; form: 'again' };

/** The request by which the act leaves the browser. */
export interface Effect {
  method: string;
  /** URLPattern syntax; without a query it matches any query. */
  url: string;
  /** What the body must contain; nested names by dots. */
  fields: Record<string, Scalar>;
  /** URL patterns of changing requests on the way that are not the act. */
  steps: string[];
  via: 'browser' | 'any';
  refused: Refused[];
}

/** How to ask the platform. Defaults of the probe are already filled in. */
export interface ProbeUse {
  use: string;
  with: unknown;
  queue: string | null;
  settleMs: number;
  review: 'possible' | 'none';
}

/** One external side effect that must happen exactly once. `id` is its short handle within `worker`'s plan. */
export interface Action {
  key: string;
  id: string;
  worker: string;
  kind: string;
  platform: string;
  account: string | null;
  identity: Identity;
  repeat: boolean;
  /** Fingerprint of the payload; the payload itself is never stored. */
  payloadHash: string | null;
  effect: Effect | null;
  probe: ProbeUse | null;
  /** Where it was declared, for messages: `plan.yml:12`. */
  source: string;
}

export type ClaimsMode = 'start' | 'required';

// ---- who carries it out ---------------------------------------------------------------------------

/** A process that cannot be confused with a later one of the same pid: with the boot id of its machine. */
export interface ProcessRef {
  pid: number;
  /** Clock ticks since boot, field 22 of /proc/<pid>/stat; null where the system does not tell. */
  startTicks: number | null;
}

export interface BrowserRef {
  /** `http://127.0.0.1:<port>` */
  endpoint: string;
  process: ProcessRef | null;
  profile: string | null;
  /** The browser's own network log; null for a browser that we did not start. */
  netlog: string | null;
}

export type DeathProof = 'session-gone' | 'exit' | 'signal' | 'fenced' | 'cut-off' | 'assumed';

export interface Death {
  proof: DeathProof;
  at: Millis;
  exitCode: number | null;
  signal: string | null;
  stdoutBytes: number | null;
  stderrBytes: number | null;
}

/** One start of a worker. `epoch` is its fencing token: +1 for each start. */
export interface Start {
  worker: string;
  epoch: number;
  /** The ledger that holds it: a worker of the same name in another ledger is another worker. */
  ledger: string;
  host: string;
  bootId: string;
  startedAt: Millis;
  /** From when on its traces count; left out: `startedAt`; null: nobody knows when it began, so all of them do. */
  since?: Millis | null;
  leaseUntil: Millis;
  /** The process that ran `reconcile run` or `joinWorker`. */
  supervisor: ProcessRef | null;
  /** The command itself and the session it leads; null until it has been spawned. */
  process: ProcessRef | null;
  session: number | null;
  browser: BrowserRef | null;
  /** Folder of stdout.log and stderr.log; null where nothing was captured. */
  logs: string | null;
  cwd: string;
  plan: string | null;
  claims: ClaimsMode;
  files: string[];
  repos: string[];
  /** `targetId:entryId` of tab history that was there already when this start began. */
  tabBaseline: string[];
  /** false: made up by a main job without any earlier set-up (contract §5). */
  recorded: boolean;
  fenced: boolean;
  death: Death | null;
}

/** What happens under one claim. */
export interface Attempt {
  token: number;
  key: string;
  worker: string;
  epoch: number;
  /** null: without a lower end (a main job without a recorded start). */
  openedAt: Millis | null;
  /** A settled attempt's evidence does not count against a later one. */
  settled: boolean;
}

// ---- what was seen --------------------------------------------------------------------------------

export type SightingStatus = 'live' | 'pending' | 'draft' | 'removed';

/** One thing a probe saw on the platform that matches an action's identity. `id` or `url` is set. */
export interface Sighting {
  id: string | null;
  url: string | null;
  createdAt: Millis | null;
  /** undefined: the probe does not know authors; null: it does, but not this one's. The same for queue. */
  author?: string | null;
  queue?: string | null;
  status: SightingStatus;
}

/** Why a probe could not see. A number is an HTTP status. */
export type Blindness =
  | 'no-token'
  | 'time-out'
  | 'unreachable'
  | 'shape'
  | 'status'
  | 'unexpected'
  | 'unproven'
  | 'login'
  | 'redirect'
  | 'too-large'
  | 'probe-failed'
  | `${number}`;

/** One probe answer for one action. An empty `sightings` counts only with `complete: true` and `blind: null`. */
export interface Reading {
  /** When its first request was sent, by our clock. */
  at: Millis;
  /** How far back it looked (creation time); null or left out: without end. */
  since?: Millis | null;
  complete: boolean;
  /** Why it is not complete, for people; null where it is. */
  incompleteWhy: string | null;
  view: 'public' | 'owner';
  /** It sees what waits for a moderator. */
  seesReview: boolean;
  /** The platform itself cannot hold two of this identity. */
  unique: boolean;
  sightings: Sighting[];
  blind: { why: Blindness; retryAt: Millis | null } | null;
  /** `status` null: there is no HTTP status; `answered`: although an answer came (git over ssh or from a path). */
  requests: { url: string; status: number | null; at: Millis; answered?: true | undefined }[];
  /** The answer was a cache's copy this old (`Age`), 0 otherwise. */
  ageMs: number;
  /** Platform's clock minus ours by its `Date` header; null where it sent none. */
  skewMs: number | null;
}

/** A request that may be the act (written by the wire). */
export interface WireRequest {
  id: string;
  /** `clone`: a push, by the log of the clone that it left. */
  by: 'recorder' | 'netlog' | 'both' | 'clone';
  method: string;
  url: string;
  at: Millis;
  /** How often the network log shows it sent; null where there is no log. */
  sends: number | null;
  blocked: 'no' | 'asked' | 'confirmed';
  answer: { status: number; location: string | null; refused: boolean; at: Millis } | null;
  failed: { error: string; at: Millis } | null;
}

/** What the two witnesses of one attempt cover (written by the wire). */
export interface Coverage {
  from: Millis;
  to: Millis;
  recorder: boolean;
  netlog: boolean;
  /** WebSocket or WebTransport frames were sent by a tab of the platform. */
  sockets: boolean;
  /** Changing requests on the effect's or the leftover tabs' site that are neither effect nor step of any action. */
  strangers: number;
  /** The attempt's tabs can still send: browser alive and no interlock in force. */
  canSend: boolean;
}

/**
 * One field of a half-filled form. A worker that fills a new form finds it by `id`, else by name, type and (of a box)
 * `option`; fields alike in all of these stand in the page's order. What is left out does not apply.
 */
export interface DraftField {
  name: string;
  label: string;
  type: string;
  value: string | null;
  redacted: boolean;
  /** Of a redacted value, in UTF-16 units. */
  length?: number;
  partial: boolean;
  id?: string;
  /** Of a box or a switch; `option` is what it sends when it is ticked: `on` where the page gives it no value. */
  checked?: boolean | 'mixed';
  option?: string;
  /** Every choice of a list, every chosen file's name. */
  values?: string[];
  /** It differs from what the page itself put there. */
  dirty?: true;
  /** Disabled or read-only: nobody can type there. */
  locked?: true;
  /** It belongs to no form, but was typed into beside this one: a script may send it along. */
  loose?: true;
  /** Child indexes from the tab's main frame; left out in the main frame itself. */
  frame?: number[];
  /** The elements whose shadow roots it stands in, the outermost first. */
  shadow?: string[];
}

/** A half-filled form of an action. */
export interface Draft {
  targetId: string | null;
  url: string;
  form: { action: string; method: string };
  fields: DraftField[];
  /** What would send it. */
  buttons?: { label: string; name: string; id: string; sendsTo?: { action: string; method: string } }[];
  why: string[];
  from: 'tab' | 'session-file' | 'platform';
}

export type Fact =
  | { kind: 'reading'; reading: Reading }
  | { kind: 'death'; death: Death }
  /** `quiet`: nothing is in flight in any tab, or the browser is dead. `at` is when that was so. */
  | { kind: 'browser'; alive: boolean; quiet: boolean; at: Millis; why: string | null }
  /** A history entry that shows the effect's URL reached by a form submit; a later fact of the same entry replaces it. */
  | {
      kind: 'tab';
      entry: string;
      url: string;
      /** null: no answer was ever shown. */
      ledTo: string | null;
      explainedBy: { key: string; by: 'sighting' | 'fields' } | null;
    }
  | { kind: 'draft'; draft: Draft }
  | { kind: 'request'; request: WireRequest }
  | { kind: 'coverage'; coverage: Coverage }
  /** A worker's own word on its attempt. It verifies nothing; `done` and `failed` end the claim's exclusive use. */
  | { kind: 'report'; outcome: 'begun' | 'done' | 'failed'; text: string }
  | { kind: 'person'; as: 'verified' | 'absent' | 'waived'; because: string; who: string }
  /** Anything worth showing that no row of the table weighs: files, commits, a log's tail, a screenshot. */
  | { kind: 'note'; about: string };

export type EvidenceSource =
  | 'probe'
  | 'wire'
  | 'netlog'
  | 'tab'
  | 'profile'
  | 'file'
  | 'git'
  | 'log'
  | 'worker'
  | 'person';
export type Says = 'happened' | 'did-not-happen' | 'partly' | 'unknown';

export interface NewEvidence {
  source: EvidenceSource;
  at: Millis;
  says: Says;
  /** One line for people. May quote hostile text: escape it where it is shown. */
  summary: string;
  fact: Fact;
  artifact?: string | null;
}

/** One immutable observation. `hash` covers its content and the hash before it. */
export interface Evidence extends NewEvidence {
  key: string;
  seq: number;
  /** The attempt it belongs to; null before the first claim. */
  attempt: number | null;
  artifact: string | null;
  hash: string;
}

/** Everything known about one action, in the order in which it was written down. */
export interface Chain {
  action: Action;
  /** All attempts, oldest first. The last one is the current one. */
  attempts: Attempt[];
  evidence: Evidence[];
}

// ---- what follows from it -------------------------------------------------------------------------

export type Reason =
  | 'no-attempt'
  | 'live-claim'
  | 'person'
  | 'many'
  | 'one'
  | 'at-least-one'
  | 'undated'
  | 'maybe-older'
  | 'pending'
  | 'removed'
  | 'missing'
  | 'already-there'
  | 'outside-guards'
  | 'never-left'
  | 'wire-silent'
  | 'rejected'
  | 'quiet'
  | 'sent'
  | 'sent-twice'
  | 'tab-submitted'
  | 'draft'
  | 'unseen-review'
  | `blind:${Blindness}`
  | 'no-probe'
  | 'incomplete'
  | 'settling';

export interface Verdict {
  state: State;
  reason: Reason;
  /** The sighting's address on the platform. */
  url: string | null;
  /** When looking again can change it; null where it cannot, or where the schedule has ended. */
  nextLook: Millis | null;
}

/** An action with its current verdict, as the ledger keeps it. */
export interface Current extends Verdict {
  action: Action;
  since: Millis;
  claim: { worker: string; epoch: number } | null;
}

/** What a verdict was decided from; it is written only if this still holds. */
export interface Basis {
  state: State;
  attempt: number | null;
  /** `seq` of the last evidence read, 0 where there is none. */
  head: number;
}

/** Reports on long work; goes to stderr, never to stdout. */
export type Progress = (text: string, done?: number, total?: number) => void;
