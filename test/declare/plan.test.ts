import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readPlan } from '../../src/declare/plan.js';
import { Refusal } from '../../src/refusal.js';
import { expect, test } from '../support/folder.js';

const HEAD = 'worker: launch-1\nactions:\n';

/** One entry of `actions`, with these lines in place of the usual ones. */
function entry(lines: Record<string, string | null> = {}): string {
  const all = {
    id: 'acme',
    kind: 'submit',
    platform: 'directory.example',
    identity: '{ slug: acme }',
    ...lines,
  };
  const given = Object.entries(all).filter(([, value]) => value !== null);
  return given.map(([name, value], i) => `${i === 0 ? '  - ' : '    '}${name}: ${value}\n`).join('');
}

async function write(folder: string, text: string | Buffer, name = 'plan.yml'): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

/** The lines of the refusal, without the folder. */
async function faults(
  folder: string,
  text: string | Buffer,
  options?: { worker?: string },
): Promise<string[]> {
  const error = await readPlan(await write(folder, text), options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Refusal);
  const { message, exit } = error as Refusal;
  expect(exit).toBe(2);
  return message.replaceAll(`${folder}/`, '').split('\n');
}

test('a plan is read with all defaults filled in', async ({ folder }) => {
  const effect = '{ url: "https://directory.example/submit", method: put }';
  const file = await write(
    folder,
    HEAD + entry({ platform: 'Directory.Example', effect, payload: '{ a: [1.5, null] }' }),
  );
  const plan = await readPlan(file);
  expect(plan).toMatchObject({ file, folder, worker: 'launch-1', claims: 'start', files: [], repos: [] });
  expect(plan.actions).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      id: 'acme',
      worker: 'launch-1',
      kind: 'submit',
      platform: 'directory.example',
      account: null,
      identity: { slug: 'acme' },
      repeat: false,
      payload: { a: [1.5, null] },
      payloadHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      effect: {
        method: 'PUT',
        url: 'https://directory.example/submit',
        fields: {},
        steps: [],
        via: 'any',
        refused: [],
      },
      probe: null,
      source: `${resolve(file)}:3`,
    },
  ]);
});

test('the same plan as JSON gives the same keys', async ({ folder }) => {
  const action = {
    id: 'acme',
    kind: 'submit',
    platform: 'directory.example',
    identity: { slug: 'acme', n: 3 },
  };
  const json = JSON.stringify({ worker: 'w', actions: [action] }, null, '\t');
  const [a] = (await readPlan(await write(folder, json))).actions;
  const yaml = HEAD + entry({ identity: '\n      n: 3\n      slug: "acme"' });
  const [b] = (await readPlan(await write(folder, yaml))).actions;
  expect(a?.key).toBe(b?.key);
});

test('the worker comes from the option where the plan names none', async ({ folder }) => {
  const file = await write(folder, `actions:\n${entry()}`);
  expect((await readPlan(file, { worker: 'launch-9' })).worker).toBe('launch-9');
});

test('a refused answer, steps, files and repos are read', async ({ folder }) => {
  const effect = `{ url: "https://a.example/x", fields: { n: 1 }, steps: ["https://a.example/w/*"], via: browser,
      refused: [{ status: 200, text: "Please correct" }, { status: 200, form: again }, { status: 409 }] }`;
  const plan = await readPlan(
    await write(folder, `files: ["out/**"]\nrepos: [".", /srv/site]\n${HEAD}${entry({ effect })}`),
  );
  expect(plan).toMatchObject({ files: ['out/**'], repos: ['.', '/srv/site'] });
  expect(plan.actions[0]?.effect).toMatchObject({
    fields: { n: 1 },
    steps: ['https://a.example/w/*'],
    via: 'browser',
    refused: [{ status: 200, text: 'Please correct' }, { status: 200, form: 'again' }, { status: 409 }],
  });
});

