/** The inventory of a browser that is dead: what its profile still holds. Absence in it is never evidence. */
import type { BrowserInventory } from './inventory.js';
import { type ProfileOptions, readProfile } from './profile/profile.js';

export async function inventoryProfile(folder: string, options: ProfileOptions): Promise<BrowserInventory> {
  const at = Date.now();
  const { tabs, record } = await readProfile(folder, options);
  const contexts = [{ contextId: 'profile', incognito: false, tabs: tabs.length }];
  return { at, contexts, tabs, serviceWorkers: [], profile: record };
}
