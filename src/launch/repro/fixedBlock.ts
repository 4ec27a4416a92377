/** @file A mended scenario as the `fixed` block of the one as given: what is put over it. A block can replace values and not take them away. */
import { canonicalJson } from '../../core/canonicalHash.ts';
import type { EngineConfig } from '../../model/engineConfig.ts';
import type { ModelSpec } from '../../model/modelSpec.ts';
import { printValue } from '../../scenario/problems.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import type { EngineInput, PoolInput, ScenarioInput } from '../../scenario/scenarioSchema.ts';
import { writtenEngine, writtenScenario } from '../../scenario/writtenScenario.ts';

type FixedBlock = NonNullable<ScenarioInput['fixed']>;

/** The block that makes `mended` of `given`; null where the two are the same run. */
export function fixedBlock(given: ResolvedScenario, mended: ResolvedScenario): FixedBlock | null {
  if (given.hash === mended.hash) return null;
  const [before, after] = [writtenScenario(given), writtenScenario(mended)];
  const changed = <K extends 'model' | 'requests'>(key: K) => (isSame(before[key], after[key]) ? {} : { [key]: after[key] });
  const node = (side: 'prefill' | 'decode') => {
    const { fragmentation, chunkTokens } = after.prefill ?? {};
    const sending = side === 'prefill' && !isSame(before.prefill?.chunkTokens, chunkTokens) && chunkTokens !== undefined ? { chunkTokens } : {};
    const scatter = isSame(before[side]?.fragmentation, after[side]?.fragmentation)
      ? {}
      : { fragmentation: (side === 'prefill' ? fragmentation : after.decode?.fragmentation) ?? 0 };
    const engine = { ...engineChange(side, mended.model, given[side], mended[side]), ...scatter, ...sending };
    return Object.keys(engine).length === 0 ? {} : { [side]: engine };
  };
  return {
    ...changed('model'),
    ...node('prefill'),
    ...node('decode'),
    ...changed('requests'),
    ...(isSame(before.faults, after.faults) ? {} : { faults: after.faults ?? [] }),
    ...(isSame(before.schedule, after.schedule) ? {} : { schedule: after.schedule ?? null }),
    ...(isSame(before.judgedBy, after.judgedBy) ? {} : { judgedBy: after.judgedBy ?? 'memory' }),
    expect: { status: 'PASS' },
  };
}

/** Values named one by one; of more, the scenario itself is the better list. */
const MOST_NAMED = 8;

/** What the block sets, as `--set` takes it: `prefill.pageSize=256, faults=[]`. Without what it expects. */
export function blockText({ expect: _expect, ...block }: FixedBlock): string {
  const values = leaves(block, []);
  const named = values.slice(0, MOST_NAMED).map(([path, value]) => `${path.join('.')}=${printValue(value)}`);
  return [...named, ...(values.length > MOST_NAMED ? [`and ${values.length - MOST_NAMED} more`] : [])].join(', ');
}

function leaves(value: unknown, path: readonly string[]): readonly (readonly [readonly string[], unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

/** Settings of a node that differ, with the value that they have in the mended one, be it a default. */
function engineChange(side: 'prefill' | 'decode', model: ModelSpec, given: EngineConfig, mended: EngineConfig): EngineInput {
  const [before, after] = [writtenEngine(side, model, given), writtenEngine(side, model, mended)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof EngineInput)[];
  const plain = inFull(mended);
  return Object.fromEntries(
    keys.flatMap((key): [string, unknown][] => {
      if (isSame(before[key], after[key])) return [];
      if (key === 'target' || key === 'draft') return [[key, poolChange(before[key] ?? {}, after[key] ?? {}, ownOf(key, model, mended))]];
      return [[key, after[key] ?? plain[key]]];
    }),
  );
}

function poolChange(before: PoolInput, after: PoolInput, own: PoolInput): PoolInput {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof PoolInput)[];
  return Object.fromEntries(keys.flatMap((key) => (isSame(before[key], after[key]) ? [] : [[key, after[key] ?? own[key]]])));
}

/** What a pool has without overrides, as overrides. */
function ownOf(pool: 'target' | 'draft', model: ModelSpec, engine: EngineConfig): PoolInput {
  const draftRatios = new Array<number>(engine.speculation?.draftLayers ?? 0).fill(0);
  return {
    mode: engine.mode,
    pageSize: engine.pageSizeTokens,
    swaPageSize: engine.swaPageSizeTokens,
    window: engine.windowTokens,
    kvDtype: engine.kvDtype,
    mapping: 'shared',
    compressRatios: pool === 'draft' ? draftRatios : model.kind === 'dsv4' ? [...model.compressRatios] : [],
  };
}

/** Every setting of a node under its name in a scenario. */
function inFull({
  pageSizeTokens,
  swaPageSizeTokens,
  windowTokens,
  maxRequests,
  speculation,
  addressBase,
  target: _t,
  draft: _d,
  ...same
}: EngineConfig): EngineInput {
  return {
    ...same,
    pageSize: pageSizeTokens,
    swaPageSize: swaPageSizeTokens,
    window: windowTokens,
    slots: maxRequests,
    speculation: speculation && { draftTokens: speculation.draftTokens, draftLayers: speculation.draftLayers },
    addressBase: `0x${addressBase.toString(16)}`,
  };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson([a]) === canonicalJson([b]);
}
