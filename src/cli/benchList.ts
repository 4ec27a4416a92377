/** @file `bench --list`: the built-in suites. */
import { planSuite } from '../sweep/planSweep.ts';
import { SUITES } from '../sweep/suites.ts';
import { columns } from './columns.ts';
import { EXIT, type ExitCode } from './exitCodes.ts';
import { checkOutput, deliver, type OutputFlags } from './output.ts';

/** Prints them, with how many points each has. */
export async function benchList(flags: OutputFlags): Promise<ExitCode> {
  await checkOutput(flags);
  const suites = SUITES.map((suite) => {
    const { points } = planSuite({ suite, values: {}, strategies: null, seed: 1 });
    return { name: suite.name, title: suite.title, axes: [...Object.keys(suite.axes), 'strategy'], points: points.length };
  });
  await deliver(flags, { schemaVersion: 1, suites }, () =>
    columns(
      ['suite', 'points', 'question'],
      ['left', 'right', 'left'],
      suites.map(({ name, title, points }) => [name, String(points), title]),
    ),
  );
  return EXIT.ok;
}
