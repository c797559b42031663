/** Who may import whom, read from the imports (style guide, habit 14). */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const root = resolve(import.meta.dirname, '..');

interface SourceFile {
  path: string;
  /** Repository paths without extension, or package names. */
  imports: string[];
  text: string;
}

const files: SourceFile[] = ['src', 'probes'].flatMap(sources).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
  return { path, text, imports: specifiers.map((name) => place(path, name)) };
});

function sources(folder: string): string[] {
  const all = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return all
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

function place(from: string, name: string): string {
  if (!name.startsWith('.')) return name;
  return relative(root, resolve(root, from, '..', name)).replace(/\.js$/, '');
}

function within(folder: string): SourceFile[] {
  const found = files.filter(({ path }) => path.startsWith(folder));
  expect(found.length, `there are files in ${folder}`).toBeGreaterThan(0);
  return found;
}

/** Files outside `folders` that import what `what` names. */
function importersOf(what: RegExp, ...folders: string[]): string[] {
  const outside = files.filter(({ path }) => !folders.some((folder) => path.startsWith(folder)));
  return outside.filter(({ imports }) => imports.some((name) => what.test(name))).map(({ path }) => path);
}

test('decide knows only the words', () => {
  for (const { path, imports, text } of within('src/decide/')) {
    const foreign = imports.filter((name) => name !== 'src/words' && !name.startsWith('src/decide/'));
    expect(foreign, path).toEqual([]);
    expect(text, `${path} asks for the time itself`).not.toMatch(
      /Date\.now|new Date\(|performance|process\./,
    );
  }
});

test('probes know the probe interface, the words and packages only', () => {
  for (const { path, imports } of within('probes/')) {
    const foreign = imports.filter((name) => /^src\//.test(name) && !/^src\/(words|probe\/)/.test(name));
    expect(foreign, path).toEqual([]);
  }
});

test("only the ledger speaks SQL, and the profile's reader, to copies of a dead browser's own databases", () => {
  expect(importersOf(/^better-sqlite3$/, 'src/ledger/', 'src/inventory/profile/')).toEqual([]);
});

test('only wire and inventory speak CDP; starting, closing and driving a browser belong to worker and demo', () => {
  expect(importersOf(/^(ws|devtools-protocol)/, 'src/wire/', 'src/inventory/', 'src/worker/browser')).toEqual(
    [],
  );
  expect(importersOf(/^playwright/, 'src/worker/', 'src/demo/worker')).toEqual([]);
});

test('only the inventory speaks git, and of all others only `ask` may have it speak', () => {
  expect(importersOf(/^simple-git$/, 'src/inventory/git-client')).toEqual([]);
  expect(
    importersOf(/^src\/inventory\/git/, 'src/inventory/git', 'src/probe/ask-git', 'src/leftover.ts'),
  ).toEqual([]);
  expect(importersOf(/^(node:)?child_process$/, 'src/worker/', 'src/demo/')).toEqual([]);
});

test('only cli.ts ends the process, and only cli and report write to a stream', () => {
  for (const { path, text } of files) {
    if (path === 'src/cli.ts' || path.startsWith('src/demo/worker')) continue;
    expect(text, path).not.toMatch(/process\.exit\(|process\.exitCode|console\./);
    if (!path.startsWith('src/report/')) expect(text, path).not.toMatch(/std(out|err)\.write\(/);
  }
});
