/** One action with everything known about it. */
import { columns, count, type Line, moment, wrap } from './lines.js';
import type { ShowReport } from './report.js';
import { reasonSentence, witness } from './sentences.js';
import { actionLines, actionRow, isFilled } from './text-action.js';
import { unnamed } from './unsent.js';

export function showText(action: ShowReport): Line[] {
  const { key, kind, platform, account, identity, worker } = action;
  return [
    ...columns([actionRow(action)]).flat(),
    ...actionLines(action),
    '',
    ...columns([
      ['key', key],
      ['what', `${kind} on ${platform}${account === null ? '' : ` as ${account}`}`],
      ['identity', JSON.stringify(identity)],
      ['worker', worker],
    ]).flat(),
    ...draftText(action),
    ...evidenceText(action),
    ...historyText(action),
  ];
}

function draftText({ draft }: ShowReport): Line[] {
  if (draft === null) return [];
  const rows = draft.fields.map((field) => [
    `  ${field.name || field.label || unnamed(field.type)}`,
    field.redacted && isFilled(field) ? '(kept secret)' : `${field.value ?? ''}${field.partial ? ' …' : ''}`,
  ]);
  return ['', { text: 'draft', colour: 'bold' }, `  ${draft.url}`, ...columns(rows).flat()];
}

function evidenceText({ evidence }: ShowReport): Line[] {
  const lines = evidence.flatMap(({ at, source, says, summary, hash, artifact }): Line[] => [
    `  ${moment(at)}  ${witness(source, says)}  ${hash.slice(0, 12)}`,
    ...wrap(summary, '    '),
    ...(artifact === undefined ? [] : [`    ${artifact}`]),
  ]);
  return [
    '',
    { text: count(evidence.length, 'piece of evidence', 'pieces of evidence'), colour: 'bold' },
    ...lines,
  ];
}

function historyText({ history }: ShowReport): Line[] {
  const lines = history.flatMap(({ at, state, reason, by }): Line[] => [
    `  ${moment(at)}  ${state} · ${reason}  by ${by}`,
    ...wrap(reasonSentence(reason), '    '),
  ]);
  return ['', { text: 'history', colour: 'bold' }, ...lines];
}
