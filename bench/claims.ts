/**
 * Durable claims per second, beside a bare better-sqlite3 insert of one small row with the same durability (WAL,
 * synchronous = FULL). Both sides take turns in short rounds of one run, because only ratios of one run mean anything.
 * Run: npm run bench:claims
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openLedger } from '../src/ledger/open.js';
import { actionNo, keyNo, startOf } from './claims-data.js';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = Number(process.env.SECONDS ?? 2);
const CLIENTS = [1, 8, 16];
const ACTIONS = 32_000;
const RESULTS = fileURLToPath(new URL('../../bench/results/claims.md', import.meta.url));

type Side = 'bare' | 'ledger';
interface Round {
  perSecond: number;
  /** Of the fair share (1 / clients): what the slowest process got. */
  slowest: number;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reconcile-bench-'));
  try {
    const template = await prepare(folder);
    const rows: string[] = [];
    for (const clients of CLIENTS) rows.push(await compare(folder, template, clients));
    const table = report(rows);
    mkdirSync(dirname(RESULTS), { recursive: true });
    writeFileSync(RESULTS, table);
    process.stdout.write(table);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A ledger with many planned actions; each round gets a copy. */
async function prepare(folder: string): Promise<string> {
  const path = join(folder, 'template.db');
  const ledger = await openLedger(path, { create: true });
  const actions = Array.from({ length: ACTIONS }, (_, no) => actionNo(no));
  await ledger.declare('bench', actions, { revise: false });
  await ledger.close();
  return path;
}

async function compare(folder: string, template: string, clients: number): Promise<string> {
  const rounds: Record<Side, Round[]> = { bare: [], ledger: [] };
  const fleets: Record<Side, ChildProcess[]> = {
    bare: fleet('bare', clients),
    ledger: fleet('ledger', clients),
  };
  for (let round = -1; round < ROUNDS; round++) {
    const order: Side[] = round % 2 === 0 ? ['bare', 'ledger'] : ['ledger', 'bare'];
    for (const side of order) {
      const path = join(folder, `${side}.db`);
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      if (side === 'ledger') copy(template, path);
      else openBare(path).close();
      const done = await race(fleets[side], path);
      if (round >= 0) rounds[side].push(done); // the first one is for the compiler
    }
  }
  for (const child of [...fleets.bare, ...fleets.ledger]) child.disconnect();
  return row(clients, rounds);
}

/** On disk before the clock runs: the system's own writing must not be taken for ours. */
function copy(template: string, path: string): void {
  copyFileSync(template, path);
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

/** One set of processes for all rounds of a side: their code is warm, as in a worker that runs for a while. */
function fleet(side: Side, clients: number): ChildProcess[] {
  return Array.from({ length: clients }, (_, no) =>
    fork(fileURLToPath(import.meta.url), [side, String(no), String(clients)]),
  );
}

async function race(children: ChildProcess[], path: string): Promise<Round> {
  const open = children.map(answer);
  for (const child of children) child.send(path);
  await Promise.all(open);
  const counts = children.map(answer);
  for (const child of children) child.send('go');
  const done = (await Promise.all(counts)) as number[];
  const total = done.reduce((sum, count) => sum + count, 0);
  return { perSecond: total / SECONDS, slowest: (Math.min(...done) * children.length) / total };
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a client ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message);
    });
  });
}

// ---- one client ---------------------------------------------------------------------------------

interface Store {
  write(count: number): unknown;
  close(): unknown;
}

/** Told a path: opens it. Told to go: writes for a while, closes it and says how often it wrote. */
async function client(side: Side, no: number, clients: number): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  const orders = on(process, 'message');
  for (;;) {
    const [path] = (await orders.next()).value as [string];
    const store = side === 'bare' ? openBare(path) : await openClaims(path, no, clients);
    process.send?.('open');
    await orders.next();
    const end = performance.now() + SECONDS * 1000;
    let count = 0;
    for (;;) {
      await store.write(count);
      if (performance.now() >= end) break;
      count += 1;
    }
    await store.close();
    process.send?.(count);
  }
}

function openBare(path: string): Store {
  const db = new Database(path, { timeout: 60_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS claims (token INTEGER PRIMARY KEY, key TEXT, worker TEXT, at INTEGER)');
  const insert = db.prepare('INSERT INTO claims (key, worker, at) VALUES (?, ?, ?)');
  return { write: (count) => insert.run(keyNo(count), 'bench', Date.now()), close: () => db.close() };
}

async function openClaims(path: string, no: number, clients: number): Promise<Store> {
  const ledger = await openLedger(path, { waitMs: 60_000 });
  const author = await ledger.begin(startOf(`bench-${no}`));
  const basis = { state: 'planned', attempt: null, head: 0 } as const;
  return {
    async write(count) {
      const attempt = await ledger.claim(keyNo(count * clients + no), author, basis);
      if (attempt === null) throw new Error('a claim of its own was refused');
    },
    close: () => ledger.close(),
  };
}

// ---- words about it -----------------------------------------------------------------------------

function report(rows: string[]): string {
  return `# Durable claims per second

${ROUNDS} rounds of ${SECONDS} s a side, taking turns, ${cpus().length} cores, Node ${process.versions.node}. A claim is one call of
\`Ledger.claim\` (conditional on state, attempt, evidence and epoch; history written); bare is one \`INSERT\` of a small
row by better-sqlite3 with its own busy handler. Both on WAL with synchronous = FULL. Share: of the slowest process,
100 % would be exactly fair.

| processes | bare / s (median) | claims / s (median) | ratio (median) | ratio (min – max) | slowest, bare | slowest, claims |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function row(clients: number, { bare, ledger }: Record<Side, Round[]>): string {
  const ratios = ledger.map((one, round) => one.perSecond / (bare[round]?.perSecond ?? Number.NaN));
  const cells = [
    clients,
    median(bare.map((one) => one.perSecond)).toFixed(0),
    median(ledger.map((one) => one.perSecond)).toFixed(0),
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
    percent(median(bare.map((one) => one.slowest))),
    percent(median(ledger.map((one) => one.slowest))),
  ];
  return `| ${cells.join(' | ')} |`;
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const [side, no, clients] = process.argv.slice(2);
if (side === undefined) await main();
else await client(side as Side, Number(no), Number(clients));
