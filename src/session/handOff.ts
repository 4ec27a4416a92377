/**
 * @file A hand-off prepared: requests placed, index lists built, everything planned, and, apart from the plan, what should arrive. Pure; no device in sight.
 */
import { type RequestIndices, type RequestLengths, requestIndices } from '../indices/requestIndices.ts';
import { buildPlan } from '../plan/buildPlan.ts';
import { PERSONALITIES } from '../plan/engines/registry.ts';
import type { BuiltPlan, CopyFailure, PlanInput } from '../plan/planInput.ts';
import { gridPoints, rankIndex } from '../plan/rankMapping.ts';
import type { Placement } from '../pools/pool.ts';
import type { ExpectedRequest } from '../verify/expectation.ts';
import { indexGeometry, type Node, placementGeometry, registeredNode } from './node.ts';
import { type PlacementDemand, placeRequests } from './placement.ts';

/** A request to hand over. */
export interface HandOffRequest {
  readonly tokens: number;
  /** Tokens that prefill has computed when it sends the last chunk. */
  readonly prefillEndTokens: number;
  /** Tokens that decode holds already. */
  readonly decodePrefixTokens: number;
  readonly prefill: Omit<PlacementDemand, 'tokens'>;
  readonly decode: Omit<PlacementDemand, 'tokens'>;
}

/** What to hand over, and how pages lie. */
export interface HandOffSettings {
  readonly requests: readonly HandOffRequest[];
  readonly fragmentation: { readonly prefill: number; readonly decode: number };
  readonly chunkTokens: number | null;
  readonly seed: number;
  /** Copies that the transport refuses; none by default. */
  readonly copyFailures?: readonly CopyFailure[];
}

/** A request, placed, with its lists on both nodes. */
export interface PreparedRequest extends HandOffRequest {
  readonly places: { readonly prefill: Placement; readonly decode: Placement };
  readonly indices: { readonly prefill: RequestIndices; readonly decode: RequestIndices };
}

/** Everything that a run carries out and verifies. */
export interface HandOff {
  readonly prefill: Node;
  readonly decode: Node;
  readonly requests: readonly PreparedRequest[];
  /** What the plan was made from. */
  readonly planned: PlanInput;
  readonly built: BuiltPlan;
  /** What verification works from: lengths and places, no list and no plan. */
  readonly expected: readonly ExpectedRequest[];
}

/**
 * Places, lists and plans.
 * @throws SimError(bad-input) where requests do not fit a node's pools; EngineError where an index list itself cannot be built
 */
export function prepareHandOff(prefill: Node, decode: Node, settings: HandOffSettings): HandOff {
  const { requests, fragmentation, chunkTokens, seed, copyFailures = [] } = settings;
  const placeOn = (node: Node) => {
    const demands = requests.map((request) => ({ tokens: request.tokens, ...request[node.side] }));
    return placeRequests(node.side, placementGeometry(node), demands, fragmentation[node.side], seed);
  };
  const placed = { prefill: placeOn(prefill), decode: placeOn(decode) };
  const geometry = { prefill: indexGeometry(prefill), decode: indexGeometry(decode) };
  const prepared = requests.map((request, index): PreparedRequest => {
    const lengths: RequestLengths = {
      inputTokens: request.tokens,
      prefillEndTokens: request.prefillEndTokens,
      decodePrefixTokens: request.decodePrefixTokens,
    };
    const onPrefill = placed.prefill[index] as (typeof placed.prefill)[number];
    const onDecode = placed.decode[index] as (typeof placed.decode)[number];
    return {
      ...request,
      places: { prefill: onPrefill.placement, decode: onDecode.placement },
      indices: {
        prefill: requestIndices('prefill', geometry.prefill, lengths, onPrefill.place),
        decode: requestIndices('decode', geometry.decode, lengths, onDecode.place),
      },
    };
  });
  const planned: PlanInput = {
    prefill: registeredNode(prefill),
    decode: registeredNode(decode),
    requests: prepared.map((request) => ({
      tokens: request.tokens,
      decodePrefixTokens: request.decodePrefixTokens,
      prefill: { placement: request.places.prefill, indices: request.indices.prefill },
      decode: { placement: request.places.decode, indices: request.indices.decode },
    })),
    pageSizeTokens: geometry.prefill.pageSizeTokens,
    chunkTokens,
    personality: PERSONALITIES[prefill.engine.backend],
    copyFailures,
  };
  const expected = prepared.map(({ tokens, decodePrefixTokens, places }) => ({ tokens, prefixTokens: decodePrefixTokens, ...places }));
  return { prefill, decode, requests: prepared, planned, built: buildPlan(planned), expected };
}

/**
 * The prefill ranks whose content a decode rank is to receive: one a pipeline stage, the last stage first, since its metadata row is the one that travels. Tensor- and context-parallel
 * ranks of a stage hold the same, so the first stands for all: what should arrive does not depend on who is asked to send it, and a grid that leaves a rank unserved shows.
 */
export function suppliersOf({ prefill, decode }: HandOff, decodeRank: number): readonly number[] {
  const { grid } = prefill.engine;
  const point = gridPoints(decode.engine.grid)[decodeRank];
  if (point === undefined) return [];
  const stages = decode.engine.grid.pp === 1 ? Array.from({ length: grid.pp }, (_, i) => grid.pp - 1 - i) : [point.pp];
  return stages.map((pp) => rankIndex(grid, { tp: 0, pp, cp: 0 }));
}
