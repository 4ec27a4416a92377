/** @file Transfers as contenders: strategies made ready for one plan on one device, timed run by run. */
import type { Device, Elapsed } from '../src/device/device.ts';
import type { LoweredPlan } from '../src/strategies/lower.ts';
import type { PreparedTransfer, Strategy, Told } from '../src/strategies/strategy.ts';
import { median } from '../src/sweep/statistics.ts';
import type { Contender } from './measure.ts';

/** A strategy that is ready, what it tells the device, and its runs so far. */
export interface TransferContender {
  readonly told: Told;
  readonly run: Contender;
  /** Medians over all runs, seconds: recording commands, and handing them over. */
  processorSeconds(): { readonly encode: number; readonly submit: number };
  release(): Promise<void>;
}

/** Prepares a strategy for a plan. */
export async function transferContender(device: Device, lowered: LoweredPlan, strategy: Strategy): Promise<TransferContender> {
  const { run, release, ...told }: PreparedTransfer = await strategy.prepare(device, lowered);
  const runs: Elapsed[] = [];
  return {
    told,
    run: repeated(async () => {
      const elapsed = await run();
      runs.push(elapsed);
      return elapsed;
    }),
    processorSeconds: () => ({ encode: median(runs.map(({ encode }) => encode)), submit: median(runs.map(({ submit }) => submit)) }),
    release,
  };
}

/** A contender from one run that says how long it took. */
export function repeated(once: () => Promise<Pick<Elapsed, 'wall'>>): Contender {
  return async (repeats) => {
    let seconds = 0;
    for (let i = 0; i < repeats; i++) seconds += (await once()).wall;
    return seconds;
  };
}
