/** @file The commands of the benchmark, and their flags: `bench`, `compare`, `merge`. */
import type { Command } from 'commander';
import type { ExitCode } from './exitCodes.ts';

const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

/**
 * Adds them to the program.
 * @param withOutput adds the flags that every command with a result has
 * @param done takes the exit code
 */
export function addBenchCommands(program: Command, withOutput: (command: Command) => Command, done: (code: ExitCode) => void): void {
  const withForms = (command: Command) =>
    withOutput(command)
      .option('--jsonl', 'print JSON Lines: the head, then a point a line')
      .option('--csv', 'print CSV, a row a point')
      .option('--markdown', 'print Markdown')
      .option('--html <file>', 'write the report as a page with charts, which opens offline');

  withForms(program.command('bench').description('measure layouts and strategies on this device, beside its own ceilings; every point’s bytes are verified'))
    .argument('[suite]', 'a built-in suite, quick where none is named; --list shows them')
    .option('--list', 'list the built-in suites')
    .option('--scenario <file>', 'sweep strategies over a scenario of your own, built in or a file, in place of a suite')
    .option('--device <name>', 'auto, gpu, software, cpu, or the beginning of an adapter’s name', 'auto')
    .option('--max-memory <bytes>', 'budget for device memory, such as 2GiB; places that do not fit are recorded as failed')
    .option('--strategy <names>', 'strategies, with commas')
    .option('--fragmentation <shares>', 'how scattered pages are, from 0 to 1, with commas')
    .option('--lengths <tokens>', 'request lengths, one after another, with commas')
    .option('--batch <counts>', 'requests at once (items in all, for the suite items), with commas')
    .option('--pattern <names>', 'one-to-one, one-to-many, many-to-one, all-to-all, or tensor-parallel sizes such as 2x4, with commas')
    .option('--min-item <bytes>', 'suite items: the least item, such as 4K')
    .option('--max-item <bytes>', 'suite items: the largest, such as 16M; powers of two between')
    .option('--axis <name=values>', 'values of any axis, such as pageSize=128,256; may be repeated', collect)
    .option('--seed <number>', 'seed of everything random')
    .option('--samples <count>', 'samples a point, fewer where transfers are slow; 50 by default')
    .option('--shard <i/n>', 'measure every n-th point, from the i-th on; disagg-sim merge joins the reports')
    .option('--no-verify', 'do not account for the bytes; the report says so')
    .option('--recreate', 'make every transfer ready anew; times of preparation are reported apart')
    .option('--link <name>', 'model this link beside what is measured: a name or a YAML file; may be repeated', collect)
    .option('--calibrate <file>', 'fit a link to a measured sweep (CSV), and model it')
    .option('--resume <file>', 'go on with this journal, or begin it; every finished point is in it at once')
    .action(async (suite: string | undefined, flags) => {
      if (flags.list === true) return done(await (await import('./benchList.ts')).benchList(flags));
      const [{ suiteOf }, { bench }] = await Promise.all([import('./benchFlags.ts'), import('./bench.ts')]);
      done(await bench(suiteOf(suite, flags), flags));
    });
  withForms(program.command('merge').description('join the reports of a sweep’s shards; one report alone is printed in another form'))
    .argument('<reports...>', 'what bench --json, --jsonl or --resume wrote')
    .action(async (files: readonly string[], flags) => {
      done(await (await import('./merge.ts')).merge(files, flags));
    });
  withOutput(program.command('compare').description('say what changed from one benchmark report to another, beyond noise, and by how much'))
    .argument('<reports...>', 'the earlier report and the later one; or of several turns: A1 B1 A2 B2 ...')
    .option('--fail-on [percent]', 'exit 1 where a point is slower by at least so much (5 by default), or fails that did not')
    .option('--across-adapters', 'compare reports of different adapters all the same')
    .action(async (reports: readonly string[], flags) => {
      done(await (await import('./compare.ts')).compare(reports, flags));
    });
}
