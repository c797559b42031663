/** A disk that is full while a ledger is made: none is made, and with room there is a whole one. Needs root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '../../src/ledger/open.js';
import { Refusal } from '../../src/refusal.js';
import { expect, test } from '../support/folder.js';

for (const kilobytes of [40, 64, 72, 80, 88, 96, 100, 104, 120, 160]) {
  test(`with ${kilobytes} KB of room a ledger is whole or not there`, async ({ folder }) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    test.skip(!mounts(disk, kilobytes), 'this user may not mount a small disk');
    const path = join(disk, 'ledger.db');
    try {
      const failed = await openLedger(path, { create: true }).then(
        (ledger) => ledger.close(),
        (error: unknown) => error,
      );
      if (failed instanceof Refusal) expect([failed.code, readdirSync(disk)]).toEqual(['ledger-full', []]);
      else expect(failed).toBeUndefined();
      execFileSync('mount', ['-o', 'remount,size=8m', disk]);
      const ledger = await openLedger(path, { create: true });
      expect(await ledger.check()).toEqual([]);
      await ledger.close();
    } finally {
      execFileSync('umount', [disk]);
    }
  });
}

function mounts(folder: string, kilobytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
