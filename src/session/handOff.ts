/**
 * @file A hand-off prepared: requests placed, index lists built, everything planned, and, apart from the plan, what should arrive. Pure; no device in sight.
 */

import type { AnyFault } from '../faults/catalogue.ts';
import type { Preparation } from '../faults/fault.ts';
import { onlyLeavesOut } from '../faults/leavesOut.ts';
import { createFaults, type Faults } from '../faults/plantFaults.ts';
import { type IndexGeometry, type RequestIndices, type RequestLengths, requestIndices } from '../indices/requestIndices.ts';
import { buildPlan } from '../plan/buildPlan.ts';
import { PERSONALITIES } from '../plan/engines/registry.ts';
import type { Deployment } from '../plan/kvPoll.ts';
import { orderedOutcomes } from '../plan/orderedOutcomes.ts';
import type { Plan } from '../plan/plan.ts';
import type { BuiltPlan, CopyFailure, PlanInput } from '../plan/planInput.ts';
import { gridPoints, rankIndex } from '../plan/rankMapping.ts';
import { completeSchedule, demandSchedule, orderPlan, plainSchedule, type Schedule, turnsOf } from '../plan/schedule.ts';
import type { Placement } from '../pools/pool.ts';
import type { ExpectedRequest } from '../verify/expectation.ts';
import { type ExpectedLayer, layersOf, oneLayer } from './expectedLayers.ts';
import { indexGeometry, type Node, placementGeometry, registeredNode } from './node.ts';
import { type PlacementDemand, placeRequests } from './placement.ts';
import { placePlan } from './placePlan.ts';

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
  /** The order in which requests come, are sent and go; null or absent where it does not matter. */
  readonly schedule?: Schedule | null;
  /** Faults to plant at each seam; none by default. */
  readonly faults?: readonly AnyFault[];
  /** What the engine's texts name; `DEFAULT_DEPLOYMENT` by default. */
  readonly deployment?: Deployment;
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
  /** The plan that is carried out, in the order of the schedule where there is one, and what the engine believes of it. */
  readonly built: BuiltPlan;
  /** The plan before it was put in order; the same one without a schedule. */
  readonly unordered: Plan;
  /** What verification works from: lengths and places, no list and no plan. */
  readonly expected: readonly ExpectedRequest[];
  /** Which of these lie over which when memory is looked at. */
  readonly layers: readonly ExpectedLayer[];
  /** What the plan moves, and verification expects: the requests' data, or whole pools (wholePools.ts), an upper bound. */
  readonly carries: 'requests' | 'whole-pools';
  /** Those planted so far; the seam of memory comes last, when everything has landed. */
  readonly faults: Faults;
}

/**
 * Places, lists and plans.
 * @throws SimError(bad-input) where requests do not fit a node's pools; EngineError where an index list itself cannot be built
 */
