/**
 * The inventory of many tabs, beside the least that the protocol itself needs for the same reads (the floor) and
 * beside what people write with Playwright. The three take turns in one run, each in a process of its own, because
 * only ratios of one run mean anything. Run: npm run bench:inventory
 */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeInventory } from '../src/inventory/leftover.js';
import { launchBrowser } from '../src/worker/browser.js';
import { readFloor, readWithPlaywright, type Script } from './inventory-others.js';
import { openTabs, pages, quit, type Size } from './inventory-tabs.js';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Of floor and ours, whose ratio is the finest. */
const PAIRS = 3 * ROUNDS;
/** What the plain script reads of a hundred; its time is told for all. */
const PLAIN_TABS = 10;
const RESULTS = fileURLToPath(new URL('../../bench/results/inventory.md', import.meta.url));
const CASES: { tabs: number; size: Size; compared: boolean }[] = [
  { tabs: 100, size: 'small', compared: true },
  { tabs: 100, size: 'large', compared: true },
  { tabs: 300, size: 'small', compared: false },
];

type Side = 'floor' | 'ours' | Script;
type Runs = Record<Side, Run[]>;
interface Run {
  ms: number;
  /** Peak of the reading process. */
  megabytes: number;
  controls: number;
}

const readers: Record<Side, (endpoint: string) => Promise<number>> = {
  floor: readFloor,
  plain: (endpoint) => readWithPlaywright(endpoint, 'plain', PLAIN_TABS),
  locators: (endpoint) => readWithPlaywright(endpoint, 'locators'),
  evaluate: (endpoint) => readWithPlaywright(endpoint, 'evaluate'),
  async ours(endpoint) {
    const { tabs } = await takeInventory({ endpoint });
    const unread = tabs.filter(({ status, why }) => status !== 'ok' || why !== null);
    if (unread.length > 0) throw new Error(`${unread.length} tabs were not read: ${unread[0]?.why}`);
    return tabs.flatMap(({ frames }) => frames.flatMap(({ controls }) => controls)).length;
  },
};

// ---- the runner -----------------------------------------------------------------------------------

async function main(): Promise<void> {
  const site = await pages();
  const rows: string[] = [];
  try {
    for (const one of CASES) rows.push(await compare(site.url, one));
  } finally {
    site.close();
  }
  const text = report(rows);
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, text);
  process.stdout.write(text);
}

async function compare(site: string, { tabs, size, compared }: (typeof CASES)[number]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'reconcile-bench-'));
  const browser = await launchBrowser({ profile: join(folder, 'profile'), netlog: null });
  try {
    await openTabs(browser.endpoint, site, size, tabs);
    const name = `${tabs} ${size}`;
    const bare = await rounds(name, browser.endpoint, ['floor', 'ours'], PAIRS);
    // Afterwards, because Playwright's own way of connecting changes the tabs.
    const beside = compared ? await rounds(name, browser.endpoint, ['ours', 'locators', 'evaluate']) : null;
    // Afterwards, and of a few tabs only: all of them take minutes.
    const plain = compared ? await rounds(name, browser.endpoint, ['plain', 'ours'], 1) : null;
    return row(name, bare, beside, plain);
  } finally {
    await quit(browser);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** In turns, forwards and backwards. */
async function rounds(name: string, endpoint: string, sides: Side[], count = ROUNDS): Promise<Runs> {
  const runs: Runs = { floor: [], ours: [], plain: [], locators: [], evaluate: [] };
  for (let round = count === 1 ? 0 : -1; round < count; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const done = await run(side, endpoint);
      if (round >= 0) runs[side].push(done); // the first one warms the file cache and the pages
      process.stderr.write(`${name}: ${side} ${done.ms.toFixed(0)} ms\n`);
    }
  }
  return runs;
}

function run(side: Side, endpoint: string): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [side, endpoint]);
    child.once('message', (done) => resolve(done as Run));
    child.once('exit', (code) => reject(new Error(`${side} ended with ${code}`)));
  });
}

async function reader(side: Side, endpoint: string): Promise<void> {
  const began = performance.now();
  const controls = await readers[side](endpoint);
  const ms = performance.now() - began;
  process.send?.({ ms, megabytes: process.resourceUsage().maxRSS / 1024, controls });
}

// ---- the answer -----------------------------------------------------------------------------------

function row(name: string, { floor, ours }: Runs, beside: Runs | null, plain: Runs | null): string {
  const over = (a: Run[], b: Run[]) => a.map(({ ms }, i) => ms / (b[i]?.ms ?? Number.NaN));
  const slower = over(ours, floor);
  const faster = (than: Script, runs: Runs | null, times = 1) =>
    runs === null ? '' : `**${(times * median(over(runs[than], runs.ours))).toFixed(1)}**`;
  const cells = [
    name,
    median(ours.map(({ controls }) => controls)),
    median(floor.map(({ ms }) => ms)).toFixed(0),
    median(ours.map(({ ms }) => ms)).toFixed(0),
    `**${median(slower).toFixed(2)}** (${Math.min(...slower).toFixed(2)} – ${Math.max(...slower).toFixed(2)})`,
    faster('plain', plain, 100 / PLAIN_TABS),
    faster('locators', beside),
    faster('evaluate', beside),
    median(ours.map(({ megabytes }) => megabytes)).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

function report(rows: string[]): string {
  return `# Inventory of many tabs

\`npm run bench:inventory\`: ${PAIRS} rounds of floor and ours, ${ROUNDS} beside Playwright, taking turns, a fresh process for each reading, ${cpus().length} cores, Node ${process.versions.node}.
The floor makes the same calls to all tabs at once and evaluates one plain reader of the same facts in each frame's
isolated world: controls, also of open shadow roots and ARIA widgets, what acts as a submit, the page's own requests;
without deadlines, names by ARIA, redaction, or a check of anything. Playwright connects and reads one tab after the
other, in turns with ours and after the floor, by three scripts: the plain one that asks each control for name, type,
value, sight and whether it is disabled (one round of ${PLAIN_TABS} tabs, ten times their time: all take minutes); all controls of a frame by \`evaluateAll\`; all
that the floor reads by one \`evaluate\`.
Targets: at most 1.5 times the floor, at least 5 times faster than plain Playwright, under 300 MB with 300 tabs.

| tabs | controls | floor ms | ours ms | ours / floor (range) | plain / ours | evaluateAll / ours | evaluate / ours | ours, peak MB |
|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

const [side, endpoint] = process.argv.slice(2);
if (side === undefined) await main();
else await reader(side as Side, endpoint ?? '');
