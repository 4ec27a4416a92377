/** @file Goal `fuzz`: mutated launch lines, scenarios, dumps and messages: none may crash what reads it, nor hold it up. */
import { performance } from 'node:perf_hooks';
import { randomStream } from '../../src/core/random.ts';
import { crashOf, FUZZ_TARGETS, mutate } from '../fuzzInputs.ts';
import type { Goal } from '../goal.ts';

const SEED = 20260822;
const INPUTS = { short: 20_000, long: 1_000_000 } as const;
/** No input of this size has reason to take so long. */
const HANG_SECONDS = 2;
const MOST_SHOWN = 5;

/** Inputs that crashed or hung, of all. */
export const fuzz: Goal = {
  name: 'fuzz',
  goal: 'no crash and no hang in 1 million inputs (20,000 without --long)',
  unit: 'inputs',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const inputs = long ? INPUTS.long : INPUTS.short;
    const random = randomStream(SEED, 'fuzz');
    const failures: { readonly target: string; readonly input: string; readonly what: string }[] = [];
    let failed = 0;
    let slowestSeconds = 0;
    for (let i = 0; i < inputs; i++) {
      const target = FUZZ_TARGETS[i % FUZZ_TARGETS.length];
      if (target === undefined) break;
      const input = mutate(target.samples[random.below(target.samples.length)] ?? '', random);
      const start = performance.now();
      const crash = crashOf(target, input);
      const seconds = (performance.now() - start) / 1000;
      slowestSeconds = Math.max(slowestSeconds, seconds);
      if (crash !== null || seconds > HANG_SECONDS) {
        failed += 1;
        if (failures.length < MOST_SHOWN) failures.push({ target: target.name, input, what: crash === null ? `${seconds} s` : String(crash) });
      }
      if (i % 1000 === 0) {
        progress(`${i} of ${inputs}`);
        // Ctrl-C is heard between inputs.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    return { figure: failed, adapter: null, evidence: { seed: SEED, inputs, targets: FUZZ_TARGETS.map(({ name }) => name), slowestSeconds, failures } };
  },
};
