/** @file Calls about a hand-off on paper: its memory, its plan, its steps. */
import type { CallHandlers } from './callHandlers.ts';
import { locate } from './locate.ts';
import { holdings, poolsMap } from './poolsMap.ts';
import { resolvedOf } from './resolved.ts';
import { type Stage, stageOf } from './stage.ts';
import type { StageRequest } from './stageRequest.ts';
import { stepDetail, stepsOf } from './transferSteps.ts';

/** By name. */
export const stagedHandlers: CallHandlers<'pools' | 'holdings' | 'locate' | 'steps' | 'stepDetail'> = {
  pools: (request) => poolsMap(staged(request)),
  holdings: (request) => holdings(staged(request), request.side, request.rank, request.components),
  locate: (request) => locate(staged(request), request.side, request.address),
  steps: (request) => stepsOf(staged(request)),
  stepDetail: (request) => stepDetail(staged(request), request.step),
};

function staged({ scenario, pastChecks }: StageRequest): Stage {
  return stageOf(resolvedOf(scenario), pastChecks);
}
