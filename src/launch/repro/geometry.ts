/** @file The geometry of both nodes' pools side by side: what the checks compare, and what they do not. */
import type { EngineConfig, PoolOverrides } from '../../model/engineConfig.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';

/** The pools of a pair, in the order of the columns. */
export const GEOMETRY_COLUMNS = ['prefill target', 'prefill draft', 'decode target', 'decode draft'] as const;

/** One quantity; null where there is no such pool. */
export interface GeometryRow {
  readonly what: string;
  readonly cells: readonly (string | null)[];
  /** Whether the pools that exist differ in it. */
  readonly differs: boolean;
}

interface PoolShape {
  readonly engine: EngineConfig;
  readonly own: PoolOverrides;
  readonly ratios: readonly number[];
}

const QUANTITIES: readonly { readonly what: string; readonly of: (pool: PoolShape) => string }[] = [
  { what: 'mode', of: ({ engine, own }) => own.mode ?? engine.mode },
  { what: 'page size, tokens', of: ({ engine, own }) => String(own.pageSizeTokens ?? engine.pageSizeTokens) },
  { what: 'SWA page size, tokens', of: ({ engine, own }) => String(own.swaPageSizeTokens ?? engine.swaPageSizeTokens) },
  { what: 'sliding window, tokens', of: ({ engine, own }) => String(own.windowTokens ?? engine.windowTokens) },
  { what: 'compression ratios', of: ({ ratios }) => ratios.join(' ') || 'none' },
  { what: 'full-to-SWA mapping', of: ({ own }) => own.mapping ?? 'shared' },
  { what: 'draft tokens', of: ({ engine }) => String(engine.speculation?.draftTokens ?? 'no speculation') },
  { what: 'KV dtype', of: ({ engine, own }) => own.kvDtype ?? engine.kvDtype },
  { what: 'state dtype', of: ({ engine }) => engine.stateDtype },
  { what: 'online C128', of: ({ engine }) => (engine.onlineCompress ? 'yes' : 'no') },
  { what: 'attention backend', of: ({ engine }) => engine.attentionBackend },
  { what: 'tensor, pipeline, context ranks', of: ({ engine: { grid } }) => `${grid.tp}, ${grid.pp}, ${grid.cp}` },
  { what: 'revision', of: ({ engine }) => engine.revision },
];

/** Always shown; of the others, those that differ. */
const ALWAYS = 4;

/** The table. Pools that are not DeepSeek-V4 have their page size and dtype alone. */
export function geometryOf({ model, prefill, decode }: ResolvedScenario): readonly GeometryRow[] {
  const target = (engine: EngineConfig): PoolShape => ({
    engine,
    own: engine.target,
    ratios: engine.target.compressRatios ?? (model.kind === 'dsv4' ? model.compressRatios : []),
  });
  const draft = (engine: EngineConfig): PoolShape | null => {
    const layers = model.kind === 'dsv4' ? (engine.speculation?.draftLayers ?? 0) : 0;
    return layers === 0 ? null : { engine, own: engine.draft, ratios: engine.draft.compressRatios ?? new Array<number>(layers).fill(0) };
  };
  const pools = [target(prefill), draft(prefill), target(decode), draft(decode)];
  const quantities = model.kind === 'dsv4' ? QUANTITIES : QUANTITIES.filter(({ what }) => what === 'page size, tokens' || what === 'KV dtype');
  return quantities.flatMap(({ what, of }, place) => {
    const cells = pools.map((pool) => (pool === null ? null : of(pool)));
    // A target has ratios of its own; what matters of them is whether the nodes have the same.
    const groups =
      what === 'compression ratios'
        ? [
            [cells[0], cells[2]],
            [cells[1], cells[3]],
          ]
        : [cells];
    const differs = groups.some((group) => new Set(group.filter((cell) => cell !== null)).size > 1);
    return differs || place < ALWAYS || model.kind !== 'dsv4' ? [{ what, cells, differs }] : [];
  });
}
