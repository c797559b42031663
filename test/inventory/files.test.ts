import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { inventoryFiles } from '../../src/inventory/files.js';
import { inventoryLog } from '../../src/inventory/log.js';
import { filesFact } from '../../src/report/disk-facts.js';
import { expect, test } from '../support/folder.js';

async function filesOf(...asked: Parameters<typeof inventoryFiles>) {
  return (await inventoryFiles(...asked)).files;
}

async function put(folder: string, path: string, text: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

test('files are listed by glob, in order, with size, time and hash', async ({ folder }) => {
  await put(folder, 'out/b.md', 'two');
  const file = await put(folder, 'out/deep/a.md', 'one');
  await put(folder, 'out/c.txt', 'no');
  const records = await filesOf(['out/**/*.md'], { cwd: folder, since: null });
  expect(records.map(({ path }) => path)).toEqual(['out/b.md', 'out/deep/a.md']);
  expect(records[1]).toEqual({
    path: 'out/deep/a.md',
    size: 3,
    modified: Math.round((await stat(file)).mtimeMs),
    sha256: createHash('sha256').update('one').digest('hex'),
    changed: true,
    why: null,
  });
});

test('a file counts as changed from the start on, also where its mtime was set back', async ({ folder }) => {
  const file = await put(folder, 'a.md', 'one');
  const { ctimeMs } = await stat(file);
  const changed = async (since: number) => (await filesOf(['*'], { cwd: folder, since }))[0]?.changed;
  expect(await changed(ctimeMs + 60_000)).toBe(false);
  expect(await changed(ctimeMs)).toBe(true);
  await utimes(file, 1, 1);
  expect(await changed(ctimeMs)).toBe(true);
});

test('an empty file has the hash of nothing', async ({ folder }) => {
  await put(folder, 'empty', '');
  const [record] = await filesOf(['empty'], { cwd: folder, since: null });
  expect(record?.sha256).toBe(createHash('sha256').digest('hex'));
});

test('nothing outside of the working folder is read, by no way', async ({ folder }) => {
  await put(folder, 'secret.txt', 'secret');
  const cwd = join(folder, 'work');
  await put(cwd, 'in.txt', 'in');
  await symlink('../secret.txt', join(cwd, 'file-link.txt'));
  await symlink('..', join(cwd, 'folder-link'));
  await symlink('in.txt', join(cwd, 'inner-link.txt'));
  const globs = [
    '*.txt',
    '../*.txt',
    'folder-link/*.txt',
    '**/*.txt',
    `${folder}/*.txt`,
    '{..,.}/*.txt',
    '*/../../*.txt',
  ];
  const hash = createHash('sha256').update('secret').digest('hex');
  // Alone and together: the library looks elsewhere for patterns that begin alike.
  for (const some of [globs, ...globs.map((glob) => [glob])]) {
    const records = await filesOf(some, { cwd, since: null });
    expect(records.filter(({ sha256 }) => sha256 === hash)).toEqual([]);
    expect(records.every(({ path, why }) => path === 'in.txt' || why !== null)).toBe(true);
  }
  const { fileSearch } = await inventoryFiles(globs, { cwd, since: null });
  expect(fileSearch.empty.filter(({ why }) => why === 'leads out of the working folder')).toHaveLength(4);
  const [linked] = await filesOf(['folder-link/*.txt'], { cwd, since: null });
  expect(linked?.why).toBe('lies behind a link out of the working folder');
});

test('a file too large to hash is listed without a hash and says so', async ({ folder }) => {
  const file = await put(folder, 'huge.bin', '');
  await truncate(file, 300 << 20);
  const [record] = await filesOf(['huge.bin'], { cwd: folder, since: null });
  expect(record).toMatchObject({ size: 300 << 20, sha256: null, why: 'too large to be hashed' });
});

test('more files than are listed are all counted, and what is not read is never among those left out', async ({
  folder,
}) => {
  await Promise.all(Array.from({ length: 5003 }, (_, i) => writeFile(join(folder, `${i}.md`), '')));
  await symlink('1.md', join(folder, 'link.md'));
  const told: (number | undefined)[] = [];
  const progress = (_: string, done?: number) => told.push(done);
  const { files, fileSearch } = await inventoryFiles(['*.md'], { cwd: folder, since: null, progress });
  expect(files).toHaveLength(5000);
  expect(files.filter(({ path, why }) => !/^\d+\.md$/.test(path) || why !== null)).toMatchObject([
    { path: 'link.md', why: 'is a link, which is not followed' },
  ]);
  expect(fileSearch).toEqual({ since: null, matched: 5004, changed: 5004, cut: null, empty: [] });
  expect(filesFact(files, { ...fileSearch, since: 1 })).toMatch(
    /^5004 changed of 5004; 5000 listed; 1 not read/,
  );
  expect(told.at(-1)).toBeGreaterThan(4900);
});

test('a glob that finds nothing is named, whatever the others find', async ({ folder }) => {
  await put(folder, 'out/a.md', 'one');
  const globs = ['out/*.md', 'out/*.pdf', '!out/b.md', '../x', 'none'];
  const { files, fileSearch } = await inventoryFiles(globs, { cwd: folder, since: 0 });
  const empty = [
    { glob: '../x', why: 'leads out of the working folder' },
    { glob: 'out/*.pdf', why: 'matches nothing' },
    { glob: 'none', why: 'matches nothing' },
  ];
  expect(fileSearch).toEqual({ since: 0, matched: 1, changed: 1, cut: null, empty });
  expect(filesFact(files, fileSearch)).toBe(
    '1 changed of 1; ../x leads out of the working folder; out/*.pdf matches nothing; none matches nothing',
  );
});

test('what a negation takes out is out for every glob', async ({ folder }) => {
  for (const path of ['out/a.md', 'out/b.md', 'b.md']) await put(folder, path, '');
  const paths = async (...globs: string[]) =>
    (await filesOf(globs, { cwd: folder, since: null })).map(({ path }) => path);
  expect(await paths('!**/b.md', 'out/*', '*.md')).toEqual(['out/a.md']);
  expect(await paths('out/*', '*.md', '!out/b.md')).toEqual(['b.md', 'out/a.md']);
});

test('one changed file among many thousand old ones is never the one that is cut', async ({ folder }) => {
  const count = 12_000;
  await mkdir(join(folder, 'old'));
  for (let i = 0; i < count; i += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, j) => writeFile(join(folder, 'old', `${i + j}.md`), '')),
    );
  const since = Math.ceil((await stat(join(folder, 'old'))).ctimeMs) + 100;
  while (Date.now() <= since) await new Promise((done) => setTimeout(done, 20));
  await put(folder, 'zz/new.md', 'new');
  const began = process.memoryUsage().rss;
  const records = await filesOf(['**/*.md'], { cwd: folder, since });
  expect(records).toHaveLength(5000);
  expect(records.filter(({ changed }) => changed)).toMatchObject([{ path: 'zz/new.md', why: null }]);
  const paths = records.map(({ path }) => path);
  expect(paths).toEqual([...paths].sort());
  expect(process.memoryUsage().rss - began).toBeLessThan(100 << 20);
});

