import { expect, test } from '@playwright/test';
import type { Control, HistoryItem } from '../../src/inventory/inventory.js';
import { type Other, submittedEntries, visitedByForm } from '../../src/inventory/submitted.js';
import { action, control, frame, SITE, SUBMIT, tab } from './sample.js';

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

  test('is not explained by what a session file keeps of lists and boxes: a person may have chosen it', () => {
    const chosen = control('slug', 'gamma', { defaultValue: null, dirty: false, from: 'session-file' });
    expect(look({}, [chosen])[0]?.explainedBy).toBeNull();
  });

  test('is told once, by its tab, where the visits tell of it too', () => {
    const visit = (url: string, at: number) => ({
      url,
      at,
      title: '',
      transition: 'form_submit',
      formPost: true,
    });
    const visits = [visit(`${SITE}/thanks`, 5_100), visit(SUBMIT, 5_050), visit(SUBMIT, 90_000)];
    const profile = {
      path: '',
      sources: [],
      visits,
      submitted: [],
      downloads: [],
      cookies: [],
      requests: [],
    };
    const [rest] = visitedByForm(profile, [{ history: [entry({ at: 5_000 })] }]);
    expect(rest?.history.map(({ at }) => at)).toEqual([90_000]);
    expect(visitedByForm(profile, [{ history: [entry({ at: null })] }])[0]?.history).toHaveLength(3);
  });
});
