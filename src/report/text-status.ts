import { columns, type Line, type Span } from './lines.js';
import type { ActionStatus, StatusReport } from './report.js';
import { actionLines, actionRow, summaryText } from './text-action.js';

export function statusText({ actions, summary }: StatusReport): Line[] {
  return [
    { text: summaryText(summary), colour: 'bold' },
    ...(actions.length > 0 ? [''] : []),
    ...rowsWith(actions, actionRow, actionLines),
  ];
}

/** A table's rows, aligned over all of it, each with its own lines below. */
export function rowsWith<T extends ActionStatus>(
  all: T[],
  row: (one: T) => Span[],
  below: (one: T) => Line[],
): Line[] {
  const laidOut = columns(all.map(row));
  return all.flatMap((one, at) => [...(laidOut[at] ?? []), ...below(one)]);
}
