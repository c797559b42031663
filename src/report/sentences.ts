/** Codes → sentences, and nowhere else. Every table is exhaustive: a new code does not compile without its sentence. */
import type { TabStatus } from '../inventory/inventory.js';
import type { Blindness, DeathProof, EvidenceSource, GateAnswer, Reason, Says, State } from '../words.js';

type PlainReason = Exclude<Reason, `blind:${string}`>;
type PlainBlindness = Exclude<Blindness, `${number}`>;

const REASONS: Record<PlainReason, string> = {
  'no-attempt': 'nobody has claimed it yet',
  'live-claim': 'a live worker may be doing it now',
  person: 'a person said so',
  many: 'the platform shows more than one',
  one: 'the platform shows it, once',
  'at-least-one': 'the platform shows it; not all of the platform could be looked through for a second one',
  undated: 'the platform shows it, without a date: it may be older than this attempt',
  'maybe-older': 'the platform shows one without a date: it may be an older one',
  pending: 'the platform has it, waiting for a moderator',
  removed: 'the platform had it and removed it',
  missing: 'the platform showed it and no longer does',
  'already-there': 'the platform had it before the first attempt began',
  'outside-guards': 'the platform shows one that may not be ours (other account, queue or time)',
  'never-left': 'its request was stopped or failed before anything was sent',
  'wire-silent': 'nothing that could be it left the browser, by two witnesses',
  rejected: 'the platform refused its request, and shows nothing',
  quiet: 'the platform was looked through twice after everything could have settled, and shows nothing',
  sent: 'its request was sent; the platform does not show the outcome yet',
  'sent-twice': 'the browser sent its request twice; the platform does not show the outcome yet',
  'tab-submitted': 'a tab shows that its form was submitted; the platform does not show the outcome yet',
  draft: 'the platform holds only a draft of it',
  'unseen-review': 'the platform shows nothing, but it may wait for a moderator where the probe cannot see',
  'no-probe': 'the plan names no probe, so nobody can ask the platform',
  incomplete: 'the platform shows nothing so far, but not all of it could be looked through',
  settling: 'the platform shows nothing yet, and what was sent late may still appear',
};

const BLINDNESS: Record<PlainBlindness, string> = {
  'no-token': 'the environment variable with its credential is not set',
  'time-out': 'it did not answer in time',
  unreachable: 'it could not be reached',
  shape: 'its answer has an unknown shape',
  status: 'it answered with a status word that the plan does not list',
  unexpected: 'its answer was not to be expected here',
  unproven: 'nothing proves that the credential is valid',
  login: 'it answered with a login page',
  redirect: 'it redirected to another place',
  'too-large': 'its answer is too large',
  'probe-failed': 'the probe itself failed',
};

const HTTP: Record<string, string> = {
  '401': 'it refused the credential (HTTP 401)',
  '403': 'it refused the credential (HTTP 403)',
  '404': 'there is nothing at the address of its read API (HTTP 404)',
  '429': 'it asks to be left alone for a while (HTTP 429)',
};

export function blindSentence(why: Blindness): string {
  return why in BLINDNESS ? BLINDNESS[why as PlainBlindness] : (HTTP[why] ?? `it answered HTTP ${why}`);
}

export function reasonSentence(reason: Reason): string {
  if (isBlind(reason))
    return `the platform could not be read: ${blindSentence(reason.slice(6) as Blindness)}`;
  return REASONS[reason];
}

function isBlind(reason: Reason): reason is `blind:${Blindness}` {
  return reason.startsWith('blind:');
}

/** What is certain, in one clause. */
export const CERTAIN: Record<State, string> = {
  planned: 'not started',
  claimed: 'may be happening now',
  unverified: 'may have happened',
  verified: 'happened',
  absent: 'did not happen',
  duplicate: 'happened more than once',
  gone: 'happened, and is gone',
  waived: 'closed by a person, without the effect',
};

/** What a retry does with it. */
export const ON_RETRY: Record<GateAnswer, string> = {
  RUN: 'a retry does it',
  SKIP: 'a retry skips it',
  HOLD: 'a retry leaves it alone for now',
  HUMAN: 'a retry leaves it alone: needs a person',
};

export const PROOFS: Record<DeathProof, string> = {
  'session-gone': 'none of its processes is left',
  exit: 'it ended by itself',
  signal: 'it was killed by a signal',
  fenced: 'it was stopped and fenced off',
  'cut-off': 'it was cut off from its browser',
  assumed: 'assumed, not proved: nothing recorded its start',
};

const SOURCES: Record<EvidenceSource, string> = {
  probe: 'the platform',
  wire: 'the wire',
  netlog: "the browser's network log",
  tab: 'a tab',
  profile: "the browser's profile",
  file: 'a file',
  git: 'a git repository',
  log: "the worker's output",
  worker: 'the worker',
  person: "a person's word",
};

const SAYS: Record<Says, string> = {
  happened: 'happened',
  'did-not-happen': 'did not happen',
  partly: 'partly',
  unknown: '',
};

/** `the platform: happened`; what says nothing either way only has its source. */
export function witness(source: EvidenceSource, says: Says): string {
  return SAYS[says] === '' ? SOURCES[source] : `${SOURCES[source]}: ${SAYS[says]}`;
}

export const TABS: Record<TabStatus, string> = {
  ok: 'readable',
  blocked: 'blocked by a dialog or a script',
  navigating: 'a navigation is pending: something may be in flight',
  crashed: 'crashed',
  discarded: 'discarded by the browser',
  closed: 'closed while it was read',
  unreadable: 'could not be read',
};
