/** One case of geometry_errors.json: a pair of pools that registers, or fails with exactly this error at this stage. */
import { expect } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';
import type { PyValue } from '../../src/core/python.ts';
import { type ComponentsOutcome, type DescribedPool, type StateComponent, stateComponents } from '../../src/kvargs/components.ts';
import { describePool } from '../../src/kvargs/describePool.ts';
import type { Revision } from '../../src/model/engineConfig.ts';
import { constructDsv4Pool } from '../../src/pools/dsv4Pool.ts';
import { asVectorComponent, asVectorError, envOf, type PoolCase, type VectorError } from './pools.ts';

/** `[ptr, len, itemLen]`. */
type Info = readonly [number, number, number];

interface StubAttributes {
  readonly unifiedKv?: PyValue;
  readonly compressionRatios?: readonly PyValue[] | null;
  readonly pageSize?: PyValue;
  readonly slidingWindow?: PyValue;
  readonly mapping?: string | null;
  readonly ringWindow?: PyValue;
  readonly ringSize?: PyValue;
  readonly ringPages?: PyValue;
}

interface StubInfos {
  readonly state: readonly Info[];
  readonly swaRing: readonly Info[];
  readonly requestState: readonly Info[];
}

interface StubCase {
  readonly kind: 'stub';
  readonly target: StubAttributes;
  readonly draft: StubAttributes | 'not-dsv4' | null;
  readonly targetInfos: StubInfos;
  readonly draftInfos: StubInfos | null;
}

interface ConstructedCase extends PoolCase {
  readonly kind: 'constructed';
  readonly shareMapping: boolean;
  readonly registerMapping: boolean;
}

export type GeometryCase = (StubCase | ConstructedCase) & {
  readonly results: readonly { readonly revs: readonly Revision[]; readonly result: Readonly<Record<string, unknown>> }[];
};

/** Asserts deep equality on everything that the case gives. */
export function checkGeometryCase(vector: GeometryCase): void {
  expect(vector.results.length).toBeGreaterThan(0);
  for (const { revs, result } of vector.results) {
    for (const revision of revs) {
      const actual = vector.kind === 'stub' ? stubResult(vector) : constructedResult(vector, revision);
      // A key of ours that the case does not give is not compared; a key of its own must be ours.
      const given = Object.fromEntries(Object.keys(result).map((key) => [key, actual[key]]));
      expect(given, revision).toEqual(result);
    }
  }
}

function stubResult(vector: StubCase): Record<string, unknown> {
  const draft = vector.draft === null || vector.draft === 'not-dsv4' ? vector.draft : stubPool(vector.draft, vector.draftInfos);
  return asResult(stateComponents(stubPool(vector.target, vector.targetInfos), draft), asInfoComponent);
}

/** Absent keys stay absent: reading them is an AttributeError. */
function stubPool(attributes: StubAttributes, infos: StubInfos | null): DescribedPool<Info> {
  return {
    unifiedKv: attributes.unifiedKv,
    compressionRatios: attributes.compressionRatios,
    pageSize: attributes.pageSize,
    slidingWindow: attributes.slidingWindow,
    mapping: attributes.mapping,
    ringWindow: attributes.ringWindow,
    ringSize: attributes.ringSize,
    ringPages: attributes.ringPages,
    state: () => infos?.state ?? [],
    swaRing: () => infos?.swaRing ?? [],
    requestState: () => infos?.requestState ?? [],
  };
}

function constructedResult(vector: ConstructedCase, revision: Revision): Record<string, unknown> {
  const env = envOf(vector, revision);
  const label = (own: string) => (vector.registerMapping ? (vector.shareMapping ? 'shared' : own) : undefined);
  try {
    const target = constructDsv4Pool('target', vector.target, env);
    const draft = vector.draft === null ? null : constructDsv4Pool('draft', vector.draft, env);
    const outcome = stateComponents(describePool(target, label('of target')), draft === null ? null : describePool(draft, label('of draft')));
    return { stage: 'setup', ...asResult(outcome, asVectorComponent) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { stage: 'construct', ...asVectorError(error), components: null };
  }
}

function asResult<Entry>(outcome: ComponentsOutcome<Entry>, asComponent: (component: StateComponent<Entry>) => unknown): Record<string, unknown> {
  if (outcome.ok) return { error: null, components: outcome.components.map(asComponent), componentsBeforeError: null };
  const { error }: VectorError = asVectorError(outcome.error);
  return { error, components: null, componentsBeforeError: outcome.componentsBeforeError.map(asComponent) };
}

function asInfoComponent({ type, entries }: StateComponent<Info>) {
  return { type, ptrs: entries.map(([ptr]) => ptr), lens: entries.map(([, len]) => len), itemLens: entries.map(([, , itemLen]) => itemLen) };
}
