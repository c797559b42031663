import { expect, test } from '@playwright/test';
import { findDraft } from '../../src/inventory/draft.js';
import type { Control, Form, Frame, HistoryItem, Tab } from '../../src/inventory/inventory.js';
import { type Other, submittedEntries } from '../../src/inventory/submitted.js';
import type { Action, Effect } from '../../src/words.js';

const SITE = 'https://directory.example';
const SUBMIT = `${SITE}/submit`;

function effect(given: Partial<Effect> = {}): Effect {
  return { method: 'POST', url: SUBMIT, fields: {}, steps: [], via: 'any', refused: [], ...given };
}

function action(given: Partial<Action> = {}): Action {
  return {
    key: 'k-acme',
    id: 'acme',
    worker: 'w',
    kind: 'submit-listing',
    platform: 'directory.example',
    account: null,
    identity: { slug: 'acme' },
    repeat: false,
    payloadHash: null,
    effect: effect(),
    probe: null,
    source: 'plan.yml:1',
    ...given,
  };
}

/** A text field of the frame's first form; what was typed makes it dirty. */
function control(name: string, value: string | null, given: Partial<Control> = {}): Control {
  return {
    form: 0,
    tag: 'input',
    type: 'text',
    name,
    id: '',
    label: '',
    value,
    defaultValue: '',
    dirty: value !== '' && value !== null,
    checked: null,
    selected: null,
    files: null,
    disabled: false,
    readonly: false,
    required: false,
    valid: null,
    visible: true,
    submits: false,
    partial: false,
    redacted: false,
    edited: null,
    from: 'page',
    shadow: [],
    ...given,
  };
}

function form(action: string): Form {
  return { id: '', name: '', action, method: 'post', valid: null };
}

function frame(controls: Control[], given: Partial<Frame> = {}): Frame {
  return { url: `${SITE}/new`, origin: SITE, path: [], forms: [form(SUBMIT)], controls, why: null, ...given };
}

function tab(frames: Frame[], given: Partial<Tab> = {}): Tab {
  return {
    targetId: 'T1',
    contextId: 'C',
    incognito: false,
    url: frames[0]?.url ?? SITE,
    title: '',
    status: 'ok',
    why: null,
    dialog: null,
    loading: false,
    history: [],
    screenshot: null,
    responseStatus: null,
    timeline: [],
    complaints: [],
    openSockets: null,
    frames,
    ...given,
  };
}

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
        { name: 'slug', label: 'Slug', type: 'text', value: 'acme', redacted: false, partial: false },
        { name: 'title', label: '', type: 'text', value: 'Acme Inc', redacted: false, partial: true },
        { name: 'pin', label: '', type: 'password', value: null, redacted: true, partial: false },
        { name: 'agree', label: '', type: 'checkbox', value: null, redacted: false, partial: false },
        { name: 'size', label: '', type: 'select-multiple', value: 's, m', redacted: false, partial: false },
      ],
      why: [
        "the form goes to the effect's URL",
        "the page is on the action's site",
        'Slug holds "acme"',
        '4 fields hold input that was not sent',
      ],
      from: 'tab',
    });
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
      tab([frame([control('n', '1'), control('ok', 'on', { checked: true })])]),
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

  test('that was read from a session file says so', () => {
    const found = tab([frame([control('slug', 'acme', { from: 'session-file' })])]);
    expect(findDraft(action(), [found])?.from).toBe('session-file');
  });
});

