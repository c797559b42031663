/** What the platforms answered, and what the guards make of it. */
import { count, type Line, moment, wrap } from './lines.js';
import type { ProbeReport } from './report.js';
import { blindSentence } from './sentences.js';

type Reading = NonNullable<ProbeReport['actions'][number]['reading']>;

export function probeText({ actions }: ProbeReport): Line[] {
  return actions.flatMap(({ id, reading }, at): Line[] => [
    ...(at === 0 ? [] : ['']),
    { text: `${id}: ${reading === null ? 'the plan names no probe' : found(reading)}`, colour: 'bold' },
    ...(reading === null ? [] : readingLines(reading)),
  ]);
}

function found({ blind, sightings, complete, view }: Reading): string {
  if (blind !== null) return `blind · ${blind.why}`;
  return `${count(sightings.length, 'sighting')}, ${complete ? 'complete' : 'not complete'}, ${view} view`;
}

function readingLines({ blind, complete, incompleteWhy, sightings, requests }: Reading): Line[] {
  const retry = blind?.retryAt == null ? '' : `; not before ${moment(blind.retryAt)}`;
  return [
    ...(blind === null ? [] : wrap(`${blindSentence(blind.why)}${retry}`, '  ')),
    ...(blind === null && !complete
      ? wrap(`not complete: ${incompleteWhy ?? 'not everything was covered'}`, '  ')
      : []),
    ...sightings.flatMap(sightingLines),
    ...requests.flatMap((request) => wrap(`asked ${request.url}: ${answerText(request)}`, '  ')),
  ];
}

function sightingLines({ status, url, id, createdAt, inside, why }: Reading['sightings'][number]): Line[] {
  const dated = createdAt === null ? status : `${status}, ${moment(createdAt)}`;
  return [
    ...wrap(
      inside ? `counts: ${dated}; ${why}` : `seen, but does not count as this action's: ${dated}; ${why}`,
      '  ',
    ),
    `    ${url ?? id ?? ''}`,
  ];
}

/** Not every way of asking has a status. */
function answerText({ status, answered }: Reading['requests'][number]): string {
  return status === null ? (answered ? 'answered' : 'no answer') : `${status}`;
}
