/** The report's second half: what the worker left behind. */
import type { Frame, Inventory, LogRecord, RepoRecord, Tab } from '../inventory/inventory.js';
import { iso } from './build.js';
import { filesFact } from './disk-facts.js';
import { type FormInput, HELD, inputsIn } from './frame-inputs.js';
import { type Html, html, link } from './html.js';
import { count, moment } from './lines.js';
import type { PageOptions } from './page.js';
import { profileSections, savedTabs, type TabGroup } from './profile-facts.js';
import { factsOf, gravestFirst, isPlain, standingOf, unreadIn } from './tab-facts.js';

/** All pictures together, as text: beyond this a browser takes long to open the page. */
const PICTURES = 48 * 1024 * 1024;
const FILES = 500;

export async function tabsPart(
  { tabs, contexts, serviceWorkers, profile }: Inventory,
  screenshots: PageOptions['screenshots'],
): Promise<Html> {
  const live = { title: `${count(tabs.length, 'tab')} in ${count(contexts.length, 'context')}`, more: null };
  const saved = profile !== null && tabs.every(({ last }) => last !== undefined);
  const groups = saved ? savedTabs(tabs, profile).groups : [{ ...live, tabs: gravestFirst(tabs) }];
  const pictures = { room: PICTURES, read: screenshots };
  const parts: Html[] = [];
  for (const group of groups.filter(({ tabs }) => saved || tabs.length > 0))
    parts.push(await groupPart(group, pictures));
  return html`${parts}
${serviceWorkers.length > 0 && html`<p>Service workers: ${serviceWorkers.map(({ url }) => html`${link(url)} `)}</p>`}
${profile !== null && profilePart(profile)}`;
}

async function groupPart(
  { title, tabs, more }: TabGroup,
  pictures: { room: number; read: PageOptions['screenshots'] },
): Promise<Html> {
  const parts: Html[] = [];
  const plain = tabs.filter(isPlain);
  for (const tab of tabs.filter((one) => !isPlain(one))) {
    const picture = tab.screenshot === null ? null : pictureOnly(await pictures.read(tab.screenshot));
    const fits = picture !== null && picture.length <= pictures.room;
    if (fits) pictures.room -= picture.length;
    parts.push(tabPart(tab, fits ? picture : null));
  }
  return html`<h2>${capital(title)}</h2>${parts}
${plain.length > 0 && html`<ul>${plain.map(plainTab)}</ul>`}
${more !== null && html`<p class="faint">${more}</p>`}`;
}

function pictureOnly(uri: string | null): string | null {
  return uri !== null && /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/.test(uri) ? uri : null;
}

function plainTab({ title, url, screenshotWhy }: Tab): Html {
  return html`<li>${title} ${link(url)}${screenshotWhy !== null && html` <span class="faint">no screenshot: ${screenshotWhy}</span>`}</li>`;
}

function tabPart(tab: Tab, picture: string | null): Html {
  const { title, url, status, incognito, frames, history } = tab;
  const standing = standingOf(tab);
  const facts = factsOf(tab);
  return html`<section class="block">
<header><h3>${title || '(no title)'}</h3>${status !== 'ok' && html`<span class="state open">${status}</span>`}${incognito && html`<span class="faint">incognito</span>`}</header>
<p>${link(url)}</p>
${standing !== null && html`<p><strong>${standing}</strong></p>`}
${frames.map((frame) => framePart(frame, tab))}
${facts.length > 0 && html`<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`}
${picture !== null && html`<figure><img src="${picture}" alt="Screenshot of ${title || url}"></figure>`}
${tab.screenshot !== null && picture === null && html`<p class="faint">Screenshot: <code>${tab.screenshot}</code></p>`}
${tab.screenshotWhy !== null && html`<p class="faint">No screenshot: ${tab.screenshotWhy}</p>`}
${history.length > 1 && html`<details><summary>${count(history.length, 'page')} in its history</summary><ol>${history.map((item) => html`<li>${link(item.url)} <span class="faint">${item.transition}${item.current && ', now'}</span></li>`)}</ol></details>`}
</section>`;
}

/** Only what somebody typed or chose, and what a session file holds; the rest is a number. */
function framePart(frame: Frame, tab: Tab): Html | null {
  const { url, path, forms, controls } = frame;
  const inputs = inputsIn(frame);
  const unread = unreadIn(frame, tab);
  if (controls.length === 0 && unread === null) return null;
  const untouched = controls.filter(({ dirty }) => !dirty).length;
  const isTold = controls.every(({ from }) => from === 'page');
  const rest = count(untouched, isTold ? 'untouched control' : 'other control');
  return html`${path.length > 0 && html`<p class="faint">Frame ${link(url)}</p>`}${unread !== null && html`<p>${capital(unread)}</p>`}
${inputs.map(inputPart)}
<p class="faint">${count(forms.length, 'form')}, ${rest}</p>`;
}

