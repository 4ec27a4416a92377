/** @file Both nodes' memory by name, and who holds what of it. */
import { groupBy } from '../../core/groupBy.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import { type Area, componentName } from '../../verify/areas.ts';
import type { AreaMap, HoldingLine, PoolsMap, RankMap } from './poolsProtocol.ts';
import type { NodeSide, Stage, StageRank } from './stage.ts';

/** The map of a scenario; guard gaps are left out, since nothing is ever put there. */
export function poolsMap({ ranks, findings, why }: Stage): PoolsMap {
  return {
    prefill: ranks.prefill.map(rankMap),
    decode: ranks.decode.map(rankMap),
    refusals: findings,
    why,
  };
}

function rankMap({ rank, areas }: StageRank, index: number): RankMap {
  const numbered = areas.map((area, number) => ({ area, number })).filter(({ area }) => area.tensor !== null);
  const components = [...groupBy(numbered, ({ area }) => componentName(area))].map(([name, group]) => ({
    name,
    areas: group.map(({ area, number }) => areaMap(area, number)),
  }));
  return { rank: index, base: hexAddress(rank.space.base), bytes: rank.space.bytes, components };
}

function areaMap({ tensor, layer, offset, bytes, itemBytes }: Area, area: number): AreaMap {
  const rowBytes = itemBytes > 0 ? itemBytes : bytes;
  return { area, tensor: tensor?.name ?? '', layer, offset, bytes, rowBytes, rows: Math.ceil(bytes / rowBytes) };
}

/** What requests hold in these components of a rank, an area each; empty where nothing is handed over. */
export function holdings({ ranks, staged }: Stage, side: NodeSide, rankIndex: number, components: readonly string[]): readonly HoldingLine[] {
  const rank = ranks[side][rankIndex];
  const seen = staged?.scene[side][rankIndex];
  if (rank === undefined || staged === null || seen === undefined) return [];
  return rank.areas.flatMap((area, number) => {
    if (area.tensor === null || !components.includes(componentName(area))) return [];
    // The scene has areas of its own, the same ones at the same places.
    const held = staged.holders[side].holdingsIn(seen, seen.areas[number] ?? area);
    return [
      {
        area: number,
        from: Float64Array.from(held, ({ offset }) => offset - area.offset),
        to: Float64Array.from(held, ({ offset, unit }) => offset - area.offset + unit.bytes),
        request: Uint32Array.from(held, ({ request }) => request),
      },
    ];
  });
}
