/** Where the files of one worker lie, beside the ledger. Every folder is its owner's alone. */
import { dirname, join, resolve } from 'node:path';

export interface Places {
  /** A persistent profile keeps logins from one start to the next. */
  profile: string;
  screenshots: string;
  netlog(epoch: number): string;
  /** stdout.log, stderr.log and todo.json of one start. */
  logs(epoch: number): string;
}

export function placesOf(ledgerUrl: string, worker: string): Places {
  // A ledger on a server still has this machine's files beside the work.
  const root = /^postgres(ql)?:/.test(ledgerUrl) ? resolve('.reconcile') : dirname(resolve(ledgerUrl));
  const own = join(root, 'workers', worker);
  return {
    profile: join(own, 'profile'),
    screenshots: join(own, 'screenshots'),
    netlog: (epoch) => join(own, `${epoch}`, 'netlog.json'),
    logs: (epoch) => join(own, `${epoch}`),
  };
}
