/** A line that somebody wrote into a repository: without secrets, and no longer than anybody reads. */
import { redactText } from './redact.js';

const LONGEST = 200;
/** A secret that the first cut halves lies far beyond the second one. */
const LOOKED_AT = 4_000;

export function subjectOf(text: string): string {
  const start = text.slice(0, LOOKED_AT);
  const words = text.length > LOOKED_AT ? start.slice(0, start.lastIndexOf(' ') + 1) || start : start;
  return redactText(words).slice(0, LONGEST);
}
