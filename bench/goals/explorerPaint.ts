/** @file Goal `explorer-paint`: first contentful paint of the page that `explore` serves, in a browser that has seen nothing before. */
import { explorerGoal } from './explorerGoal.ts';

/** Seconds from the navigation to the first text on the screen, as the browser reports it. */
export const explorerPaint = explorerGoal({
  name: 'explorer-paint',
  goal: 'under 1 s',
  unit: 's',
  met: (figure) => figure < 1,
  figureOf: ({ paintMs }) => paintMs / 1000,
  evidenceOf: () => ({}),
});
