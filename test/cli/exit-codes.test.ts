import { readFileSync } from 'node:fs';
import { EXIT } from '../../src/refusal.js';
import { expect, test } from '../support/folder.js';

const docs = readFileSync(new URL('../../docs/exit-codes.md', import.meta.url), 'utf8');

/** `| 3 | `open` | …` → ['open', 3] */
function rows(from: string, to?: string): Record<string, number> {
  const part = docs.slice(docs.indexOf(from), to === undefined ? undefined : docs.indexOf(to));
  const found = [...part.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)];
  return Object.fromEntries(found.map(([, code, name]) => [name, Number(code)]));
}

test('docs/exit-codes.md lists exactly the exit codes of refusal.ts', () => {
  const { gate, ...codes } = EXIT;
  expect(rows('| code | name', '| code | answer')).toEqual(codes);
  expect(rows('| code | answer')).toEqual(gate);
});