test('a large file is hashed in pieces, not held in memory', async ({ folder }) => {
  const file = await put(folder, 'large.bin', '');
  await truncate(file, 200 << 20);
  const began = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - began);
  }, 5);
  const [record] = await filesOf(['large.bin'], { cwd: folder, since: null });
  clearInterval(watch);
  expect(record).toMatchObject({ size: 200 << 20, why: null });
  expect(most).toBeLessThan(100 << 20);
});

test('a pipe, a socket and a link that globs find are named, and not waited for or followed', async ({
  folder,
}) => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await put(folder, 'deep/file', 'x');
  await symlink('deep/file', join(folder, 'link'));
  await symlink('deep', join(folder, 'folder-link'));
  await symlink('nowhere', join(folder, 'dead-link'));
  const server = createServer().listen(join(folder, 'socket'));
  await once(server, 'listening');
  const since = Date.now() - 60_000;
  const { files, fileSearch } = await inventoryFiles(['*', 'pipe'], { cwd: folder, since });
  server.close();
  const link = 'is a link, which is not followed';
  expect(files.map(({ path, why }) => [path, why])).toEqual([
    ['dead-link', link],
    ['folder-link', link],
    ['link', link],
    ['pipe', 'is a pipe'],
    ['socket', 'is no regular file'],
  ]);
  expect(filesFact(files, fileSearch)).toBe(`5 changed of 5; 5 not read (dead-link: ${link})`);
});

