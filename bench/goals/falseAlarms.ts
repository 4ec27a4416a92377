/** @file Goal `false-alarms`: sound hand-offs of all presets, personalities and modes by every strategy: no finding, and every word as it should be. */
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';
import { countBy } from '../counting.ts';
import { cleanScenario } from '../faultScenarios.ts';
import type { Goal } from '../goal.ts';
import { WitnessDevice } from '../witnessDevice.ts';

const SEEDS = { short: 12, long: 1000 } as const;
const MODES = ['paged', 'unified'] as const;

/** Those that carry a plan out; whole pools have conditions of their own. */
const PLAN_STRATEGIES = STRATEGIES.filter(({ kind }) => kind !== 'bound').map(({ name }) => name);

/** Runs that raised an alarm. */
export const falseAlarms: Goal = {
  name: 'false-alarms',
  goal: 'no finding and no wrong word in sound hand-offs: 1,000 seeds x strategies x modes (12 seeds without --long)',
  unit: 'runs with an alarm',
  met: (figure) => figure === 0,
  run: async ({ long, progress }) => {
    const seeds = long ? SEEDS.long : SEEDS.short;
    const device = new WitnessDevice(2 ** 30);
    const alarms: { seed: number; mode: string; strategy: string; status: string; ids: readonly string[] }[] = [];
    const handOffs: string[] = [];
    let runs = 0;
    let words = 0;
    for (let seed = 0; seed < seeds; seed++) {
      progress(`seed ${seed} of ${seeds}`);
      for (const mode of MODES) {
        const scenario = cleanScenario(seed, 0, { mode, pipelines: true });
        handOffs.push(`${mode} ${scenario.prefill?.backend}${scenario.prefill?.grid === undefined ? '' : ' in stages'}`);
        for (const strategy of PLAN_STRATEGIES) {
          const resolved = resolveScenario({ ...scenario, strategy }, { name: `seed ${seed}`, locate: () => ({}), config: null });
          const { verdict, checks } = await runScenario(resolved, { device, timing: false });
          const ids = [...verdict.findings, ...checks].map(({ id }) => id);
          runs += 1;
          words += verdict.words?.total ?? 0;
          if (verdict.status !== 'PASS' || ids.length > 0) alarms.push({ seed, mode, strategy, status: verdict.status, ids });
        }
      }
    }
    return {
      figure: alarms.length,
      adapter: device.adapter,
      evidence: { seeds, runs, words, handOffs: countBy(handOffs, (handOff) => handOff), alarms: alarms.slice(0, 20) },
    };
  },
};
