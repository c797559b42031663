/** The main job's answer: the one line that matters, every action, then what is left behind. */
import { filesFact, repoFact } from './disk-facts.js';
import { count, type Line, moment, wrap } from './lines.js';
import type { Report } from './report.js';
import { PROOFS } from './sentences.js';
import { actionLines, actionRow, draftLines, heldLines, summaryText } from './text-action.js';
import { rowsWith } from './text-status.js';
import { cut } from './unsent.js';

export function reportText(report: Report, page: string | null): Line[] {
  return [
    { text: headline(report), colour: 'bold' },
    ...wrap(deathText(report)),
    '',
    ...rowsWith(report.actions, actionRow, (action) => [
      ...actionLines(action),
      ...heldLines(action),
      ...draftLines(action),
    ]),
    ...(report.actions.length > 0 ? [''] : []),
    ...leftoverLines(report),
    ...leftLines(report),
    ...(page === null ? [] : [`report: ${page}`]),
  ];
}

/** `launch-1 died (SIGKILL, 84 bytes of stdout): 1 verified, 1 absent, 1 unverified` */
export function headline(report: Report): string {
  return `${report.worker} ${howItEnded(report)}: ${summaryText(report.summary)}`;
}

function howItEnded({ death, starts }: Report): string {
  if (starts === 0 || death === null) return 'was not started';
  if (neverSpawned(death)) return starts === undefined ? 'was not started' : 'was not started again';
  const { proof, exitCode, signal, stdoutBytes } = death;
  const ended = proof === 'exit' && exitCode === 0;
  const how = signal ?? (exitCode === null ? proof : `exit ${exitCode}`);
  const said = stdoutBytes === null ? '' : `, ${count(stdoutBytes, 'byte')} of stdout`;
  return `${ended ? 'ended' : 'died'} (${how}${said})`;
}

/** A start that ended before there was a process: neither a code nor a signal ended it. */
function neverSpawned({ proof, exitCode, signal }: NonNullable<Report['death']>): boolean {
  return proof === 'exit' && exitCode === null && signal === null;
}

export function deathText({ epoch, death, starts, left = [] }: Report): string {
  const tries = starts === undefined ? '' : `, ${count(starts, 'start')} in this run`;
  if (starts === 0 || death === null)
    return left.length > 0 ? 'no worker was started' : 'nothing may run, so no worker was started';
  const ended = neverSpawned(death) ? 'its command was not started' : PROOFS[death.proof];
  return `epoch ${epoch}, ${moment(death.at)}: ${ended}${tries}`;
}

function leftoverLines({ browser, inventory }: Report): Line[] {
  const { tabs, files, fileSearch, repos } = inventory;
  const alive = browser.alive ? `alive at ${browser.endpoint ?? '?'}` : 'gone';
  const told = browser.alive ? ', ' : '; its files tell of ';
  const lines: Line[] = wrap(
    `browser: ${alive}${tabs.length > 0 ? `${told}${count(tabs.length, 'tab')}` : ''}`,
  );
  // Of a dead browser every tab is closed: what its files tell of them is in the report, and in `inventory --profile`.
  for (const { status, url, why } of tabs.filter((tab) => browser.alive && (tab.status !== 'ok' || tab.why)))
    lines.push(
      ...wrap(
        `tab ${status === 'ok' ? 'partly read' : status}: ${cut(url, 200)}${why === null ? '' : ` (${why})`}`,
      ),
    );
  const found = filesFact(files, fileSearch);
  if (found !== null) lines.push(...wrap(`files: ${found}`));
  for (const repo of repos) lines.push(...wrap(`repo ${repo.path}: ${repoFact(repo)}`));
  return lines;
}

function leftLines({ left }: Report): Line[] {
  if (left === undefined || left.length === 0) return [];
  return wrap(`left to do after the last retry: ${left.join(', ')}`);
}
