/** What must hold for every chain, however its facts are mixed. */
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { gateAnswer } from '../../src/decide/answer.js';
import { decide } from '../../src/decide/decide.js';
import type { Chain, Fact, Sighting } from '../../src/words.js';
import {
  action,
  at,
  blind,
  browser,
  chain,
  coverage,
  death,
  person,
  probe,
  reading,
  request,
  sighting,
  submitted,
} from '../support/chain.js';

const seconds = fc.integer({ min: 0, max: 60 });

const sightings: fc.Arbitrary<Sighting> = fc
  .record({
    id: fc.constantFrom('1', '2', '3'),
    createdAt: fc.constantFrom(null, at(-3600), at(2)),
    status: fc.constantFrom('live' as const, 'pending' as const, 'draft' as const, 'removed' as const),
  })
  .map((over) => sighting({ ...over, url: `https://directory.example/listing/${over.id}` }));

const clear: fc.Arbitrary<Fact> = fc
  .record({
    s: seconds,
    complete: fc.boolean(),
    found: fc.array(sightings, { maxLength: 2 }),
    seesReview: fc.boolean(),
  })
  .map(({ s, found, ...over }) => reading(s, { ...over, sightings: found }));

const notReadings: fc.Arbitrary<Fact> = fc.oneof(
  fc.constant(death(5)),
  seconds.map((s) => browser(s)),
  seconds.map((s) => browser(s, { quiet: false })),
  seconds.map((s) => browser(s, { alive: false })),
  fc.constantFrom<Fact>(submitted(), submitted({ key: 'b', by: 'sighting' })),
  fc.constantFrom<Fact>(
    request(),
    request({ id: 'r2', sends: 0 }),
    request({ id: 'r3', answer: { status: 422, location: null, refused: false, at: at(3) } }),
    request({ id: 'r4', answer: { status: 302, location: null, refused: false, at: at(3) } }),
  ),
  fc.boolean().map((recorder) => coverage({ recorder })),
  fc.constantFrom<Fact>(
    { kind: 'report', outcome: 'done', text: 'it is live' },
    { kind: 'note', about: 'a page says thank you' },
  ),
  seconds.map((s) => blind(s, '500')),
);

const over = fc.record({
  repeat: fc.boolean(),
  probe: fc.constantFrom(null, probe, { ...probe, review: 'possible' as const }),
});

/** A worker that died, and anything after it. */
function chains(facts: fc.Arbitrary<Fact>): fc.Arbitrary<Chain> {
  return fc
    .tuple(fc.array(facts, { maxLength: 8 }), over)
    .map(([more, changed]) => chain(more, { action: changed }));
}

const now = at(1000);
const runs = { numRuns: 2000 };

test('only a live sighting or a person’s word gives verified', () => {
  const law = fc.property(chains(fc.oneof(notReadings, clear)), (known) => {
    const seen = known.evidence.some(
      ({ fact }) => fact.kind === 'reading' && fact.reading.sightings.some(({ status }) => status === 'live'),
    );
    expect(decide(known, now).state === 'verified' && !seen).toBe(false);
  });
  fc.assert(law, runs);
});

test('nothing gives absent without a proof of death and a look at the leftover that found it quiet', () => {
  const law = fc.property(chains(fc.oneof(notReadings, clear)), (known) => {
    const facts = known.evidence.map(({ fact }) => fact);
    const last = facts.findLast((fact) => fact.kind === 'browser');
    const over =
      facts.some(({ kind }) => kind === 'death') && last?.kind === 'browser' && (last.quiet || !last.alive);
    expect(decide(known, now).state === 'absent' && !over).toBe(false);
  });
  fc.assert(law, runs);
});

test('nothing gives quiet while an answered or open request may have worked', () => {
  const law = fc.property(chains(fc.oneof(notReadings, clear)), (known) => {
    const worked = known.evidence.some(
      ({ fact }) =>
        fact.kind === 'request' && fact.request.answer !== null && fact.request.answer.status < 400,
    );
    expect(decide(known, now).reason === 'quiet' && worked).toBe(false);
  });
  fc.assert(law, runs);
});

test('a blind reading changes no verdict that clear ones gave', () => {
  const law = fc.property(chains(fc.oneof(notReadings, clear)), (known) => {
    const before = decide(known, now);
    const seen = known.evidence.some(({ fact }) => fact.kind === 'reading' && fact.reading.blind === null);
    const more = chain([...known.evidence.map(({ fact }) => fact), blind(500, '429')], {
      action: known.action,
    });
    const after = decide(more, now);
    if (seen || before.state !== 'unverified') expect(after.state).toBe(before.state);
    else expect(after.state).not.toBe('absent');
  });
  fc.assert(law, runs);
});

test('one more sighting never moves an action towards RUN', () => {
  const law = fc.property(chains(fc.oneof(notReadings, clear)), sightings, (known, more) => {
    const before = gateAnswer(decide(known, now));
    const seen = reading(900, { complete: false, sightings: [{ ...more, id: '9', url: null }] });
    const after = gateAnswer(
      decide(chain([...known.evidence.map(({ fact }) => fact), seen], { action: known.action }), now),
    );
    expect(before !== 'RUN' && after === 'RUN').toBe(false);
  });
  fc.assert(law, runs);
});

test('any fact but a sighting or a person’s word leaves verified', () => {
  const seen = reading(8, { sightings: [sighting()] });
  const law = fc.property(fc.array(notReadings, { maxLength: 6 }), (more) => {
    const verdict = decide(chain([death(5), browser(6), seen, ...more], { action }), now);
    expect(verdict.state).toBe('verified');
  });
  fc.assert(law, runs);
});

test('a person’s word stands while nothing new comes', () => {
  const law = fc.property(
    fc.array(fc.oneof(notReadings, clear), { maxLength: 6 }),
    fc.constantFrom('verified' as const, 'absent' as const, 'waived' as const),
    (before, as) => {
      expect(decide(chain([death(5), ...before, person(as), blind(900, '500')]), now)).toMatchObject({
        state: as,
      });
    },
  );
  fc.assert(law, runs);
});
