import { expect, test } from '@playwright/test';
import { findDraft } from '../../src/inventory/draft.js';
import type { Tab } from '../../src/inventory/inventory.js';
import type { Action } from '../../src/words.js';
import { action, control, effect, field, form, frame, SITE, SUBMIT, tab } from './sample.js';

test.describe('a draft', () => {
  test('is the form that holds the identity and goes to the effect, with its fields and the reasons', () => {
    const controls = [
      control('slug', 'acme', { label: 'Slug' }),
      control('title', 'Acme Inc', { partial: true }),
      control('pin', null, { type: 'password', redacted: true, dirty: true }),
      control('csrf', 'abc', { type: 'hidden', dirty: false }),
      control('agree', 'yes', { type: 'checkbox', checked: false, dirty: false }),
      control('size', 's', { tag: 'select', type: 'select-multiple', selected: ['s', 'm'] }),
      control('go', 'Send', { type: 'submit', submits: true, dirty: false }),
    ];
    const draft = findDraft(action(), [tab([frame([])]), tab([frame(controls)], { targetId: 'T2' })]);
    expect(draft).toEqual({
      targetId: 'T2',
      url: `${SITE}/new`,
      form: { action: SUBMIT, method: 'post' },
      fields: [
        field('slug', 'acme', { label: 'Slug', dirty: true }),
        field('title', 'Acme Inc', { partial: true, dirty: true }),
        field('pin', null, { type: 'password', redacted: true, dirty: true }),
        field('agree', null, { type: 'checkbox', checked: false, option: 'yes' }),
        field('size', 's, m', { type: 'select-multiple', values: ['s', 'm'], dirty: true }),
      ],
      buttons: [{ label: '', name: 'go', id: '' }],
      why: [
        "the form goes to the effect's URL",
        "the page is on the action's site",
        'Slug holds "acme"',
        '4 fields hold typed input',
      ],
      from: 'tab',
    });
  });

  test('may go to the effect by one of its buttons only', () => {
    const save = control('save', '', { type: 'submit', submits: true, dirty: false });
    const send = control('go', '', {
      type: 'submit',
      submits: true,
      dirty: false,
      sendsTo: { action: SUBMIT, method: 'post' },
    });
    const toDrafts = { forms: [form(`${SITE}/drafts`)] };
    const found = findDraft(action(), [tab([frame([control('slug', 'acme'), save, send], toDrafts)])]);
    expect(found?.why).toContain("the form goes to the effect's URL");
    expect(found?.buttons).toEqual([
      { label: '', name: 'save', id: '' },
      { label: '', name: 'go', id: '', sendsTo: { action: SUBMIT, method: 'post' } },
    ]);
  });

  const NONE: [string, Action, Tab][] = [
    ['without an identity value', action(), tab([frame([control('title', 'Acme Inc')])])],
    ['of another action on the same URL', action(), tab([frame([control('slug', 'beta')])])],
    [
      'whose field holds another identity, although the value stands elsewhere',
      action(),
      tab([frame([control('slug', 'beta'), control('note', 'acme')])]),
    ],
    [
      'whose hidden field holds another identity',
      action(),
      tab([frame([control('slug', 'beta', { type: 'hidden' }), control('note', 'acme')])]),
    ],
    [
      'that shares only one of two identity values',
      action({ identity: { slug: 'acme', board: 'general' } }),
      tab([frame([control('title', 'beta'), control('section', 'general')])]),
    ],
    [
      'that holds only values which stand everywhere',
      action({ identity: { n: 1, ok: true } }),
      tab([frame([control('x', '1'), control('n', ''), control('ok', 'on', { checked: true })])]),
    ],
    ['whose value was redacted', action(), tab([frame([control('slug', 'acme', { redacted: true })])])],
    [
      'that only shows the value and goes elsewhere',
      action(),
      tab([frame([control('q', 'acme', { dirty: false })], { forms: [form(`${SITE}/search`)] })]),
    ],
    [
      'on another platform',
      action(),
      tab([
        frame([control('slug', 'acme')], {
          url: 'https://board.example/new',
          forms: [form('https://board.example/new')],
        }),
      ]),
    ],
    [
      'on another port of this machine',
      action({ platform: 'local', effect: effect({ url: 'http://127.0.0.1:4000/x' }) }),
      tab([
        frame([control('slug', 'acme')], {
          url: 'http://127.0.0.1:4001/new',
          forms: [form('http://127.0.0.1:4001/x')],
        }),
      ]),
    ],
    [
      'that holds the identity but another value of effect.fields',
      action({ effect: effect({ fields: { kind: 'tool' } }) }),
      tab([frame([control('slug', 'acme'), control('kind', 'game')])]),
    ],
  ];
  for (const [what, wanted, found] of NONE) {
    test(`is no form ${what}`, () => {
      expect(findDraft(wanted, [found])).toBeNull();
    });
  }

  test('may have further identity fields still empty', () => {
    const wanted = action({ identity: { slug: 'acme', board: 'general' } });
    expect(
      findDraft(wanted, [tab([frame([control('listing[slug]', 'acme'), control('listing[board]', '')])])]),
    ).not.toBeNull();
  });

  test('may be told by effect.fields where the identity is not in the form', () => {
    const wanted = action({ effect: effect({ fields: { name: 'Acme Inc' } }) });
    expect(findDraft(wanted, [tab([frame([control('name', ' Acme Inc ')])])])).not.toBeNull();
  });

  test('may consist of fields without a form, in a frame within the page', () => {
    const inner = frame([control('slug', 'acme', { form: null })], {
      path: [0],
      forms: [],
      url: `${SITE}/inner`,
    });
    const draft = findDraft(action(), [tab([frame([], { url: 'https://shell.example/' }), inner])]);
    expect(draft).toMatchObject({ form: { action: '', method: '' }, url: 'https://shell.example/' });
  });

  test('is the form that goes to the effect rather than one on its site', () => {
    const elsewhere = tab([
      frame([control('slug', 'acme'), control('a', 'b')], { forms: [form(`${SITE}/x`)] }),
    ]);
    const right = tab([frame([control('slug', 'acme')])], { targetId: 'T2' });
    expect(findDraft(action(), [elsewhere, right, elsewhere])?.targetId).toBe('T2');
  });

  test('may be on the site of a platform whose effect is not declared', () => {
    const found = tab([frame([control('slug', 'acme')], { url: 'https://www.directory.example/new' })]);
    expect(findDraft(action({ effect: null }), [found])).not.toBeNull();
    expect(findDraft(action({ effect: null, platform: 'other.example' }), [found])).toBeNull();
  });

  test('names what tells its fields apart: ids, options of boxes, shadow roots, frames, and what nobody can type into', () => {
    const controls = [
      control('slug', 'acme', { id: 'slug-1', dirty: false, readonly: true }),
      control('kind', 'tool', { type: 'radio', checked: true, shadow: ['x-form'] }),
      control('logo', null, { type: 'file', dirty: true, files: [{ name: 'logo.png', size: 3 }] }),
    ];
    const draft = findDraft(action(), [tab([frame([]), frame(controls, { path: [2, 0] })])]);
    const shared = { frame: [2, 0] };
    expect(draft?.fields).toEqual([
      field('slug', 'acme', { id: 'slug-1', locked: true, ...shared }),
      field('kind', 'tool', {
        type: 'radio',
        checked: true,
        option: 'tool',
        dirty: true,
        shadow: ['x-form'],
        ...shared,
      }),
      field('logo', 'logo.png', { type: 'file', values: ['logo.png'], dirty: true, ...shared }),
    ]);
  });

  test('takes along what was typed beside it: an editor of no form, and one in a frame within', () => {
    const editor = control('', 'Long text', { form: null, tag: 'div', type: 'contenteditable', id: 'story' });
    const page = frame([control('slug', 'acme'), editor, control('q', '', { form: null })]);
    const inner = frame([{ ...editor, id: 'body' }], { path: [0], forms: [] });
    const other = frame([control('name', 'x')], { path: [1], forms: [form(`${SITE}/search`)] });
    const rich = { type: 'contenteditable', dirty: true, loose: true } as const;
    expect(findDraft(action(), [tab([page, inner, other])])?.fields).toEqual([
      field('slug', 'acme', { dirty: true }),
      field('story', 'Long text', { id: 'story', ...rich }),
      field('body', 'Long text', { id: 'body', frame: [0], ...rich }),
    ]);
  });

  test('takes nothing along where another form of the page was typed into, too', () => {
    const editor = control('', 'Long text', { form: null, tag: 'div', type: 'contenteditable', id: 'story' });
    const page = frame([control('slug', 'acme'), editor, control('mail', 'x', { form: 1 })], {
      forms: [form(SUBMIT), form(`${SITE}/newsletter`)],
    });
    expect(findDraft(action(), [tab([page])])?.fields).toEqual([field('slug', 'acme', { dirty: true })]);
  });

  test('is the fuller one of two forms that are equally likely, and names the tab of the other', () => {
    const half = tab([frame([control('slug', 'acme')])], { title: 'T'.repeat(100) });
    const fuller = tab([frame([control('slug', 'acme'), control('title', 'Acme')])], { targetId: 'T2' });
    const given = tab([frame([control('slug', 'acme', { dirty: false })])], { targetId: 'T3' });
    const draft = findDraft(action(), [half, fuller, given, half]);
    expect(draft?.targetId).toBe('T2');
    expect(draft?.why.slice(-2)).toEqual([
      '2 fields hold typed input',
      `another tab holds one too: ${'T'.repeat(80)}…`,
    ]);
  });

  test('that was read from a session file says so', () => {
    const found = tab([frame([control('slug', 'acme', { from: 'session-file' })])]);
    expect(findDraft(action(), [found])?.from).toBe('session-file');
  });

  test('may be told by a short value in a field of its name, if the form goes to the effect or a step of it', () => {
    const one = action({ identity: { n: 42 }, effect: effect({ steps: [`${SITE}/step`] }) });
    const asked = (target: string, name = 'n') =>
      findDraft(one, [tab([frame([control(name, '42')], { forms: [form(target)] })])])?.why[0];
    expect(asked(SUBMIT)).toBe("the form goes to the effect's URL");
    expect(asked(`${SITE}/step`)).toBe('the form goes to a step of the effect');
    expect(asked(SUBMIT, 'amount')).toBeUndefined();
    expect(asked(`${SITE}/other`)).toBeUndefined();
  });

  test('holds the hidden fields that name the action, and no other hidden ones', () => {
    const hidden = { type: 'hidden', dirty: false };
    const controls = [
      control('slug', 'acme', hidden),
      control('csrf', 't-4711', hidden),
      control('title', 'Acme Inc'),
    ];
    expect(findDraft(action(), [tab([frame(controls)])])?.fields).toEqual([
      field('slug', 'acme', { type: 'hidden' }),
      field('title', 'Acme Inc', { dirty: true }),
    ]);
  });
});