test('an alias gives its action what was anchored, and names keep the anchor of their place', async ({
  folder,
}) => {
  const text = `${HEAD}${entry({ identity: '&x { slug: &s acme, same: *s }' })}${entry({ id: 'b', kind: 'other', identity: '*x' })}`;
  const plan = await readPlan(await write(folder, text));
  expect(plan.actions[1]?.identity).toEqual({ slug: 'acme', same: 'acme' });
});

test('an identity is stored in NFC', async ({ folder }) => {
  const plan = await readPlan(
    await write(folder, HEAD + entry({ identity: '{ "cafe\u0301": "cafe\u0301" }' })),
  );
  expect(plan.actions[0]?.identity).toEqual({ 'caf\u00e9': 'caf\u00e9' });
});

test('all faults are reported at once, in the order of the file, each at its place', async ({ folder }) => {
  const text = `worker: ../up
claim: start
actions:
  - id: a
    kind: submit
    platform: p
    identity: { n: 1.5, m: ~, ok: yes, d: 2024-01-01 }
    effect: { url: "/submit", method: POTS, fields: { a: { b: c } } }
  - id: a
    kind: 7
    identity: {}
    account: ""
`;
  expect(await faults(folder, text)).toEqual([
    'plan.yml:1:9 worker: must be 1 to 128 letters, digits and . _ - @ : and not begin with a dot or dash',
    'plan.yml:2:1 claim: is not known: did you mean claims?',
    'plan.yml:7:20 actions[0].identity.n: must be text, true, false or a safe integer: quote other numbers',
    'plan.yml:7:28 actions[0].identity.m: is empty (null): give it a value',
    'plan.yml:8:20 actions[0].effect.url: must be a whole URL, like "https://host/path"',
    'plan.yml:8:39 actions[0].effect.method: must be POST or PUT or PATCH or DELETE or GET, not "POTS" (did you mean POST?)',
    'plan.yml:8:58 actions[0].effect.fields.a: must be text, true, false or an integer, not a list or a map',
    'plan.yml:9:5 actions[1]: platform is missing',
    'plan.yml:9:9 actions[1].id: is also the id of actions[0]',
    'plan.yml:10:11 actions[1].kind: must be text, not the number 7',
    'plan.yml:11:15 actions[1].identity: is empty: name what makes two attempts the same act',
    'plan.yml:12:14 actions[1].account: is empty',
  ]);
});

