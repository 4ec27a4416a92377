/** @file The project's own goals, in the order they are measured and printed. */
import type { Goal } from './goal.ts';
import { account } from './goals/account.ts';
import { autoBest } from './goals/autoBest.ts';
import { checkLines } from './goals/checkLines.ts';
import { checkProcess } from './goals/checkProcess.ts';
import { cleanPairs } from './goals/cleanPairs.ts';
import { diagnosisCost } from './goals/diagnosisCost.ts';
import { diffDumps } from './goals/diffDumps.ts';
import { explainLog } from './goals/explainLog.ts';
import { explorerAnswer } from './goals/explorerAnswer.ts';
import { explorerFrames } from './goals/explorerFrames.ts';
import { explorerInteractive } from './goals/explorerInteractive.ts';
import { explorerPaint } from './goals/explorerPaint.ts';
import { explorerTasks } from './goals/explorerTasks.ts';
import { explorerWeight } from './goals/explorerWeight.ts';
import { falseAlarms } from './goals/falseAlarms.ts';
import { faultsFound } from './goals/faultsFound.ts';
import { faultsNamed } from './goals/faultsNamed.ts';
import { fuzz } from './goals/fuzz.ts';
import { group } from './goals/group.ts';
import { handoff16k } from './goals/handoff16k.ts';
import { harness } from './goals/harness.ts';
import { layoutProcess } from './goals/layoutProcess.ts';
import { modelFit } from './goals/modelFit.ts';
import { mutations } from './goals/mutations.ts';
import { noise } from './goals/noise.ts';
import { planBytes } from './goals/planBytes.ts';
import { planRate } from './goals/planRate.ts';
import { reproProcess } from './goals/reproProcess.ts';
import { stagingRows } from './goals/stagingRows.ts';
import { startMemory } from './goals/startMemory.ts';
import { startSeconds } from './goals/startSeconds.ts';
import { sweepScale } from './goals/sweepScale.ts';
import { vsNumpy } from './goals/vsNumpy.ts';

/** All goals. */
export const GOALS: readonly Goal[] = [
  handoff16k,
  autoBest,
  vsNumpy,
  stagingRows,
  account,
  planRate,
  planBytes,
  group,
  checkProcess,
  layoutProcess,
  checkLines,
  explainLog,
  diffDumps,
  cleanPairs,
  mutations,
  modelFit,
  harness,
  noise,
  sweepScale,
  fuzz,
  faultsFound,
  faultsNamed,
  falseAlarms,
  diagnosisCost,
  reproProcess,
  startSeconds,
  startMemory,
  explorerPaint,
  explorerInteractive,
  explorerAnswer,
  explorerFrames,
  explorerTasks,
  explorerWeight,
];
