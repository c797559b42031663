/**
 * Git as a reader of repositories that nobody vouches for. Rules:
 *  - a repository's own configuration never names a program that runs here: file monitor, hooks, filters, upload-pack,
 *    credential helpers, ssh and askpass commands are overridden; what the user set for all repositories stays;
 *  - nothing asks a question, nothing takes a lock, every call has a deadline;
 *  - remotes are asked over https, http, ssh and the file system only.
 */
import { type SimpleGit, simpleGit } from 'simple-git';
import type { Millis } from '../words.js';

const CALL_MS = 15_000;

const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'https:http:ssh:file',
  // Empty, not absent: it keeps core.askPass from being asked.
  GIT_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  GCM_INTERACTIVE: 'never',
  LC_ALL: 'C',
};

const ALWAYS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=10',
];

/** Names under which a configuration may hold a program, and what is said in their place. */
const PROGRAMS: [RegExp, string][] = [
  [/^filter\..*\.(clean|smudge|process)$/, ''],
  [/^filter\..*\.required$/, 'false'],
  [/^remote\..*\.uploadpack$/, 'git-upload-pack'],
  // Helpers add up; an empty one clears the list, per address, so that only the user's own are asked.
  [/^credential\.(.*\.)?helper$/, ''],
];

export interface RepoClient {
  git: SimpleGit;
  /** Names of the remotes that have an address. */
  remotes: string[];
  /** Objects may be missing here by design and would be fetched when they are looked at. */
  partial: boolean;
}

interface Setting {
  scope: string;
  name: string;
  value: string;
}

export async function openRepo(folder: string): Promise<RepoClient> {
  const text = await client(folder, [], 'ssh').raw(['config', '--list', '-z', '--show-scope']);
  const settings = parseSettings(text);
  const own = settings.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const general = settings.filter(({ scope }) => scope === 'global' || scope === 'system');
  const helpers = general.filter(({ name }) => /^credential\.(.*\.)?helper$/.test(name));
  const config = [...overrides(own), ...helpers.map(({ name, value }) => `${name}=${value}`)];
  const ssh =
    process.env.GIT_SSH_COMMAND ?? general.findLast(({ name }) => name === 'core.sshcommand')?.value;
  const partial = own.some(({ name }) => /^(remote\..*\.promisor|extensions\.partialclone)$/.test(name));
  const remotes = own.flatMap(({ name }) => /^remote\.(.+)\.url$/.exec(name)?.[1] ?? []);
  return { git: client(folder, config, ssh ?? 'ssh'), remotes: [...new Set(remotes)], partial };
}

/** Git knows whole seconds: a commit of the start's own second counts. */
export function sinceFlag(since: Millis | null): string[] {
  return since === null ? [] : [`--since=${new Date(Math.floor(since / 1000) * 1000).toISOString()}`];
}

function client(folder: string, config: string[], ssh: string): SimpleGit {
  const environment: Record<string, string> = {
    ...ambient(),
    ...ENVIRONMENT,
    GIT_SSH_COMMAND: `${ssh} -oBatchMode=yes -oConnectTimeout=8`,
  };
  const git = simpleGit({
    baseDir: folder,
    config: [...ALWAYS, ...config],
    timeout: { block: CALL_MS, stdOut: false, stdErr: false },
    allowEnvironment: Object.keys(environment).filter((name) => name.startsWith('GIT_')),
    // simple-git guards against callers that set these from foreign input. Here they are set to close the same doors.
    unsafe: {
      allowUnsafeAskPass: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeFilter: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafePack: true,
      allowUnsafeSshCommand: true,
    },
  });
  return git.env(environment);
}

/** Our environment without what would steer git, or start an editor, a pager or a password window. */
function ambient(): Record<string, string> {
  const steering = /^(git_.*|editor|visual|pager|prefix|ssh_askpass)$/i;
  const entries = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !steering.test(name),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

function overrides(own: Setting[]): string[] {
  return own.flatMap(({ name }) => {
    const found = PROGRAMS.find(([pattern]) => pattern.test(name));
    if (!found) return [];
    // `-c name=value` ends the name at the first "=": such a setting cannot be overridden, so nothing may run under it.
    if (/[=\n]/.test(name))
      throw new Error(`its configuration hides a program under ${JSON.stringify(name)}`);
    return [`${name}=${found[1]}`];
  });
}

/** `scope NUL name LF value NUL`, again and again; a value may be missing. */
function parseSettings(text: string): Setting[] {
  const parts = text.split('\0');
  const settings: Setting[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [name = '', ...value] = (parts[i + 1] ?? '').split('\n');
    settings.push({ scope: parts[i] ?? '', name, value: value.join('\n') });
  }
  return settings;
}