/** What is wrong with the action's lines, and the one line that says so. */
const ENTRIES: [string, Record<string, string | null>, RegExp][] = [
  [
    'an unknown name deep inside',
    { effect: '{ url: "https://a.example/x", feilds: {} }' },
    /^plan\.yml:7:43 actions\[0\]\.effect\.feilds: .*fields\?$/,
  ],
  [
    'a whole number written as a fraction',
    { identity: '{ n: 1.0 }' },
    /:6:20 actions\[0\]\.identity\.n: is written as a fraction \(1\.0\)/,
  ],
  ['an exponent', { identity: '{ n: 1e3 }' }, /fraction/],
  [
    'an integer beyond the safe ones',
    { identity: '{ n: 9007199254740993 }' },
    /identity\.n: is too large for an exact number/,
  ],
  [
    'an integer beyond the safe ones in the payload',
    { payload: '{ n: 9007199254740993 }' },
    /payload\.n: is too large/,
  ],
  ['not-a-number', { identity: '{ n: .nan }' }, /not a number that JSON knows/],
  ['an empty identity value', { identity: '{ n: "" }' }, /identity\.n: is empty/],
  ['half a character', { identity: '{ n: "\\uD800" }' }, /identity\.n: .*lone surrogate/],
  ['a name that is no text', { identity: '{ 1: a }' }, /identity: holds a name that is not text: quote 1/],
  [
    '__proto__ as a name',
    { identity: '{ __proto__: a, slug: b }' },
    /:6:17 actions\[0\]\.identity\.__proto__: is not allowed/,
  ],
  [
    '__proto__ in the payload',
    { payload: '{ a: { __proto__: { b: c } } }' },
    /payload\.a\.__proto__: is not allowed/,
  ],
  [
    'names that differ only in encoding',
    { identity: '{ "\u00e9": a, "e\u0301": b }' },
    /second time: the names differ/,
  ],
  [
    'a name given twice',
    { identity: '{ a: 1, a: 2 }' },
    /:6:23 actions\[0\]\.identity\.a: is here a second time/,
  ],
  ['a fixed word with a flag', { repeat: '"yes"' }, /repeat: must be true or false, not "yes"/],
  ['an id that is a path', { id: 'a/b' }, /actions\[0\]\.id: must be 1 to 128/],
  ['an id that begins with a dot', { id: '.a' }, /actions\[0\]\.id: must be/],
  ['an id that is too long', { id: 'x'.repeat(129) }, /actions\[0\]\.id: must be/],
  [
    'an id that cannot be printed',
    { id: '"a\\u001b[2J"' },
    /actions\[0\]\.id: holds characters that cannot be printed/,
  ],
  ['an account that is a number', { account: '123' }, /account: must be text, not the number 123/],
  ['an account without value', { account: '' }, /account: has no value/],
  [
    'a URL pattern that is none',
    { effect: '{ url: "https://a.example/(x" }' },
    /:7:20 .*effect\.url: is not a URL pattern/,
  ],
  ['a URL with a password', { effect: '{ url: "https://u:p@a.example/x" }' }, /user name or password/],
  [
    'a method that only reads',
    { effect: '{ url: "https://a.example/x", method: HEAD }' },
    /method: must be POST/,
  ],
  [
    'a step that is no pattern',
    { effect: '{ url: "https://a.example/x", steps: ["/w/*"] }' },
    /effect\.steps\[0\]: must be a whole URL/,
  ],
  [
    'a steps that is no list',
    { effect: '{ url: "https://a.example/x", steps: "https://a.example/w" }' },
    /steps: must be a list, not "/,
  ],
  [
    'a refused that is every success',
    { effect: '{ url: "https://a.example/x", refused: [{ status: 200 }] }' },
    /refused\[0\]: needs text or form/,
  ],
  [
    'a refused with both',
    { effect: '{ url: "https://a.example/x", refused: [{ status: 200, text: a, form: again }] }' },
    /form: cannot stand beside text/,
  ],
  [
    'a refused status that is none',
    { effect: '{ url: "https://a.example/x", refused: [{ status: 42 }] }' },
    /refused\[0\]\.status: must be an HTTP status/,
  ],
  [
    'another word for via',
    { effect: '{ url: "https://a.example/x", via: browsr }' },
    /via: .*did you mean browser\?/,
  ],
  ['a probe without a use', { probe: '{ settle: 5s }' }, /actions\[0\]\.probe: use is missing/],
];
for (const [what, lines, line] of ENTRIES) {
  test(`${what} is one clear line`, async ({ folder }) => {
    const found = await faults(folder, HEAD + entry(lines));
    expect(found).toEqual([expect.stringMatching(line)]);
  });
}

for (const settle of ['5', '-5s', 'soon', '1.5h', '5 m']) {
  test(`${settle} is not taken for a duration`, async ({ folder }) => {
    const found = await faults(folder, HEAD + entry({ probe: `{ settle: ${settle} }` }));
    expect(found.join('\n')).toMatch(/probe\.settle: (is not a duration|must be text)/);
  });
}

const BOMB = [
  'a: &a0 [x,x,x,x,x,x,x,x,x,x]',
  ...Array.from({ length: 9 }, (_, i) => `a${i}: &a${i + 1} [${Array(10).fill(`*a${i}`)}]`),
];

