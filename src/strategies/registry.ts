/** @file The strategies there are. Adding one means one file, its name in names.ts, and one line here. */
import { auto } from './auto.ts';
import { hostBounce } from './hostBounce.ts';
import { merged } from './merged.ts';
import { STRATEGY_NAMES, type StrategyName } from './names.ts';
import { perItem } from './perItem.ts';
import { shader } from './shader.ts';
import { staging } from './staging.ts';
import type { Strategy } from './strategy.ts';
import { twoDevices } from './twoDevices.ts';
import { wholePool } from './wholePool.ts';

const BY_NAME: Readonly<Record<StrategyName, Strategy>> = {
  'per-item': perItem,
  merged,
  shader,
  staging,
  'host-bounce': hostBounce,
  'two-devices': twoDevices,
  'whole-pool': wholePool,
  auto,
};

/** All of them, in the order of their names' list. */
export const STRATEGIES: readonly Strategy[] = STRATEGY_NAMES.map((name) => BY_NAME[name]);

/** The strategy of that name. */
export function strategyNamed(name: StrategyName): Strategy {
  return BY_NAME[name];
}
