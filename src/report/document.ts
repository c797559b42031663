/** The JSON documents: times become ISO 8601 here, also those of the inventory. */
import type { BrowserInventory, Inventory, ProfileRecord, RepoRecord, Tab } from '../inventory/inventory.js';
import type { Millis } from '../words.js';
import { iso } from './build.js';
import type { Shown } from './outcome.js';

export function documentOf(shown: Shown): unknown {
  switch (shown.kind) {
    case 'report':
      return { ...shown.data, inventory: inventoryDocument(shown.data.inventory) };
    case 'inventory':
      return browserDocument(shown.data);
    default:
      return shown.data;
  }
}

function browserDocument({ at, contexts, tabs, serviceWorkers, profile }: BrowserInventory): object {
  return {
    at: when(at),
    contexts,
    tabs: tabs.map(tabDocument),
    serviceWorkers,
    profile: profile === null ? null : profileDocument(profile),
  };
}

function inventoryDocument(inventory: Inventory): object {
  const { files, fileSearch, repos, log } = inventory;
  return {
    ...browserDocument(inventory),
    files: files.map((file) => ({ ...file, modified: when(file.modified) })),
    fileSearch: { ...fileSearch, since: when(fileSearch.since) },
    repos: repos.map(repoDocument),
    log,
  };
}

function tabDocument(tab: Tab): object {
  return {
    ...tab,
    history: tab.history.map((item) => ({ ...item, at: when(item.at) })),
    timeline: tab.timeline.map((request) => ({ ...request, at: when(request.at) })),
    complaints: tab.complaints.map((complaint) => ({ ...complaint, at: when(complaint.at) })),
  };
}

function repoDocument(repo: RepoRecord): object {
  return {
    ...repo,
    since: when(repo.since),
    commits: repo.commits.map((commit) => ({ ...commit, at: when(commit.at) })),
    pushes: repo.pushes.map((push) => ({ ...push, at: when(push.at) })),
    stashes: repo.stashes.map((stash) => ({ ...stash, at: when(stash.at) })),
    submodules: repo.submodules.map(repoDocument),
  };
}

function profileDocument(profile: ProfileRecord): object {
  const { path, sources, visits, submitted, downloads, cookies, requests } = profile;
  return {
    path,
    sources: sources.map((source) => ({ ...source, modified: when(source.modified) })),
    visits: visits.map((visit) => ({ ...visit, at: when(visit.at) })),
    submitted: submitted.map((field) => ({
      ...field,
      firstAt: when(field.firstAt),
      lastAt: when(field.lastAt),
    })),
    downloads: downloads.map((download) => ({ ...download, at: when(download.at) })),
    cookies: cookies.map((cookie) => ({
      ...cookie,
      createdAt: when(cookie.createdAt),
      lastUsedAt: when(cookie.lastUsedAt),
      expiresAt: when(cookie.expiresAt),
    })),
    requests: requests.map((request) => ({ ...request, at: when(request.at) })),
  };
}

/** A file's time may lie outside what a date can hold. */
function when(at: Millis | null): string | null {
  return at !== null && Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
