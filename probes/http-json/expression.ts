/** JMESPath, the language in which a plan points into an answer. */
import { compile, search } from '@jmespath-community/jmespath';

type Json = Parameters<typeof search>[0];

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
