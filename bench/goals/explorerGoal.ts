/** @file What the goals about the explorer share: a figure of each visit, and their median. */

import type { AdapterInfo } from '../../src/device/device.ts';
import { median } from '../../src/sweep/statistics.ts';
import { type Visit, visits } from '../explorer/visit.ts';
import type { Goal } from '../goal.ts';

/** A goal on what a visit saw. */
export interface ExplorerGoal extends Pick<Goal, 'name' | 'goal' | 'unit' | 'met'> {
  figureOf(visit: Visit): number;
  /** What is behind the figure, beside itself and the machine's load. */
  evidenceOf(visit: Visit): Readonly<Record<string, unknown>>;
}

/** What draws the page, which is what these figures are made on. */
function drawnBy({ browser: { version, compositing = '' } }: Visit): AdapterInfo {
  return { name: `Chromium ${version}`, backend: `compositing ${compositing}`, software: compositing !== 'enabled', foundBy: 'the browser’s own word' };
}

/** The goal. */
export function explorerGoal({ figureOf, evidenceOf, ...goal }: ExplorerGoal): Goal {
  return {
    ...goal,
    run: async (context) => {
      const all = await visits(context);
      const evidence = {
        browser: all[0]?.browser,
        visits: all.map((visit) => ({ load: visit.load, firstTransfer: visit.firstTransfer, figure: figureOf(visit), ...evidenceOf(visit) })),
      };
      return { figure: median(all.map(figureOf)), adapter: all[0] === undefined ? null : drawnBy(all[0]), evidence };
    },
  };
}
