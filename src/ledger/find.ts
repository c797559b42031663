import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PLACE = join('.reconcile', 'ledger.db');

export interface Whereabouts {
  /** `--ledger` */
  flag?: string | undefined;
  /** `RECONCILE_LEDGER` */
  env?: string | undefined;
  /** Path of the plan file. */
  plan?: string | undefined;
  cwd: string;
}

/** The ledger's path or URL: the one named, else the nearest one upward, else where a new one belongs. */
export function findLedger({ flag, env, plan, cwd }: Whereabouts): string {
  const named = flag || env;
  if (named) return isPostgres(named) ? named : resolve(cwd, named);
  const home = plan === undefined ? cwd : dirname(resolve(cwd, plan));
  return nearest(home) ?? nearest(cwd) ?? join(home, PLACE);
}

export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/i.test(url);
}

function nearest(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, PLACE);
    if (existsSync(path)) return path;
    if (at === dirname(at)) return undefined;
  }
}
