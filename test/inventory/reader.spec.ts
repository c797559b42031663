/** What is sent into a page is made shorter by the build: it must read what the long one reads. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { LIMITS } from '../../src/inventory/controls.js';
import { READER } from '../../src/inventory/in-page.js';
import { submitSource } from '../../src/inventory/in-page-submit.js';
import { codeOf, rulesWith } from '../../src/inventory/redact.js';
import { expect, test } from '../support/browser.js';

const SHORT = fileURLToPath(new URL('../../dist/src/inventory/in-page.min.js', import.meta.url));
const PAGES = [
  'controls',
  'custom',
  'labels',
  'shadow',
  'sight',
  'submits',
  'virtual-editors',
  'backing-textarea',
];

test('the reader that the build makes shorter reads the same', async ({ site, open }) => {
  const short = await readFile(SHORT, 'utf8');
  expect(short.length).toBeLessThan(0.7 * READER.length);
  const given = `${codeOf(rulesWith([/in-house/]))}, ${JSON.stringify(LIMITS)}, ${JSON.stringify(submitSource())}, null`;
  for (const page of PAGES) {
    const tab = await open(await site.fixture(`inventory/${page}.html`));
    const [long, other] = [READER, short].map((code) => tab.evaluate(`${code}().readDocument(${given})`));
    const read = String(await long);
    expect(JSON.parse(read).controls.length, page).toBeGreaterThan(0);
    expect(JSON.parse(String(await other)), page).toEqual(JSON.parse(read));
  }
});
