/** `probe.with` of http-page (contract §4), and the faults that show only together with the action. */
import { z } from 'zod';
import type { OptionFault } from '../../src/probe/load.js';
import { identityFieldsOf, templateFaults, urlFaults } from '../../src/probe/template.js';
import type { Action } from '../../src/words.js';
import { linkOf, selectorFault } from './page.js';

const selector = z.string().superRefine((text, context) => {
  const message = selectorFault(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const link = z.string().superRefine((text, context) => {
  const parts = linkOf(text);
  const message = parts === null ? 'must be <selector>@<attribute>' : selectorFault(parts.selector);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

export const schema = z.strictObject({
  url: z.string(),
  expect: selector,
  find: selector,
  text: z.string(),
  link: link.optional(),
  missing: z.array(z.int().min(400).max(499)).default([]),
  unique: z.boolean().default(false),
});

export type Options = z.output<typeof schema>;

const UNCLEAR = [401, 403, 407, 408, 425, 429];

export function faults(
  { url, text, missing }: Options,
  about: Pick<Action, 'identity' | 'account'>,
): OptionFault[] {
  const found = urlFaults(url, about).map((message) => ({ path: ['url'], message }));
  found.push(...templateFaults(text, about).map((message) => ({ path: ['text'], message })));
  if (identityFieldsOf(`${url} ${text}`).length === 0)
    found.push({ path: ['text'], message: 'names no identity field, and neither does `url`' });
  if (text.trim() === '') found.push({ path: ['text'], message: 'is empty: every element would match' });
  for (const status of missing.filter((one) => UNCLEAR.includes(one)))
    found.push({ path: ['missing'], message: `${status} never means "no such thing"` });
  return found;
}
