/** Which tab of a session file is this live one? Pure, and strict: what another tab holds must not be said to be in it. */
import type { Tab } from '../inventory.js';

/**
 * The only one that shows the same address and came there by the same ones, as far as the file holds them. Where several
 * do, none is it: two tabs on one page cannot be told apart.
 */
export function sameTab(live: Pick<Tab, 'history'>, sessionTabs: Tab[]): Tab | null {
  const trail = trailOf(live);
  const same = sessionTabs.filter((tab) => {
    const other = trailOf(tab);
    const known = Math.min(trail.length, other.length);
    return known > 0 && trail.slice(-known).join('\n') === other.slice(-known).join('\n');
  });
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** Addresses up to the one that is shown. */
function trailOf({ history }: Pick<Tab, 'history'>): string[] {
  const current = history.findIndex((item) => item.current);
  return history.slice(0, current + 1).map(({ url }) => url);
}
