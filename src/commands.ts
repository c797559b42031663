/**
 * Every command and flag, each one call. What a command needs, also to read its flags' values, is imported when it
 * runs: `gate` has to be quick.
 */
import { Command, CommanderError } from 'commander';
import type { Context } from './commands/context.js';
import type { DemoFlags } from './commands/demo.js';
import type { DoctorFlags } from './commands/doctor.js';
import type { GateFlags } from './commands/gate.js';
import type { InventoryFlags } from './commands/inventory.js';
import type { MainFlags } from './commands/main.js';
import type { PlanFlags } from './commands/plan.js';
import type { ProbeFlags } from './commands/probe.js';
import type { ResolveFlags } from './commands/resolve.js';
import type { RunFlags } from './commands/run.js';
import type { StatusFlags } from './commands/status.js';
import { Refusal } from './refusal.js';
import type { Outcome } from './report/outcome.js';

/** Runs a command with its context; cli.ts shows what it returns. */
export type Run = (use: (context: Context) => Promise<Outcome>) => Promise<void>;

export function commands(run: Run): Command {
  const program = rootCommand();
  mainJob(program, run);
  workerCommands(program, run);
  lookingCommands(program, run);
  ledgerCommands(program, run);
  for (const command of [program, ...program.commands]) command.helpInformation = () => askedFor(command);
  return program;
}

/** cli.ts loads the usage texts when one is asked for. */
function askedFor(command: Command): never {
  throw new CommanderError(0, 'reconcile.help', command.name());
}

/** Global flags are known before and after a command's name: commander looks for the program's own ones everywhere. */
function rootCommand(): Command {
  const program = new Command('reconcile')
    .version('', '-V, --version')
    .helpCommand(false)
    .option('--ledger <path>')
    .option('--json')
    .option('--quiet')
    .option('--no-color')
    .exitOverride();
  return program.configureOutput({ writeOut: () => {}, writeErr: () => {} });
}

/** An unset variable in a script must not come to mean the working folder. */
function folder(text: string): string {
  if (text === '') throw new Refusal('usage', { on: '--profile', hint: 'it is empty: name a folder' });
  return text;
}

/** Without a command's name: `reconcile --worker launch-1`. */
function mainJob(program: Command, run: Run): void {
  program
    .command('reconcile', { isDefault: true, hidden: true })
    .argument('[command...]')
    .option('--worker <id>')
    .option('--plan <file>')
    .option('--cdp <url>')
    .option('--profile <dir>', '', folder)
    .option('--since <time>')
    .option('--files <glob...>')
    .option('--repo <dir...>')
    .option('--wait <duration>')
    .option('--fence')
    .option('--report <file>')
    .action((words: string[], flags: MainFlags) =>
      run(async (context) => (await import('./commands/main.js')).main(context, words, flags)),
    );
}

function workerCommands(program: Command, run: Run): void {
  program
    .command('run')
    .argument('[command...]')
    .option('--worker <id>')
    .option('--plan <file>')
    .option('--retries <n>')
    .option('--wait <duration>')
    .option('--profile <dir>', '', folder)
    .option('--browser <path>')
    .option('--browser-arg <argument...>')
    .option('--headed')
    .option('--keep-browser')
    .option('--observe')
    .option('--report <file>')
    .action((command: string[], flags: RunFlags) =>
      run(async (context) => (await import('./commands/run.js')).runWorker(context, command, flags)),
    );
  program
    .command('plan')
    .argument('<file>')
    .option('--worker <id>')
    .option('--revise')
    .action((file: string, flags: PlanFlags) =>
      run(async (context) => (await import('./commands/plan.js')).plan(context, file, flags)),
    );
  program
    .command('gate')
    .argument('[key]')
    .option('--plan <file>')
    .option('--action <id>')
    .option('--claim')
    .option('--worker <id>')
    .action((key: string | undefined, flags: GateFlags) =>
      run(async (context) => (await import('./commands/gate.js')).askGate(context, key, flags)),
    );
}

function lookingCommands(program: Command, run: Run): void {
  program
    .command('inventory')
    .option('--cdp <url>')
    .option('--profile <dir>', '', folder)
    .option('--worker <id>')
    .option('--screenshots <dir>')
    .option('--redact <pattern...>')
    .action((flags: InventoryFlags) =>
      run(async (context) => (await import('./commands/inventory.js')).inventory(context, flags)),
    );
  program
    .command('probe')
    .option('--plan <file>')
    .option('--action <id>')
    .action((flags: ProbeFlags) =>
      run(async (context) => (await import('./commands/probe.js')).probe(context, flags)),
    );
  program
    .command('doctor')
    .option('--plan <file>')
    .action((flags: DoctorFlags) =>
      run(async (context) => (await import('./commands/doctor.js')).examine(context, flags)),
    );
  program
    .command('demo')
    .option('--report <file>')
    .action((flags: DemoFlags) =>
      run(async (context) => (await import('./commands/demo.js')).showDemo(context, flags)),
    );
}

function ledgerCommands(program: Command, run: Run): void {
  program
    .command('status')
    .option('--worker <id>')
    .option('--state <state>')
    .action((flags: StatusFlags) =>
      run(async (context) => (await import('./commands/status.js')).status(context, flags)),
    );
  program
    .command('show')
    .argument('<key>')
    .action((keyOrId: string) =>
      run(async (context) => (await import('./commands/status.js')).show(context, keyOrId)),
    );
  program
    .command('resolve')
    .argument('<key>')
    .option('--as <state>')
    .option('--because <text>')
    .action((keyOrId: string, flags: ResolveFlags) =>
      run(async (context) => (await import('./commands/resolve.js')).decide(context, keyOrId, flags)),
    );
}
