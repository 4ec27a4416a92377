/**
 * @file Both nodes started and every start-up check made, with no device in sight: what `check`, `layout` and every run begin with.
 */

import { GRID_CHECKS, refusalFinding } from '../checks/catalogue.ts';
import { factFinding } from '../checks/pairCheck.ts';
import type { Finding } from '../core/finding.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { ModelSpec } from '../model/modelSpec.ts';
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
  const ofGrids = gridFindings(prefill, decode);
  const findings = [...nodeFindings('prefill', outcomes.prefill), ...nodeFindings('decode', outcomes.decode), ...ofGrids];
  const ready = outcomes.prefill.ok && outcomes.decode.ok && ofGrids.length === 0 ? { prefill: outcomes.prefill.node, decode: outcomes.decode.node } : null;
  return { ...outcomes, findings, ready };
}

function nodeFindings(side: 'prefill' | 'decode', outcome: NodeOutcome): Finding[] {
  if (!outcome.ok) return [refusalFinding(side, outcome.failure.error, outcome.failure.compared)];
  // Every rank of a node says the same.
  return outcome.ignored.slice(0, 1).map(({ error, compared }) => refusalFinding(side, error, compared));
}

/** The engine's assertions about context- and pipeline-parallel sizes, made when decode first asks prefill for its topology. */
function gridFindings(prefill: EngineConfig, decode: EngineConfig): Finding[] {
  const engines = { prefill: { engine: prefill }, decode: { engine: decode } };
  return GRID_CHECKS.flatMap((check) => check.run(engines).map((fact) => factFinding(check, fact)));
}
