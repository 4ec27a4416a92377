/** @file A plan's blocks placed in arenas that nobody has allocated: placing looks at addresses only. */
import type { Plan } from '../plan/plan.ts';
import { type LoweredPlan, lowerPlan, type RankArenas } from '../strategies/lower.ts';
import type { Node } from './node.ts';

/** Where every block of a plan would go, and which leave their regions; with no device in sight. */
export function placePlan(plan: Plan, prefill: Node, decode: Node): LoweredPlan {
  return lowerPlan(plan, imagined(prefill), imagined(decode));
}

function imagined({ ranks }: Node): RankArenas[] {
  return ranks.map(({ space, rankIndex }) => ({
    space,
    pieces: [{ window: { offset: 0, bytes: space.bytes }, arena: { id: rankIndex, bytes: space.bytes } }],
  }));
}
