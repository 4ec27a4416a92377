/** @file A plan judged by its addresses alone: what can be said of pools that no adapter holds. */
import type { Finding } from '../core/finding.ts';
import { counted } from '../core/units.ts';
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
  const isStray = strayBlocksOf(built.plan, unordered);
  const strayBlocks = countStray(built.plan, unordered, isStray);
  const findings: Finding[] = [];
  if (strayBlocks > 0) {
    findings.push({
      id: 'stray-addresses',
      severity: 'error',
      engine: 'silent',
      side: 'both',
      message: `${strayBlocks} of ${counted(built.plan.blocks.count, 'block')} ${strayBlocks === 1 ? 'has' : 'have'} other addresses than index times item length gives`,
      prefill: null,
      decode: null,
      consequence: strayText(strayBlocks, lowered.outOfRange.filter(({ block }) => isStray(block)).length),
      mend: 'Compute offsets in 64 bits, or keep pools below the limit.',
    });
  }
  return { lowered, strayBlocks, findings };
}

/** Whether a block has other addresses than in the sound plan. */
function strayBlocksOf({ blocks }: Plan, { blocks: sound }: Plan): (block: number) => boolean {
  return (block) => block < sound.count && (blocks.srcOffset[block] !== sound.srcOffset[block] || blocks.dstOffset[block] !== sound.dstOffset[block]);
}

/** Blocks that one of the plans has and the other has not count, too. */
function countStray({ blocks }: Plan, { blocks: sound }: Plan, isStray: (block: number) => boolean): number {
  let stray = Math.abs(blocks.count - sound.count);
  for (let block = 0; block < blocks.count; block++) if (isStray(block)) stray += 1;
  return stray;
}

/** What stray blocks would do. @param outside how many of them leave their regions */
function strayText(stray: number, outside: number): string {
  const inside = stray - outside;
  if (inside === 0) return stray === 1 ? 'It leaves its region.' : 'All of them leave their regions.';
  const foreign = (blocks: number) => `would read or write memory that is not ${blocks === 1 ? 'its own' : 'theirs'}`;
  if (outside === 0) return `No block leaves its region: ${stray === 1 ? 'it' : 'they'} ${foreign(stray)}.`;
  return `${outside} of them ${outside === 1 ? 'leaves its region' : 'leave their regions'}; the other${inside === 1 ? '' : 's'} ${foreign(inside)}.`;
}
