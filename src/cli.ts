#!/usr/bin/env node
/** argv → command → Output → exit code. Everything but commander is loaded by the command that needs it. */
import { type Command, CommanderError } from 'commander';
import type { Context, GlobalFlags } from './commands/context.js';
import { commands } from './commands.js';
import { EXIT, Refusal } from './refusal.js';
import type { Outcome } from './report/outcome.js';
import { jsonOutput, type Output, type Streams, textOutput } from './report/output.js';

/** A reader that went away (`reconcile status | head -1`) is no fault of ours; an answer that got lost is told. */
process.stderr.on('error', () => {});
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  process.stderr.write(
    `reconcile: the answer could not be written to stdout (${code}): free it and ask again\n`,
  );
  process.once('exit', () => {
    process.exitCode = EXIT.internal;
  });
});

process.exitCode = await main(process.argv);

async function main(argv: string[]): Promise<number> {
  let outcome: Outcome | undefined;
  let chosen: Output | undefined;
  const program = commands(async (use) => {
    outcome = await use(contextOf(program.opts<GlobalFlags>(), output()));
  });
  const output = (): Output => (chosen ??= choose(program.opts<GlobalFlags>()));
  try {
    await program.parseAsync(argv);
    if (!outcome) throw new Error('the command gave no answer');
    await output().answer(outcome);
    return outcome.exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return aboutUs(error);
    const { failureOf } = await import('./report/failure.js');
    const failure = failureOf(error instanceof CommanderError ? usage(error, program) : error);
    output().fail(failure);
    return failure.exit;
  }
}

/** Commander's words in our form: one line. It would blame the flags of a command that there is not. */
function usage(error: CommanderError, program: Command): Refusal {
  const hint = 'see `reconcile --help`';
  const [first = '-'] = program.args;
  const known = first.startsWith('-') || program.commands.some((command) => command.name() === first);
  if (error.code === 'commander.unknownOption' && !known)
    return new Refusal('usage', { on: `unknown command '${first}'`, hint });
  const on = error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  return new Refusal('usage', { on, hint });
}

/** `--help` and `--version`: their texts are loaded only when asked for. */
async function aboutUs({ code, message }: CommanderError): Promise<number> {
  const { usageOf, version } = await import('./commands/usage.js');
  process.stdout.write(code === 'commander.version' ? `${version()}\n` : usageOf(message));
  return EXIT.ok;
}

function contextOf(flags: GlobalFlags, output: Output): Context {
  return { flags, cwd: process.cwd(), env: process.env, output, progress: output.progress };
}

function choose(flags: GlobalFlags): Output {
  const { stdout, stderr, env } = process;
  const streams: Streams = {
    stdout,
    stderr,
    quiet: flags.quiet === true,
    colours: flags.color && stdout.isTTY === true && !env.NO_COLOR,
    debug: /\breconcile\b/.test(env.DEBUG ?? ''),
  };
  return flags.json ? jsonOutput(streams) : textOutput(streams);
}
