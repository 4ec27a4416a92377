/** @file Goal `fuzz`: mutated launch lines, scenarios, dumps and messages: none may crash what reads it, nor hold it up. */
import { randomStream } from '../../src/core/random.ts';
import { crashOf, FUZZ_TARGETS, type FuzzTarget, mutate } from '../fuzzInputs.ts';
import type { Goal } from '../goal.ts';
import type { Trial } from '../trial.ts';
import { runTrials } from '../trials.ts';

const SEED = 20_260_822;
const INPUTS = { short: 20_000, long: 1_000_000 } as const;
/** No input of this size has reason to take so long: of processor time, since a busy machine is no hang. */
const HANG_SECONDS = 2;

/** Reads input number `index`: of each target in turn. */
export function trial(index: number): Trial {
  const target = FUZZ_TARGETS[index % FUZZ_TARGETS.length] as FuzzTarget;
  const random = randomStream(SEED, `fuzz/${index}`);
  const input = mutate(target.samples[random.below(target.samples.length)] ?? '', random);
  const start = process.cpuUsage();
  const crash = crashOf(target, input);
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  const isFine = crash === null && seconds <= HANG_SECONDS;
  return { kind: target.name, wrong: isFine ? null : { target: target.name, input, what: crash === null ? `${seconds} s` : String(crash) } };
}

/** Inputs that crashed or hung, of all. */
export const fuzz: Goal = {
  name: 'fuzz',
  goal: 'no crash and no hang in 1 million inputs (20,000 without --long)',
  unit: 'inputs',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const inputs = long ? INPUTS.long : INPUTS.short;
    const { kinds, wrong, shown, slowestSeconds } = await runTrials(new URL(import.meta.url), inputs, progress);
    return { figure: wrong, adapter: null, evidence: { seed: SEED, inputs, targets: kinds, slowestSeconds, failures: shown } };
  },
};
