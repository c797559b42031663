import type Database from 'better-sqlite3';
import { Refusal } from '../refusal.js';
import type { Death, Start } from '../words.js';
import type { ChainEnd, EvidenceChains } from './evidence.js';
import type { Author, NewStart, StartPatch } from './ledger.js';
import { type About, millis, type StartRow, startOf } from './rows.js';

/** Starts of workers: epoch, lease, fence, death. */
export class Starts {
  readonly #begin;
  readonly #get;
  readonly #all;
  readonly #ofWorker;
  readonly #writer;
  readonly #rewrite;
  readonly #renew;
  readonly #fence;
  readonly #die;
  readonly #openAttempts;

  constructor(
    db: Database.Database,
    private readonly evidence: EvidenceChains,
    private readonly url: string,
  ) {
    this.#begin = db.prepare<[{ worker: string; startedAt: number; about: string }], StartRow>(`
      INSERT INTO starts (worker, epoch, lease_until, about)
      SELECT @worker, 1 + (SELECT coalesce(max(epoch), 0) FROM starts WHERE worker = @worker), @startedAt, @about
      WHERE NOT EXISTS (SELECT 1 FROM starts WHERE worker = @worker AND death IS NULL)
      RETURNING *`);
    this.#get = db.prepare<[Author], StartRow>(
      'SELECT * FROM starts WHERE worker = @worker AND epoch = @epoch',
    );
    this.#all = db.prepare<[], StartRow>('SELECT * FROM starts ORDER BY id');
    this.#ofWorker = db.prepare<[string], StartRow>('SELECT * FROM starts WHERE worker = ? ORDER BY epoch');
    this.#writer = db.prepare<[Author], { id: number }>(
      'SELECT id FROM writers WHERE worker = @worker AND epoch = @epoch',
    );
    this.#rewrite = db.prepare<[string, number]>('UPDATE starts SET about = ? WHERE id = ?');
    this.#renew = db.prepare<[Author & { until: number }]>(`
      UPDATE starts SET lease_until = max(lease_until, @until)
      WHERE id = (SELECT id FROM writers WHERE worker = @worker AND epoch = @epoch)`);
    this.#fence = db.prepare<[Author]>(
      'UPDATE starts SET fenced = 1 WHERE worker = @worker AND epoch = @epoch',
    );
    this.#die = db.prepare<[string, number]>('UPDATE starts SET death = ? WHERE id = ? AND death IS NULL');
    this.#openAttempts = db.prepare<[number], ChainEnd>(`
      SELECT no, key, attempt, head, head_hash FROM actions
      WHERE state IN ('claimed', 'unverified') AND start = ? ORDER BY no`);
  }

  begin({ worker, ...about }: NewStart): Start {
    const row = this.#begin.get({
      worker,
      startedAt: millis(about.startedAt),
      about: JSON.stringify(about satisfies About),
    });
    if (row !== undefined) return startOf(row, this.url);
    const newest = this.ofWorker(worker).at(-1);
    const pid = newest?.process?.pid ?? newest?.supervisor?.pid;
    throw new Refusal('worker-alive', {
      on: `${worker}, start ${newest?.epoch}${pid === undefined ? '' : `, pid ${pid}`}`,
      hint: 'stop it, or add --fence',
    });
  }

  amend(author: Author, patch: StartPatch): void {
    this.requireWriter(author);
    const row = this.#require(author);
    this.#rewrite.run(JSON.stringify({ ...(JSON.parse(row.about) as About), ...patch }), row.id);
  }

  renew(author: Author, until: number): boolean {
    return this.#renew.run({ ...nameOf(author), until: millis(until) }).changes === 1;
  }

  fence(author: Author): void {
    if (this.#fence.run(nameOf(author)).changes === 0) this.#require(author);
  }

  /** Within one transaction: the death and the fact of it in every open attempt's chain. */
  bury(author: Author, death: Death): Start {
    const start = this.#require(author);
    if (this.#die.run(JSON.stringify(death), start.id).changes === 1) {
      const fact = { kind: 'death', death } as const;
      const summary = `${author.worker}, start ${author.epoch}, is dead (${death.proof})`;
      for (const attempt of this.#openAttempts.all(start.id))
        this.evidence.append(attempt, [{ source: 'worker', at: death.at, says: 'unknown', summary, fact }]);
    }
    return startOf(this.#require(author), this.url);
  }

  ofWorker(worker: string): Start[] {
    return this.#ofWorker.all(worker).map((row) => startOf(row, this.url));
  }

  all(): Start[] {
    return this.#all.all().map((row) => startOf(row, this.url));
  }

  /** Refuses an author whose epoch is fenced, dead or not the newest of its worker. */
  requireWriter(author: Author): void {
    if (this.#writer.get(nameOf(author)) !== undefined) return;
    this.#require(author);
    throw new Refusal('epoch-fenced', {
      on: `${author.worker}, start ${author.epoch}`,
      hint: 'stop here: another start may be carrying on',
    });
  }

  #require(author: Author): StartRow {
    const row = this.#get.get(nameOf(author));
    if (row !== undefined) return row;
    throw new Refusal('unknown-worker', {
      on: `${author.worker}, start ${author.epoch}`,
      hint: 'this ledger has no such start; reconcile status shows what it has',
    });
  }
}

/** Only the two names: an author may be a whole `Start`, which cannot be bound to a statement. */
function nameOf({ worker, epoch }: Author): Author {
  return { worker, epoch };
}
