import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLedger } from '../../src/ledger/find.js';
import { expect, test } from '../support/folder.js';

/** `<folder>/<at>/.reconcile/ledger.db` */
function place(folder: string, at: string): string {
  mkdirSync(join(folder, at, '.reconcile'), { recursive: true });
  const path = join(folder, at, '.reconcile', 'ledger.db');
  writeFileSync(path, '');
  return path;
}

test('the flag comes before the environment, and both before any search', ({ folder }) => {
  place(folder, '.');
  const [flag, env] = ['x/flag.db', '/abs/env.db'];
  expect(findLedger({ flag, env, cwd: folder })).toBe(join(folder, 'x/flag.db'));
  expect(findLedger({ env, cwd: folder })).toBe('/abs/env.db');
  expect(findLedger({ env: 'postgres://db/x', cwd: folder })).toBe('postgres://db/x');
  expect(findLedger({ flag: '', env: '', cwd: folder })).toBe(join(folder, '.reconcile/ledger.db'));
});

test("the nearest one upward from the plan comes before the working folder's", ({ folder }) => {
  const near = place(folder, 'plans');
  const far = place(folder, 'elsewhere');
  mkdirSync(join(folder, 'plans/deep/er'), { recursive: true });
  const cwd = join(folder, 'elsewhere');
  expect(findLedger({ plan: '../plans/deep/er/plan.yml', cwd })).toBe(near);
  expect(findLedger({ cwd })).toBe(far);
  mkdirSync(join(folder, 'none'));
  expect(findLedger({ plan: join(folder, 'none/plan.yml'), cwd })).toBe(far);
});

test('where there is none yet, it belongs beside the plan, else into the working folder', ({ folder }) => {
  expect(findLedger({ plan: 'plans/p.yml', cwd: folder })).toBe(join(folder, 'plans/.reconcile/ledger.db'));
  expect(findLedger({ cwd: folder })).toBe(join(folder, '.reconcile/ledger.db'));
});
