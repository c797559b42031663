/** A page as a tree, and what selectors find in it. Pages are hostile: bounded before they are parsed and searched. */
import { compile, selectAll } from 'css-select';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

export type Element = ReturnType<typeof adapter.createElement>;
type Node = Element['children'][number];
type Document = ReturnType<typeof adapter.createDocument>;

/** Beyond these a search takes minutes (depth counts squared); browsers cap depth at 512 themselves. */
const MOST_TAGS = 50_000;
const DEEPEST = 512;
const UNSEEN = ['script', 'style', 'template', 'noscript'];

/** null: too large to be searched. */
export function pageOf(html: string): Document | null {
  if (html.split('<').length > MOST_TAGS) return null;
  const page = parse(html, { treeAdapter: adapter });
  return depthOf(page) > DEEPEST ? null : page;
}

function depthOf(page: Document): number {
  let depth = 0;
  for (let level: Node[] = page.children; level.length > 0 && depth <= DEEPEST; depth += 1)
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  return depth;
}

export function selectorFault(selector: string): string | null {
  if (selector.trim() === '') return 'is an empty selector';
  try {
    compile(selector);
    return null;
  } catch (error) {
    return `is not a CSS selector: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function select(selector: string, within: Document | Element): Element[] {
  return selectAll<Node, Element>(selector, within.children);
}

/** What a reader sees of an element, white space as it stands. */
export function textOf(element: Element): string {
  if (UNSEEN.includes(element.name)) return '';
  return element.children
    .map((node) =>
      'data' in node && node.type === 'text' ? node.data : 'children' in node ? textOf(node as Element) : '',
    )
    .join('');
}

/** `a.permalink@href` */
export function linkOf(link: string): { selector: string; attribute: string } | null {
  const [, selector, attribute] = /^(.+)@([\w-]+)$/s.exec(link) ?? [];
  return selector === undefined || attribute === undefined ? null : { selector, attribute };
}

/**
 * The address that belongs to a found element: its own, or the only one of the nearest element around it that has
 * one. null: there is none, or several, and no telling which.
 */
export function addressOf(found: Element, link: string, base: string): string | null {
  const parts = linkOf(link);
  if (parts === null) return null;
  for (let around: Element | null = found; around !== null; around = parentOf(around)) {
    const links = new Set(
      select(parts.selector, { children: [around] } as Element).flatMap((one) => {
        const value = one.attribs[parts.attribute]?.trim();
        return value && URL.canParse(value, base) ? [new URL(value, base).href] : [];
      }),
    );
    const [only] = links;
    if (only !== undefined) return links.size === 1 && /^https?:/.test(only) ? only : null;
  }
  return null;
}

function parentOf({ parent }: Element): Element | null {
  return parent !== null && 'attribs' in parent ? (parent as Element) : null;
}

/** Relative addresses of a page start here. */
export function baseOf(page: Document, url: string): string {
  const href = select('base[href]', page)[0]?.attribs.href ?? '';
  return URL.canParse(href, url) ? new URL(href, url).href : url;
}
