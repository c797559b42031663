import { type Line, wrap } from './lines.js';
import type { GateReport } from './report.js';
import { reasonSentence } from './sentences.js';

/** `RUN · absent · quiet`: a script greps the first word, a person reads the next line. */
export function gateText({ id, gate, state, reason, claim, look }: GateReport): Line[] {
  const lines: Line[] = [{ text: `${gate} · ${state} · ${reason}`, colour: 'bold' }];
  lines.push(...wrap(`${id}: ${reasonSentence(reason)}`, '  '));
  if (look) lines.push(...wrap(`fresh look: ${look.result}`, '  '));
  if (claim) lines.push(...wrap(`claimed by ${claim.worker}, epoch ${claim.epoch}`, '  '));
  return lines;
}
