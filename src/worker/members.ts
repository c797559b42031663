/** Which processes are a worker's: those of the session that it leads, and those that carry its name. */
import type { ProcessRef } from '../words.js';
import { answers, living, PROVABLE, read, statOf } from './processes.js';

/**
 * Living processes of a session. `notBefore` is the process that led it: a leader of the same number but another
 * start time is a later session (a number stays taken while anyone of the old session lives).
 */
export function sessionMembers(session: number, notBefore: ProcessRef | null): number[] {
  if (!PROVABLE) return answers(-session) ? [session] : [];
  const since = notBefore?.startTicks ?? 0;
  if (isLater(session, notBefore)) return [];
  return living().flatMap((stat) =>
    stat.session === session && stat.startTicks >= since && stat.pid !== process.pid ? [stat.pid] : [],
  );
}

/** Another session has this number by now. */
function isLater(session: number, leader: ProcessRef | null): boolean {
  const now = statOf(session);
  return now !== null && leader?.startTicks != null && now.startTicks !== leader.startTicks;
}

/** Process groups of which every living member is one of these, or of their session; never this process's own. */
export function groupsOf(targets: number[], led: number | null, by: ProcessRef | null): number[] {
  const session = led !== null && isLater(led, by) ? null : led;
  const stats = living();
  const own = statOf(process.pid)?.group;
  const foreign = new Set(
    stats
      .filter(({ pid, session: of }) => !targets.includes(pid) && of !== session)
      .map(({ group }) => group),
  );
  // By now one that forks and ends all the time has another pid, but still its session.
  const ours = stats.filter(({ pid, session: of }) => targets.includes(pid) || of === session);
  const groups = ours.map(({ group }) => group);
  return [...new Set(groups)].filter((group) => group > 1 && group !== own && !foreign.has(group));
}

/**
 * Living processes that were started with this worker's name and epoch in their environment. This process does not
 * count, or nobody could look from a shell that inherited them; its ancestors do, since one of them may be the worker.
 * A process that names another ledger is another project's worker of the same name: it must not be fenced.
 */
export function carriers(worker: string, epoch: number, ledger: string | null = null): number[] {
  const marks = [`\0RECONCILE_WORKER=${worker}\0`, `\0RECONCILE_EPOCH=${epoch}\0`].map((m) => Buffer.from(m));
  return living().flatMap(({ pid }) => {
    if (pid === process.pid) return [];
    const environ = read(`/proc/${pid}/environ`);
    if (!environ || environ.length === 0) return [];
    const framed = Buffer.concat([Buffer.of(0), environ, Buffer.of(0)]);
    if (!marks.every((mark) => framed.includes(mark))) return [];
    const named = /\0RECONCILE_LEDGER=([^\0]*)\0/.exec(framed.toString())?.[1];
    return ledger === null || named === undefined || named === ledger ? [pid] : [];
  });
}
