/** `probe.with` of git-remote, and the faults that show only together with the action. */
import { z } from 'zod';
import type { OptionFault } from '../../src/probe/load.js';
import { remoteFault } from '../../src/probe/remote.js';
import { headerFault } from '../../src/probe/secrets.js';
import {
  fillText,
  identityFieldsOf,
  placeholdersOf,
  templateFaults,
  urlFaults,
} from '../../src/probe/template.js';
import type { Action } from '../../src/words.js';

const headers = z.record(z.string(), z.string()).superRefine((all, context) => {
  for (const [name, value] of Object.entries(all)) {
    const message = headerFault(name, value);
    if (message !== null) context.addIssue({ code: 'custom', path: [name], message });
  }
});

export const schema = z.strictObject({
  url: z.string(),
  headers: headers.default({}),
  tag: z.string().optional(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  expect: z.string().optional(),
  repo: z.string().min(1).optional(),
});

export type Options = z.output<typeof schema>;
type About = Pick<Action, 'identity' | 'account'>;

/** What the act leaves behind on the remote. */
export interface Target {
  kind: 'tag' | 'branch';
  /** Whole: `refs/tags/v1`. */
  ref: string;
  /** null: any. */
  commit: string | null;
  /** By the identity, not by the options alone: on another ref it would be another act. */
  byIdentity: boolean;
}

/** Where the options say nothing, the identity's fields of the same names do. */
export function targetOf(options: Options, about: About): Target {
  const filled = (name: 'tag' | 'branch' | 'commit'): string | null => {
    const template = templateOf(name, options, about);
    return template === null ? null : fillText(template, about);
  };
  const tag = filled('tag');
  const kind = tag === null ? 'branch' : 'tag';
  const name = tag ?? filled('branch') ?? '';
  const folder = kind === 'tag' ? 'refs/tags/' : 'refs/heads/';
  const ref = name.startsWith(folder) ? name : folder + name;
  const byIdentity = identityFieldsOf(templateOf(kind, options, about) ?? '').length > 0;
  return { kind, ref, commit: filled('commit')?.toLowerCase() ?? null, byIdentity };
}

export function urlOf({ url }: Options, about: About): string {
  return fillText(url, about);
}

export function faults(options: Options, about: About): OptionFault[] {
  return [...addressFaults(options, about), ...targetFaults(options, about)];
}

function addressFaults({ url, headers, expect }: Options, about: About): OptionFault[] {
  const found: string[] = [];
  const isWeb = /^https?:/.test(url);
  if (isWeb) found.push(...urlFaults(url, about));
  else if (placeholdersOf(url).length > 0) found.push('placeholders can stand in https:// addresses only');
  const fault = found.length > 0 ? null : remoteFault(urlOf({ url } as Options, about));
  if (fault !== null) found.push(fault);
  const faultsOfUrl = found.map((message) => ({ path: ['url'], message }));
  if (!isWeb && Object.keys(headers).length > 0)
    faultsOfUrl.push({ path: ['headers'], message: 'travel with https:// addresses only' });
  if (expect !== undefined && !isRefName(expect))
    faultsOfUrl.push({ path: ['expect'], message: 'is not the name of a ref, as in refs/heads/main' });
  return faultsOfUrl;
}

function targetFaults(options: Options, about: About): OptionFault[] {
  const given = (['tag', 'branch', 'commit'] as const).filter(
    (name) => templateOf(name, options, about) !== null,
  );
  const unknown = given.flatMap((name) =>
    templateFaults(templateOf(name, options, about) ?? '', about).map((message) => ({
      path: [name],
      message,
    })),
  );
  if (unknown.length > 0) return unknown;
  const named = given.filter((name) => name !== 'commit');
  if (named.length !== 1) {
    const message = 'needs either a tag or a branch: a field of the identity, or an option of that name';
    return [{ path: named.length > 1 ? ['branch'] : [], message }];
  }
  const { kind, ref, commit } = targetOf(options, about);
  const found: OptionFault[] = [];
  if (!isRefName(ref))
    found.push({ path: [kind], message: `${JSON.stringify(ref)} is no name that git admits` });
  if (commit !== null && !/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit))
    found.push({ path: ['commit'], message: 'must be a whole commit hash: 40 or 64 hex digits' });
  return found;
}

/** An option of the plan goes before the identity: one that names a tag means no branch, and the other way round. */
function templateOf(name: 'tag' | 'branch' | 'commit', options: Options, { identity }: About): string | null {
  const own = options[name];
  if (own !== undefined) return own;
  const other = { tag: options.branch, branch: options.tag, commit: undefined }[name];
  return other === undefined && Object.hasOwn(identity, name) ? `{identity.${name}}` : null;
}

/** The rules of `git check-ref-format` for a whole name. */
export function isRefName(ref: string): boolean {
  if (!/^refs\/./.test(ref) || /[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|[./]$/u.test(ref)) return false;
  return ref.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
}