/** What is wrong with the whole text, and what its only line says. */
const TEXTS: [string, string, RegExp][] = [
  ['an empty plan', '', /^plan\.yml:1:1 plan: is empty$/],
  ['a plan of comments', '# nothing\n\n', /^plan\.yml:1:1 plan: is empty$/],
  ['a plan without actions', 'worker: w\nactions: []\n', /^plan\.yml:2:10 actions: holds no action$/],
  ['a plan that is a list', '- a\n', /^plan\.yml:1:1 plan: must be a map of names and values, not a list$/],
  ['a plan that is a word', 'hello\n', /plan: must be a map of names and values, not "hello"$/],
  [
    'a tab as indentation',
    'worker: w\nactions:\n\t- id: a\n',
    /^plan\.yml:3:1 plan: not valid YAML: tabs are not allowed/,
  ],
  ['a bracket left open', 'worker: [a\n', /^plan\.yml:\d:\d+ plan: not valid YAML/],
  [
    'a second document',
    `${HEAD}${entry()}---\nworker: x\n`,
    /^plan\.yml:\d+:1 plan: a second document begins here/,
  ],
  ['a tag of its own', 'worker: !mine w\n', /plan: not valid YAML: unresolved tag: !mine/],
  ['a date by tag', `${HEAD}${entry({ identity: '{ d: !!timestamp 2024-01-01 }' })}`, /unresolved tag/],
  ['an old version of YAML', `%YAML 1.1\n---\n${HEAD}${entry()}`, /read as YAML 1\.2/],
  [
    'a name given twice',
    `worker: w\nworker: v\n${HEAD.split('\n').slice(1).join('\n')}${entry()}`,
    /^plan\.yml:2:1 worker: is here a second time$/,
  ],
  ['no worker anywhere', `actions:\n${entry()}`, /^plan\.yml:1:1 plan: names no worker: add/],
  [
    'an alias without anchor',
    `worker: *none\nactions:\n${entry()}`,
    /worker: nothing above is anchored as &none$/,
  ],
  ['aliases that explode', `${BOMB.join('\n')}\n`, /is too large once its aliases are expanded/],
  [
    'an alias to itself',
    `${HEAD}${entry({ payload: '&p [*p, *p]' })}`,
    /payload\[0\]\[0\]: holds itself, by \*p$/,
  ],
  [
    'files outside of the folder',
    `files: ["../x"]\n${HEAD}${entry()}`,
    /^plan\.yml:1:9 files\[0\]: must not lead out/,
  ],
  ['files by absolute path', `files: [/etc/passwd]\n${HEAD}${entry()}`, /files\[0\]: must be relative/],
];
for (const [what, text, line] of TEXTS) {
  test(`${what} is a clear line`, async ({ folder }) => {
    expect((await faults(folder, text)).join('\n')).toMatch(new RegExp(line, 'm'));
  });
}

test('a worker in the plan and another one as option contradict each other', async ({ folder }) => {
  const found = await faults(folder, HEAD + entry(), { worker: 'launch-2' });
  expect(found).toEqual(['plan.yml:1:9 worker: is launch-1, but --worker says launch-2']);
});

