import { count, type Line, wrap } from './lines.js';
import type { DoctorReport } from './report.js';

export function doctorText({ checks }: DoctorReport): Line[] {
  const faults = checks.filter(({ ok }) => !ok).length;
  return [
    { text: faults === 0 ? 'nothing is broken' : `${count(faults, 'fault')} to mend`, colour: 'bold' },
    '',
    ...checks.flatMap(({ name, ok, found, cure }): Line[] => [
      [ok ? { text: 'ok    ', colour: 'green' } : { text: 'broken', colour: 'red' }, `  ${name}`],
      ...wrap(found, '          '),
      // Not wrapped: it is there to be copied.
      ...(cure === null ? [] : [`          ${ok ? 'better' : 'cure'}: ${cure}`]),
    ]),
  ];
}
