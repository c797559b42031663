import { count, type Line } from './lines.js';
import type { PlanReport } from './report.js';

/** Keys are 64 characters: each stands whole in front of its id, so that both can be copied. */
export function planText({ worker, actions }: PlanReport): Line[] {
  const fresh = actions.filter((action) => action.fresh).length;
  return [
    { text: `${worker}: ${count(actions.length, 'action')}, ${fresh} new`, colour: 'bold' },
    ...actions.flatMap(({ id, key, state, fresh: isNew }): Line[] => [
      `${key}  ${isNew ? 'new' : state}`,
      `  ${id}`,
    ]),
  ];
}
