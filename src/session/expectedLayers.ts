/**
 * @file What should be in decode's memory at the moment it is looked at, where requests come and go: those that hold their pages first, and under them what the ones before left behind.
 */
import type { Plan, Step } from '../plan/plan.ts';
import { type Expectation, type ExpectationRank, type ExpectedRequest, type ExpectedStretch, expectArrivals, underlay } from '../verify/expectation.ts';

/** Requests whose data lies in memory together: of one generation of prefill's contents. */
export interface ExpectedLayer {
  /** Numbers of the requests. */
  readonly requests: readonly number[];
  /** Generation of their contents on prefill. */
  readonly generation: number;
  /** False: decode's own resets stand, and nothing has been sent for certain. */
  readonly arrived: boolean;
}

/** What has become of a request when memory is looked at. */
interface Life {
  admittedAt: number;
  freedAt: number;
  committed: boolean;
  /** Sends that have been carried out, and all that the plan has. */
  sent: number;
  generation: number;
}

/** All requests at once: what a plan without an order comes to. */
export function oneLayer(requests: number): readonly ExpectedLayer[] {
  return [{ requests: [...Array(requests).keys()], generation: 0, arrived: true }];
}

/**
 * The layers of an ordered plan, from the top. A request that holds its pages and is committed, or that has been sent whole, should have arrived; one that was given up, or is
 * still under way, has no claim to more than decode's own resets. Those that have given their pages back lie under those that hold any, the latest first.
 * @param sends how many sends each request has in the plan as it was built
 */
export function layersOf(ordered: Plan, sends: readonly number[]): readonly ExpectedLayer[] {
  const lives = sends.map((): Life => ({ admittedAt: -1, freedAt: -1, committed: false, sent: 0, generation: 0 }));
  const until = ordered.steps.findIndex(({ kind }) => kind === 'observe');
  for (const [at, step] of ordered.steps.slice(0, until < 0 ? undefined : until).entries()) note(step, at, lives);
  // A generation is what the request's contents are, even if they are computed only after memory was looked at.
  for (const step of ordered.steps) if (step.kind === 'compute') (lives[step.request] as Life).generation = step.generation;
  const seen = [...lives.entries()].filter(([, life]) => life.admittedAt >= 0);
  const hasArrived = (request: number, life: Life) => life.sent >= (sends[request] ?? 0) || (life.committed && life.freedAt < 0);
  const holding = seen.filter(([, life]) => life.freedAt < 0);
  const gone = seen.filter(([, life]) => life.freedAt >= 0).sort(([, a], [, b]) => b.freedAt - a.freedAt);
  const groups = new Map<string, { requests: number[]; generation: number; arrived: boolean }>();
  for (const [request, life] of holding) {
    const arrived = hasArrived(request, life);
    const key = `${life.generation}/${arrived}`;
    const group = groups.get(key) ?? { requests: [], generation: life.generation, arrived };
    group.requests.push(request);
    groups.set(key, group);
  }
  return [...groups.values(), ...gone.map(([request, life]) => ({ requests: [request], generation: life.generation, arrived: hasArrived(request, life) }))];
}

function note(step: Step, at: number, lives: readonly Life[]): void {
  if (!('request' in step)) return;
  const life = lives[step.request] as Life;
  if (step.kind === 'alloc' && step.side === 'decode') life.admittedAt = at;
  if (step.kind === 'free' && step.side === 'decode') life.freedAt = at;
  if (step.kind === 'commit') life.committed = true;
  if (step.kind === 'send') life.sent += 1;
}

/**
 * A decode rank's expectation over all layers.
 * @param suppliersAt the rank's suppliers, numbered as in a generation
 */
export function expectLayers(
  layers: readonly ExpectedLayer[],
  expected: readonly ExpectedRequest[],
  decode: ExpectationRank,
  suppliersAt: (generation: number) => readonly ExpectationRank[],
): Expectation {
  let stretches: readonly ExpectedStretch[] = [];
  let contestedBytes = 0;
  for (const { requests, generation, arrived } of layers) {
    const own = requests.map((request) => expected[request] as ExpectedRequest);
    const pools = arrived ? decode.pools : decode.pools.map((pool) => ({ ...pool, lanes: () => [] }));
    const layer = expectArrivals({ ...decode, pools }, suppliersAt(generation), own);
    const renumbered = layer.stretches.map((stretch) => ({ ...stretch, request: requests[stretch.request] ?? stretch.request }));
    stretches = stretches.length === 0 ? renumbered : underlay(stretches, renumbered);
    contestedBytes += layer.contestedBytes;
  }
  return { stretches, contestedBytes };
}
