/** Where a probe comes from. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProbe } from '../../src/probe/load.js';
import { Refusal } from '../../src/refusal.js';
import { expect, test } from '../support/folder.js';

const SOURCE = `export default {
  name: 'own', settleMs: 1, review: 'none',
  options: { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } },
  async read() { return []; },
};`;

function pack(folder: string, name: string, manifest: object, source = SOURCE): void {
  const root = join(folder, 'node_modules', name);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, type: 'module', ...manifest }));
  writeFileSync(join(root, 'probe.js'), source);
}

async function refusalOf(use: string, from: string): Promise<string> {
  const refusal = await loadProbe(use, from).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error(`no refusal: ${String(refusal)}`);
  expect(refusal.code).toBe('probe');
  expect(refusal.message).not.toContain('\n');
  return refusal.message;
}

test('a built-in probe is known by its name', async ({ folder }) => {
  expect((await loadProbe('http-json', folder)).name).toBe('http-json');
});

test("a file is looked for from the plan's folder", async ({ folder }) => {
  writeFileSync(join(folder, 'own.mjs'), SOURCE);
  expect((await loadProbe('./own.mjs', folder)).name).toBe('own');
  expect((await loadProbe('own.mjs', folder)).name).toBe('own');
  expect((await loadProbe(join(folder, 'own.mjs'), '/')).name).toBe('own');
});

test('a package is looked for from there upward, also one that is for import only', async ({ folder }) => {
  pack(folder, 'probe-main', { main: 'probe.js' });
  pack(folder, '@own/probe', { exports: { '.': { types: './x.d.ts', import: { default: './probe.js' } } } });
  const below = join(folder, 'plans', 'deep');
  mkdirSync(below, { recursive: true });
  expect((await loadProbe('probe-main', below)).name).toBe('own');
  expect((await loadProbe('@own/probe', below)).name).toBe('own');
});

test('what cannot be found, imported or used is refused in one line that says so', async ({ folder }) => {
  writeFileSync(join(folder, 'broken.mjs'), 'export default {\n');
  writeFileSync(join(folder, 'throws.mjs'), 'throw new Error("first\\nsecond");');
  writeFileSync(join(folder, 'other.mjs'), 'export default { name: "x" };');
  writeFileSync(join(folder, 'none.mjs'), 'export const probe = 1;');
  expect(await refusalOf('htpp-json', folder)).toContain(
    'neither built in (http-json, http-page, git-remote)',
  );
  expect(await refusalOf('./gone.mjs', folder)).toContain('./gone.mjs');
  expect(await refusalOf('./broken.mjs', folder)).toContain('cannot be imported');
  expect(await refusalOf('./throws.mjs', folder)).toContain('cannot be imported: first');
  expect(await refusalOf('./other.mjs', folder)).toContain('is not a probe');
  expect(await refusalOf('./none.mjs', folder)).toContain('is not a probe');
});
