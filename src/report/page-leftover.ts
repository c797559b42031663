/** The report's second half: what the worker left behind. */
import type {
  Control,
  FileRecord,
  Frame,
  Inventory,
  LogRecord,
  RepoRecord,
  Tab,
} from '../inventory/inventory.js';
import { type Html, html, link } from './html.js';
import { count } from './lines.js';
import type { PageOptions } from './page.js';
import { TABS } from './sentences.js';
import { nameOf, typedText } from './text-inventory.js';

/** All pictures together, as text: beyond this a browser takes long to open the page. */
const PICTURES = 48 * 1024 * 1024;
const FILES = 500;

export async function tabsPart(
  { tabs, contexts }: Inventory,
  screenshots: PageOptions['screenshots'],
): Promise<Html | null> {
  if (tabs.length === 0) return null;
  let room = PICTURES;
  const parts: Html[] = [];
  for (const tab of tabs) {
    const picture = tab.screenshot === null ? null : pictureOnly(await screenshots(tab.screenshot));
    const fits = picture !== null && picture.length <= room;
    if (fits) room -= picture.length;
    parts.push(tabPart(tab, fits ? picture : null));
  }
  return html`<h2>${count(tabs.length, 'tab')} in ${count(contexts.length, 'context')}</h2>${parts}`;
}

function pictureOnly(uri: string | null): string | null {
  return uri !== null && /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]*$/.test(uri) ? uri : null;
}

function tabPart(tab: Tab, picture: string | null): Html {
  const { title, url, status, why, incognito, frames, history } = tab;
  return html`<section class="block">
<header><h3>${title || '(no title)'}</h3>${status !== 'ok' && html`<span class="state open">${status}</span>`}${incognito && html`<span class="faint">incognito</span>`}</header>
<p>${link(url)}</p>
${status !== 'ok' && html`<p>${TABS[status]}${why !== null && `: ${why}`}</p>`}
${frames.map(framePart)}
${picture !== null && html`<figure><img src="${picture}" alt="Screenshot of ${title || url}"></figure>`}
${tab.screenshot !== null && picture === null && html`<p class="faint">Screenshot: <code>${tab.screenshot}</code></p>`}
${history.length > 1 && html`<details><summary>${count(history.length, 'page')} in its history</summary><ol>${history.map((item) => html`<li>${link(item.url)} <span class="faint">${item.transition}${item.current && ', now'}</span></li>`)}</ol></details>`}
</section>`;
}

/** Only what somebody typed or chose; the rest is a number. */
function framePart({ url, path, forms, controls, why }: Frame): Html | null {
  const dirty = controls.filter((control) => control.dirty);
  const untouched = controls.length - dirty.length;
  if (controls.length === 0 && why === null) return null;
  return html`${path.length > 0 && html`<p class="faint">Frame ${link(url)}</p>`}${why !== null && html`<p>Could not be read: ${why}</p>`}
${dirty.length > 0 && html`<table><thead><tr><th scope="col">Typed into</th><th scope="col">Value</th></tr></thead><tbody>${dirty.map(controlRow)}</tbody></table>`}
<p class="faint">${count(forms.length, 'form')}, ${count(untouched, 'untouched control')}</p>`;
}

function controlRow(control: Control): Html {
  return html`<tr><th scope="row">${control.label || nameOf(control)}</th><td>${typedText(control)}</td></tr>`;
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

function repoPart({
  path,
  branch,
  dirty,
  untracked,
  commits,
  unfinished,
  lock,
  remote,
  why,
}: RepoRecord): Html {
  const pushed = {
    true: 'pushed',
    false: 'not pushed',
    null: 'pushed or not: the remote could not be asked',
  };
  return html`<section class="block"><header><h3><code>${path}</code></h3><span class="faint">${branch ?? 'no branch'}, remote: ${remote}</span></header>
${why !== null && html`<p>Could not be read: ${why}</p>`}
${unfinished !== null && html`<p><strong>Unfinished ${unfinished}</strong></p>`}
${lock && html`<p><strong>An index.lock lies about</strong></p>`}
${commits.length > 0 && html`<ul>${commits.map((commit) => html`<li><code>${commit.hash.slice(0, 10)}</code> ${commit.subject} <span class="faint">${pushed[`${commit.pushed}`]}</span></li>`)}</ul>`}
${dirty.length > 0 && html`<p>Changed: ${dirty.join(', ')}</p>`}
${untracked.length > 0 && html`<p>Untracked: ${untracked.join(', ')}</p>`}
</section>`;
}

export function logPart({ stdoutBytes, stderrBytes, tail }: LogRecord): Html | null {
  if (tail === '' && stdoutBytes === null && stderrBytes === null) return null;
  const size = (bytes: number | null): string => (bytes === null ? 'not captured' : count(bytes, 'byte'));
  return html`<h2>The worker's output</h2>
<p class="faint">stdout: ${size(stdoutBytes)}, stderr: ${size(stderrBytes)}</p>
${tail !== '' && html`<pre>${tail}</pre>`}`;
}
