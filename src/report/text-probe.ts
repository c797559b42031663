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

function readingLines({ blind, sightings, requests }: Reading): Line[] {
  const retry = blind?.retryAt == null ? '' : `; not before ${moment(blind.retryAt)}`;
  return [
    ...(blind === null ? [] : wrap(`${blindSentence(blind.why)}${retry}`, '  ')),
    ...sightings.flatMap(({ status, url, id, createdAt, inside, why }): Line[] => [
      `  ${inside ? 'counts' : 'does not count'}: ${status}${createdAt === null ? '' : `, ${moment(createdAt)}`}`,
      `    ${url ?? id ?? ''}`,
      ...wrap(why, '    '),
    ]),
    ...requests.flatMap(({ url, status }) => wrap(`asked ${url}: ${status ?? 'no answer'}`, '  ')),
  ];
}
