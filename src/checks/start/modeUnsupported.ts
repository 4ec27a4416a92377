/** @file Refusal: a disaggregation mode that is neither prefill nor decode. */
import { AT_MANAGER } from '../moments.ts';
import { bothNodes, nodeFact, type PairCheck } from '../pairCheck.ts';
import { COMMON_MANAGER } from '../sources.ts';

/** `mode-unsupported`: also silent when a node was started as the other one, which shows as a mode that is not its side's. */
export const modeUnsupported: PairCheck = {
  id: 'mode-unsupported',
  title: 'The disaggregation mode is neither prefill nor decode',
  moment: { node: 'both', at: AT_MANAGER },
  said: 'ValueError',
  words: 'Unsupported DisaggregationMode: {mode}',
  engine: 'refuses',
  severity: 'error',
  compared: '--disaggregation-mode, against prefill and decode.',
  meaning: 'A transfer manager sends or receives. A server started without a mode has no manager at all and serves whole requests by itself.',
  consequence: () => 'The node has no part in a hand-off: it does not register, and the other node waits for it until its timeout.',
  mend: () => 'Start one node with --disaggregation-mode prefill and the other with --disaggregation-mode decode.',
  example: { mode: 'null' },
  situations: ['--disaggregation-mode left out on one of the two.', 'A launch script that passes the mode through a variable that is not set.'],
  related: ['backend-unsupported'],
  sources: [COMMON_MANAGER],
  run: (pair) =>
    bothNodes(pair).flatMap((node) => {
      const { disaggregationMode } = node.extra;
      return disaggregationMode === null || disaggregationMode === node.side ? [] : [nodeFact(node, { mode: disaggregationMode }, disaggregationMode)];
    }),
};
