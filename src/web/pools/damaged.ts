/** @file What of a node the last transfer left damaged, as the run's own maps have it: by cells, which may stand for several rows. */
import type { CellState, DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { ComponentMap } from '../engine/poolsProtocol.ts';
import { MARK_STATES } from './wordLooks.ts';

const SOUND: ReadonlySet<CellState> = new Set(['untouched', 'right']);

/** Whether any row of a component on a rank has words that are not as they should be. */
export function isDamaged(map: DamageMap, rank: number, { name, areas }: ComponentMap): boolean {
  // Maps have a grid for each metadata buffer.
  const grids: ReadonlySet<string> = new Set(name === 'metadata' ? areas.map(({ tensor }) => tensor) : [name]);
  return map.some(({ component, lines }) => grids.has(component) && lines.some((line) => line.rank === rank && line.cells.some((cell) => !SOUND.has(cell))));
}

const DAMAGED = MARK_STATES.indexOf('damaged');

/** By area of a component, `damaged` or nothing a row: all rows of a cell of the maps that is. */
export function damagedRows(map: DamageMap, rank: number, { name, areas }: ComponentMap): readonly (readonly [area: number, states: Uint8Array])[] {
  return areas.flatMap(({ area, tensor, layer, rows }) => {
    const grid = map.find(({ component }) => component === (name === 'metadata' ? tensor : name));
    const line = grid?.lines.find((candidate) => candidate.layer === layer && candidate.rank === rank);
    if (grid === undefined || line === undefined) return [];
    const isHurt = (row: number) => !SOUND.has(line.cells[Math.floor(row / grid.rowsPerCell)] ?? 'untouched');
    return [[area, Uint8Array.from({ length: rows }, (_, row) => (isHurt(row) ? DAMAGED : 0))] as const];
  });
}