test('a name that is no text is said to be one, not to be gone', async ({ folder }) => {
  execFileSync('sh', ['-c', 'printf x > "$(printf \'a\\377.md\')"'], { cwd: folder });
  const [record] = await filesOf(['*.md'], { cwd: folder, since: null });
  expect(record).toMatchObject({ path: 'a\ufffd.md', why: 'not read: its name is no valid UTF-8' });
});

test('a file is listed once, however many globs name it, and names are what they are', async ({ folder }) => {
  const names = ['a\nb', '-rf', ' x ', '[a]', '{b}', '日本', 'q"', "it's", '*', 'tab\t'];
  for (const name of names) await put(folder, `out/${name}`, name);
  const records = await filesOf(['out/**', 'out/*', './out/**'], { cwd: folder, since: null });
  expect(records.map(({ path }) => path)).toEqual(names.map((name) => `out/${name}`).sort());
  const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
  for (const { path, sha256 } of records) expect(sha256, path).toBe(hashOf(path.slice(4)));
});

test('a working folder that is not there is said, not thrown', async ({ folder }) => {
  const { files, fileSearch } = await inventoryFiles(['*'], { cwd: join(folder, 'none'), since: null });
  expect([files, fileSearch.empty]).toEqual([[], [{ glob: '*', why: `no folder ${join(folder, 'none')}` }]]);
});

test('a log has its sizes and its last lines, with secrets out', async ({ folder }) => {
  const lines = Array.from({ length: 2000 }, (_, i) => `line ${i}`).join('\n');
  await put(folder, 'stdout.log', `${lines}\npassword=hunter2hunter2\nlast\n`);
  await put(folder, 'stderr.log', 'Error: it broke\n');
  const log = await inventoryLog({ logs: folder });
  expect(log.stdoutBytes).toBe((await stat(join(folder, 'stdout.log'))).size);
  expect(log.stderrBytes).toBe(16);
  expect(log.tail).toMatch(/^stdout:\nline \d+\n[\s\S]*\nlast\nstderr:\nError: it broke$/);
  expect(log.tail).not.toContain('hunter2');
  expect(log.tail).not.toContain('line 0\n');
  expect(log.tail.length).toBeLessThan(4096 + 100);
});

test('a secret that begins before the tail does not end up in it', async ({ folder }) => {
  await put(folder, 'stdout.log', `${'x\n'.repeat(9000)}token=${'s'.repeat(5000)}\n`);
  expect((await inventoryLog({ logs: folder })).tail).not.toContain('sss');
});

test('bytes that were dropped from a capped log are counted', async ({ folder }) => {
  await put(folder, 'stdout.log', 'abc');
  await put(folder, 'stdout.bytes', '1000\n');
  await put(folder, 'stderr.log', 'abc');
  await put(folder, 'stderr.bytes', 'many');
  expect(await inventoryLog({ logs: folder })).toMatchObject({ stdoutBytes: 1003, stderrBytes: 3 });
});

test('a log that was never written has no sizes', async ({ folder }) => {
  const none = { stdoutBytes: null, stderrBytes: null, tail: '' };
  expect(await inventoryLog({ logs: folder })).toEqual(none);
  expect(await inventoryLog({ logs: null })).toEqual(none);
});
