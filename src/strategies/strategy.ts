/**
 * @file A strategy decides how bytes move, never which: one file a strategy behind this interface, listed in registry.ts.
 */
import type { Batch, Device } from '../device/device.ts';
import type { LoweredPlan } from './lower.ts';
import type { StrategyName } from './names.ts';

/** A transfer ready to be recorded, any number of times. */
export interface PreparedTransfer {
  /** What the device is told: copy commands, and kernel launches. */
  readonly copyCommands: number;
  readonly kernelLaunches: number;
  /** What was chosen and why, where there was a choice; one sentence. */
  readonly note: string | null;
  record(batch: Batch): void;
}

/** One way to carry a plan out. All strategies give the same bytes; verification sees to that, not trust. */
export interface Strategy {
  readonly name: StrategyName;
  /** One line for lists. */
  readonly title: string;
  /** May measure the device first; must leave all arenas of the plan as they are. */
  prepare(device: Device, lowered: LoweredPlan): Promise<PreparedTransfer>;
}
