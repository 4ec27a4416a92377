/**
 * @file Both nodes started and every start-up check made, with no device in sight: what `check`, `layout` and every run begin with.
 */

import { refusalFinding } from '../checks/catalogue.ts';
import { EngineError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
import { gridPoints, mapDecodeRank } from '../plan/rankMapping.ts';
import { type Node, type NodeOutcome, startNode } from './node.ts';

/** The two nodes of a hand-off, as settings. */
export interface NodeSettings {
  readonly model: ModelSpec;
  readonly prefill: EngineConfig;
  readonly decode: EngineConfig;
}

/** Both nodes, where they started; and what was found. */
export interface StartedNodes {
  readonly prefill: NodeOutcome;
  readonly decode: NodeOutcome;
  readonly findings: readonly Finding[];
  /** Both nodes, when neither refused; null otherwise. */
  readonly ready: { readonly prefill: Node; readonly decode: Node } | null;
}

/**
 * Starts prefill and decode, each by itself, as the engine does; a node that fails does not keep the other's findings back.
 * @param ignoreRefusals go on past the engine's five refusals; they are found all the same
 */
export function startNodes({ model, prefill, decode }: NodeSettings, ignoreRefusals = false): StartedNodes {
  const outcomes = {
    prefill: startNode('prefill', model, prefill, ignoreRefusals),
    decode: startNode('decode', model, decode, ignoreRefusals),
  };
  const findings = [...nodeFindings('prefill', outcomes.prefill), ...nodeFindings('decode', outcomes.decode), ...gridFindings(prefill, decode)];
  const gridsFit = findings.every((finding) => finding.id !== GRID_MISMATCH_ID);
  const ready = outcomes.prefill.ok && outcomes.decode.ok && gridsFit ? { prefill: outcomes.prefill.node, decode: outcomes.decode.node } : null;
  return { ...outcomes, findings, ready };
}

function nodeFindings(side: 'prefill' | 'decode', outcome: NodeOutcome): Finding[] {
  if (!outcome.ok) return [refusalFinding(side, outcome.failure.error, outcome.failure.compared)];
  // Every rank of a node says the same.
  return outcome.ignored.slice(0, 1).map(({ error, compared }) => refusalFinding(side, error, compared));
}

/** Id of the finding about grids that cannot work together. */
export const GRID_MISMATCH_ID = 'grid-mismatch';

/** The engine's assertions about context- and pipeline-parallel sizes, made when decode first asks prefill for its topology. */
function gridFindings(prefill: EngineConfig, decode: EngineConfig): Finding[] {
  try {
    for (const point of gridPoints(decode.grid)) mapDecodeRank(point, prefill.grid, decode.grid);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const sizes = ({ tp, pp, cp }: EngineConfig['grid']) => `tp ${tp}, pp ${pp}, cp ${cp}`;
    return [
      {
        id: GRID_MISMATCH_ID,
        severity: 'error',
        engine: 'refuses',
        side: 'decode',
        message: error.message,
        prefill: sizes(prefill.grid),
        decode: sizes(decode.grid),
        consequence: 'Decode fails its first request from this prefill server, before any transfer.',
        mend: 'On decode, use --attn-cp-size 1, and --pp-size 1 or that of prefill.',
      },
    ];
  }
}
