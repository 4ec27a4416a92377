/** @file Goal `check-process`: how long a user waits for `check`, the whole process included. */
import { processGoal } from './processGoal.ts';

/** `disagg-sim check dsv4-flash`, from start to exit. */
export const checkProcess = processGoal('check-process', 'check');
