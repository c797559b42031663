/** `probe.with` of http-json (contract §4), and the faults that show only together with the action. */
import { z } from 'zod';
import type { OptionFault } from '../../src/probe/load.js';
import { carriesCredential, headerFault } from '../../src/probe/secrets.js';
import { type Places, placeholdersOf, urlFaults } from '../../src/probe/template.js';
import type { Action } from '../../src/words.js';
import { expressionFault } from './expression.js';

const expression = z.string().superRefine((text, context) => {
  const message = expressionFault(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
const words = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String)).default([]);

const headers = z.record(z.string(), z.string()).superRefine((all, context) => {
  for (const [name, value] of Object.entries(all)) {
    const message = headerFault(name, value);
    if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
  }
});

const paging = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('page'),
    start: z.int().min(0).default(1),
    /** The last page's number. */
    last: expression.optional(),
    newest: z.boolean().default(false),
  }),
  z.strictObject({
    by: z.literal('offset'),
    start: z.int().min(0).default(0),
    /** How many items there are. */
    last: expression.optional(),
    newest: z.boolean().default(false),
  }),
  z.strictObject({
    by: z.literal('cursor'),
    /**
     * The next page's cursor or whole address. null, '' or false is the end of the list. The first answer has to hold
     * the member, be it null: without it the reading is incomplete, since a renamed member would look like an end.
     * Where a platform with a single page leaves it out, that is the price; later pages may leave it out.
     */
    next: expression,
    newest: z.boolean().default(false),
  }),
  z.strictObject({ by: z.literal('link'), newest: z.boolean().default(false) }),
]);

export const schema = z.strictObject({
  url: z.string(),
  headers: headers.default({}),
  control: z.strictObject({ expect: expression, url: z.string().optional() }).optional(),
  items: expression,
  match: z.record(z.string(), expression).default({}),
  fields: z
    .strictObject({
      id: expression.optional(),
      url: expression.optional(),
      createdAt: expression.optional(),
      author: expression.optional(),
      queue: expression.optional(),
      status: expression.optional(),
    })
    .refine(({ id, url }) => id !== undefined || url !== undefined, 'needs `id` or `url`'),
  status: z.strictObject({ live: words, pending: words, draft: words, removed: words }).partial().optional(),
  paging: paging.optional(),
  missing: z.array(z.int().min(400).max(499)).default([]),
  unique: z.boolean().default(false),
});

export type Options = z.output<typeof schema>;
export type Paging = NonNullable<Options['paging']>;

/** The placeholder with which each way of paging moves on; a cursor may instead be a whole address. */
const PLACE: Record<Paging['by'], Places[]> = {
  page: ['page'],
  offset: ['offset'],
  cursor: ['cursor'],
  link: [],
};
const UNCLEAR = [401, 403, 407, 408, 425, 429];

type About = Pick<Action, 'identity' | 'account'>;

export function faults(options: Options, about: About): OptionFault[] {
  return [...addressFaults(options, about), ...matchFaults(options, about), ...proofFaults(options)];
}

function addressFaults({ url, control, paging }: Options, about: About): OptionFault[] {
  const places = paging ? PLACE[paging.by] : [];
  const found = urlFaults(url, about, places).map((message) => ({ path: ['url'], message }));
  const needed = paging && paging.by !== 'cursor' ? places : [];
  for (const place of needed) {
    if (placeholdersOf(url).includes(place)) continue;
    found.push({ path: ['url'], message: `must hold {${place}} for paging by ${place}` });
  }
  const ofControl = control?.url === undefined ? [] : urlFaults(control.url, { ...about, identity: {} });
  return [...found, ...ofControl.map((message) => ({ path: ['control', 'url'], message }))];
}

function matchFaults({ match, fields, status, paging }: Options, { identity }: About): OptionFault[] {
  const unknown = Object.keys(match).filter((field) => !Object.hasOwn(identity, field));
  const found = unknown.map((field) => ({
    path: ['match', field],
    message: `the identity has no field "${field}"`,
  }));
  if (fields.status !== undefined && status === undefined)
    found.push({
      path: ['fields', 'status'],
      message: 'needs `status`: what the platform calls live, pending, …',
    });
  if (status !== undefined && fields.status === undefined)
    found.push({ path: ['status'], message: 'needs `fields.status`: where an item says it' });
  const listed = Object.values(status ?? {}).flat();
  const twice = listed.filter((word, index) => listed.indexOf(word) !== index);
  for (const word of twice) found.push({ path: ['status'], message: `lists "${word}" twice` });
  if (paging?.newest && fields.createdAt === undefined)
    found.push({
      path: ['paging', 'newest'],
      message: 'needs `fields.createdAt`: to see where the window starts',
    });
  return found;
}

function proofFaults({ headers, control, missing }: Options): OptionFault[] {
  const found = missing
    .filter((status) => UNCLEAR.includes(status))
    .map((status) => ({ path: ['missing'], message: `${status} never means "no such thing"` }));
  if (missing.length > 0 && carriesCredential(headers) && control?.url === undefined)
    found.push({
      path: ['missing'],
      message:
        'together with `headers` needs `control.url`: nothing else proves the credential on such an answer',
    });
  return found;
}
