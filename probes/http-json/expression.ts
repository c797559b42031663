/** JMESPath, the language in which a plan points into an answer. */
import { compile, search } from '@jmespath-community/jmespath';

type Json = Parameters<typeof search>[0];
type Node = ReturnType<typeof compile>;

/** What is wrong with an expression; null: nothing. */
export function expressionFault(expression: string): string | null {
  try {
    compile(expression);
    return null;
  } catch (error) {
    return `is not JMESPath: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** null where it points at nothing, or where what it finds is not what it needs (a sum of texts, …). */
export function pick(value: unknown, expression: string): unknown {
  try {
    return search(value as Json, expression) ?? null;
  } catch {
    return null;
  }
}

/**
 * Is the member there that a path (`next`, `meta.next`) names, whatever it holds? JMESPath itself does not tell a member
 * that is null from one that is missing. Of any other expression nobody can say: true.
 */
export function hasMember(value: unknown, expression: string): boolean {
  const path = pathOf(compile(expression));
  let at = value;
  for (const name of path ?? []) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, name)) return false;
    at = (at as Record<string, unknown>)[name];
  }
  return true;
}

/** null: it is more than names after names. */
function pathOf(node: Node): string[] | null {
  if (node.type === 'Field') return [node.name];
  if (node.type === 'Current' || node.type === 'Root') return [];
  if (node.type !== 'Subexpression') return null;
  const [left, right] = [pathOf(node.left), pathOf(node.right)];
  return left && right && [...left, ...right];
}

/** The expression for a member of this very name, whatever characters it has. */
export function memberNamed(name: string): string {
  return JSON.stringify(name);
}

/** Stricter than JMESPath: a total of 0 proves no credential. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
