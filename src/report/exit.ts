import { EXIT } from '../refusal.js';
import type { GateAnswer, State } from '../words.js';

/** What decides the exit code of the main job, of `run` and of `poll`. */
export interface Judged {
  actions: { state: State; gate: GateAnswer }[];
  left?: string[];
}

/** Contract §6: where several apply, 4, then 3, then 7, then 0. Anything unknown must end as a failure. */
export function exitOf(report: Judged): number {
  const some = (test: (action: Judged['actions'][number]) => boolean) => report.actions.some(test);
  if (some(({ state }) => state === 'duplicate' || state === 'gone')) return EXIT.wrong;
  if (some(({ state }) => state === 'unverified' || state === 'claimed')) return EXIT.open;
  if (some(({ state, gate }) => (state === 'planned' || state === 'absent') && gate === 'HOLD'))
    return EXIT.open;
  if (report.left && report.left.length > 0) return EXIT.left;
  return EXIT.ok;
}
