/** @file What a scenario would need, told from its nodes' starts on paper. */
import type { Node } from '../session/node.ts';
import { nodesBytes } from '../session/nodeMemory.ts';
import { startNodes } from '../session/startNodes.ts';
import type { ResolvedScenario } from './resolvedScenario.ts';

/** What a run of the scenario would take: bytes of both nodes' arenas. Null where a node refuses. */
export function memoryNeeded(scenario: ResolvedScenario): { readonly prefillBytes: number; readonly decodeBytes: number; readonly bytes: number } | null {
  const { ready } = startNodes(scenario);
  if (ready === null) return null;
  const bytesOf = (node: Node) => node.ranks.reduce((sum, rank) => sum + rank.space.bytes, 0);
  return { prefillBytes: bytesOf(ready.prefill), decodeBytes: bytesOf(ready.decode), bytes: nodesBytes(ready.prefill, ready.decode) };
}

/** Bytes of the largest tensor of either node: what a device must be able to bind in one piece. 0 where a node refuses. */
export function largestTensorBytes(scenario: ResolvedScenario): number {
  const { ready } = startNodes(scenario);
  if (ready === null) return 0;
  const tensors = [...ready.prefill.ranks, ...ready.decode.ranks].flatMap(({ space }) => space.tensors);
  return tensors.reduce((most, { tensor }) => Math.max(most, tensor.bytes), 0);
}
