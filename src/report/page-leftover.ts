/** The report's second half: what the worker left behind. */
import type { FileRecord, Frame, Inventory, LogRecord, RepoRecord, Tab } from '../inventory/inventory.js';
import { type Html, html, link } from './html.js';
import { count } from './lines.js';
import type { PageOptions } from './page.js';
import { profileSections, savedTabs, type TabGroup } from './profile-facts.js';
import { factsOf, gravestFirst, isPlain, standingOf } from './tab-facts.js';
import { type Unsent, unsentIn } from './unsent.js';

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
  return html`<h2>${title[0]?.toUpperCase()}${title.slice(1)}</h2>${parts}
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
${frames.map(framePart)}
${facts.length > 0 && html`<ul>${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`}
${picture !== null && html`<figure><img src="${picture}" alt="Screenshot of ${title || url}"></figure>`}
${tab.screenshot !== null && picture === null && html`<p class="faint">Screenshot: <code>${tab.screenshot}</code></p>`}
${tab.screenshotWhy !== null && html`<p class="faint">No screenshot: ${tab.screenshotWhy}</p>`}
${history.length > 1 && html`<details><summary>${count(history.length, 'page')} in its history</summary><ol>${history.map((item) => html`<li>${link(item.url)} <span class="faint">${item.transition}${item.current && ', now'}</span></li>`)}</ol></details>`}
</section>`;
}

/** Only what somebody typed or chose; the rest is a number. */
function framePart(frame: Frame): Html | null {
  const { url, path, forms, controls, why } = frame;
  const untouched = controls.filter(({ dirty }) => !dirty).length;
  // That nothing at all could be read in the main frame is what the tab's own status says.
  if (controls.length === 0 && (why === null || path.length === 0)) return null;
  return html`${path.length > 0 && html`<p class="faint">Frame ${link(url)}</p>`}${why !== null && html`<p>Could not be read: ${why}</p>`}
${unsentIn(frame).map(unsentPart)}
<p class="faint">${count(forms.length, 'form')}, ${count(untouched, 'untouched control')}</p>`;
}

function unsentPart({ target, valid, typed, missing, sentBy }: Unsent): Html {
  const heading = target === null ? 'Typed outside of any form' : `Form ${target}`;
  return html`<h4>${heading}${valid === false && ', not valid yet'}</h4>
<table><thead><tr><th scope="col">Typed into</th><th scope="col">Value</th></tr></thead>
<tbody>${typed.map(({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody></table>
${missing.length > 0 && html`<p class="faint">Still empty, but required: ${missing.join(', ')}</p>`}
${sentBy.length > 0 && html`<p class="faint">Would be sent by: ${sentBy.map((label) => `[${label}]`).join(' ')}</p>`}`;
}

function profilePart(profile: NonNullable<Inventory['profile']>): Html {
  const parts = profileSections(profile).map(
    ({ title, lines }) => html`<h4>${title}</h4><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
  );
  return html`<h2>The browser's profile</h2><section class="block"><header><h3><code>${profile.path}</code></h3></header>${parts}</section>`;
}

export function filesPart(files: FileRecord[]): Html | null {
  if (files.length === 0) return null;
  const first = [...files.filter((file) => file.changed), ...files.filter((file) => !file.changed)].slice(
    0,
    FILES,
  );
  const rows = first.map(
    (file) =>
      html`<tr><th scope="row"><code>${file.path}</code></th><td>${file.why ?? (file.changed ? 'changed' : 'as before')}</td><td>${file.why === null && count(file.size, 'byte')}</td></tr>`,
  );
  return html`<h2>Files</h2><table><tbody>${rows}</tbody></table>
${files.length > FILES && html`<p class="faint">and ${files.length - FILES} more</p>`}`;
}

export function reposPart(repos: RepoRecord[]): Html | null {
  return repos.length === 0 ? null : html`<h2>Repositories</h2>${repos.map(repoPart)}`;
}

const PUSHED = {
  true: 'pushed',
  false: 'not pushed',
  null: 'pushed or not: the remote could not tell',
};

function repoPart(repo: RepoRecord): Html {
  const { path, branch, head, remote, why, unfinished, lock } = repo;
  const at = branch ?? (head === null ? 'no commit yet' : `no branch, at ${head.slice(0, 10)}`);
  return html`<section class="block"><header><h3><code>${path}</code></h3><span class="faint">${at}, remote: ${remote}</span></header>
${why !== null && html`<p>Could not be read: ${why}</p>`}
${unfinished !== null && html`<p><strong>Unfinished ${unfinished}</strong></p>`}
${lock && html`<p><strong>A lock of git lies about</strong></p>`}
${refsPart(repo)}
${list('Changed', repo.dirty)}
${list('Untracked', repo.untracked)}
${list(
  'Put aside',
  repo.stashes.map(({ subject }) => subject),
)}
${list(
  'Other worktrees',
  repo.worktrees.map((other) => `${other.path} (${other.branch ?? 'no branch'})`),
)}
${repo.submodules.map(repoPart)}
</section>`;
}

function refsPart({ commits, tags }: RepoRecord): Html | null {
  if (commits.length + tags.length === 0) return null;
  const commitItems = commits.map(
    ({ hash, subject, pushed }) =>
      html`<li><code>${hash.slice(0, 10)}</code> ${subject} <span class="faint">${PUSHED[`${pushed}`]}</span></li>`,
  );
  const tagItems = tags.map(
    ({ name, hash, pushed }) =>
      html`<li>tag ${name} <code>${hash.slice(0, 10)}</code> <span class="faint">${PUSHED[`${pushed}`]}</span></li>`,
  );
  return html`<ul>${commitItems}${tagItems}</ul>`;
}

function list(what: string, items: string[]): Html | null {
  return items.length === 0 ? null : html`<p>${what}: ${items.join(', ')}</p>`;
}

export function logPart({ stdoutBytes, stderrBytes, tail }: LogRecord): Html | null {
  if (tail === '' && stdoutBytes === null && stderrBytes === null) return null;
  const size = (bytes: number | null): string => (bytes === null ? 'not captured' : count(bytes, 'byte'));
  return html`<h2>The worker's output</h2>
<p class="faint">stdout: ${size(stdoutBytes)}, stderr: ${size(stderrBytes)}</p>
${tail !== '' && html`<pre>${tail}</pre>`}`;
}
