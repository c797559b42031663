/** TypeScript workers: the library gives them what `reconcile run` gives any command. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { reportOf, start } from '../support/cli.js';
import { expect, test } from '../support/story.js';

const LIBRARY = resolve(import.meta.dirname, '../support/workers/library.mjs');

test('perform verifies what it did, and a second perform of the same action does not act', async ({
  story,
}) => {
  story.plan(['acme', 'bolt'], { claims: 'required' });
  const words = ['run', '--plan', 'plan.json', '--json', '--', process.execPath, LIBRARY];
  const ran = await start(story.folder, words, story.env).ended;
  expect(ran.exit, ran.stderr).toBe(0);
  expect(ran.stderr).toContain('acme verified one\nacme verified one\nbolt verified one\nbolt verified one');
  expect(story.site.posts).toEqual(['acme', 'bolt']);
});

test('under claims: start the claim that the start took is used once', async ({ story }) => {
  story.plan(['acme']);
  const words = ['run', '--plan', 'plan.json', '--json', '--', process.execPath, LIBRARY];
  const ran = await start(story.folder, words, story.env).ended;
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP' });
  expect(story.site.posts).toEqual(['acme']);
});

test('a worker that joins by itself and dies in the middle of an action is reconciled and can join again', async ({
  story,
}) => {
  story.plan(['acme', 'bolt'], { claims: 'required' });
  await ended(alone(story, { DIE: 'acme' }));
  expect(story.site.posts).toEqual(['acme']);

  const ran = await story.reconcile('--worker', 'launch-1', '--json');
  expect(reportOf(ran).states).toEqual({ acme: 'verified · one · SKIP', bolt: 'planned · no-attempt · RUN' });
  const again = alone(story, {});
  const [said] = await Promise.all([text(again.stdout), ended(again)]);
  expect(said).toBe('bolt verified one\nbolt verified one');
  expect(story.site.posts).toEqual(['acme', 'bolt']);
});

type Story = { folder: string; env: Record<string, string> };

/** Without `reconcile run`: the process becomes a start of its own. */
function alone(
  { folder, env }: Story,
  more: Record<string, string>,
): ChildProcessByStdio<null, Readable, null> {
  const own = { PLAN: join(folder, 'plan.json'), RECONCILE_LEDGER: join(folder, '.reconcile/ledger.db') };
  const options = { cwd: folder, env: { ...process.env, ...env, ...own, ...more } };
  return spawn(process.execPath, [LIBRARY], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
