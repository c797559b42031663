/** One renderer an answer; each is loaded only when its answer is shown. */
import type { Line } from './lines.js';
import type { Shown } from './outcome.js';

export async function textOf(answer: Shown): Promise<Line[]> {
  switch (answer.kind) {
    case 'report':
      return (await import('./text-report.js')).reportText(answer.data, answer.page);
    case 'status':
      return (await import('./text-status.js')).statusText(answer.data);
    case 'show':
      return (await import('./text-show.js')).showText(answer.data);
    case 'inventory':
      return (await import('./text-inventory.js')).inventoryText(answer.data);
    case 'gate':
      return (await import('./text-gate.js')).gateText(answer.data);
    case 'plan':
      return (await import('./text-plan.js')).planText(answer.data);
    case 'probe':
      return (await import('./text-probe.js')).probeText(answer.data);
    case 'doctor':
      return (await import('./text-doctor.js')).doctorText(answer.data);
    case 'demo':
      return [];
  }
}
