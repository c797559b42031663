import { expect, test } from '@playwright/test';
import type { RepoRecord } from '../../src/inventory/inventory.js';
import { filesFact, repoFact } from '../../src/report/disk-facts.js';
import { documentOf } from '../../src/report/document.js';
import { paint } from '../../src/report/lines.js';
import { renderReport } from '../../src/report/page.js';
import { reportText } from '../../src/report/text-report.js';
import { sampleReport } from './sample-report.js';

const HASH = 'c0ffee'.padEnd(40, '0');
const SINCE = Date.parse('2026-03-01T02:00:00Z');

function repo(change: Partial<RepoRecord> = {}): RepoRecord {
  const [sample] = sampleReport().inventory.repos;
  if (!sample) throw new Error('no sample');
  const bare = { dirty: [], commits: [], tags: [], lock: false };
  return { ...sample, ...bare, ...change };
}

function commits(...pushed: (boolean | null)[]): RepoRecord['commits'] {
  return pushed.map((one, i) => ({ hash: `${i}`.repeat(40), subject: '', at: SINCE, pushed: one }));
}

test('what is not known of commits is said beside what is', () => {
  const mixed = commits(true, null);
  expect(repoFact(repo({ commits: mixed, remote: 'unreachable', remoteWhy: 'origin did not answer' }))).toBe(
    '2 commits since the start: 1 pushed, 1 not known (remote unreachable)',
  );
  const why = 'origin holds branches that are not known here';
  expect(repoFact(repo({ commits: mixed, remoteWhy: why }))).toBe(
    `2 commits since the start: 1 pushed, 1 not known (${why})`,
  );
  expect(repoFact(repo({ commits: commits(false, false, true) }))).toBe(
    '3 commits since the start: 1 pushed, 2 on no remote',
  );
  expect(repoFact(repo({ commits: commits(false), remote: 'none' }))).toBe(
    '1 commit since the start: it has no remote',
  );
  expect(repoFact(repo({ commits: commits(true), since: null }))).toBe('1 commit: 1 pushed');
});

test('a remote that cannot be asked is told of, also where there is nothing to ask', () => {
  const silent = { remote: 'unreachable', remoteWhy: 'origin did not answer' } as const;
  expect(repoFact(repo(silent))).toBe('no commits since the start; remote unreachable');
});

test('tags, stashes, changed files, what is unfinished and what lies about are told', () => {
  const full = repo({
    tags: [
      { name: 'v1', hash: HASH, pushed: false },
      { name: 'v2', hash: HASH, pushed: true },
    ],
    stashes: [{ subject: 'x', at: SINCE }],
    dirty: ['a'],
    untracked: ['b', 'c'],
    more: { dirty: 0, untracked: 19_998, commits: 0, tags: 0, pushes: 0, stashes: 1 },
    unfinished: 'merge',
    lock: true,
    why: 'bad index',
  });
  expect(repoFact(full)).toBe(
    'no commits since the start; 2 tags: 1 pushed, 1 on no remote; 1 changed file; 20000 untracked files; ' +
      '2 stashes; unfinished merge; a lock of git lies about; not all of it could be read: bad index',
  );
  expect(repoFact(repo({ branch: null, head: null, root: null, why: 'there is no such folder' }))).toBe(
    'could not be read: there is no such folder',
  );
  const inner = repo({ path: 'lib', commits: commits(false) });
  expect(repoFact(repo({ submodules: [inner, inner, inner, inner] }))).toMatch(
    /; in it lib: 1 commit since the start: 1 on no remote; .*; 1 more submodule$/,
  );
});

test('a push by its own log is told, and that its commit is no longer where it was pushed to', () => {
  const push = (i: number) => ({
    ref: `refs/heads/b${i}`,
    remote: 'origin',
    commit: `${i}`.repeat(40),
    at: SINCE,
  });
  const one = repo({ commits: commits(false, false), pushes: [push(1)] });
  expect(repoFact(one)).toBe(
    '2 commits since the start: 1 pushed and no longer there, 1 on no remote; ' +
      'its own log tells of 1 push: 1111111111 to b1 on origin',
  );
  const silent = repo({ ...one, commits: commits(null, null), remote: 'unreachable' });
  expect(repoFact(silent)).toMatch(/: 1 pushed by its own log, 1 not known \(remote unreachable\);/);
  // A tag on a pushed commit was not pushed by that.
  const tags = [{ name: 'v1', hash: '1'.repeat(40), pushed: false }];
  expect(repoFact({ ...one, tags })).toContain('; 1 tag: 1 on no remote;');
  const more = { ...one.more, pushes: 250 };
  expect(repoFact(repo({ pushes: [1, 2, 3, 4].map(push), more }))).toMatch(
    /254 pushes: 1111111111 to b1 on origin, 2222222222 to b2 on origin, 3333333333 to b3 on origin and 251 more$/,
  );
});

test('files are counted as they are, and what was not looked at is said', () => {
  const { files } = sampleReport().inventory;
  const search = { since: SINCE, matched: 1, changed: 1, cut: null, empty: [] };
  expect(filesFact(files, search)).toBe('1 changed of 1');
  expect(filesFact(files, { ...search, since: null })).toBe('1 of any time');
  expect(filesFact([], { ...search, matched: 0, changed: 0 })).toBeNull();
  const slow = 'listing took longer than 20 s';
  expect(filesFact(files, { ...search, matched: 20_008, changed: 20_003, cut: slow })).toBe(
    `20003 changed of 20008; 1 listed; there may be more: ${slow}`,
  );
  const empty = ['a', 'b', 'c', 'd', 'e'].map((glob) => ({ glob, why: 'matches nothing' }));
  expect(filesFact([], { ...search, matched: 0, changed: 0, empty })).toBe(
    'a matches nothing; b matches nothing; c matches nothing; 2 more globs',
  );
});

test('text, page and document all hold the pushes and the true counts, with hostile names escaped', async () => {
  const report = sampleReport();
  const evil = '\u001b[31m<script>';
  const pushes = [{ ref: `refs/heads/${evil}`, remote: evil, commit: HASH, at: 8.64e15 }];
  const more = { dirty: 7, untracked: 0, commits: 3, tags: 0, pushes: 5, stashes: 0 };
  report.inventory.repos = [repo({ pushes, more, dirty: ['a'], commits: commits(null), remoteWhy: evil })];
  report.inventory.fileSearch = { ...report.inventory.fileSearch, matched: 900, changed: 800 };
  const text = paint(reportText(report, null), false).replace(/\s+/g, ' ');
  expect(text).toContain('files: 800 changed of 900; 1 listed');
  expect(text).toContain('4 commits since the start or on no remote (1 looked at)');
  expect(text).toContain('c0ffee0000 to \\x1b[31m<script> on \\x1b[31m<script> and 5 more');
  const page = await renderReport(report, { screenshots: async () => null });
  expect(page).toContain('and 3 more commits, 5 more pushes');
  expect(page).toContain('Changed: a and 7 more');
  expect(page).toContain('and 899 more');
  for (const shown of [text, page]) expect(shown).not.toContain('\u001b');
  expect(page).not.toContain('<script>');
  const document = documentOf({ kind: 'report', data: report } as never) as typeof report;
  expect(document.inventory.repos[0]?.pushes[0]?.at).toBe('+275760-09-13T00:00:00.000Z');
  expect(document.inventory.fileSearch).toMatchObject({ matched: 900, since: '2026-03-01T02:47:09.512Z' });
});
