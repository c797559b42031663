/** The report's table of actions, and each action's evidence and draft. */
import type { Draft, DraftField, State } from '../words.js';
import { type Html, html, link, sentence, time } from './html.js';
import type { ActionReport, EvidenceReport } from './report.js';
import { CERTAIN, ON_RETRY, reasonSentence, witness } from './sentences.js';
import { heldBy, isFilled } from './text-action.js';
import { unnamed } from './unsent.js';

const TONES: Record<State, 'good' | 'calm' | 'open' | 'bad'> = {
  planned: 'calm',
  claimed: 'open',
  unverified: 'open',
  verified: 'good',
  absent: 'calm',
  duplicate: 'bad',
  gone: 'bad',
  waived: 'good',
};

export function actionsTable(actions: ActionReport[]): Html {
  if (actions.length === 0) return html`<p>The plan holds no actions.</p>`;
  return html`<section aria-label="Actions"><table class="actions">
<thead><tr><th scope="col">Action</th><th scope="col">State</th><th scope="col">What is certain</th><th scope="col">On retry</th></tr></thead>
<tbody>${actions.map(row)}</tbody>
</table></section>`;
}

function row(action: ActionReport): Html {
  return html`<tr>
<th scope="row"><a href="#${action.key}">${action.id}</a></th>
<td>${badge(action.state)}</td>
<td><p><strong>${sentence(CERTAIN[action.state])}</strong> ${sentence(reasonSentence(action.reason))}</p>${action.url !== null && html`<p>${link(action.url)}</p>`}</td>
<td><p><strong>${action.gate}</strong>: ${onRetry(action)}</p></td>
</tr>`;
}

function onRetry(action: ActionReport): Html {
  const { gate, nextLook } = action;
  const why = heldBy(action);
  const next = gate === 'HOLD' && nextLook !== null && html`, next look ${time(nextLook)}`;
  return html`${ON_RETRY[gate]}${next}${why !== null && `. The last look: ${why}`}`;
}

function badge(state: State): Html {
  return html`<span class="state ${TONES[state]}">${state}</span>`;
}

export function actionDetails(action: ActionReport): Html {
  const { id, key, kind, platform, account, identity, state, reason, since, evidence } = action;
  const who = account === null ? '' : ` as ${account}`;
  return html`<section class="block" id="${key}">
<header><h3>${id}</h3>${badge(state)}<span class="faint">${reason} · since ${time(since)}</span></header>
<p class="faint">${kind} on ${platform}${who}, ${JSON.stringify(identity)}</p>
<p class="faint"><code>${key}</code></p>
${draftPart(action.draft)}
<h4>Evidence</h4>
${evidence.length === 0 ? html`<p class="faint">None yet.</p>` : html`<ol class="timeline">${evidence.map(piece)}</ol>`}
</section>`;
}

function piece({ at, source, says, summary, hash, artifact }: EvidenceReport): Html {
  return html`<li>${time(at)} <strong>${witness(source, says)}</strong>
<p>${summary}</p>
<p class="faint"><code title="${hash}">${hash.slice(0, 12)}</code>${artifact !== undefined && html` <code>${artifact}</code>`}</p></li>`;
}

function draftPart(draft: Draft | null): Html | null {
  if (draft === null) return null;
  return html`<h4>Draft</h4>
<p>${link(draft.url)}</p>
${draft.fields.length > 0 && html`<table><thead><tr><th scope="col">Field</th><th scope="col">Value</th></tr></thead><tbody>${draft.fields.map(field)}</tbody></table>`}
${draft.why.length > 0 && html`<p class="faint">${draft.why.join('; ')}</p>`}`;
}

function field(draftField: DraftField): Html {
  const { name, label, type, value, redacted, partial } = draftField;
  const what = redacted ? html`<em class="faint">kept secret</em>` : html`${value}`;
  const shownValue = html`${isFilled(draftField) ? what : html`<em class="faint">empty</em>`}${partial && ' …'}`;
  return html`<tr><th scope="row">${label || name || unnamed(type)}</th><td>${shownValue}</td></tr>`;
}