function inputPart({ heading, unsent, held, more }: FormInput): Html {
  const { typed, missing, sentBy } = unsent ?? { typed: [], missing: [], sentBy: [] };
  return html`<h4>${capital(heading)}</h4>
${
  typed.length > 0 &&
  html`<table><thead><tr><th scope="col">Typed into</th><th scope="col">Value</th></tr></thead>
<tbody>${fieldRows(typed)}</tbody></table>`
}
${held.length > 0 && html`<p class="faint">${capital(HELD)}:</p><table><tbody>${fieldRows(held)}</tbody></table>`}
${more > 0 && html`<p class="faint">and ${more} more</p>`}
${missing.length > 0 && html`<p class="faint">Still empty, but required: ${missing.join(', ')}</p>`}
${sentBy.length > 0 && html`<p class="faint">Would be sent by: ${sentBy.join(' ')}</p>`}`;
}

function fieldRows(fields: FormInput['held']): Html[] {
  return fields.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`);
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function profilePart(profile: NonNullable<Inventory['profile']>): Html {
  const parts = profileSections(profile).map(
    ({ title, lines }) => html`<h4>${title}</h4><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
  );
  return html`<h2>The browser's profile</h2><section class="block"><header><h3><code>${profile.path}</code></h3></header>${parts}</section>`;
}

export function filesPart({ files, fileSearch }: Inventory): Html | null {
  const fact = filesFact(files, fileSearch);
  if (fact === null) return null;
  const first = [...files.filter((file) => file.changed), ...files.filter((file) => !file.changed)].slice(
    0,
    FILES,
  );
  const rows = first.map(
    (file) =>
      html`<tr><th scope="row"><code>${file.path}</code></th><td>${file.why ?? (file.changed ? 'changed' : 'as before')}</td><td>${file.why === null && count(file.size, 'byte')}</td></tr>`,
  );
  const rest = fileSearch.matched - first.length;
  return html`<h2>Files</h2><p class="faint">${fact}</p>${rows.length > 0 && html`<table><tbody>${rows}</tbody></table>`}
${rest > 0 && html`<p class="faint">and ${rest} more</p>`}`;
}

export function reposPart(repos: RepoRecord[]): Html | null {
  return repos.length === 0 ? null : html`<h2>Repositories</h2>${repos.map(repoPart)}`;
}

const PUSHED = {
  true: 'pushed',
  false: 'on no remote',
  null: 'not known whether it was pushed',
};

function repoPart(repo: RepoRecord): Html {
  const { path, branch, head, remote, why, unfinished, lock, more } = repo;
  const at = branch ?? (head === null ? 'no commit yet' : `no branch, at ${head.slice(0, 10)}`);
  return html`<section class="block"><header><h3><code>${path}</code></h3><span class="faint">${at}, remote: ${remote}</span></header>
${why !== null && html`<p>Could not be read: ${why}</p>`}
${unfinished !== null && html`<p><strong>Unfinished ${unfinished}</strong></p>`}
${lock && html`<p><strong>A lock of git lies about</strong></p>`}
${refsPart(repo)}
${list('Changed', repo.dirty, more.dirty)}
${list('Untracked', repo.untracked, more.untracked)}
${list(
  'Put aside',
  repo.stashes.map(({ subject }) => subject),
  more.stashes,
)}
${list(
  'Other worktrees',
  repo.worktrees.map((other) => `${other.path} (${other.branch ?? 'no branch'})`),
)}
${repo.submodules.map(repoPart)}
</section>`;
}

function refsPart({ commits, tags, pushes, more, remoteWhy }: RepoRecord): Html | null {
  const items = [
    ...commits.map(({ hash, subject, pushed }) => item(html``, hash, subject, PUSHED[`${pushed}`])),
    ...tags.map(({ name, hash, pushed }) => item(html`tag ${name} `, hash, '', PUSHED[`${pushed}`])),
    ...pushes.map(({ ref, remote, commit, at }) =>
      item(html`push to ${ref} on ${remote} `, commit, '', `by the clone's own log, ${moment(iso(at))}`),
    ),
  ];
  const unlisted = [
    ...(more.commits > 0 ? [count(more.commits, 'more commit')] : []),
    ...(more.tags > 0 ? [count(more.tags, 'more tag')] : []),
    ...(more.pushes > 0 ? [count(more.pushes, 'more push', 'more pushes')] : []),
  ];
  return html`${remoteWhy !== null && html`<p>Not all is known of what was pushed: ${remoteWhy}</p>`}
${items.length > 0 && html`<ul>${items}</ul>`}${unlisted.length > 0 && html`<p class="faint">and ${unlisted.join(', ')}</p>`}`;
}

function item(what: Html, hash: string, subject: string, fate: string): Html {
  return html`<li>${what}<code>${hash.slice(0, 10)}</code> ${subject} <span class="faint">${fate}</span></li>`;
}

function list(what: string, items: string[], more = 0): Html | null {
  const rest = more > 0 ? ` and ${more} more` : '';
  return items.length === 0 ? null : html`<p>${what}: ${items.join(', ')}${rest}</p>`;
}

export function logPart({ stdoutBytes, stderrBytes, tail }: LogRecord): Html | null {
  if (tail === '' && stdoutBytes === null && stderrBytes === null) return null;
  const size = (bytes: number | null): string => (bytes === null ? 'not captured' : count(bytes, 'byte'));
  return html`<h2>The worker's output</h2>
<p class="faint">stdout: ${size(stdoutBytes)}, stderr: ${size(stderrBytes)}</p>
${tail !== '' && html`<pre>${tail}</pre>`}`;
}
