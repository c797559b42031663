/** The usage texts, written by hand. Each fits a screen of 80 columns and 24 lines. */
import { readFileSync } from 'node:fs';

const MAIN = `usage: reconcile --worker <id> [...]      what did this dead worker really do?
       reconcile <command> [...]          see reconcile <command> --help

  --plan <file>  --cdp <url>  --profile <dir>     its actions and its browser
  --since <time>  --files <glob...>  --repo <dir...>    what else it touched
  --wait <duration>   look again this long; default: up to 60s
  --fence   stop it first, if it is alive       --report <file>  write HTML too

  run        start a worker with a browser that outlives it; reconcile at its end
  plan       give the actions of a plan their keys
  gate       may this action be dispatched? exit 0 RUN, 10 SKIP, 11 HOLD, 12 HUMAN
  status     every action and its state
  show       one action with all its evidence
  resolve    a person's decision on one action
  inventory  only look at the leftover browser
  probe      only ask the platforms
  doctor     what this machine has and lacks
  demo       the founding story on a real browser, in under half a minute

  --ledger <path>  default .reconcile/ledger.db, or RECONCILE_LEDGER
  --json           one JSON document on stdout      --quiet     no progress
  --version        which version this is            --no-color  also NO_COLOR
exit: 0 settled, 2 usage, 3 open, 4 duplicate or gone, 5 alive, 6 ledger, 7 left
`;

const COMMANDS: Record<string, string> = {
  run: `usage: reconcile run --plan <file> [--worker <id>] -- <command> [argument...]

Starts the command with a browser that outlives it and reconciles when it ends,
however it ends. A retry gets only the actions that the gate lets RUN.

  --worker <id>           where the plan names none
  --retries <n>           start it again up to n times (default 0)
  --wait <duration>       look again this long after its end (default up to 60s)
  --profile <dir>         the browser's profile; keeps logins
  --browser <path>        the browser to start
  --browser-arg <arg...>  more arguments for it; write --browser-arg=--flag
  --headed                with a window
  --keep-browser          leave it open whatever happened
  --observe               record, but stop no request
  --report <file>         write an HTML report too
`,
  plan: `usage: reconcile plan <file> [--worker <id>] [--revise]

Gives every action of the plan its key and prints it. Twice changes nothing.

  --worker <id>  where the plan names none
  --revise       accept another payload or id while nothing was done yet
`,
  gate: `usage: reconcile gate <key>
       reconcile gate --plan <file> --action <id>

May this action be dispatched? RUN (exit 0), SKIP (10), HOLD (11), HUMAN (12);
any other exit code is a failure. RUN is given only with a fresh look at the
platform where the action has a probe.

  --claim        take the claim in the same step
  --worker <id>  who takes it
`,
  status: `usage: reconcile status [--worker <id>] [--state <state>]

Every action and its state, as the ledger has it. Asks nobody.

  --worker <id>    only this worker's
  --state <state>  only those planned, claimed, unverified, verified, absent,
                   duplicate, gone or waived
`,
  show: `usage: reconcile show <key|id>

One action with its whole evidence and its history. A key's first 8 characters do.
`,
  resolve: `usage: reconcile resolve <key|id> --as <state> --because <text>

Records a person's decision as that person's word. Refused (exit 5) while a live
worker holds the claim.

  --as <state>      verified, absent or waived
  --because <text>  how you know it
`,
  inventory: `usage: reconcile inventory --cdp <url> | --worker <id> | --profile <dir>

Looks at every tab of the leftover browser and changes nothing.

  --screenshots <dir>    where pictures of the tabs go
  --redact <pattern...>  regular expressions: matching values are not read out
`,
  probe: `usage: reconcile probe --plan <file> [--action <id>]

Asks the platforms about the plan's actions and writes nothing.
`,
  doctor: `usage: reconcile doctor [--plan <file>]

What this machine has and lacks, each fault with its cure. With --plan also the
plan, its probes and the environment names of its credentials.
`,
  demo: `usage: reconcile demo [--report <file>]

The founding story on a real browser: a worker killed in the middle of three
actions, and the retry of what did not happen. Needs nothing set up.
`,
};

export function usageOf(command: string): string {
  return COMMANDS[command] ?? MAIN;
}

export function version(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
