/**
 * @file `npm run bench`: measures the project's own goals. Exit code 0 whether goals are met or not, since a missed goal is a result; 2 for
 * bad arguments, 130 when interrupted, with what was measured until then kept.
 */
import { resolve } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import type { GoalResult } from './goal.ts';
import { GOALS } from './goals.ts';
import { killRunning } from './processes.ts';
import { formatTable, writeResults } from './report.ts';
import { runGoals, selectGoals } from './runner.ts';

/** Options as commander gives them. */
interface Options {
  readonly json?: string;
  readonly only: readonly string[];
  readonly long?: boolean;
}

const collect = (value: string, earlier: readonly string[]) => [...earlier, ...value.split(',').map((name) => name.trim())];

const program = new Command('npm run bench --')
  .description("Measures the project's own goals, each beside its yardstick, on this machine.")
  .option('--json <file>', 'write the results to a file, anew after each goal')
  .option('--only <name>', 'measure this goal alone; may be repeated, or list several with commas', collect, [])
  .option('--long', 'take more samples')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();
await bench(program.opts<Options>());

/** One line on the terminal that each message overwrites; nothing where stderr is no terminal. */
function showProgress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${what === '' ? '' : pc.dim(`measuring ${what}`)}`);
}

async function bench(options: Options): Promise<void> {
  const record = (results: readonly GoalResult[]) => {
    if (options.json !== undefined) writeResults(resolve(options.json), results);
  };
  let selected: ReturnType<typeof selectGoals>;
  try {
    selected = selectGoals(GOALS, options.only);
    // Finds out now, and not after minutes, that the file cannot be written.
    record([]);
  } catch (error) {
    return program.error(`error: ${(error as Error).message}`, { exitCode: 2 });
  }
  let measured: readonly GoalResult[] = [];
  process.once('SIGINT', () => {
    killRunning();
    showProgress('');
    console.log(formatTable(measured));
    process.exit(130);
  });
  const context = { root: resolve(import.meta.dirname, '..'), long: options.long === true, progress: showProgress };
  await runGoals(selected, context, (results) => {
    measured = results;
    record(results);
  });
  showProgress('');
  console.log(formatTable(measured));
}
