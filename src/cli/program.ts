/** @file The commands and their flags. Each command's own code is loaded when it is called, so that no command pays for another. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addBenchCommands } from './benchCommands.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { addScenarioFlags } from './scenarioFlags.ts';

/** The scenario of a command that names none. */
const DEFAULT_SCENARIO = 'dsv4-flash';

/**
 * Parses the arguments and runs the command.
 * @returns the exit code; usage errors have been said on stderr by then
 * @throws whatever the command throws
 */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = new Command('disagg-sim')
    .description(
      'Lays out the KV and state pools of a prefill and a decode node, runs the engine’s checks, moves the same bytes, and accounts for every word that arrived.',
    )
    .version(packageVersion())
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExit codes: 0 well, or as expected; 1 refused, or wrong bytes; 2 bad input; 3 no device; 4 void (the detector is blind); 130 interrupted.',
    );

  const scenarioCommand = (name: string, description: string) =>
    addScenarioFlags(
      withOutput(program.command(name).description(description).argument('[scenario]', 'a built-in scenario, or a YAML or JSON file', DEFAULT_SCENARIO)),
      name === 'run',
    );

  scenarioCommand('run', 'hand the state over on a device, and prove what arrived')
    .option('--device <name>', 'auto, gpu, software, cpu, or the beginning of an adapter’s name', 'auto')
    .option('--max-memory <bytes>', 'budget for device memory, such as 2GiB')
    .option('--stable', 'leave out the adapter and all timings')
    .option('--dry-run', 'say the memory needed, and move nothing')
    .option('--html <file>', 'write the run as a page: what went wrong, and where in memory')
    .action(async (scenario: string, flags) => {
      code = await (await import('./run.ts')).run(scenario, flags);
    });
  scenarioCommand('layout', 'print every list that both nodes register: addresses, lengths, items').action(async (scenario: string, flags) => {
    code = await (await import('./layout.ts')).layout(scenario, flags);
  });
  addScenarioFlags(
    withOutput(program.command('check').description('say whether two nodes fit together, from a scenario or from their launch lines'))
      .argument('[scenario...]', `a built-in scenario, or a YAML or JSON file (default: "${DEFAULT_SCENARIO}")`)
      .option('--prefill <command>', 'launch line of the prefill server; nothing is executed')
      .option('--decode <command>', 'launch line of the decode server')
      .option('--prefill-file <file>', 'script, compose file or Kubernetes manifest that starts it; - for stdin')
      .option('--decode-file <file>', 'the same for decode; one file may start both')
      .option('--config <file>', 'config.json of the model that the lines load')
      .option('--message <text>', 'what a node said with these lines, or a file that holds it')
      .option('--message-from <node>', 'which node said it: prefill or decode')
      .option('--allow-mismatch <ids...>', 'findings that do not count, by id'),
    false,
  ).action(async (scenario: readonly string[], flags) => {
    code = await (await import('./check.ts')).check(scenario, DEFAULT_SCENARIO, flags);
  });
  withOutput(program.command('diff').description('compare two dumped kv_args: what prefill registered, and what decode did'))
    .argument('<prefill>', 'JSON of layout --json, or printed from a live engine; - for stdin')
    .argument('<decode>', 'the same of decode')
    .option(
      '--max-region <bytes>',
      'largest region that the network card registers in one piece; a larger one is an error then (default: a warning above 4GiB)',
    )
    .option('--allow-mismatch <ids...>', 'findings that do not count, by id')
    .action(async (prefill: string, decode: string, flags) => {
      code = await (await import('./diff.ts')).diff(prefill, decode, flags);
    });
  withOutput(program.command('explain').description('say what a message of the engine means: in an error, a log or a traceback'))
    .argument('[text...]', 'a message, a log file, - for stdin, or an id')
    .option('--list', 'show all known messages and checks')
    // Some messages begin with a flag.
    .allowUnknownOption()
    .action(async (text: readonly string[], flags) => {
      code = await (await import('./explain.ts')).explain(text, flags);
    });
  addScenarioFlags(
    program
      .command('repro')
      .description('show on a device what a message, a scenario or two launches come to: as given, past the check, mended')
      .argument('[text...]', 'a message, a log file, - for stdin, or a scenario')
      .option('--prefill <command>', 'launch line of the prefill server; nothing is executed')
      .option('--decode <command>', 'launch line of the decode server')
      .option('--prefill-file <file>', 'script or manifest that starts it')
      .option('--decode-file <file>', 'the same for decode; one file may start both')
      .option('--config <file>', 'config.json of the model that the lines load')
      .option('--device <name>', 'auto, gpu, software, cpu, or a part of an adapter’s name', 'auto')
      .option('--max-memory <bytes>', 'budget for device memory, such as 2GiB')
      .option('--json', 'print one JSON object')
      .option('--out <file>', 'write the scenario to a file')
      .option('--report <file>', 'write a report in Markdown to a file')
      .option('--html <file>', 'write all runs as one page: what was recognised, what went wrong, and where in memory')
      .option('--force', 'overwrite these files')
      .option('--quiet', 'print nothing but errors and JSON')
      // Some messages begin with a flag.
      .allowUnknownOption(),
    true,
  ).action(async (text: readonly string[], flags) => {
    code = await (await import('./repro.ts')).repro(text, flags);
  });
  scenarioCommand('shrink', 'make a failing scenario small: the fewest requests, layers, pages and tokens that fail in the same way')
    .option('--device <name>', 'cpu, auto, gpu, software, or a part of an adapter’s name', 'cpu')
    .option('--max-memory <bytes>', 'budget for device memory, such as 2GiB')
    .action(async (scenario: string, flags) => {
      code = await (await import('./shrink.ts')).shrink(scenario, flags);
    });
  addBenchCommands(program, withOutput, (ended) => {
    code = ended;
  });
  withOutput(program.command('scenarios').description('list the built-in scenarios, by class and report')).action(async (flags) => {
    code = await (await import('./scenarios.ts')).scenarios(flags);
  });
  addScenarioFlags(
    program
      .command('explore')
      .description('serve the explorer on this machine, and open it in a browser: pools, transfers and faults to look at; Ctrl-C ends it')
      .argument('[scenario]', 'a built-in scenario, or a YAML or JSON file, to open it with')
      .option('--port <number>', 'port on 127.0.0.1; 0 = any free one', '0')
      .option('--no-open', 'print the address, and open no browser'),
    false,
  ).action(async (scenario: string | undefined, flags) => {
    code = await (await import('./explore.ts')).explore(scenario, flags);
  });
  withOutput(program.command('doctor').description('say which devices there are, what was tried, and what would help')).action(async (flags) => {
    code = await (await import('./doctor.ts')).doctor(flags);
  });

  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.badInput;
  }
  return code;
}

function withOutput(command: Command): Command {
  return command
    .option('--json', 'print one JSON object')
    .option('--out <file>', 'write the result to a file')
    .option('--force', 'overwrite that file')
    .option('--quiet', 'print nothing but errors and JSON');
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}
