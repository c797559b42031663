/** Any platform whose read API answers JSON; the plan says where things stand in it (contract §4). */
import type { Ask } from '../../src/probe/ask.js';
import { type Batch, defineProbe, type Wanted } from '../../src/probe/probe.js';
import { carriesCredential } from '../../src/probe/secrets.js';
import { fillUrl, identityFieldsOf } from '../../src/probe/template.js';
import { type Blind, blindFor, blindOf, Trail, type View, wantsQuiet } from '../../src/probe/trail.js';
import type { Millis, Reading } from '../../src/words.js';
import { isTruthy, pick } from './expression.js';
import { jsonOf } from './json.js';
import { type List, readList } from './list.js';
import { faults, type Options, schema } from './options.js';
import { sightingsIn } from './sightings.js';

export default defineProbe<Options>({
  name: 'http-json',
  options: schema,
  settleMs: 10 * 60_000,
  review: 'possible',
  faults,
  async read(batch, options, ask) {
    const control = await askControl(batch, options, ask);
    if (control.blind !== null) {
      const { blind, trail } = control;
      return batch.wanted.map(() => trail.blind(viewOf(options, false), blind));
    }
    const lists = listsOf(batch, options, ask);
    const readings: Reading[] = [];
    for (const wanted of batch.wanted) {
      const before = readings.at(-1);
      // The platform asked to be left alone: the rest of the batch is not sent.
      const list = before && wantsQuiet(before) ? null : await lists(wanted);
      const reading = list === null ? before : readingOf(list, wanted, options, control);
      if (reading) readings.push(reading);
    }
    return readings;
  },
});

interface Control {
  /** null: it has no address of its own and has to be found in the answer itself. */
  proven: boolean | null;
  blind: Blind | null;
  trail: Trail;
}

/** Ask the address that proves the credential, once for the batch. */
async function askControl({ account }: Batch, { control, headers }: Options, ask: Ask): Promise<Control> {
  const trail = new Trail();
  if (control?.url === undefined) return { proven: null, blind: null, trail };
  const url = fillUrl(control.url, { account, identity: {} });
  const answer = await ask(url, { headers, accept: 'application/json' });
  trail.note(answer);
  if (!answer.ok) return { proven: false, blind: blindOf(answer), trail };
  const json = jsonOf(answer);
  if (!json.ok) return { proven: false, blind: blindFor(json.why), trail };
  return { proven: isTruthy(pick(json.body, control.expect)), blind: null, trail };
}

/** One list for each identity where the address holds one, else the same list for all. */
function listsOf({ account, wanted }: Batch, options: Options, ask: Ask): (one: Wanted) => Promise<List> {
  if (identityFieldsOf(options.url).length > 0)
    return ({ identity, since }) => readList({ options, about: { account, identity }, since }, ask);
  let shared: Promise<List> | undefined;
  const since = earliest(wanted.map((one) => one.since));
  return () => {
    shared ??= readList({ options, about: { account, identity: {} }, since }, ask);
    return shared;
  };
}

function earliest(times: (Millis | null)[]): Millis | null {
  return times.reduce((a, b) => (a === null || b === null ? null : Math.min(a, b)), Infinity);
}

function readingOf(list: List, wanted: Wanted, options: Options, control: Control): Reading {
  const proven = provenBy(list, options, control);
  const view = viewOf(options, proven);
  const trail = new Trail().join(control.trail).join(list.trail);
  const found = sightingsIn(list.items, wanted, options);
  if (found.blind !== null) return trail.blind(view, blindFor(found.blind));
  const { sightings } = found;
  if (sightings.length > 0) {
    const why = list.blind ? `a page could not be read (${list.blind.why})` : list.incompleteWhy;
    return trail.clear(
      view,
      sightings,
      why ?? (proven ? coverageGap(list, options, found) : UNPROVEN),
      list.since,
    );
  }
  if (list.blind !== null) return trail.blind(view, list.blind);
  // From here on the answer is "nothing", and everything that makes this word worthless comes first.
  if (list.strayed) return trail.blind(view, blindFor('redirect'));
  if (!proven) return trail.blind(view, blindFor('unproven'));
  const ofUrl = identityFieldsOf(options.url);
  if (list.first?.single && ofUrl.some((field) => found.differs.has(field)))
    return trail.blind(view, blindFor('unexpected'));
  return trail.clear(view, [], list.incompleteWhy ?? coverageGap(list, options, found), list.since);
}

const UNPROVEN = 'the credential is not proved to be valid';

/** Without a credential there is nothing to prove; with one, a list counts as a whole only if each page shows its control. */
function provenBy(
  { first, unproven }: List,
  { headers, control: declared }: Options,
  control: Control,
): boolean {
  if (control.proven !== null) return control.proven;
  if (declared === undefined) return !carriesCredential(headers);
  return first !== null && !unproven;
}

/** Why a list that was read without trouble still does not cover everything; null: it does. */
function coverageGap(
  list: List,
  { paging, url }: Options,
  { similar, differs }: { similar: boolean; differs: Set<string> },
): string | null {
  if (similar) return 'something very similar is there';
  const ofUrl = identityFieldsOf(url);
  if (list.first?.missing) return ofUrl.length > 0 ? null : 'the whole list is missing';
  if (paging !== undefined) return null;
  if (ofUrl.length === 0) return 'the address holds no identity field, and no paging is declared';
  // An address that should hold this identity only, and holds others: its filter does not filter.
  return ofUrl.some((field) => differs.has(field)) ? 'the address shows other identities too' : null;
}

function viewOf({ headers, status, unique }: Options, proven: boolean): View {
  const sees = (status?.pending?.length ?? 0) > 0;
  return { view: carriesCredential(headers) ? 'owner' : 'public', seesReview: sees && proven, unique };
}
