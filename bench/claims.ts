/**
 * Durable claims per second, beside a bare better-sqlite3 insert of one small row with the same durability (WAL,
 * synchronous = FULL). Both sides take turns in short rounds of one run, because only ratios of one run mean anything.
 * Run: npm run bench:claims
 */
import { type ChildProcess, fork } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openLedger } from '../src/ledger/open.js';
import { actionNo, keyNo, startOf } from './claims-data.js';

const ROUNDS = Number(process.env.ROUNDS ?? 15);
const SECONDS = Number(process.env.SECONDS ?? 1);
const WARM_UP = 0.3;
const CLIENTS = [1, 8, 16];
const ACTIONS = 96_000;
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
  for (let round = 0; round < ROUNDS; round++) {
    const order: Side[] = round % 2 === 0 ? ['bare', 'ledger'] : ['ledger', 'bare'];
    for (const side of order) {
      const path = join(folder, `${side}.db`);
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
      if (side === 'ledger') copyFileSync(template, path);
      else openBare(path).close();
      rounds[side].push(await race(side, path, clients));
    }
  }
  const ratios = rounds.ledger.map(
    (one, round) => one.perSecond / (rounds.bare[round]?.perSecond ?? Number.NaN),
  );
  const cells = [
    clients,
    median(rounds.bare.map((r) => r.perSecond)).toFixed(0),
    median(rounds.ledger.map((r) => r.perSecond)).toFixed(0),
    `**${median(ratios).toFixed(2)}**`,
    `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
    percent(median(rounds.bare.map((r) => r.slowest))),
    percent(median(rounds.ledger.map((r) => r.slowest))),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function race(side: Side, path: string, clients: number): Promise<Round> {
  const children = Array.from({ length: clients }, (_, no) =>
    fork(fileURLToPath(import.meta.url), [side, path, String(no), String(clients)]),
  );
  const gone = children.map((child) => new Promise((exit) => child.once('exit', exit)));
  await Promise.all(children.map((child) => message(child)));
  const counts = children.map((child) => message(child));
  for (const child of children) child.send('go');
  const done = (await Promise.all(counts)) as number[];
  await Promise.all(gone);
  const total = done.reduce((sum, count) => sum + count, 0);
  return { perSecond: total / SECONDS, slowest: (Math.min(...done) * clients) / total };
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`a client ended with ${code}`)));
  });
}

// ---- one client ---------------------------------------------------------------------------------

async function client(side: Side, path: string, no: number, clients: number): Promise<void> {
  const step = side === 'bare' ? bareStep(path) : await ledgerStep(path, no, clients);
  process.send?.('ready');
  await new Promise((go) => process.once('message', go));
  let count = 0;
  let cold = 0; // what was written while the code was still being compiled
  const begin = performance.now() + WARM_UP * 1000;
  const end = begin + SECONDS * 1000;
  for (;;) {
    await step(count);
    const now = performance.now();
    if (now >= end) break;
    count += 1;
    if (now < begin) cold = count;
  }
  process.send?.(count - cold);
  process.disconnect?.();
}

function openBare(path: string): Database.Database {
  const db = new Database(path, { timeout: 60_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS claims (token INTEGER PRIMARY KEY, key TEXT, worker TEXT, at INTEGER)');
  return db;
}

function bareStep(path: string): (count: number) => void {
  const insert = openBare(path).prepare('INSERT INTO claims (key, worker, at) VALUES (?, ?, ?)');
  return (count) => {
    insert.run(keyNo(count), 'bench', Date.now());
  };
}

async function ledgerStep(
  path: string,
  no: number,
  clients: number,
): Promise<(count: number) => Promise<void>> {
  const ledger = await openLedger(path, { waitMs: 60_000 });
  const author = await ledger.begin(startOf(`bench-${no}`));
  return async (count) => {
    const basis = { state: 'planned', attempt: null, head: 0 } as const;
    const attempt = await ledger.claim(keyNo(count * clients + no), author, basis);
    if (attempt === null) throw new Error('a claim of its own was refused');
  };
}

// ---- words about it -----------------------------------------------------------------------------

function report(rows: string[]): string {
  return `# Durable claims per second

${ROUNDS} rounds of ${SECONDS} s a side (after ${WARM_UP} s to warm up), taking turns, ${cpus().length} cores, Node ${process.versions.node}. A claim is one call of
\`Ledger.claim\` (conditional on state, attempt, evidence and epoch; history written); bare is one \`INSERT\` of a small
row by better-sqlite3 with its own busy handler. Both on WAL with synchronous = FULL. Share: of the slowest process,
100 % would be exactly fair.

| processes | bare / s (median) | claims / s (median) | ratio (median) | ratio (min – max) | slowest, bare | slowest, claims |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
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

const [side, path, no, clients] = process.argv.slice(2);
if (side === undefined) await main();
else await client(side as Side, path ?? '', Number(no), Number(clients));
