import type Database from 'better-sqlite3';
import { chainHash, type EvidenceRow } from './evidence.js';
import { asRefusal } from './failure.js';

interface Link extends EvidenceRow {
  key: string;
}
type ActionEnd = { key: string; head: number; head_hash: string };
type LinkOrNone = ActionEnd & (Link | { [K in keyof EvidenceRow]: null });

/** Faults of a whole ledger, one line each. Reads only; one moment of it, because the caller holds a transaction. */
export function faultsOf(db: Database.Database, path: string): string[] {
  const faults: string[] = [];
  for (const look of [ownCheck, brokenReferences, missingRows, strayVerdicts, brokenChains]) {
    try {
      faults.push(...look(db));
    } catch (error) {
      const refusal = asRefusal(error, path);
      if (refusal === error || !(refusal instanceof Error)) throw error;
      faults.push(refusal.message);
    }
  }
  return faults;
}

function ownCheck(db: Database.Database): string[] {
  const rows = db.pragma('integrity_check') as { integrity_check: string }[];
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

function brokenReferences(db: Database.Database): string[] {
  const rows = db.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[];
  return rows.map(({ table, rowid, parent }) => `${table} ${rowid ?? ''}: its row of ${parent} is missing`);
}

/** Nothing is ever deleted from these and a rolled back number is used again, so their numbers have no gaps. */
function missingRows(db: Database.Database): string[] {
  const tables = { actions: 'no', starts: 'id', history: 'id', evidence: 'id' };
  return Object.entries(tables).flatMap(([table, number]) => {
    const missing = db
      .prepare<[], number>(`SELECT coalesce(max(${number}), 0) - count(*) FROM ${table}`)
      .pluck()
      .get();
    return missing ? [`${table}: ${missing} rows are missing`] : [];
  });
}

function strayVerdicts(db: Database.Database): string[] {
  return db
    .prepare<[], string>(`
      SELECT a.key FROM actions a LEFT JOIN history h ON h.id = a.last AND h.action = a.no
      WHERE (a.state, a.reason, a.url) IS NOT (h.state, h.reason, h.url)`)
    .pluck()
    .all()
    .map((key) => `action ${key}: its verdict is not the one that its history ends with`);
}

/** One line an action: behind its first fault everything is doubtful. */
function brokenChains(db: Database.Database): string[] {
  const links = db.prepare<[], LinkOrNone>(`
    SELECT a.key, a.head, a.head_hash, e.seq, e.attempt, e.hash, e.content
    FROM actions a LEFT JOIN evidence e ON e.action = a.no ORDER BY a.no, e.seq`);
  const faults: string[] = [];
  let chain: ChainCheck | undefined;
  for (const link of links.iterate()) {
    if (chain?.end.key !== link.key) {
      faults.push(...(chain?.finish() ?? []));
      chain = new ChainCheck(link);
    }
    if (link.seq !== null) chain.follow(link);
  }
  return [...faults, ...(chain?.finish() ?? [])];
}

class ChainCheck {
  #seq = 0;
  #hash = '';
  #fault: string | undefined;

  constructor(readonly end: ActionEnd) {}

  follow(link: Link): void {
    this.#fault ??= this.#faultAt(link);
    this.#seq = link.seq;
    this.#hash = link.hash;
  }

  finish(): string[] {
    const { key, head, head_hash: hash } = this.end;
    if (this.#seq < head) this.#fault ??= `evidence ${this.#seq + 1} is missing`;
    else if (this.#seq > head || this.#hash !== hash)
      this.#fault ??= `evidence ${this.#seq} was not written by its ledger`;
    return this.#fault === undefined ? [] : [`action ${key}: ${this.#fault}`];
  }

  #faultAt(link: Link): string | undefined {
    if (link.seq !== this.#seq + 1) return `evidence ${this.#seq + 1} is missing`;
    if (link.hash !== chainHash(this.#hash, link)) return `evidence ${link.seq} was changed`;
    return undefined;
  }
}
