/** @file Goal `layout-process`: how long a user waits for `layout`, the whole process included. */
import { processGoal } from './processGoal.ts';

/** `disagg-sim layout dsv4-flash`, from start to exit. */
export const layoutProcess = processGoal('layout-process', 'layout');
