/**
 * @file Goal `explorer-interactive`: until the page can be used. That is when the playground's fields are there and take input, the checks have answered the first scenario, and both have
 * been painted: the first task after the animation frame that shows them. The first transfer goes on in a worker meanwhile, and is not waited for.
 */
import { explorerGoal } from './explorerGoal.ts';

/** Seconds from the navigation. */
export const explorerInteractive = explorerGoal({
  name: 'explorer-interactive',
  goal: 'under 2 s',
  unit: 's',
  met: (figure) => figure < 2,
  figureOf: ({ usableMs }) => usableMs / 1000,
  evidenceOf: ({ requestsUntilUsable }) => ({ requests: requestsUntilUsable.length }),
});
