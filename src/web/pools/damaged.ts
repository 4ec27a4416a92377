/** @file Which components of a node the last transfer left damaged, as the run's own maps have it. */
import type { CellState, DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { ComponentMap } from '../engine/poolsProtocol.ts';

const SOUND: ReadonlySet<CellState> = new Set(['untouched', 'right']);

/** Whether any row of a component on a rank has words that are not as they should be. */
export function isDamaged(map: DamageMap, rank: number, { name, areas }: ComponentMap): boolean {
  // Maps have a grid for each metadata buffer.
  const grids: ReadonlySet<string> = new Set(name === 'metadata' ? areas.map(({ tensor }) => tensor) : [name]);
  return map.some(({ component, lines }) => grids.has(component) && lines.some((line) => line.rank === rank && line.cells.some((cell) => !SOUND.has(cell))));
}
