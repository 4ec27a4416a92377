/** @file The strategies there are. Adding one means one file and one line here. */
import { auto } from './auto.ts';
import { merged } from './merged.ts';
import { perItem } from './perItem.ts';
import { shader } from './shader.ts';
import type { Strategy } from './strategy.ts';

export const STRATEGIES: readonly Strategy[] = [perItem, merged, shader, auto];
export const STRATEGY_NAMES: readonly string[] = STRATEGIES.map((strategy) => strategy.name);

/** The strategy of that name, or undefined. */
export function findStrategy(name: string): Strategy | undefined {
  return STRATEGIES.find((strategy) => strategy.name === name);
}
