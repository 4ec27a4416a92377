/** @file The project's own goals, in the order they are measured and printed. */
import type { Goal } from './goal.ts';
import { checkProcess } from './goals/checkProcess.ts';
import { group } from './goals/group.ts';
import { layoutProcess } from './goals/layoutProcess.ts';
import { startMemory, startSeconds } from './goals/startGoals.ts';

/** All goals. */
export const GOALS: readonly Goal[] = [group, checkProcess, layoutProcess, startSeconds, startMemory];
