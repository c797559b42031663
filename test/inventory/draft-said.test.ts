/** What is said of a draft: what was typed into it, whether it may have been sent, how its tab stands. */
import { expect, test } from '@playwright/test';
import { draftEvidence } from '../../src/evidence.js';
import { findDraft } from '../../src/inventory/draft.js';
import type { Tab } from '../../src/inventory/inventory.js';
import type { DraftField } from '../../src/words.js';
import { action, control, field, form, frame, SITE, SUBMIT, tab } from './sample.js';

test.describe('a draft', () => {
  test('ranks below all others where nothing is known to be typed into it, and says so', () => {
    const given = tab([frame([control('slug', 'acme', { dirty: false }), control('title', '')])]);
    const draft = findDraft(action(), [given]);
    expect(draft?.why.at(-1)).toBe('as the page gave it: nothing is known to be typed into it');
    const typed = tab([frame([control('slug', 'acme', { form: null })], { forms: [] })], { targetId: 'T2' });
    expect(findDraft(action(), [given, typed])?.targetId).toBe('T2');
    const drawn = control('body', 'Rich', { type: 'contenteditable', defaultValue: null });
    const edit = tab([frame([control('slug', 'acme', { dirty: false }), drawn])]);
    expect(findDraft(action(), [edit])?.why.at(-1)).toBe(
      '1 field holds input, typed or there from the start',
    );
  });

  test('that a page copied into its own defaults is known to be edited', () => {
    const copied = (name: string, edited: boolean) =>
      control(name, name === 'slug' ? 'acme' : 'x', { dirty: false, edited });
    const script = { forms: [{ ...form(`${SITE}/new`), method: 'get' }] };
    const found = (...controls: ReturnType<typeof control>[]) =>
      findDraft(action(), [tab([frame(controls, script)])]);
    const draft = found(copied('slug', true), copied('title', false));
    expect(draft?.why.at(-1)).toBe('1 field holds typed input');
    expect(draft?.fields[0]).toEqual(field('slug', 'acme', { dirty: true }));
    expect(found(copied('slug', true), copied('title', true))?.why.at(-1)).toBe(
      'it was edited, or somebody tried to send it',
    );
    expect(found(copied('slug', false), copied('title', false))).toBeNull();
  });

  test('in a tab that is under way was perhaps sent', () => {
    const found = (given: Partial<Tab>) =>
      findDraft(action(), [tab([frame([control('slug', 'acme')])], given)])?.why.at(-1);
    expect(found({ loading: true })).toBe('1 field holds typed input, perhaps sent');
    expect(found({ status: 'navigating' })).toBe('1 field holds typed input, perhaps sent');
  });

  test('of a dead browser stands in an open tab rather than in one that was closed, and says which it is', () => {
    const saved = (last: Tab['last'], targetId: string) =>
      tab([frame([control('slug', 'acme', { from: 'session-file' })])], { last, status: 'closed', targetId });
    const [open, earlier, closed] = [saved('open', 'T1'), saved('earlier', 'T2'), saved('closed', 'T3')];
    const why = (...tabs: Tab[]) => findDraft(action(), tabs)?.why.slice(4);
    expect(why(closed)).toEqual(['the tab was closed']);
    expect(why(earlier)).toEqual(['the tab was open when an earlier run of the browser ended']);
    expect(why(closed, open)).toEqual([`another tab, closed by now, holds one too: ${SITE}/new`]);
  });
});

test('the evidence counts what was typed into, not what the page gave', () => {
  const says = (...fields: DraftField[]) => {
    const draft = {
      targetId: null,
      url: `${SITE}/new`,
      form: form(SUBMIT),
      fields,
      why: [],
      from: 'tab' as const,
    };
    return draftEvidence(draft, 0).summary.replace(`a form at ${SITE}/new `, '');
  };
  const dirty = true;
  const given = [
    field('shade', '#000000', { type: 'color' }),
    field('slug', 'acme', { type: 'hidden', dirty }),
  ];
  const radio = (option: string, checked: boolean) =>
    field('plan', checked ? option : null, { type: 'radio', option, checked, dirty });
  const editor = field('body', 'Rich', { type: 'contenteditable', dirty });
  expect(says(...given, field('title', 'Acme', { dirty }), radio('a', false), radio('b', true))).toBe(
    'is half-filled: 2 of 3 fields typed into',
  );
  expect(says(field('title', 'Acme', { dirty }), editor)).toBe(
    'is half-filled: 1 of 2 fields typed into, 1 more typed into or filled from the start',
  );
  expect(says(...given, editor)).toBe(
    'holds what names the action: 1 of 2 fields typed into or filled from the start',
  );
  expect(says(...given)).toBe('holds what names the action: nothing is known to be typed into it');
});
