import { type Line, wrap } from './lines.js';
import type { GateReport } from './report.js';
import { reasonSentence } from './sentences.js';

/** `RUN · absent · quiet`: a script greps the first word, a person reads the next line. */
export function gateText({ id, gate, state, reason, claim, look }: GateReport): Line[] {
  const lines: Line[] = [{ text: `${gate} · ${state} · ${reason}`, colour: 'bold' }];
  if (gate === 'RUN' && claim) {
    // Its reason is now that a live worker may be doing it: this one.
    lines.push(...wrap(`${id}: the claim is taken for ${claim.worker}, epoch ${claim.epoch}`, '  '));
  } else {
    lines.push(...wrap(`${id}: ${reasonSentence(reason)}`, '  '));
  }
  if (look) lines.push(...wrap(`fresh look: ${look.result}`, '  '));
  if (claim && gate !== 'RUN') lines.push(...wrap(`claimed by ${claim.worker}, epoch ${claim.epoch}`, '  '));
  return lines;
}
