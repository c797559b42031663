import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from '../support/folder.js';
import { parseTranscript, runTranscript } from './transcript.js';

const cases = fileURLToPath(new URL('.', import.meta.url));

/** Every .txt beside this file is a test of its own, on the built command: run `npm run build` first. */
for (const name of readdirSync(cases).filter((file) => file.endsWith('.txt'))) {
  test(name.replace(/\.txt$/, '').replaceAll('-', ' '), async ({ folder }) => {
    await runTranscript(parseTranscript(readFileSync(`${cases}/${name}`, 'utf8')), folder);
  });
}
