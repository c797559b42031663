/** A vector: a page of somebody else's material, what a worker does in it, and what must be found beyond the comparison. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Control, Frame } from '../../src/inventory/inventory.js';
import { bundle } from '../support/bundle.js';
import type { Site } from '../support/site.js';
import type { Hand } from './hand.js';

export interface Vector {
  /** The page; by default `fixtures/` has it under the same name. Its `<script type="module">` may import packages. */
  html?: () => string;
  /** A selector (`a >> b` reaches into shadow roots and frames) that is there when the page is ready. */
  ready: string;
  /** What the worker did before it died. */
  work?: (hand: Hand) => Promise<void>;
  /** At least so many are compared by name and state: a page that did not come up must not pass. */
  controls: number;
  /** What the inventory must say beyond agreeing with the second reading. */
  expects?: (found: Found) => void;
}

export interface Found {
  frames: Frame[];
  all: Control[];
  /** By name, id or label; fails where it is not exactly one. */
  one(name: string): Control;
}

const PAGES = new URL('./pages/', import.meta.url);
const FIXTURES = new URL('./fixtures/', import.meta.url);

/** Every file in `pages/`: a new one needs no change here. */
export function names(): string[] {
  const files = readdirSync(PAGES).filter((file) => file.endsWith('.ts'));
  return files.map((file) => file.slice(0, -'.ts'.length));
}

export async function load(name: string): Promise<Vector> {
  return ((await import(`./pages/${name}.ts`)) as { default: Vector }).default;
}

/** Serves it with its bundled script and style; gives its address. */
export async function serve(site: Site, name: string, vector: Vector): Promise<string> {
  const file = new URL(`${name}.html`, FIXTURES);
  const html = vector.html?.() ?? (existsSync(file) ? readFileSync(file, 'utf8') : '');
  let source = '';
  const body = html.replace(/<script type="module">([\s\S]*?)<\/script>/, (_, inner: string) => {
    source = inner;
    return `<script defer src="/${name}.js"></script>`;
  });
  const { script, style } = await bundle(source);
  const asset =
    (text: string, type: string) => (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
      response.end(text);
    };
  site.route(`/${name}.js`, asset(script, 'text/javascript'));
  site.route(`/${name}.css`, asset(style, 'text/css'));
  const head = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>`;
  site.route(`/${name}`, `${head}<link rel="stylesheet" href="/${name}.css">${body}`);
  return `${site.url}/${name}`;
}

export function found(frames: Frame[]): Found {
  const all = frames.flatMap(({ controls }) => controls);
  const one = (name: string): Control => {
    const hits = all.filter((control) => [control.name, control.id, control.label].includes(name));
    if (hits.length !== 1 || hits[0] === undefined)
      throw new Error(`${hits.length} controls are called ${name}`);
    return hits[0];
  };
  return { frames, all, one };
}
