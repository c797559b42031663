import type { Author, Ledger } from '../ledger/ledger.js';

export interface Lease {
  stop(): void;
  /** Resolves when this epoch may write no more: fenced, dead, or no longer the newest. Otherwise never. */
  lost: Promise<void>;
}

/**
 * Renew a worker's lease until it is stopped or lost. A ledger that cannot be reached is not a lost lease: the next
 * round tries again, and the lease itself proves nothing about life or death (contract §5). Keeps no process alive.
 */
export function keepLease(
  ledger: Ledger,
  author: Author,
  options: { everyMs?: number; forMs?: number } = {},
): Lease {
  const { everyMs = 10_000, forMs = 60_000 } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const lost = new Promise<void>((resolve) => {
    const round = async () => {
      const kept = await ledger.renew(author, Date.now() + forMs).catch(() => true);
      if (stopped) return;
      if (!kept) return resolve();
      timer = setTimeout(round, everyMs).unref();
    };
    void round();
  });
  return {
    lost,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
