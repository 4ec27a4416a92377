/**
 * @file A strategy decides how bytes move, never which: one file a strategy behind this interface, listed in registry.ts.
 */
import type { Device, Elapsed } from '../device/device.ts';
import type { LoweredPlan } from './lower.ts';
import type { StrategyName } from './names.ts';

/** What one run of a transfer takes. */
export interface Told {
  readonly copyCommands: number;
  readonly kernelLaunches: number;
  /** Pieces read into host memory, and pieces written from it; 0 where all bytes stay on their device. */
  readonly hostTrips: number;
  /** Bytes that those trips carry, each trip counted. */
  readonly hostBytes: number;
  /** What was chosen and why, where there was a choice; one sentence. */
  readonly note: string | null;
}

/** A transfer ready to be carried out, any number of times: each run writes the same bytes again. */
export interface PreparedTransfer extends Told {
  /** Carries it out and waits for the end. @throws SimError of the device */
  run(): Promise<Elapsed>;
  /** Frees what the transfer holds beside the plan's arenas. Idempotent; no run after it. */
  release(): Promise<void>;
}

/**
 * What a strategy is to the others. `single`: one way for all blocks, on one device. `choice`: picks among those. `detour`: through host memory, for what it costs. `bound`: copies
 * whole pools, so that its figure bounds the others'; its plan and its expectation are its own (session/wholePools.ts).
 */
export type StrategyKind = 'single' | 'choice' | 'detour' | 'bound';

/** One way to carry a plan out. All that move a plan's blocks give the same bytes; verification sees to that, not trust. */
export interface Strategy {
  readonly name: StrategyName;
  readonly kind: StrategyKind;
  /** One line for lists. */
  readonly title: string;
  /**
   * May measure the device first, and hold memory of its own until `release`; must leave all arenas of the plan as they are.
   * @throws SimError(memory-budget) where that memory is not to be had; nothing is held then
   */
  prepare(device: Device, lowered: LoweredPlan): Promise<PreparedTransfer>;
}

/** What the device is told in one run: copy commands, kernel launches and trips through the host. */
export function descriptorsOf({ copyCommands, kernelLaunches, hostTrips }: Told): number {
  return copyCommands + kernelLaunches + hostTrips;
}
