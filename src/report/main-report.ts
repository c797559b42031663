/** The document of the main job (contract §7). */

import { withPictures } from '../inventory/leftover.js';
import { redactUrl } from '../inventory/redact.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Leftover } from '../leftover.js';
import { known } from '../look.js';
import type { Death, Start } from '../words.js';
import { actionReport, iso, summarise } from './build.js';
import type { ActionReport, GateReport, Report } from './report.js';

export async function buildReport(
  ledger: Ledger,
  start: Start,
  { inventory, browser, pictures }: Leftover,
  answers: GateReport[],
): Promise<Report> {
  const { worker, epoch, death } = start;
  const currents = await ledger.list({ worker });
  return {
    worker,
    epoch,
    death: death === null ? null : deathReport(death),
    browser: {
      endpoint: start.browser === null ? null : redactUrl(start.browser.endpoint),
      alive: browser.alive,
      wire: { covered: false, gaps: ['no wire was in force'] },
    },
    actions: await Promise.all(
      currents.map(async ({ action }) => {
        const { chain, current } = await known(ledger, action.key);
        return withLastWord(actionReport(chain, current), answers);
      }),
    ),
    inventory: withPictures(inventory, await pictures),
    summary: summarise(currents),
  };
}

/** The gate's last look may have held back what the verdict alone would let RUN. */
function withLastWord(action: ActionReport, answers: GateReport[]): ActionReport {
  const last = answers.find(({ key }) => key === action.key);
  return action.gate === 'RUN' && last?.gate === 'HOLD' ? { ...action, gate: 'HOLD' } : action;
}

function deathReport({ proof, at, exitCode, signal, stdoutBytes }: Death): Report['death'] {
  return { proof, at: iso(at), exitCode, signal, stdoutBytes };
}
