/**
 * Text → plain values, with every fault of the notation. Rules:
 *  - YAML 1.2 core schema, of which JSON is a part; one document; names are text and occur once;
 *  - no tags beyond the core ones, so that a value is what it looks like;
 *  - aliases are expanded under a budget, nesting has an end: a plan cannot exhaust the machine;
 *  - maps become objects without surprises: `__proto__` is refused as a name.
 */
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  parseAllDocuments,
  type YAMLMap,
} from 'yaml';
import { type Fault, type Path, Positions, type Spot } from './positions.js';

const MAX_DEPTH = 64;
/** Characters after expansion of all aliases; a value costs as much as some of them. */
const MAX_EXPANDED = 8 << 20;
const VALUE_COST = 16;
const MAX_SYNTAX_FAULTS = 20;

export interface ReadText {
  value: unknown;
  positions: Positions;
  /** What makes the text no YAML at all: nothing else can be said about it. */
  syntax: { spot: Spot; message: string }[];
  faults: Fault[];
}

export function readYaml(text: string): ReadText {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    // Checked below in linear time; the package's own check is quadratic.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: lines,
  });
  const document = documents[0];
  const targets = new Map<Node, Node>();
  const root = document?.contents ?? null;
  const positions = new Positions(root, lines, targets);
  if (!document) return { value: null, positions, syntax: [], faults: [] };
  const syntax = [...document.errors, ...document.warnings].slice(0, MAX_SYNTAX_FAULTS).map((error) => ({
    spot: positions.spotAt(error.pos[0]),
    message: sentence(error.message),
  }));
  const second = documents[1];
  if (second)
    syntax.push({
      spot: positions.spotAt(second.range[0]),
      message: 'a second document begins here: a plan is one',
    });
  if (document.directives?.yaml.explicit && document.directives.yaml.version !== '1.2') {
    syntax.push({ spot: positions.spotAt(0), message: 'is read as YAML 1.2: remove the %YAML directive' });
  }
  const reader = new Reader(targets);
  const value = syntax.length === 0 ? reader.value(root, []) : undefined;
  return { value, positions, syntax, faults: reader.faults };
}

/** Turns nodes into values; anything it cannot take becomes a fault and `undefined`. */
class Reader {
  readonly faults: Fault[] = [];
  private budget = MAX_EXPANDED;
  private readonly expanding: Node[] = [];
  private readonly anchors = new Map<string, Node>();

  /** `targets` is filled on the way: an alias means the last anchor before it, wherever it is expanded later. */
  constructor(private readonly targets: Map<Node, Node>) {}

  value(node: Node | null, path: Path): unknown {
    this.budget -= VALUE_COST;
    if (path.length > MAX_DEPTH) return this.fault(path, 'is nested too deeply');
    if (isAlias(node)) return this.alias(node, path);
    if (node?.anchor && this.expanding.length === 0) this.anchors.set(node.anchor, node);
    if (isScalar(node)) return this.scalar(node.value, path);
    if (isMap(node)) return this.map(node, path);
    const items = (node as { items?: Node[] } | null)?.items;
    return items ? this.list(items, path) : null;
  }

  private alias(node: Alias, path: Path): unknown {
    const target = this.targets.get(node) ?? this.anchors.get(node.source);
    if (!target) return this.fault(path, `nothing above is anchored as &${node.source}`);
    this.targets.set(node, target);
    if (this.expanding.includes(target)) return this.fault(path, `holds itself, by *${node.source}`);
    this.expanding.push(target);
    const value = this.value(target, path);
    this.expanding.pop();
    return value;
  }

  private list(items: Node[], path: Path): unknown[] {
    const values: unknown[] = [];
    for (const [i, item] of items.entries()) {
      if (this.spent(path)) break;
      values.push(this.value(item, [...path, i]));
    }
    return values;
  }

  private map(node: YAMLMap, path: Path): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const { key, value } of node.items) {
      if (this.spent(path)) break;
      if (!isScalar(key) || typeof key.value !== 'string') {
        const message = `holds a name that is not text${isScalar(key) ? `: quote ${key.source}` : ''}`;
        this.faults.push({ path, at: (key as Node | null)?.range?.[0] ?? 'value', message });
        values[isScalar(key) ? String(key.source) : '?'] = undefined;
        continue;
      }
      const inner = [...path, key.value];
      const at = key.range?.[0] ?? 0;
      if (key.value === '__proto__')
        this.faults.push({ path: inner, at, message: 'is not allowed as a name' });
      else if (Object.hasOwn(values, key.value))
        this.faults.push({ path: inner, at, message: 'is here a second time' });
      else values[key.value] = this.value(value as Node | null, inner);
    }
    return values;
  }

  private scalar(value: unknown, path: Path): unknown {
    if (typeof value === 'string') this.budget -= value.length;
    if (typeof value === 'number' && !Number.isFinite(value))
      return this.fault(path, 'is not a number that JSON knows');
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      return this.fault(path, 'is too large for an exact number: quote it');
    }
    return value;
  }

  /** true, with one fault in all, once the expanded plan is larger than any real one. */
  private spent(path: Path): boolean {
    if (this.budget > 0) return false;
    if (this.budget > Number.NEGATIVE_INFINITY)
      this.fault(path, 'is too large once its aliases are expanded');
    this.budget = Number.NEGATIVE_INFINITY;
    return true;
  }

  private fault(path: Path, message: string): undefined {
    this.faults.push({ path, message });
  }
}

/** The package's messages begin with a capital letter and may quote a whole line. */
function sentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return `not valid YAML: ${line.charAt(0).toLowerCase()}${line.slice(1, 200)}`;
}
