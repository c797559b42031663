/** Forms that are nobody's draft, and those that may be one although they do not show whose they are. */
import { expect, test } from '@playwright/test';
import { findDraft } from '../../src/inventory/draft.js';
import type { Control, Tab } from '../../src/inventory/inventory.js';
import type { Action } from '../../src/words.js';
import { action, control, effect, field, form, frame, SITE, SUBMIT, tab } from './sample.js';

test.describe('a form that goes neither to the effect nor to a step', () => {
  const page = (controls: Control[], target: string, method = 'post') =>
    tab([frame(controls, { forms: [{ ...form(target), method }] })]);
  const NONE: [string, Tab][] = [
    ['holds the value in a field of another name', page([control('user', 'acme')], `${SITE}/other`)],
    [
      'is beside a password',
      page([control('slug', 'acme'), control('pass', null, { type: 'password' })], `${SITE}/login`),
    ],
    ['is a search by its name', page([control('q', 'acme')], `${SITE}/new`, 'get')],
    ['holds it in its search box', page([control('q', 'acme'), control('lang', 'de')], `${SITE}/other`)],
    ['is a search by its type', page([control('slug', 'acme', { type: 'search' })], `${SITE}/other`)],
    ['is a search by its one field', page([control('slug', 'acme')], `${SITE}/other`, 'get')],
    [
      'was typed into only in its search box',
      page([control('slug', 'acme', { dirty: false }), control('q', 'x')], `${SITE}/other`),
    ],
    ['would be the effect by another method', page([control('q', 'acme')], SUBMIT, 'get')],
    ['asks nobody at all', page([control('title', 'acme')], SUBMIT, 'dialog')],
  ];
  for (const [what, found] of NONE) {
    test(`is nobody's draft where it ${what}`, () => {
      for (const name of ['slug', 'q'])
        expect(findDraft(action({ identity: { [name]: 'acme' } }), [found])).toBeNull();
    });
  }

  test('is nobody’s draft where it goes to another action’s effect', () => {
    const found = page([control('slug', 'acme')], `${SITE}/review`);
    const other = action({ key: 'k-2', effect: effect({ url: `${SITE}/review` }) });
    expect(findDraft(action(), [found])).not.toBeNull();
    expect(findDraft(action(), [found], [action(), other])).toBeNull();
  });

  test('is found beside a password only where it goes to the effect, or on the way under its very name', () => {
    const wanted = action({ effect: effect({ steps: [`${SITE}/login`] }) });
    const beside = (name: string, target: string) =>
      findDraft(wanted, [page([control(name, 'acme'), control('p', null, { type: 'password' })], target)]);
    expect(beside('user', SUBMIT)).not.toBeNull();
    expect(beside('slug', `${SITE}/login`)).not.toBeNull();
    expect(beside('user', `${SITE}/login`)).toBeNull();
  });

  test('is found where a script sends it: without an action, or without a form', () => {
    const noAction = page([control('slug', 'acme')], `${SITE}/new#top`, 'get');
    expect(findDraft(action(), [noAction])).not.toBeNull();
    const search = control('q', 'x', { type: 'search', form: null });
    const noForm = tab([frame([control('slug', 'acme', { form: null }), search], { forms: [] })]);
    expect(findDraft(action(), [noForm])).not.toBeNull();
  });
});

test.describe('a form of a session file that goes to the effect, the identity not to be seen', () => {
  const saved = { from: 'session-file', defaultValue: null } as const;
  const title = control('title', 'Acme Inc', saved);
  const found = (...controls: Control[]) => tab([frame(controls)], { last: 'open', status: 'closed' });
  const UNSEEN = 'the identity itself is not to be seen: a session file keeps no hidden fields';

  test('is the draft of the only action that goes there, and says so', () => {
    const elsewhere = action({ key: 'k-2', effect: effect({ url: `${SITE}/other` }) });
    const draft = findDraft(action(), [found(title)], [action(), elsewhere]);
    expect(draft?.why).toEqual([
      "the form goes to the effect's URL",
      "the page is on the action's site",
      UNSEEN,
      '1 field holds typed input',
    ]);
    expect(draft?.fields).toEqual([field('title', 'Acme Inc', { dirty: true })]);
    const untold = control('slug', null, saved);
    expect(findDraft(action(), [found(title, untold)])?.why).toContain(UNSEEN);
  });

  test('is nobody’s where a field of the effect is known to be empty', () => {
    const wanted = action({ effect: effect({ fields: { kind: 'tool' } }) });
    expect(findDraft(wanted, [found(title)])).not.toBeNull();
    expect(findDraft(wanted, [found(title, control('kind', '', saved))])).toBeNull();
  });

  const RIVALS: [string, Partial<Action>][] = [
    ['has the same effect', { identity: { slug: 'beta' } }],
    ['has it for a step', { effect: effect({ url: `${SITE}/x`, steps: [SUBMIT] }) }],
    ['tells no effect, on the same site', { effect: null }],
  ];
  for (const [what, given] of RIVALS) {
    test(`is nobody's where another action ${what}`, () => {
      expect(findDraft(action(), [found(title)], [action({ key: 'k-2', ...given })])).toBeNull();
    });
  }

  const NONE: [string, Control[]][] = [
    ['where nothing was typed', [control('news', null, { ...saved, type: 'checkbox', checked: true })]],
    ['where the field is known to be empty', [title, control('slug', '', saved)]],
    ['where the field is kept secret', [title, control('slug', null, { ...saved, redacted: true })]],
    ['where a field holds another value', [title, control('slug', 'beta', saved)]],
    ['where a page that answers shows no such field', [control('title', 'Acme Inc')]],
  ];
  for (const [what, controls] of NONE) {
    test(`is nobody's ${what}`, () => {
      expect(findDraft(action(), [found(...controls)])).toBeNull();
    });
  }
});
