/** What the files of a dead browser tell, as the tree shows it. */
import { expect, test } from '../support/folder.js';
import { AT, inventory, profile, SITE, text } from './sample-inventory.js';

test('a dead browser’s profile tells visits by form, sent fields, open requests, and how late its files are', () => {
  const shown = text(
    inventory([], { contexts: [], profile, serviceWorkers: [{ url: `${SITE}/sw.js`, contextId: '' }] }),
  );
  expect(shown).toBe(`\
no open tab could be read

tabs: none could be read: Sessions/Session_1: torn after 4096 bytes

service worker https://directory.example/sw.js

profile /home/me/profile
  reached by a form
    2026-03-01 02:47:09Z  https://directory.example/listings/acme  Acme
  sent in forms, by field
    2026-03-01 02:47:09Z  slug (autofill): acme
    1970-01-01 00:00:00Z  card (autofill): (kept secret)
  requests still open
    at an unknown time  POST https://directory.example/submit
  downloads
    2026-03-01 02:47:09Z  complete, 1 byte  /tmp/a.pdf
  also there
    2 visits, 1 request, 1 cookie
    visits and downloads: not all read (History: there is none)
  read from
    Sessions/Session_1: written 2026-03-01 02:47:09Z, up to 3 s after the
      fact; torn after 4096 bytes
    History: not there, up to 10 s after the fact
    Cookies: written 2026-03-01 02:47:09Z, up to 30 s after the fact
`);
});

test('what was not read of a profile is not counted as none, and says why', () => {
  const source = (file: string, why: string | null) => ({ file, modified: AT, lateMs: 0, why });
  const none = { visits: [], submitted: [], downloads: [], cookies: [], requests: [] };
  const shown = (...sources: typeof profile.sources) =>
    text(inventory([], { contexts: [], profile: { ...profile, ...none, sources } })).replace(/\n {6}/g, ' ');
  const damaged = shown(
    source('History', 'it is damaged'),
    source('Web Data', 'it is empty, or damaged'),
    source('Network/Cookies', 'permission denied'),
    { ...source('netlog.json', 'it cannot be read'), modified: null },
  );
  expect(damaged).not.toMatch(/\b0 /);
  for (const line of [
    'visits and downloads: not read (History: it is damaged)',
    'fields kept by autofill: not read (Web Data: it is empty, or damaged)',
    'cookies: not read (Network/Cookies: permission denied)',
    'requests: not read (netlog.json: it cannot be read)',
  ])
    expect(damaged).toContain(`    ${line}\n`);
  const whole = shown(source('History', null), source('Web Data', null), source('Cookies', null));
  expect(whole).toContain(
    '  also there\n    0 visits, 0 cookies\n    requests: not read (no network log was named)\n',
  );
});

test('a submission that the session file and autofill both tell of is one line, and two are two', () => {
  const sent = (at: number, page?: string) => ({
    ...{ name: 'slug', value: 'acme', redacted: false, firstAt: at, lastAt: at },
    ...(page === undefined ? {} : { page, action: page }),
  });
  const second = Math.floor(AT / 1_000) * 1_000;
  const lines = (...all: ReturnType<typeof sent>[]) =>
    text(inventory([], { contexts: [], profile: { ...profile, submitted: all } })).match(/slug \(.*/g);
  expect(lines(sent(AT, SITE), sent(second))).toEqual(['slug (session file and autofill): acme']);
  expect(lines(sent(AT, SITE), sent(AT - 60_000, SITE), sent(second))).toEqual([
    'slug (session file and autofill): acme',
    'slug (session file): acme',
  ]);
  expect(lines(sent(AT, SITE), sent(second - 60_000))).toEqual([
    'slug (session file): acme',
    'slug (autofill): acme',
  ]);
  expect(lines(sent(AT, SITE), { ...sent(second), value: 'other' })).toHaveLength(2);
});
