/** @file How rooms stand at the moment when decode's memory is looked at, where requests come and go in an order of their own. */
import type { KvPoll } from './kvPoll.ts';
import type { Plan, Step } from './plan.ts';
import type { RoomOutcome, SideOutcome } from './room.ts';

/**
 * Outcomes of an ordered plan. A request that decode has committed ended as it was planned, however much of it came later; one that decode gave up is Failed on both sides, since decode
 * tells prefill; one that nobody has ended yet is still under way.
 * @param planned outcomes of the plan before it was put in order
 */
export function orderedOutcomes(planned: readonly RoomOutcome[], { steps }: Plan): readonly RoomOutcome[] {
  const observed = steps.findIndex(({ kind }) => kind === 'observe');
  const seen = observed < 0 ? steps : steps.slice(0, observed);
  return planned.map((outcome) => {
    const own = seen.filter((step) => 'request' in step && step.request === outcome.request);
    if (hasStep(own, 'abort')) return { ...outcome, ...bothSides('Failed', 'abort') };
    const hasEnded = hasStep(own, 'commit') || [outcome.prefill, outcome.decode].some(({ status }) => status !== 'Success');
    const isWhole = !steps.slice(seen.length).some((step) => step.kind === 'send' && step.request === outcome.request);
    if (hasEnded || (isWhole && hasStep(own, 'send'))) return outcome;
    return { ...outcome, ...bothSides(underWay(own), 'looked-at') };
  });
}

/** A room's state before its end: decode asks when it admits the request, and prefill sends. */
function underWay(steps: readonly Step[]): KvPoll {
  if (hasStep(steps, 'send')) return 'Transferring';
  return steps.some((step) => step.kind === 'alloc' && step.side === 'decode') ? 'WaitingForInput' : 'Bootstrapping';
}

function hasStep(steps: readonly Step[], kind: Step['kind']): boolean {
  return steps.some((step) => step.kind === kind);
}

function bothSides(status: KvPoll, after: SideOutcome['after']): { readonly prefill: SideOutcome; readonly decode: SideOutcome } {
  const side: SideOutcome = { status, message: null, after };
  return { prefill: side, decode: side };
}
