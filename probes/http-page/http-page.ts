/** Any platform that shows the thing on a public page; the plan says what to look for on it (contract §4). */
import { strayed, tidyUrl } from '../../src/probe/address.js';
import type { Answer, Ask } from '../../src/probe/ask.js';
import { type Batch, defineProbe, type Wanted } from '../../src/probe/probe.js';
import { textLikeness } from '../../src/probe/same.js';
import { fillText, fillUrl, hasShape, identityFieldsOf } from '../../src/probe/template.js';
import { type Blind, blindFor, blindOf, Trail, type View, wantsQuiet } from '../../src/probe/trail.js';
import type { Reading, Sighting } from '../../src/words.js';
import { faults, type Options, schema } from './options.js';
import { addressOf, baseOf, pageOf, select, textOf } from './page.js';

export default defineProbe<Options>({
  name: 'http-page',
  options: schema,
  settleMs: 10 * 60_000,
  review: 'possible',
  faults,
  async read(batch, options, ask) {
    const readings: Reading[] = [];
    for (const wanted of batch.wanted) {
      const before = readings.at(-1);
      // The platform asked to be left alone: the rest of the batch is not sent.
      readings.push(before && wantsQuiet(before) ? before : await readOne(batch, wanted, options, ask));
    }
    return readings;
  },
});

const MOST_HINTS = 3;

async function readOne(batch: Batch, wanted: Wanted, options: Options, ask: Ask): Promise<Reading> {
  const trail = new Trail();
  const view: View = { view: 'public', seesReview: false, unique: options.unique };
  const about = { account: batch.account, identity: wanted.identity };
  const text = fillText(options.text, about);
  const own = fillUrl(options.url, about);

  const answer = await askPage(own, options, ask, trail);
  const seen = answer.ok ? seenOn(answer, text, 'contains', options) : { blind: blindOf(answer) };
  const sightings = 'sightings' in seen ? [...seen.sightings] : [];
  for (const hint of answer.ok ? hintsFor(wanted, options, own) : []) {
    const hinted = await askPage(hint, options, ask, trail);
    // Somebody else's page may well contain the text: a hinted one has to say nothing but it.
    const also = hinted.ok ? seenOn(hinted, text, 'equals', options) : { blind: null };
    if ('sightings' in also) sightings.push(...also.sightings.filter((one) => !sightings.some(sameAs(one))));
  }

  if ('blind' in seen) {
    if (sightings.length === 0) return trail.blind(view, seen.blind ?? blindFor('unexpected'));
    return trail.clear(view, sightings, 'found by a hint; the page itself could not be read');
  }
  const holdsIdentity = identityFieldsOf(options.url).length > 0;
  const gap = holdsIdentity ? seen.gap : 'the address holds no identity field: a page proves presence only';
  return trail.clear(view, sightings, gap);
}

async function askPage(url: string, { missing }: Options, ask: Ask, trail: Trail): Promise<Answer> {
  const answer = await ask(url, { accept: 'text/html,application/xhtml+xml', missing });
  trail.note(answer);
  return answer;
}

/** Only addresses of the same shape as the plan's: a GET of any other page could be an act of its own. */
function hintsFor({ hints }: Wanted, { url, unique }: Options, own: string): string[] {
  if (unique || identityFieldsOf(url).length === 0) return [];
  const others = hints.map(tidyUrl).filter((hint) => hint !== own && hasShape(hint, url));
  return [...new Set(others)].slice(0, MOST_HINTS);
}

function sameAs(one: Sighting): (other: Sighting) => boolean {
  return (other) => other.url === one.url;
}

type Seen = { blind: Blind | null } | { sightings: Sighting[]; gap: string | null };

function seenOn(
  answer: Answer & { ok: true },
  text: string,
  how: 'equals' | 'contains',
  options: Options,
): Seen {
  if (answer.status !== 200)
    return strayed(answer) ? { blind: blindFor('redirect') } : { sightings: [], gap: null };
  if (!/html/i.test(answer.headers.get('content-type') ?? '')) return { blind: blindFor('shape') };
  const page = pageOf(answer.text);
  if (page === null) return { blind: blindFor('too-large') };
  const asksToLogIn = select('input[type=password i]', page).length > 0;
  if (select(options.expect, page).length === 0)
    return { blind: blindFor(asksToLogIn ? 'login' : 'unexpected') };

  const candidates = select(options.find, page).map((element) => ({
    element,
    likeness: textLikeness(text, textOf(element), how),
  }));
  const sightings: Sighting[] = [];
  for (const { element, likeness } of candidates) {
    if (likeness !== 'equal') continue;
    const url = options.link ? addressOf(element, options.link, baseOf(page, answer.url)) : answer.url;
    if (url === null) return { blind: blindFor('shape') };
    const sighting: Sighting = { id: null, url: tidyUrl(url), createdAt: null, status: 'live' };
    if (!sightings.some(sameAs(sighting))) sightings.push(sighting);
  }
  const near = candidates.some(({ likeness }) => likeness === 'similar');
  if (sightings.length > 0) return { sightings, gap: near ? 'something very similar is there' : null };

  // From here on the answer is "nothing", and everything that makes this word worthless comes first.
  if (asksToLogIn) return { blind: blindFor('login') };
  if (strayed(answer)) return { blind: blindFor('redirect') };
  if (mayBeCutShort(answer)) return { blind: blindFor('shape') };
  return { sightings, gap: candidates.length > 0 ? 'what was looked for has another text there' : null };
}

/** Neither a length nor chunks tell where the body ends, and the page does not either. */
function mayBeCutShort({ headers, text }: Answer & { ok: true }): boolean {
  return !headers.has('content-length') && !headers.has('transfer-encoding') && !/<\/html\s*>/i.test(text);
}
