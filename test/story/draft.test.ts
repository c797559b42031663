/** A half-filled form outlives its worker, and another worker goes on with it: in its tab, or in a new one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Draft } from '../../src/words.js';
import { LeftoverBrowser } from '../support/browser.js';
import { reportOf, start } from '../support/cli.js';
import { add } from '../support/directory.js';
import { Site } from '../support/site.js';
import { test as base, expect, type Story } from '../support/story.js';

const WORKER = resolve(import.meta.dirname, '../support/workers/form-browse.mjs');

const FORM = `<!doctype html><title>Submit a listing</title>
<form action="/submit" method="post" enctype="multipart/form-data">
<input type="hidden" name="story"><input type="hidden" name="token" value="t-4711-of-this-visit">
<label>Slug <input name="slug"></label><label>Title <input name="title" required></label>
<label>About <textarea name="about">Say something</textarea></label>
<label>Country <select name="country"><option value="">none</option><option value="de">Germany</option></select></label>
<label>Tags <select name="tags" multiple><option selected>app</option><option>web</option><option>cli</option></select></label>
<input type="radio" name="plan" value="free" checked><input type="radio" name="plan" value="paid">
<input type="checkbox" name="extra" value="a"><input type="checkbox" name="extra" value="b">
<input type="checkbox" name="news" checked>
<input type="date" name="day"><input type="color" name="shade">
<input name="link" value="https://one.example"><input name="link">
<input name="account" value="me@example.com" readonly><input name="off" value="x" disabled>
<label>PIN <input type="password" name="pin"></label><input type="file" name="logo">
<div id="story" contenteditable></div>
<button name="go" value="now">Send it</button></form>
<script>document.forms[0].onsubmit = ({ target }) => { target.story.value = document.getElementById('story').innerText }</script>`;

type Sent = [name: string, value: string][];

interface World {
  story: Story;
  /** Every form that reached the server, its fields in order; a file as its name and content. */
  sent: Sent[];
  /** `reconcile run … -- node form-browse.mjs <what>` */
  run: (what: string) => ReturnType<typeof start>;
  /** What a worker that lives sends. */
  whole: () => Promise<Sent>;
}

const test = base.extend<{ world: World }>({
  world: async ({ story }, use) => {
    const sent: Sent[] = [];
    const site = await new Site().start();
    site.route('/new', FORM).route('/done', 'Thank you');
    site.route('/submit', (request, response, body) => {
      void fieldsOf(body, request.headers['content-type'] ?? '').then((fields) => {
        sent.push(fields);
        add(story.site, 'acme');
        response.writeHead(303, { location: '/done' }).end();
      });
    });
    story.plan(['acme']);
    const file = join(story.folder, 'plan.json');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(`${story.site.origin}/submit`, `${site.url}/submit`),
    );
    const env = { ...story.env, FORM: `${site.url}/new` };
    const command = ['run', '--plan', 'plan.json', '--json', '--', process.execPath, WORKER];
    await use({
      story,
      sent,
      run: (what) => start(story.folder, [...command, what], env),
      whole: async () => {
        const browser = await LeftoverBrowser.start(join(story.folder, 'reference'));
        const own = { ...process.env, ...env, RECONCILE_CDP_ENDPOINT: browser.endpoint };
        await once(spawn(process.execPath, [WORKER, 'whole'], { env: own, stdio: 'inherit' }), 'exit');
        await browser.kill();
        story.site.items = [];
        return sent.pop() ?? [];
      },
    });
    await site.stop();
  },
});

async function fieldsOf(body: string, type: string): Promise<Sent> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const entries = [...form] as [string, string | File][];
  return Promise.all(
    entries.map(
      async ([name, value]): Promise<[string, string]> => [
        name,
        typeof value === 'string' ? value : `${value.name}: ${await value.text()}`,
      ],
    ),
  );
}

/** The worker dies in the middle of the form; the draft is what `reconcile` says of it. */
async function halfFilled({ story, run }: World): Promise<Draft> {
  const first = run('half');
  await first.shows('stuck');
  process.kill(story.newestStart().process?.pid ?? 0, 'SIGKILL');
  const ended = await first.ended;
  const { states, actions } = reportOf(ended);
  expect(states, ended.stderr).toEqual({ acme: 'absent · quiet · RUN' });
  const draft = actions[0]?.draft;
  if (!draft) throw new Error('no draft was attached');
  return draft;
}

test('a fresh worker goes on in the tab of a killed one, and the server gets what the first would have sent', async ({
  world,
}) => {
  const expected = await world.whole();
  expect(expected).toHaveLength(18);
  const { targetId, why } = await halfFilled(world);
  expect(targetId).not.toBeNull();
  expect(why).toContain("the form goes to the effect's URL");

  const second = await world.run('finish').ended;
  expect(reportOf(second).states, second.stderr).toEqual({ acme: 'verified · one · SKIP' });
  expect(world.sent).toEqual([expected]);
});

test('a fresh worker fills a new form from the draft alone, all but the secret and the file, which are named', async ({
  world,
}) => {
  const expected = await world.whole();
  const { fields } = await halfFilled(world);
  expect(JSON.stringify(fields)).not.toContain('hunter2');

  const second = await world.run('refill').ended;
  expect(reportOf(second).states, second.stderr).toEqual({ acme: 'verified · one · SKIP' });
  expect(second.stderr).toContain('missing: pin, logo');
  const kept = (sent: Sent = []) => sent.filter(([name]) => !['pin', 'logo'].includes(name));
  expect(world.sent).toHaveLength(1);
  expect(kept(world.sent[0])).toEqual(kept(expected));
});
