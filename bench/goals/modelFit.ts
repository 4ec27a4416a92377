/** @file Goal `model-fit`: the cost model of `rdma-400g` against the public sweep it was fitted to, and a fit's error on points held out. */
import { fitLink, sweepErrors } from '../../src/cost/calibrate.ts';
import { namedLink } from '../../src/cost/namedLinks.ts';
import { NIXLBENCH_UCX } from '../../src/cost/publicSweeps.ts';
import type { Goal } from '../goal.ts';

/** From here on the large messages' protocol is in force. */
const LARGE_BYTES = 2 ** 18;
const GOAL_LARGE = 0.01;
const GOAL_ALL = 0.1;

/** The worst error, as a share of what is allowed for its size: at 1, the goal is just met. */
export const modelFit: Goal = {
  name: 'model-fit',
  goal: `within ${GOAL_LARGE * 100} % from 256 KiB up, within ${GOAL_ALL * 100} % over the whole range (figure: worst error over the error allowed)`,
  unit: 'x',
  met: (figure) => figure <= 1,
  run: async () => {
    const errors = sweepErrors(namedLink('rdma-400g'), NIXLBENCH_UCX);
    const shares = errors.map(({ bytes, relativeError }) => Math.abs(relativeError) / (bytes < LARGE_BYTES ? GOAL_ALL : GOAL_LARGE));
    const worst = (of: (bytes: number) => boolean) => Math.max(...errors.filter(({ bytes }) => of(bytes)).map(({ relativeError }) => Math.abs(relativeError)));
    const { holdOut, worstError, link } = fitLink(NIXLBENCH_UCX, { name: 'fit', title: 'fit', what: 'NVIDIA/cloudai#550' });
    const evidence = {
      sweep: 'nixlbench over UCX, NVIDIA/cloudai#550, 4 KiB to 32 MiB',
      worstFrom256KiB: worst((bytes) => bytes >= LARGE_BYTES),
      worstOverall: worst(() => true),
      errors,
      freeFit: { pieces: link.pieces.length, worstError },
      holdOut: holdOut === null ? null : { worstError: holdOut.worstError, meanError: holdOut.meanError, points: holdOut.points },
    };
    return { figure: Math.max(...shares), adapter: null, evidence };
  },
};