export function prepareHandOff(prefill: Node, decode: Node, settings: HandOffSettings): HandOff {
  const { requests, chunkTokens, copyFailures = [], deployment } = settings;
  const faults = createFaults(settings.faults ?? [], settings.seed);
  const schedule = scheduleOf(prefill, settings, faults);
  const geometry = { prefill: indexGeometry(prefill), decode: indexGeometry(decode) };
  const lengths = requests.map(
    (request): RequestLengths => ({
      inputTokens: request.tokens,
      prefillEndTokens: request.prefillEndTokens,
      decodePrefixTokens: request.decodePrefixTokens,
    }),
  );
  const onPrefill = placesOn(prefill, geometry.prefill, lengths, settings, schedule);
  const onDecode = placesOn(decode, geometry.decode, lengths, settings, schedule);
  const prepared = requests.map(({ tokens, prefillEndTokens, decodePrefixTokens, prefill: askedOfPrefill, decode: askedOfDecode }, index): PreparedRequest => {
    const [p, d] = [onPrefill[index] as Held, onDecode[index] as Held];
    return {
      tokens,
      prefillEndTokens,
      decodePrefixTokens,
      prefill: askedOfPrefill,
      decode: askedOfDecode,
      places: { prefill: p.placement, decode: d.placement },
      indices: { prefill: p.indices, decode: d.indices },
    };
  });
  const preparation: Preparation = {
    geometry,
    lengths,
    prefill: registeredNode(prefill),
    decode: registeredNode(decode),
    requests: prepared.map(({ tokens, decodePrefixTokens }, index) => ({
      tokens,
      decodePrefixTokens,
      prefill: onPrefill[index] as Held,
      decode: onDecode[index] as Held,
    })),
    pageSizeTokens: geometry.prefill.pageSizeTokens,
    chunkTokens,
    personality: PERSONALITIES[prefill.engine.backend],
    copyFailures,
    ...(deployment === undefined ? {} : { deployment }),
  };
  const planned = faults.at('lists', preparation);
  const built = buildPlan(planned);
  const { plan } = faults.at('plan', { plan: built.plan, preparation: planned });
  const ordered = schedule === null ? plan : orderPlan(plan, schedule, requests.length);
  if (faults.planted().length > 0) faults.cameTo(leavesOut(ordered, buildPlan(preparation).plan, prefill, decode));
  const expected = prepared.map(({ tokens, decodePrefixTokens, places }) => ({ tokens, prefixTokens: decodePrefixTokens, ...places }));
  const layers = schedule === null ? oneLayer(requests.length) : layersOf(ordered, sendsByRequest(built.plan, requests.length));
  return {
    prefill,
    decode,
    requests: prepared,
    planned,
    built: { ...built, plan: ordered, outcomes: schedule === null ? built.outcomes : orderedOutcomes(built.outcomes, ordered) },
    unordered: built.plan,
    expected,
    layers,
    carries: 'requests',
    faults,
  };
}

/** What a request holds on one node. */
interface Held {
  readonly placement: Placement;
  readonly indices: RequestIndices;
}

/** Places all requests on a node and lists what they hold there. Allocators and locations go with the call: those of many requests would lie in memory while it is planned. */
function placesOn(
  node: Node,
  geometry: IndexGeometry,
  lengths: readonly RequestLengths[],
  { requests, fragmentation, seed }: HandOffSettings,
  schedule: Schedule | null,
): readonly Held[] {
  const { side } = node;
  const demands = requests.map((request) => ({ tokens: request.tokens, ...request[side] }));
  const turns = schedule === null ? undefined : turnsOf(schedule, side, requests.length);
  const placed = placeRequests(side, placementGeometry(node), demands, fragmentation[side], seed, turns);
  return placed.map(({ placement, place }, index) => ({ placement, indices: requestIndices(side, geometry, lengths[index] as RequestLengths, place) }));
}

/** Whether nothing but absence comes of what the faults made of the plan. */
function leavesOut(carriedOut: Plan, sound: Plan, prefill: Node, decode: Node): boolean {
  const lost = new Set(placePlan(carriedOut, prefill, decode).outOfRange.map(({ block }) => block));
  return onlyLeavesOut(carriedOut, sound, (block) => !lost.has(block));
}

/** The schedule with its faults planted, complete; null where no order is asked for. @throws SimError(bad-input) for one that could not happen */
function scheduleOf(prefill: Node, { requests, schedule = null }: HandOffSettings, faults: Faults): Schedule | null {
  if (schedule === null && !faults.hits('order')) return null;
  const count = requests.length;
  const complete = completeSchedule(schedule ?? plainSchedule(count), count);
  const components = prefill.ranks[0]?.kvArgs.state.map(({ type }) => type) ?? [];
  const planted = completeSchedule(faults.at('order', { schedule: complete, requests: count, components }).schedule, count);
  demandSchedule(planted, count);
  return planted;
}

function sendsByRequest(plan: Plan, requests: number): readonly number[] {
  const sends = new Array<number>(requests).fill(0);
  for (const step of plan.steps) if (step.kind === 'send') sends[step.request] = (sends[step.request] ?? 0) + 1;
  return sends;
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
