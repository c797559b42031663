/** What is found as more and more browsers appear, in a process where Playwright's own are in `<folder>/own`. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = process.argv[2] ?? '';
process.env.PLAYWRIGHT_BROWSERS_PATH = join(folder, 'own');
const { chromium } = await import('playwright');
const { findBrowser } = await import('../../../src/worker/find-browser.js');

function program(path: string, text = '#!/bin/sh\n'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

const onPath = (path: string) => {
  process.env.PATH = `${dirname(path)}:${process.env.PATH}`;
};
const look = () => findBrowser().catch(({ message }: Error) => ({ path: null, message }));

const snap = program(join(folder, 'a/chromium'), '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
onPath(snap);
const withSnap = await look();

const system = program(join(folder, 'b/chromium'));
onPath(system);
const withSystem = await look();

const full = chromium.executablePath();
const place = 'chromium_headless_shell-$1/chrome-headless-shell-linux64/chrome-headless-shell';
const shell = program(full.replace(/chromium-(\d+).*$/, place));
const withShell = await look();

program(full);
const withFull = await look();

process.env.RECONCILE_BROWSER = system;
const withEnv = await look();

const paths = { snap, system, shell, full };
process.stdout.write(`${JSON.stringify({ paths, withSnap, withSystem, withShell, withFull, withEnv })}\n`);
