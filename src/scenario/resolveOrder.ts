/** @file What a schedule asks of a scenario: steps that could happen, and which requests a node holds at one time. */
import { completeSchedule, type Schedule, scheduleProblems, turnsOf } from '../plan/schedule.ts';
import type { Problem } from './problems.ts';
import type { PlacedRequest } from './resolveRequests.ts';
import type { ScenarioInput } from './scenarioSchema.ts';

/** What is wrong with the order of the steps. */
export function orderProblems(schedule: Schedule | null, requests: number): Problem[] {
  return scheduleProblems(schedule ?? [], requests).map(({ index, what }) => ({ path: ['schedule', index], what }));
}

/** Requests that a node holds at one time at the least: all that are asked for, but for those that the schedule gives back. Known before a million of them are made out of a number. */
export function leastAtOnce(side: 'prefill' | 'decode', requests: ScenarioInput['requests'], schedule: Schedule | null): number {
  const count = Array.isArray(requests) ? requests.length : (requests.count ?? requests.lengths.length);
  const giving = side === 'decode' ? 'free' : 'release';
  return count - (schedule ?? []).filter(({ step }) => step === giving).length;
}

/** The sets of requests that a node holds at one time: all of them where there is no schedule; else one set for each time that some are given back, and that at the end. */
export function togetherOn(side: 'prefill' | 'decode', schedule: Schedule | null, requests: readonly PlacedRequest[]): readonly (readonly PlacedRequest[])[] {
  if (schedule === null || scheduleProblems(schedule, requests.length).length > 0) return [requests];
  const held = new Set<number>();
  const sets: PlacedRequest[][] = [];
  const note = () => sets.push([...held].sort((a, b) => a - b).flatMap((index) => requests[index] ?? []));
  let grown = false;
  for (const turn of turnsOf(completeSchedule(schedule, requests.length), side, requests.length)) {
    if ('take' in turn) held.add(turn.take);
    else {
      if (grown) note();
      held.delete(turn.give);
    }
    grown = 'take' in turn;
  }
  note();
  return sets;
}
