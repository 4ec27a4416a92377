/**
 * @file The Mooncake backend before it looked at what became of state: a component that cannot be sent is passed over, the metadata row follows, and both sides say Success.
 */
import { MOONCAKE } from './mooncake.ts';
import type { Personality } from './personality.ts';

/** Mooncake as it was; all but failed state copies as in `mooncake`. */
export const MOONCAKE_OLD: Personality = {
  ...MOONCAKE,
  name: 'mooncake-old',
  onRefusedCopy: (copy) => (typeof copy.component === 'number' ? null : MOONCAKE.onRefusedCopy(copy)),
};
