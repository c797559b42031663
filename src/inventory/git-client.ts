/**
 * Git as a reader of repositories that nobody vouches for. Rules:
 *  - a repository's own configuration never names a program that runs here, nor a file that is written: file monitor,
 *    hooks, filters, upload-pack, credential helpers, ssh and askpass commands, cookie jars are overridden; what the
 *    user set for all repositories stays;
 *  - the user's own credential helpers are asked and never told: no answer of a remote makes them keep or forget one;
 *  - history is what the commits say: replacements, grafts and stored graphs, which a repository may make up, do not count;
 *  - nothing asks a question, nothing takes a lock, every call has a deadline and a bound on what it may print;
 *  - remotes are reached over https, http, ssh and the file system only, and only by the call that asks them: a look
 *    at what is here fetches nothing.
 */
import { isAbsolute } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import type { Millis } from '../words.js';

const CALL_MS = 15_000;
/** Names of some hundred thousand files. */
const MAX_OUTPUT = 32 << 20;

const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // Empty, not absent: it keeps core.askPass from being asked.
  GIT_ASKPASS: '',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GCM_INTERACTIVE: 'never',
  LC_ALL: 'C',
};
const NO_PROTOCOL = 'none';
const PROTOCOLS = 'https:http:ssh:file';

const ALWAYS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.commitGraph=false',
  'log.showSignature=false',
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=10',
];

/** Names under which a configuration may hold a program or a file to write, and what is said in their place. */
const PROGRAMS: [RegExp, string][] = [
  [/^filter\..*\.(clean|smudge|process)$/, ''],
  [/^filter\..*\.required$/, 'false'],
  [/^remote\..*\.uploadpack$/, 'git-upload-pack'],
  [/^http\.(.*\.)?savecookies$/, 'false'],
  [/^http\.(.*\.)?cookiefile$/, ''],
  // Helpers add up; an empty one clears the list, per address, so that only the user's own are asked.
  [/^credential\.(.*\.)?helper$/, ''],
];

/** One call of git: its arguments in, what it prints out. */
export interface Git {
  raw(words: string[]): Promise<string>;
}

export interface RepoClient {
  /** For what is here; reaches no remote. */
  git: Git;
  /** The same repository, for asking its remotes. */
  asking: Git;
  /** All that its configuration says, the user's own included, in its order. */
  settings: Setting[];
  /** Objects may be missing here by design and would be fetched when they are looked at. */
  partial: boolean;
}

export interface Setting {
  scope: string;
  name: string;
  value: string;
}

export async function openRepo(folder: string): Promise<RepoClient> {
  const place = { folder, protocols: NO_PROTOCOL };
  const settings = parseSettings(await client(place).raw(['config', '--list', '-z', '--show-scope']));
  const own = settings.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const general = settings.filter(({ scope }) => scope === 'global' || scope === 'system');
  const config = [...overrides(own), ...helpersOf(general)];
  const ssh = sshOf(general);
  const partial = own.some(({ name }) => /^(remote\..*\.promisor|extensions\.partialclone)$/.test(name));
  return {
    git: client({ ...place, config, ssh }),
    asking: client({ folder, protocols: PROTOCOLS, config, ssh }),
    settings,
    partial,
  };
}

/** Git in no repository at all, for asking a remote by its address: no configuration but the user's own steers it. */
export async function openNowhere(signal?: AbortSignal): Promise<Git> {
  const place = { folder: '/', environment: { GIT_DIR: '/dev/null' }, protocols: 'ssh:file', signal };
  const settings = parseSettings(await client(place).raw(['config', '--list', '-z', '--show-scope']));
  return client({ ...place, ssh: sshOf(settings) });
}

/** Git knows whole seconds: a commit of the start's own second counts. */
export function sinceFlag(since: Millis | null): string[] {
  return since === null ? [] : [`--since=${new Date(Math.floor(since / 1000) * 1000).toISOString()}`];
}

interface Place {
  folder: string;
  protocols: string;
  config?: string[];
  ssh?: string;
  environment?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

function client({ folder, protocols, config = [], ssh = 'ssh', environment, signal }: Place): Git {
  const whole: Record<string, string> = {
    ...ambient(),
    ...ENVIRONMENT,
    ...environment,
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_SSH_COMMAND: `${ssh} -oBatchMode=yes -oConnectTimeout=8`,
  };
  const open = (abort: AbortSignal): SimpleGit =>
    simpleGit({
      baseDir: folder,
      abort,
      config: [...ALWAYS, ...config],
      timeout: { block: CALL_MS, stdOut: false, stdErr: false },
      allowEnvironment: Object.keys(whole).filter((name) => name.startsWith('GIT_')),
      unsafe: UNSAFE,
    }).env(whole);
  return { raw: (words) => bounded(open, words, signal) };
}

/** simple-git guards against callers that set these from foreign input. Here they are set to close the same doors. */
const UNSAFE = {
  allowUnsafeAskPass: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeHooksPath: true,
  allowUnsafePack: true,
  allowUnsafeSshCommand: true,
};

/** One call, ended when `signal` says so or when it prints too much. */
async function bounded(
  open: (abort: AbortSignal) => SimpleGit,
  words: string[],
  signal: AbortSignal | undefined,
): Promise<string> {
  if (signal?.aborted) throw new Error('stopped');
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes > MAX_OUTPUT) stop();
  };
  try {
    const git = open(ending.signal).outputHandler((_, out, err) => {
      out.on('data', count);
      err.on('data', count);
    });
    return await git.raw(words);
  } catch (error) {
    throw bytes > MAX_OUTPUT ? new Error(`git ${words[0]} printed more than ${MAX_OUTPUT >> 20} MiB`) : error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

const HELPER = /^credential\.(.*\.)?helper$/;

/** In place of the user's own helpers: the same, wrapped so that only the question reaches them. */
function helpersOf(general: Setting[]): string[] {
  const helpers = general.filter(({ name }) => HELPER.test(name));
  const wrapped = helpers.map(({ name, value }) => {
    if (value === '') return `${name}=`;
    const shell = value.startsWith('!') ? value.slice(1) : null;
    const named = shell ?? (isAbsolute(value) ? value : `git credential-${value}`);
    return `${name}=!f() { test "$1" != get || ${named} get; }; f`;
  });
  return [...helpers.map(({ name }) => `${name}=`), ...wrapped];
}

/** How the user reaches ssh; the repository's own wish does not count. */
function sshOf(settings: Setting[]): string {
  const general = settings.filter(({ scope }) => scope === 'global' || scope === 'system');
  return (
    process.env.GIT_SSH_COMMAND ?? general.findLast(({ name }) => name === 'core.sshcommand')?.value ?? 'ssh'
  );
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
