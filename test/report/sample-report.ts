/** The founding story as the main job reports it: one listing live, one form half-filled, one untouched. */

import type { Control, Tab } from '../../src/inventory/inventory.js';
import type { ActionReport, EvidenceReport, Report } from '../../src/report/report.js';
import { control as field, tab } from '../inventory/sample.js';

const AT = '2026-03-01T02:47:09.512Z';

export function sampleReport(): Report {
  return {
    worker: 'launch-1',
    epoch: 2,
    death: { proof: 'session-gone', at: AT, exitCode: null, signal: 'SIGKILL', stdoutBytes: 84 },
    browser: {
      endpoint: 'http://127.0.0.1:41873',
      alive: true,
      wire: { covered: false, gaps: ['no wire was in force'] },
    },
    actions: [verified(), absent(), unverified()],
    inventory: {
      at: Date.parse(AT),
      contexts: [{ contextId: 'A1', incognito: false, tabs: 2 }],
      tabs: [listingTab(), formTab()],
      serviceWorkers: [],
      profile: null,
      files: [
        {
          path: 'out/acme.md',
          size: 2_114,
          modified: Date.parse(AT),
          sha256: 'ab'.repeat(32),
          changed: true,
          why: null,
        },
      ],
      fileSearch: { since: Date.parse(AT), matched: 1, changed: 1, cut: null, empty: [] },
      repos: [
        {
          path: '/home/me/launch',
          since: Date.parse(AT),
          root: '/home/me/launch',
          branch: 'main',
          head: 'c0ffee'.padEnd(40, '0'),
          dirty: ['out/acme.md'],
          untracked: [],
          commits: [
            {
              hash: 'c0ffee'.padEnd(40, '0'),
              subject: 'Add listing texts',
              at: Date.parse(AT),
              pushed: false,
            },
          ],
          tags: [{ name: 'v1.2.0', hash: 'c0ffee'.padEnd(40, '0'), pushed: true }],
          pushes: [],
          stashes: [],
          more: { dirty: 0, untracked: 0, commits: 0, tags: 0, pushes: 0, stashes: 0 },
          worktrees: [],
          submodules: [],
          unfinished: null,
          lock: true,
          remote: 'reachable',
          remoteWhy: null,
          why: null,
        },
      ],
      log: {
        stdoutBytes: 84,
        stderrBytes: 0,
        tail: 'opening directory.example\nsubmitted acme\nfilling beta',
      },
    },
    summary: {
      planned: 0,
      claimed: 0,
      unverified: 1,
      verified: 1,
      absent: 1,
      duplicate: 0,
      gone: 0,
      waived: 0,
    },
  };
}

export function sampleAction(change: Partial<ActionReport> = {}): ActionReport {
  return {
    key: 'a012ba08d9628344dc489777472929321aabe0343f45b19516ba3260e982dabe',
    id: 'acme-directory',
    worker: 'launch-1',
    kind: 'submit-listing',
    platform: 'directory.example',
    account: 'me@example.com',
    identity: { slug: 'acme' },
    state: 'verified',
    reason: 'one',
    url: 'https://directory.example/listings/acme',
    since: AT,
    nextLook: null,
    gate: 'SKIP',
    evidence: [],
    draft: null,
    ...change,
  };
}

function verified(): ActionReport {
  return sampleAction({
    evidence: [
      piece('log', 'unknown', 'the last line of stdout: filling beta'),
      piece('tab', 'partly', 'a tab shows a form submitted to https://directory.example/submit'),
      piece('probe', 'happened', '1 there: live https://directory.example/listings/acme (complete)'),
    ],
  });
}

function absent(): ActionReport {
  return sampleAction({
    key: 'b1'.repeat(32),
    id: 'beta-directory',
    identity: { slug: 'beta' },
    state: 'absent',
    reason: 'quiet',
    url: null,
    gate: 'RUN',
    evidence: [
      piece(
        'tab',
        'unknown',
        'a form at https://directory.example/submit is half-filled: 2 of 3 fields typed into',
      ),
      piece('probe', 'unknown', 'nothing there (complete)'),
      piece('probe', 'unknown', 'nothing there (complete)'),
    ],
    draft: {
      targetId: 'T2',
      url: 'https://directory.example/submit',
      form: { action: 'https://directory.example/submit', method: 'post' },
      fields: [
        {
          name: 'slug',
          label: 'Slug',
          type: 'text',
          value: 'beta',
          redacted: false,
          partial: false,
          dirty: true,
        },
        {
          name: 'title',
          label: 'Title',
          type: 'text',
          value: 'Beta, the second',
          redacted: false,
          partial: false,
          dirty: true,
        },
        {
          name: 'password',
          label: 'Password',
          type: 'password',
          value: null,
          redacted: true,
          partial: false,
          dirty: true,
        },
      ],
      why: ['its fields hold slug beta'],
      from: 'tab',
    },
  });
}

function unverified(): ActionReport {
  return sampleAction({
    key: 'c2'.repeat(32),
    id: 'gamma-forum',
    kind: 'post-notice',
    platform: 'forum.example',
    identity: { handle: 'gamma' },
    state: 'unverified',
    reason: 'blind:401',
    url: null,
    nextLook: '2026-03-01T02:52:00.000Z',
    gate: 'HOLD',
    evidence: [piece('probe', 'unknown', 'the platform could not be read (401)')],
  });
}

function piece(
  source: EvidenceReport['source'],
  says: EvidenceReport['says'],
  summary: string,
): EvidenceReport {
  return { source, at: AT, says, summary, hash: 'd4'.repeat(32) };
}

export function sampleTab(change: Partial<Tab> = {}): Tab {
  const page = { url: 'https://directory.example/listings/acme', title: 'Acme · Directory' };
  return tab([], { contextId: 'A1', ...page, ...change });
}

function listingTab(): Tab {
  const page = (entryId: number, url: string, transition: string, current: boolean) => ({
    entryId,
    url,
    title: '',
    transition,
    userTypedUrl: url,
    at: null,
    current,
  });
  return sampleTab({
    screenshot: 'listing.png',
    history: [
      page(1, 'https://directory.example/submit', 'typed', false),
      page(2, 'https://directory.example/listings/acme', 'form_submit', true),
    ],
  });
}

function formTab(): Tab {
  const url = 'https://directory.example/submit';
  return sampleTab({
    targetId: 'T2',
    url,
    title: 'Submit a listing',
    screenshot: 'form.png',
    frames: [
      {
        url,
        origin: 'https://directory.example',
        path: [],
        forms: [{ id: 'submit', name: '', action: url, method: 'post', valid: false }],
        controls: [
          control({ name: 'slug', label: 'Slug', value: 'beta', dirty: true }),
          control({ name: 'title', label: 'Title', value: 'Beta, the second', dirty: true }),
          control({
            name: 'password',
            label: 'Password',
            value: null,
            dirty: true,
            redacted: true,
            length: 12,
          }),
          control({ name: 'url', label: 'Address' }),
        ],
        why: null,
      },
    ],
  });
}

export function control(change: Partial<Control>): Control {
  return field('', '', { valid: true, ...change });
}
