/**
 * One of the browser's databases, read from a private copy. Its schema is the browser's word and may be foreign or
 * hostile: only plain tables are read (a view would run what it likes), by columns that are there, newest row first, and
 * no more rows than asked for. A damaged one gives what stands before the damage.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { ProfileSource } from '../inventory.js';
import type { Copy } from './copy.js';

export type Row = Record<string, unknown>;

export interface Table {
  name: string;
  /** Without these nothing can be said. */
  needs: string[];
  /** null where this version has them not. */
  wants?: string[];
}

export interface Reader {
  rows(table: Table, max: number): Row[];
  /** One row by its rowid. */
  row(table: Table, id: unknown): Row | null;
}

/** What `read` gives, or `nothing`; and how it went, as the record's source. */
export async function readDatabase<Found>(
  copy: Copy,
  from: { folder: string; file: string; lateMs: number },
  nothing: Found,
  read: (reader: Reader) => Found,
): Promise<{ found: Found; source: ProfileSource }> {
  const path = join(from.folder, from.file);
  const name = from.file.replaceAll('/', '-');
  const taken = await copy.take(path, name);
  const source = { file: from.file, modified: null, lateMs: from.lateMs, why: null };
  if (taken === 'missing') return { found: nothing, source: { ...source, why: 'there is none' } };
  if (typeof taken === 'string') return { found: nothing, source: { ...source, why: taken } };
  for (const log of ['-journal', '-wal']) await copy.take(path + log, name + log);
  const file = join(copy.folder, name);
  const faults = [...(await withoutForeignJournal(file))];
  let found = nothing;
  try {
    found = using(file, faults, read);
  } catch (error) {
    faults.push(said(error));
  }
  return { found, source: { ...source, modified: taken.modified, why: faults.join('; ') || null } };
}

/**
 * A journal that was left lying is rolled back, which needs to write: into our copy. But one that ends with the name of a
 * super-journal would have SQLite look for that file, and remove it. No browser writes such a one.
 */
async function withoutForeignJournal(file: string): Promise<string[]> {
  const journal = `${file}-journal`;
  const handle = await open(journal, 'r').catch(() => null);
  if (handle === null) return [];
  const end = Buffer.alloc(8);
  try {
    const { size } = await handle.stat();
    if (size >= 8) await handle.read(end, 0, 8, size - 8);
  } finally {
    await handle.close();
  }
  if (!end.equals(Buffer.from('d9d505f920a163d7', 'hex'))) return [];
  await rm(journal, { force: true });
  return ['its journal is not one that a browser writes, and was left out'];
}

function using<Found>(file: string, faults: string[], read: (reader: Reader) => Found): Found {
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0']) db.pragma(pragma);
    // The first read rolls back what was half written; after that nothing is written any more.
    const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_master').get() as { tables: number };
    // To SQLite a file of no bytes is a sound database.
    if (tables === 0) throw new Error('it is empty, or damaged');
    db.pragma('query_only = ON');
    return read(readerOf(db, faults));
  } finally {
    db.close();
  }
}

function readerOf(db: Database.Database, faults: string[]): Reader {
  const guarded = <Result>(table: Table, otherwise: Result, ask: (columns: string) => Result): Result => {
    try {
      const columns = columnsOf(db, table);
      if (columns !== null) return ask(columns);
      faults.push(`this version keeps ${table.name} in another way`);
    } catch (error) {
      faults.push(said(error));
    }
    return otherwise;
  };
  return {
    rows: (table, max) => {
      const rows: Row[] = [];
      guarded(table, null, (columns) => {
        const all = db.prepare(`SELECT ${columns} FROM "${table.name}" ORDER BY rowid DESC`);
        for (const row of all.safeIntegers().iterate()) {
          rows.push(row as Row);
          if (rows.length >= max) break;
        }
        return null;
      });
      return rows;
    },
    row: (table, id) =>
      guarded(table, null, (columns) => {
        const one = db.prepare(`SELECT ${columns} FROM "${table.name}" WHERE rowid = ?`);
        return (one.safeIntegers().get(id) as Row | undefined) ?? null;
      }),
  };
}

/** Names come from this folder's own lists; what the database says is only compared with them. */
function columnsOf(db: Database.Database, { name, needs, wants = [] }: Table): string | null {
  const entry = db.prepare("SELECT type, sql FROM sqlite_master WHERE name = ? AND type = 'table'").get(name);
  const sql = (entry as { sql?: unknown } | undefined)?.sql;
  if (typeof sql !== 'string' || /^\s*CREATE\s+VIRTUAL/i.test(sql)) return null;
  const found = db.pragma(`table_xinfo("${name}")`) as { name: string; hidden: number | bigint }[];
  const plain = new Set(found.filter(({ hidden }) => Number(hidden) === 0).map((column) => column.name));
  if (!needs.every((column) => plain.has(column))) return null;
  const all = [...needs, ...wants].map((column) =>
    plain.has(column) ? `"${column}"` : `NULL AS "${column}"`,
  );
  return all.join(', ');
}

function said(error: unknown): string {
  const code = error instanceof Database.SqliteError ? error.code : '';
  if (code === 'SQLITE_NOTADB') return 'it is no database, or an encrypted one';
  if (code.startsWith('SQLITE_CORRUPT')) return 'it is damaged';
  return error instanceof Error ? error.message : String(error);
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  return typeof value === 'string' ? value : '';
}

export function numberIn(row: Row, column: string): number {
  const value = row[column];
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : 0;
}
