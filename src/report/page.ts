/**
 * The HTML report: one file, no script, nothing to load, for somebody who was woken up. The one line that matters
 * first, then what happened to each action and what a retry does with it, then why, then what is left behind.
 */
import { createHash } from 'node:crypto';
import { Html, html, link, sentence, time } from './html.js';
import { actionDetails, actionsTable } from './page-actions.js';
import { filesPart, logPart, reposPart, tabsPart } from './page-leftover.js';
import { STYLE } from './page-style.js';
import type { Report } from './report.js';
import { deathText, headline } from './text-report.js';

export interface PageOptions {
  /** A tab's screenshot as a `data:` URI; null where there is none. */
  screenshots: (path: string) => Promise<string | null>;
}

export async function renderReport(report: Report, { screenshots }: PageOptions): Promise<string> {
  const { actions, inventory, worker } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${worker} · reconcile</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
${head(report)}
<main>
${actionsTable(actions)}
${left(report)}
${actions.map(actionDetails)}
${await tabsPart(inventory, screenshots)}
${filesPart(inventory)}
${reposPart(inventory.repos)}
${logPart(inventory.log)}
</main>
</body>
</html>
`;
  return page.source;
}

/** Nothing may run, load or be sent: only this style sheet, by its hash, and pictures that are in the page. */
function policy(): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
}

function head(report: Report): Html {
  return html`<header>
<h1>${headline(report)}</h1>
<p class="faint">${sentence(deathText(report))}</p>
${browserLine(report)}
</header>`;
}

function browserLine({ browser, inventory }: Report): Html {
  const { alive, endpoint, wire } = browser;
  const taken = html`Looked at ${time(new Date(inventory.at).toISOString())}.`;
  const state = alive
    ? html`Its browser is alive${endpoint !== null && html` at ${link(endpoint)}`}.`
    : 'Its browser is gone.';
  const gaps = wire.gaps.map((gap) => html`<li>${gap}</li>`);
  return html`<p class="faint">${state} ${taken}</p>
${gaps.length > 0 && html`<p class="faint">What left the browser was not watched all the time:</p><ul>${gaps}</ul>`}`;
}

function left({ left: keys }: Report): Html | null {
  if (keys === undefined || keys.length === 0) return null;
  return html`<p><strong>Left to do after the last retry:</strong> ${keys.join(', ')}</p>`;
}
