/** Made-up leftovers for the tree of `reconcile inventory`. */
import type { BrowserInventory, Frame, HistoryItem, Tab } from '../../src/inventory/inventory.js';
import { paint } from '../../src/report/lines.js';
import { inventoryText } from '../../src/report/text-inventory.js';

export const SITE = 'https://directory.example';
export const AT = Date.parse('2026-03-01T02:47:09.512Z');

export function frame(given: Partial<Frame>): Frame {
  const forms = [{ id: '', name: '', action: `${SITE}/submit`, method: 'post', valid: false }];
  return { url: `${SITE}/new`, origin: SITE, path: [], forms, controls: [], why: null, ...given };
}

export function inventory(tabs: Tab[], given: Partial<BrowserInventory> = {}): BrowserInventory {
  const contexts = [{ contextId: 'A1', incognito: false, tabs: tabs.length }];
  return { at: AT, contexts, tabs, serviceWorkers: [], profile: null, ...given };
}

export function text(one: BrowserInventory): string {
  return paint(inventoryText(one), false);
}

export const submitted: HistoryItem = {
  entryId: 2,
  url: `${SITE}/listings/acme`,
  title: '',
  transition: 'form_submit',
  userTypedUrl: `${SITE}/submit`,
  at: null,
  current: true,
};

export const profile: NonNullable<BrowserInventory['profile']> = {
  path: '/home/me/profile',
  sources: [
    { file: 'Sessions/Session_1', modified: AT, lateMs: 2_500, why: 'torn after 4096 bytes' },
    { file: 'History', modified: null, lateMs: 10_000, why: null },
    { file: 'Cookies', modified: AT, lateMs: 30_000, why: null },
  ],
  visits: [
    { url: `${SITE}/listings/acme`, title: 'Acme', at: AT, transition: 'form_submit', formPost: true },
    { url: `${SITE}/new`, title: '', at: Number.NaN, transition: 'link', formPost: false },
  ],
  submitted: [
    { name: 'slug', value: 'acme', redacted: false, firstAt: 0, lastAt: AT },
    { name: 'card', value: null, redacted: true, firstAt: 0, lastAt: 0 },
  ],
  downloads: [{ url: `${SITE}/a.pdf`, path: '/tmp/a.pdf', state: 'complete', bytes: 1, at: AT }],
  cookies: [{ host: 'directory.example', name: 'sid', createdAt: 0, lastUsedAt: 0, expiresAt: null }],
  requests: [{ method: 'POST', url: `${SITE}/submit`, status: null, at: null, open: true }],
};