test.describe('a submitted form in the history', () => {
  const entry = (given: Partial<HistoryItem> = {}): HistoryItem => ({
    entryId: 7,
    url: `${SITE}/thanks`,
    title: '',
    transition: 'form_submit',
    userTypedUrl: SUBMIT,
    at: null,
    current: true,
    ...given,
  });
  const beta = { key: 'k-beta', identity: { slug: 'beta' }, sightingUrls: [`${SITE}/listing/beta`] };
  const gamma = { key: 'k-gamma', identity: { slug: 'gamma' }, sightingUrls: [] };
  const look = (
    item: Partial<HistoryItem>,
    controls: Control[] = [],
    others: Other[] = [beta, gamma],
    wanted = action(),
  ) => submittedEntries(wanted, others, [tab([frame(controls)], { history: [entry(item)] })], new Set());

  test('is told with the address it was sent to and the one it led to', () => {
    expect(look({})).toEqual([{ entry: 'T1:7', url: SUBMIT, ledTo: `${SITE}/thanks`, explainedBy: null }]);
    expect(look({ url: SUBMIT, userTypedUrl: '' })).toMatchObject([{ url: SUBMIT, ledTo: SUBMIT }]);
  });

  test('is none that was there before, that was no submit, or that went elsewhere', () => {
    const tabs = [tab([], { history: [entry()] })];
    expect(submittedEntries(action(), [], tabs, new Set(['T1:7']))).toEqual([]);
    expect(submittedEntries(action(), [], tabs, new Set(['T2:7', 'T1:8']))).toHaveLength(1);
    expect(look({ transition: 'link' })).toEqual([]);
    expect(look({ userTypedUrl: `${SITE}/search` })).toEqual([]);
    expect(look({}, [], [], action({ effect: null }))).toEqual([]);
  });

  test('is explained by the page it led to, where that is a sighting of one other action', () => {
    const explained = { key: 'k-beta', by: 'sighting' };
    expect(look({ url: `${SITE}/listing/beta#top` })[0]?.explainedBy).toEqual(explained);
    const shared = [beta, { ...gamma, sightingUrls: beta.sightingUrls }];
    expect(look({ url: `${SITE}/listing/beta#top` }, [], shared)[0]?.explainedBy?.by).not.toBe('sighting');
  });

  test('is not explained by a sighting at an address that every submit leads to', () => {
    const shared = [{ ...beta, sightingUrls: [SUBMIT, `${SITE}/#item-9`] }];
    expect(look({ url: SUBMIT }, [], shared)[0]?.explainedBy).toBeNull();
    expect(look({ url: `${SITE}/` }, [], shared)[0]?.explainedBy).toBeNull();
    expect(look({ url: `${SITE}/#item-9` }, [], shared)[0]?.explainedBy).toEqual({
      key: 'k-beta',
      by: 'sighting',
    });
  });

  test('is explained by an address that names exactly one other action', () => {
    const gammas = { key: 'k-gamma', by: 'fields' };
    expect(look({ url: `${SITE}/listing/gamma` })[0]?.explainedBy).toEqual(gammas);
    expect(look({ url: `${SITE}/done?slug=gamm%61` })[0]?.explainedBy).toEqual(gammas);
    expect(look({ url: `${SITE}/beta/gamma` })[0]?.explainedBy).toBeNull();
    expect(look({ url: `${SITE}/acme/gamma` })[0]?.explainedBy).toBeNull();
    expect(look({ url: `${SITE}/listing/gamma-2` })[0]?.explainedBy).toBeNull();
    expect(look({ url: `${SITE}/%E0%A4%A/x` })[0]?.explainedBy).toBeNull();
  });

  test('is explained by the fields of the page it led to, not by what was typed there later', () => {
    const filled = control('slug', 'gamma', { defaultValue: 'gamma', dirty: false });
    expect(look({}, [filled])[0]?.explainedBy).toEqual({ key: 'k-gamma', by: 'fields' });
    expect(look({}, [control('slug', 'gamma')])[0]?.explainedBy).toBeNull();
    expect(look({ current: false }, [filled])[0]?.explainedBy).toBeNull();
  });

  test('is not explained by values that stand everywhere', () => {
    const first = [{ key: 'k-1', identity: { n: 1, ok: true }, sightingUrls: [] }];
    expect(look({ url: `${SITE}/true/1` }, [], first)[0]?.explainedBy).toBeNull();
  });
});
