/** @file The strategies' names, apart from their code: schemas and command lines list them without loading any. */

/** Every strategy, in the order that lists show them. */
export const STRATEGY_NAMES = ['per-item', 'merged', 'shader', 'staging', 'host-bounce', 'two-devices', 'whole-pool', 'auto'] as const;

/** One of them. */
export type StrategyName = (typeof STRATEGY_NAMES)[number];
