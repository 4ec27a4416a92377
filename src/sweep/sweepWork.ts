/**
 * @file The work of one place in a sweep as a few numbers and words, one an axis; and the scenario that they stand for.
 */
import { alignUp } from '../core/units.ts';
import type { Layout, PoolMode } from '../model/engineConfig.ts';
import type { ModelPresetName } from '../model/presets.ts';
import type { EngineInput, ScenarioInput } from '../scenario/scenarioSchema.ts';

/** Who sends to whom: a pattern of transfer benches, or tensor-parallel sizes `PxD`. */
export type GridName = 'one-to-one' | 'one-to-many' | 'many-to-one' | 'all-to-all' | `${number}x${number}`;

/** What the rows of KV hold: the dtype of KV, or fp8 with an indexer of fp4. */
export type KvRows = 'fp8' | 'bf16' | 'fp4-indexer';

/** Everything that a sweep can vary. `items` is a synthetic pool of equal items, for comparison with transfer benches; all else lays out an engine's pools. */
export interface SweepWork {
  readonly model: ModelPresetName | 'items';
  readonly mode: PoolMode;
  /** A tensor a layer, as the engine has it, or all layers of a page in one item. */
  readonly layout: Layout;
  /** Tokens a page. */
  readonly pageSize: number;
  /** Sliding window, tokens. */
  readonly window: number;
  /** Draft tokens of speculation, which widen the rings; 0 = no speculation. */
  readonly draftTokens: number;
  /** Whether a draft model's pool travels too; takes speculation. */
  readonly draft: 'no' | 'yes';
  readonly kvRows: KvRows;
  /** Tokens of every request. */
  readonly length: number;
  /** Requests handed over at once; of `items`, items in all, 0 = as many as make `FILL_BYTES`. */
  readonly batch: number;
  /** How scattered pages lie on both nodes, 0 (ascending) to 1 (shuffled). */
  readonly fragmentation: number;
  readonly grid: GridName;
  /** Bytes of an item; of `items` alone. */
  readonly itemBytes: number;
}

/** Name of an axis. */
export type AxisName = keyof SweepWork;

/** Bytes that an `items` transfer moves between two ranks where no batch is named: past every cache, and little memory. */
export const FILL_BYTES = 64 * 2 ** 20;
/** Ranks of the side that is many. */
const MANY = 4;

/** The parallel sizes of both nodes. Stages of a pipeline hold layers of their own, so that many really write to one; tensor-parallel ranks hold the same, so that one sends to many. */
function gridsOf(grid: GridName): { readonly prefill: { tp?: number; pp?: number }; readonly decode: { tp?: number } } {
  if (grid === 'one-to-one') return { prefill: {}, decode: {} };
  if (grid === 'one-to-many') return { prefill: {}, decode: { tp: MANY } };
  if (grid === 'many-to-one') return { prefill: { pp: MANY }, decode: {} };
  if (grid === 'all-to-all') return { prefill: { pp: MANY }, decode: { tp: MANY } };
  const [prefill, decode] = grid.split('x').map(Number);
  return { prefill: { tp: prefill ?? 1 }, decode: { tp: decode ?? 1 } };
}

/**
 * The scenario of a piece of work. Pools hold twice what the requests take, so that pages can be scattered; those of items hold the items and the null page, no more, since
 * items may be large.
 * @param seed of the scenario
 */
export function scenarioOf(work: SweepWork, seed: number): ScenarioInput {
  return work.model === 'items' ? itemsScenario(work, seed) : engineScenario(work, work.model, seed);
}

function itemsScenario({ itemBytes, batch, fragmentation, grid }: SweepWork, seed: number): ScenarioInput {
  const grids = gridsOf(grid);
  const layers = grids.prefill.pp ?? 1;
  const items = Math.max(1, Math.round((batch === 0 ? Math.max(1, Math.floor(FILL_BYTES / itemBytes)) : batch) / layers));
  const node = { pageSize: 1, slots: 1, preallocSlots: 0, fragmentation };
  return {
    model: { name: 'items', plain: { layers, rows: items + 1, itemBytes } },
    prefill: { ...node, grid: grids.prefill },
    decode: { ...node, grid: grids.decode },
    requests: { lengths: [items] },
    seed,
  };
}

function engineScenario(work: SweepWork, model: ModelPresetName, seed: number): ScenarioInput {
  const { mode, layout, pageSize, window, draftTokens, draft, kvRows, length, batch, fragmentation, grid } = work;
  const grids = gridsOf(grid);
  const poolTokens = 2 * batch * alignUp(length, pageSize);
  // A window touches one page more than it fills where it does not begin with one.
  const swaTokens = 2 * batch * (alignUp(window, pageSize) + pageSize);
  const node: EngineInput = {
    mode,
    layout,
    pageSize,
    window,
    poolTokens,
    slots: batch,
    // Decode would hold slots for requests in transfer too: with equal pools both nodes can be compared, and copied whole.
    preallocSlots: 0,
    swaRatio: Math.min(1, Math.ceil((swaTokens / poolTokens) * 1e4) / 1e4),
    fragmentation,
    ...(draftTokens > 0 ? { speculation: { draftTokens, draftLayers: draft === 'yes' ? 1 : 0 } } : {}),
    ...(kvRows === 'bf16' ? { kvDtype: 'bfloat16' } : {}),
    ...(kvRows === 'fp4-indexer' ? { fp4Indexer: true } : {}),
  };
  return {
    model,
    prefill: { ...node, grid: grids.prefill },
    decode: { ...node, grid: grids.decode },
    requests: { lengths: [length], count: batch },
    seed,
  };
}