test('a worker option that is a path is refused', async ({ folder }) => {
  expect(await faults(folder, `actions:\n${entry()}`, { worker: '../x' })).toEqual([
    expect.stringMatching(/^usage \(worker/),
  ]);
});

test('two actions with one key are named, whatever their ids', async ({ folder }) => {
  const found = await faults(folder, HEAD + entry() + entry({ id: 'again', platform: 'DIRECTORY.example' }));
  expect(found).toEqual([
    'plan.yml:7:5 actions[1]: is the same act as actions[0] (acme): same platform, kind, account and identity',
  ]);
});

test('two effects that one request could satisfy are a fault, told apart by a field they are none', async ({
  folder,
}) => {
  const on = (slug: string, fields: string) =>
    entry({
      id: slug,
      identity: `{ slug: ${slug} }`,
      effect: `{ url: "https://a.example/submit"${fields} }`,
    });
  expect(await faults(folder, HEAD + on('a', '') + on('b', ''))).toEqual([
    'plan.yml:12:13 actions[1].effect: could be satisfied by the request of actions[0] (a): tell them apart by url or fields',
  ]);
  const apart = HEAD + ['a', 'b', 'c'].map((slug) => on(slug, `, fields: { slug: ${slug} }`)).join('');
  expect((await readPlan(await write(folder, apart))).actions).toHaveLength(3);
});

test('what cannot be read at all is one line with the file as it was typed', async ({ folder }) => {
  const at = async (file: string) =>
    ((await readPlan(file).catch((error: unknown) => error)) as Refusal).message;
  await mkdir(join(folder, 'sub'));
  expect(await at(join(folder, 'none.yml'))).toBe(
    `cannot read the plan (${folder}/none.yml): there is no such file`,
  );
  expect(await at(join(folder, 'sub'))).toMatch(/it is a folder/);
  expect(await at('-')).toBe('cannot read the plan (-): standard input is not read: name a file');
  expect(await at('/dev/zero')).toMatch(/no regular file/);
  expect(await at(await write(folder, Buffer.alloc(10_000_000, 'a')))).toMatch(/larger than 1 MiB/);
  expect(await at(await write(folder, Buffer.from([0xff, 0xfe, 0x41, 0])))).toMatch(/not UTF-8/);
});

test('a plan with thousands of faults says how many it does not show', async ({ folder }) => {
  const found = await faults(folder, `worker: w\nactions: [${'1,'.repeat(1200)}]\n`);
  expect(found).toHaveLength(1001);
  expect(found.at(-1)).toBe('plan.yml:1:1 plan: 200 more faults are not shown');
});

const LISTING = '"https://directory.example/api/listing/{identity.slug}"';

test('a probe gives its defaults where the plan has none, and its options stay as they were written', async ({
  folder,
}) => {
  const probe = `\n      use: http-json\n      with: { url: ${LISTING}, headers: { authorization: "Bearer \${TOKEN}" }, items: listing, control: { url: "https://directory.example/api/me", expect: id }, fields: { id: id } }`;
  const [a] = (await readPlan(await write(folder, HEAD + entry({ probe })))).actions;
  expect(a?.probe).toMatchObject({ use: 'http-json', settleMs: 600_000, review: 'possible', queue: null });
  expect(JSON.stringify(a?.probe?.with)).toMatch(/Bearer \$\{TOKEN\}/);
  const own = `${probe}\n      settle: 5s\n      review: none\n      queue: disputes`;
  const [b] = (await readPlan(await write(folder, HEAD + entry({ probe: own })))).actions;
  expect(b?.probe).toMatchObject({ settleMs: 5000, review: 'none', queue: 'disputes' });
});

test("a fault in a probe's options is told at its place, beside the other faults of the plan", async ({
  folder,
}) => {
  const probe = `\n      use: http-json\n      with:\n        url: 7\n        feilds: { id: id }`;
  const found = await faults(folder, HEAD + entry({ kind: '""', probe }));
  expect(found).toContainEqual(expect.stringMatching(/^plan\.yml:4:11 actions\[0\]\.kind: is empty$/));
  expect(found).toContainEqual(expect.stringMatching(/^plan\.yml:10:14 actions\[0\]\.probe\.with\.url: /));
  expect(found.join('\n')).toMatch(/feilds/);
});

test('a probe that is not known is a fault at its use', async ({ folder }) => {
  const found = await faults(folder, HEAD + entry({ probe: '{ use: htp-json }' }));
  expect(found).toEqual([expect.stringMatching(/^plan\.yml:7:19 actions\[0\]\.probe\.use: .*http-json/)]);
});

test('deep nesting is refused, not followed', async ({ folder }) => {
  for (const text of [
    '['.repeat(20_000),
    `${HEAD}${entry({ payload: '['.repeat(200) + ']'.repeat(200) })}`,
  ]) {
    expect((await faults(folder, text)).join('\n')).toMatch(/nested too deeply|not valid YAML/);
  }
});
