/** The JSON documents: times become ISO 8601 here, also those of the inventory. */
import type { BrowserInventory, Inventory } from '../inventory/inventory.js';
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

function browserDocument({ at, contexts, tabs }: BrowserInventory): unknown {
  return { at: when(at), contexts, tabs };
}

function inventoryDocument(inventory: Inventory): unknown {
  const { at, contexts, tabs, files, repos, log } = inventory;
  return {
    at: when(at),
    contexts,
    tabs,
    files: files.map((file) => ({ ...file, modified: when(file.modified) })),
    repos: repos.map((repo) => ({
      ...repo,
      commits: repo.commits.map((commit) => ({ ...commit, at: when(commit.at) })),
    })),
    log,
  };
}

/** A file's time may lie outside what a date can hold. */
function when(at: Millis): string | null {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? iso(at) : null;
}
