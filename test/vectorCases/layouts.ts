/** One case of layouts.json: every buffer and every registration of a target pool and its draft, at every revision that the case gives. */
import { expect } from 'vitest';
import { stateComponents } from '../../src/kvargs/components.ts';
import { describePool } from '../../src/kvargs/describePool.ts';
import type { Revision } from '../../src/model/engineConfig.ts';
import { constructDsv4Pool, type Dsv4Pool } from '../../src/pools/dsv4Pool.ts';
import type { PoolListName } from '../../src/pools/pool.ts';
import { asVectorComponent, asVectorEntry, asVectorError, envOf, outcomeOf, type PoolCase, type VectorError } from './pools.ts';

export interface LayoutCase extends PoolCase {
  readonly results: readonly { readonly revs: readonly Revision[]; readonly result: Readonly<Record<string, unknown>> }[];
}

/** Asserts deep equality on everything that the case gives. */
export function checkLayoutCase(vector: LayoutCase): void {
  expect(vector.results.length).toBeGreaterThan(0);
  for (const { revs, result } of vector.results) {
    for (const revision of revs) {
      const actual = layoutOf(vector, revision);
      // Buffers are a set keyed by name: their order in memory is free. Everything else is ordered.
      expect(sortBuffers({ ...actual, draft: result.draft === undefined ? undefined : actual.draft }), revision).toEqual(sortBuffers(result));
    }
  }
}

function layoutOf(vector: PoolCase, revision: Revision): Record<string, unknown> {
  const env = envOf(vector, revision);
  const target = outcomeOf(() => constructDsv4Pool('target', vector.target, env));
  const { draft: draftArgs } = vector;
  const draft = draftArgs === null ? null : outcomeOf(() => constructDsv4Pool('draft', draftArgs, env));
  return {
    onlineC128: 'error' in target ? vector.env.onlineCompress && vector.mode === 'paged' : target.geometry.onlineC128,
    target: asVectorPool(target),
    draft: draft === null ? null : asVectorPool(draft),
    ...registrationsOf(target, draft),
  };
}

/** Registration needs both pools; where one could not be built, its error stands for both registrations. */
function registrationsOf(target: Dsv4Pool | VectorError, draft: Dsv4Pool | VectorError | null): Record<string, unknown> {
  if ('error' in target) return { kvData: target, stateComponents: target };
  if (draft !== null && 'error' in draft) return { kvData: draft, stateComponents: draft };
  const outcome = stateComponents(describePool(target, 'shared'), draft === null ? null : describePool(draft, 'shared'));
  return {
    kvData: outcomeOf(() => [...target.list('contiguous'), ...(draft?.list('contiguous') ?? [])].map(asVectorEntry)),
    stateComponents: outcome.ok ? outcome.components.map(asVectorComponent) : asVectorError(outcome.error),
  };
}

function asVectorPool(pool: Dsv4Pool | VectorError): Record<string, unknown> | VectorError {
  if ('error' in pool) return pool;
  const { geometry } = pool;
  const list = (name: PoolListName) => outcomeOf(() => pool.list(name).map(asVectorEntry));
  return {
    numReqSlots: geometry.numReqSlots,
    stageStart: geometry.stageStart,
    stageEnd: geometry.stageEnd,
    kvStartLayer: geometry.kvStartLayer,
    kvEndLayer: geometry.kvEndLayer,
    ringSizeC4: geometry.ringSizeC4,
    ringSizeC128: geometry.ringSizeC128,
    c128StateSlots: geometry.c128StateSlots,
    ...(geometry.unified === null
      ? {}
      : { unifiedSwaWindow: geometry.unified.windowTokens, unifiedSwaRingSize: geometry.unified.ringRows, unifiedSwaPages: geometry.unified.swaPages }),
    buffers: pool.tensors.map(({ name, layer, dtype, elementBytes, shape, bytes }) => ({ name, layer, dtype, itemsize: elementBytes, shape, nbytes: bytes })),
    contiguous: list('contiguous'),
    state: list('state'),
    swaRing: list('swaRing'),
    requestState: list('requestState'),
  };
}

function sortBuffers(result: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sorted = (pool: unknown): unknown => {
    if (typeof pool !== 'object' || pool === null || !('buffers' in pool)) return pool;
    const buffers = [...(pool.buffers as { name: string }[])].sort((a, b) => a.name.localeCompare(b.name));
    return { ...pool, buffers };
  };
  return { ...result, target: sorted(result.target), draft: sorted(result.draft) };
}
