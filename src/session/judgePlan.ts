/** @file A plan judged by its addresses alone: what can be said of pools that no adapter holds. */
import type { Finding } from '../core/finding.ts';
import type { Plan } from '../plan/plan.ts';
import type { LoweredPlan } from '../strategies/lower.ts';
import type { HandOff } from './handOff.ts';
import { placePlan } from './placePlan.ts';

/** What the addresses say. */
export interface PlanVerdict {
  readonly lowered: LoweredPlan;
  /** Blocks whose addresses differ from those that the engine's own plan has. */
  readonly strayBlocks: number;
  readonly findings: readonly Finding[];
}

/** Holds every block of the plan against the registered tensors, and against the plan as it was before faults changed it. */
export function judgePlan({ prefill, decode, built, unordered }: HandOff): PlanVerdict {
  const lowered = placePlan(built.plan, prefill, decode);
  const strayBlocks = countStray(built.plan, unordered);
  const findings: Finding[] = [];
  if (strayBlocks > 0) {
    findings.push({
      id: 'stray-addresses',
      severity: 'error',
      engine: 'silent',
      side: 'both',
      message: `${strayBlocks} of ${built.plan.blocks.count} blocks have other addresses than index times item length gives`,
      prefill: null,
      decode: null,
      consequence: `${lowered.outOfRange.length} of them leave their regions; the others would read or write memory that is not theirs.`,
      mend: 'Compute offsets in 64 bits, or keep pools below the limit.',
    });
  }
  return { lowered, strayBlocks, findings };
}

function countStray({ blocks }: Plan, { blocks: sound }: Plan): number {
  let stray = Math.abs(blocks.count - sound.count);
  for (let block = 0; block < Math.min(blocks.count, sound.count); block++) {
    if (blocks.srcOffset[block] !== sound.srcOffset[block] || blocks.dstOffset[block] !== sound.dstOffset[block]) stray += 1;
  }
  return stray;
}
