import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import canonicalizeModule from 'canonicalize';
import type { Evidence, NewEvidence } from '../words.js';

// Its types describe an ES module, which it is not.
const canonicalize = canonicalizeModule as unknown as (value: unknown) => string;

const MAX_SUMMARY = 2_000; // characters
const MAX_FACT = 256 * 1024; // bytes of JSON

/** Where an action's chain ends. */
export interface ChainEnd {
  no: number;
  key: string;
  attempt: number | null;
  head: number;
  head_hash: string;
}

export interface EvidenceRow {
  seq: number;
  attempt: number | null;
  hash: string;
  content: string;
}

/**
 * Immutable observations, chained per action: each hash covers the one before it, so a changed or missing row is
 * found by recomputing, and a missing last one by the `head` that the action keeps.
 */
export class EvidenceChains {
  readonly #insert;
  readonly #moveHead;
  readonly #read;

  constructor(db: Database.Database) {
    this.#insert = db.prepare<[number, number, number | null, string, string]>(
      'INSERT INTO evidence (action, seq, attempt, hash, content) VALUES (?, ?, ?, ?, ?)',
    );
    this.#moveHead = db.prepare<[number, string, number]>(
      'UPDATE actions SET head = ?, head_hash = ? WHERE no = ?',
    );
    this.#read = db.prepare<[number], EvidenceRow>(
      'SELECT seq, attempt, hash, content FROM evidence WHERE action = ? ORDER BY seq',
    );
  }

  /** Within the caller's transaction, in which `end` was read. */
  append(end: ChainEnd, evidence: NewEvidence[]): Evidence[] {
    let { head, head_hash: hash } = end;
    const written = evidence.map((one) => {
      const content = contentOf(one);
      head += 1;
      hash = chainHash(hash, { key: end.key, seq: head, attempt: end.attempt, content });
      this.#insert.run(end.no, head, end.attempt, hash, content);
      return evidenceOf(end.key, { seq: head, attempt: end.attempt, hash, content });
    });
    if (written.length > 0) this.#moveHead.run(head, hash, end.no);
    return written;
  }

  /** null: the chain is not the one that was written. Nothing may be decided from such a chain. */
  read(action: Omit<ChainEnd, 'attempt'>): Evidence[] | null {
    const rows = this.#read.all(action.no);
    let hash = '';
    for (const [index, row] of rows.entries()) {
      if (row.seq !== index + 1 || row.hash !== chainHash(hash, { key: action.key, ...row })) return null;
      hash = row.hash;
    }
    if (rows.length !== action.head || hash !== action.head_hash) return null;
    return rows.map((row) => evidenceOf(action.key, row));
  }
}

export function chainHash(
  previous: string,
  { key, seq, attempt, content }: { key: string; seq: number; attempt: number | null; content: string },
): string {
  return createHash('sha256')
    .update(`${previous}\n${key}\n${seq}\n${attempt ?? ''}\n${content}`)
    .digest('hex');
}

/** The text that is hashed and stored, to the letter: no rule of JSON can make the two differ later. */
function contentOf({ source, at, says, summary, fact, artifact = null }: NewEvidence): string {
  const size = Buffer.byteLength(JSON.stringify(fact));
  if (size > MAX_FACT)
    throw new Error(`a ${fact.kind} fact of ${size} bytes: whoever makes it must bound it`);
  const bounded = summary.length > MAX_SUMMARY ? `${summary.slice(0, MAX_SUMMARY - 1)}…` : summary;
  return canonicalize({ source, at, says, summary: bounded, fact, artifact });
}

function evidenceOf(key: string, { seq, attempt, hash, content }: EvidenceRow): Evidence {
  const stored = JSON.parse(content) as NewEvidence & { artifact: string | null };
  return { ...stored, key, seq, attempt, hash };
}
