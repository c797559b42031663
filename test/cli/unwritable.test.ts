import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '../support/folder.js';

const CLI = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));
/** Root may write everywhere, so for root the command runs as somebody else. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

const PLAN = `worker: launch-1
actions:
  - id: acme
    kind: post-notice
    platform: board.example
    identity: { handle: acme }
`;

interface Ran {
  exit: number | null;
  stdout: string;
  stderr: string;
}

const test = base.extend<{ home: string; reconcile: (...words: string[]) => Ran }>({
  /** A folder of the command's own user, made writable again at the end so that it can be removed. */
  home: async ({ folder }, use) => {
    if (NOBODY !== undefined) chownSync(folder, NOBODY, NOBODY);
    await use(folder);
    chmodSync(folder, 0o700);
  },
  reconcile: async ({ home }, use) => {
    const env = { PATH: process.env.PATH, HOME: home, RECONCILE_BROWSER: process.execPath };
    const who = NOBODY === undefined ? {} : { uid: NOBODY, gid: NOBODY };
    await use((...words) => {
      const options = { cwd: home, env, encoding: 'utf8', ...who } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...words], options);
      // Where lines break depends on the folder's name.
      return { exit: status, stdout: stdout.replace(/\s+/g, ' '), stderr };
    });
  },
});

test('the doctor says that no ledger can be made in a folder that cannot be written', ({
  home,
  reconcile,
}) => {
  chmodSync(home, 0o500);
  const { exit, stdout } = reconcile('doctor');
  expect(stdout).toContain(`${home} cannot be written: this user may not`);
  expect(stdout).toContain('cure: make it writable for this user');
  expect(exit).toBe(6);
});

test('the doctor says that a sound ledger cannot be written, by its folder or by its file', ({
  home,
  reconcile,
}) => {
  const place = join(home, '.reconcile');
  const ledger = join(place, 'ledger.db');
  writeFileSync(join(home, 'plan.yml'), PLAN);
  expect(reconcile('plan', 'plan.yml').stderr).toBe('');
  for (const [path, closed, open] of [
    [place, 0o500, 0o700],
    [ledger, 0o400, 0o600],
  ] as const) {
    chmodSync(path, closed);
    const { exit, stdout } = reconcile('doctor');
    expect(stdout).toContain(`${path} cannot be written: this user may not`);
    expect(exit).toBe(6);
    chmodSync(path, open);
  }
});

test('the demo refuses a folder that cannot be written in one line', ({ home, reconcile }) => {
  chmodSync(home, 0o500);
  const { exit, stderr } = reconcile('demo');
  expect(stderr).toMatch(/^reconcile: usage \(.*demo\): the demo cannot make its folder there; .*\n$/);
  expect(exit).toBe(2);
});

test('a page goes where a link leads and leaves the link, and takes the place of no device', ({
  home,
  reconcile,
}) => {
  writeFileSync(join(home, 'plan.yml'), PLAN);
  symlinkSync('page.html', join(home, 'link.html'));
  symlinkSync('/dev/null', join(home, 'device.html'));
  writeFileSync(join(home, 'page.html'), 'old');
  if (NOBODY !== undefined) chownSync(join(home, 'page.html'), NOBODY, NOBODY);
  mkdirSync(join(home, 'profile'));
  writeFileSync(join(home, 'profile', 'Preferences'), '{}');
  const words = ['--worker', 'launch-1', '--plan', 'plan.yml', '--profile', 'profile', '--report'];
  const refused = reconcile(...words, 'device.html');
  expect([refused.exit, refused.stderr]).toEqual([
    2,
    expect.stringContaining('it cannot be written: not a file'),
  ]);
  expect(reconcile(...words, 'link.html').exit).toBe(3);
  expect(readFileSync(join(home, 'page.html'), 'utf8')).toContain('<!doctype html>');
  for (const [name, to] of [
    ['link.html', 'page.html'],
    ['device.html', '/dev/null'],
  ] as const)
    expect(readlinkSync(join(home, name))).toBe(to);
});
