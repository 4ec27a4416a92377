/**
 * @file Seeded single faults, each beside the clean run of the same hand-off: what the fault did to decode's memory, by comparing the two memories word by word; and apart from that,
 * what the verdict and its diagnosis say.
 */

import type { VerdictStatus } from '../src/core/finding.ts';
import { randomStream } from '../src/core/random.ts';
import { type AnyFault, FAULT_KINDS, type FaultName } from '../src/faults/catalogue.ts';
import type { FaultClass } from '../src/faults/faultClasses.ts';
import { resolveScenario } from '../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../src/scenario/scenarioSchema.ts';
import type { CauseClassId } from '../src/verify/diagnosis/causes.ts';
import { drawFault } from './faultDraws.ts';
import { cleanScenario } from './faultScenarios.ts';
import { WitnessDevice } from './witnessDevice.ts';

const SEED = 20_263;
/** A few hundred; --long as the goals have it. */
export const FAULT_COUNTS = { short: 460, long: 10_000 } as const;
const KINDS = Object.keys(FAULT_KINDS) as readonly FaultName[];

/** One fault, planted alone. */
export interface FaultRun {
  readonly index: number;
  readonly fault: AnyFault;
  /** `paged nixl`: the hand-off in short. */
  readonly handOff: string;
  /** Words of decode's memory that differ from the clean run's; the truth. */
  readonly changedWords: number;
  readonly status: VerdictStatus;
  /** Words that the verdict counts as not as they should be. */
  readonly badWords: number;
  readonly planted: FaultClass;
  /** The class that the diagnosis names first; null where it tells nothing. */
  readonly named: CauseClassId | null;
}

/** All runs, and hand-offs that were not clean without a fault. */
export interface FaultRuns {
  readonly runs: readonly FaultRun[];
  readonly unclean: readonly number[];
}

/** Hand-off number `index`: all kinds of faults are planted in the same. */
export function handOffOf(index: number): ScenarioInput {
  const handOff = Math.floor(index / KINDS.length);
  return cleanScenario(SEED, handOff, { mode: handOff % 2 === 0 ? 'paged' : 'unified', pipelines: false });
}

/** Fault number `index`: kinds in turn. */
export function faultOf(index: number): AnyFault {
  return drawFault(KINDS[index % KINDS.length] as FaultName, randomStream(SEED, `fault/${index}`));
}

const known = new Map<number, Promise<FaultRuns>>();

/** Runs the first `count` faults. Both goals look at the same runs, so that they are made once. */
export function faultRuns(count: number, progress: (what: string) => void): Promise<FaultRuns> {
  const made = known.get(count) ?? runAll(count, progress);
  known.set(count, made);
  return made;
}

async function runAll(count: number, progress: (what: string) => void): Promise<FaultRuns> {
  const device = new WitnessDevice(2 ** 30);
  const runs: FaultRun[] = [];
  const unclean: number[] = [];
  for (let index = 0; index < count; index++) {
    if (index % 10 === 0) progress(`${index} of ${count}`);
    const scenario = handOffOf(index);
    if (index % KINDS.length === 0) {
      const { verdict } = await runWith(scenario, [], device);
      if (verdict.status !== 'PASS') unclean.push(index);
      await device.holdDecode();
    }
    const fault = faultOf(index);
    const result = await runWith(scenario, [fault], device);
    runs.push(fromRun(index, scenario, fault, result, await device.changedWords()));
  }
  return { runs, unclean };
}

/** The hand-off with these faults, carried out. */
export function runWith(scenario: ScenarioInput, faults: readonly AnyFault[], device: WitnessDevice): Promise<RunResult> {
  const resolved = resolveScenario({ ...scenario, faults: [...faults] }, { name: 'fault', locate: () => ({}), config: null });
  return runScenario(resolved, { device, timing: false });
}

function fromRun(index: number, { prefill }: ScenarioInput, fault: AnyFault, { verdict, diagnosis, faults }: RunResult, changed: number): FaultRun {
  const { words, status } = verdict;
  return {
    index,
    fault,
    handOff: `${prefill?.mode} ${prefill?.backend}`,
    changedWords: changed,
    status,
    badWords: words === null ? 0 : words.wrong + words.missing + words.touched,
    planted: faults[0]?.class ?? 'not-arrived',
    named: diagnosis?.stories[0]?.class ?? null,
  };
}
