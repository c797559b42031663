import { isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/** The way from the plan's root to a value: names of maps, indexes of lists. */
export type Path = readonly (string | number)[];

/** A fault that knows where it is: at the value, at its name in the map, or at a character that only its finder knows. */
export interface Fault {
  path: Path;
  message: string;
  at?: 'name' | 'value' | number;
}

export interface Spot {
  line: number;
  column: number;
}

/** `actions[2].effect.url`; names that are not plain words are quoted. */
export function pathText(path: Path): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[\w-]+$/.test(step)) text += text === '' ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text || 'plan';
}

/** Answers where a path is in the text it was read from. What is not there is where its parent is. */
export class Positions {
  constructor(
    private readonly root: Node | null,
    private readonly lines: LineCounter,
    /** What each alias stands for. */
    private readonly targets: ReadonlyMap<Node, Node>,
  ) {}

  spot({ path, at = 'value' }: Pick<Fault, 'path' | 'at'>): Spot {
    if (typeof at === 'number') return this.spotAt(at);
    const { node, name } = this.find(path);
    return this.spotAt((at === 'name' ? (name ?? node) : node)?.range?.[0] ?? 0);
  }

  spotAt(offset: number): Spot {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  /** A scalar as it is written: `1.0` and `1` are different texts of one number. */
  written(path: Path): string {
    const { node } = this.find(path);
    return isScalar(node) ? (node.source ?? '') : '';
  }

  private find(path: Path): { node: Node | null; name: Node | null } {
    let node: Node | null = this.root;
    let name: Node | null = null;
    for (const step of path) {
      const inside: Node | null = isAlias(node) ? (this.targets.get(node) ?? null) : node;
      let next: Node | null = null;
      if (isSeq(inside)) next = (inside.items[Number(step)] as Node | undefined) ?? null;
      if (isMap(inside)) {
        const pair = inside.items.find((item) => isScalar(item.key) && item.key.value === String(step));
        next = (pair?.value as Node | null | undefined) ?? (pair?.key as Node | undefined) ?? null;
        name = (pair?.key as Node | undefined) ?? name;
      }
      if (!next) break;
      node = next;
    }
    return { node, name };
  }
}
