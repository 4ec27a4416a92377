/**
 * @file The hand-off that the goals about plans, transfers and accounting share: DeepSeek-V4-Flash, without speculation, every page
 * shuffled on both nodes, requests of 16,384 tokens.
 */
import type { PoolMode } from '../src/model/engineConfig.ts';
import { buildPlan } from '../src/plan/buildPlan.ts';
import type { Plan } from '../src/plan/plan.ts';
import type { RegisteredNode } from '../src/plan/planInput.ts';
import { resolveScenario } from '../src/scenario/resolveScenario.ts';
import { type HandOff, prepareHandOff } from '../src/session/handOff.ts';
import { startNodes } from '../src/session/startNodes.ts';

/** Tokens of each request. */
export const REQUEST_TOKENS = 16_384;

/** The hand-off of so many requests, in pools that just hold them twice over, so that pages can be scattered. */
export function fragmentedHandOff(requests: number, mode: PoolMode = 'paged'): HandOff {
  const engine = { mode, poolTokens: 2 * requests * REQUEST_TOKENS, slots: requests, fragmentation: 1 } as const;
  const input = { model: 'dsv4-flash', prefill: engine, decode: engine, requests: { lengths: [REQUEST_TOKENS], count: requests }, seed: 1 };
  const scenario = resolveScenario(input, { name: 'bench', locate: () => ({}), config: null });
  const { ready, findings } = startNodes(scenario);
  if (ready === null) throw new Error(`the nodes did not start: ${findings.map(({ message }) => message).join('; ')}`);
  return prepareHandOff(ready.prefill, ready.decode, scenario);
}

/** The hand-off's plan without metadata rows, for goals about KV and state. */
export function planWithoutMetadata({ planned }: HandOff): Plan {
  const withoutAux = (node: RegisteredNode): RegisteredNode => ({ ...node, ranks: node.ranks.map((rank) => ({ ...rank, aux: [] })) });
  return buildPlan({ ...planned, prefill: withoutAux(planned.prefill), decode: withoutAux(planned.decode) }).plan;
}
