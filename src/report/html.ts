/** HTML as a value: `html` escapes whatever is put into it, unless that is HTML already. So nothing can be forgotten. */
import { linkable, markup } from './escape.js';

export class Html {
  constructor(readonly source: string) {}
}

type Part = Html | string | number | null | undefined | false | Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.map((string, at) => string + (at < parts.length ? sourceOf(parts[at]) : '')).join(''),
  );
}

function sourceOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.source;
  return Array.isArray(part) ? part.map(sourceOf).join('') : markup(String(part));
}

const LONGEST = 300;

/** A link where the address is a web address, plain text where it is anything else. */
export function link(url: string): Html {
  const href = linkable(url);
  const text = url.length <= LONGEST ? url : `${url.slice(0, LONGEST)}… (${url.length} characters)`;
  if (href === null) return html`<code>${text}</code>`;
  return html`<a href="${href}" rel="noreferrer noopener" target="_blank">${text}</a>`;
}

/** A moment as people read it, with the exact one for programs. */
export function time(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}Z</time>`;
}

/** With a capital and a full stop: the codes' sentences are clauses. */
export function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
