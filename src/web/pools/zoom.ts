/** @file How far the pools view is zoomed in, which is what it shows of each node, and which picture that makes. */

import type { Json } from '../../cli/page/pageState.ts';
import type { AreaMap, ComponentMap, LocatedWord, PoolsMap, RankMap } from '../engine/poolsProtocol.ts';
import { bandPicture, gridPicture, type Picture } from './picture.ts';

/** From the whole node to the words of a row. */
export const ZOOMS = ['node', 'component', 'layer', 'row'] as const;
/** One of them. */
export type Zoom = (typeof ZOOMS)[number];

/** The zoom that a link holds; the whole node where it holds none. */
export function zoomOf(own: Json | undefined): Zoom {
  const held = typeof own === 'object' && own !== null && 'zoom' in own ? own.zoom : undefined;
  return ZOOMS.find((zoom) => zoom === held) ?? 'node';
}

/** What of a rank is looked at. */
export interface Focus {
  readonly rank: RankMap;
  readonly component: ComponentMap;
  readonly area: AreaMap;
  /** First byte of the row, from the rank's base. */
  readonly rowOffset: number;
}

/**
 * What a node shows: the place that is located on it, else what stands at the same place by name as the other node's, else its beginning. Null where the node has no memory.
 * @param other what is located on the other node, with that node's map
 */
export function focusOf(
  ranks: readonly RankMap[],
  own: LocatedWord | null,
  other: { readonly ranks: readonly RankMap[]; readonly found: LocatedWord } | null,
): Focus | null {
  const rank = ranks[own?.rank ?? other?.found.rank ?? 0] ?? ranks[0];
  if (rank === undefined) return null;
  if (own !== null) {
    const found = areaOf(rank, own.area);
    if (found !== null) return { rank, ...found, rowOffset: rowStart(found.area, own.offset) };
  }
  const twin = other === null ? null : twinOf(rank, other.ranks, other.found);
  if (twin !== null) return { rank, ...twin };
  const [component] = rank.components;
  const area = component?.areas[0];
  return component === undefined || area === undefined ? null : { rank, component, area, rowOffset: area.offset };
}

function areaOf(rank: RankMap, number: number): Pick<Focus, 'component' | 'area'> | null {
  for (const component of rank.components) {
    const area = component.areas.find((candidate) => candidate.area === number);
    if (area !== undefined) return { component, area };
  }
  return null;
}

function twinOf(rank: RankMap, otherRanks: readonly RankMap[], found: LocatedWord): Omit<Focus, 'rank'> | null {
  const otherRank = otherRanks[found.rank];
  const there = otherRank === undefined ? null : areaOf(otherRank, found.area);
  const component = rank.components.find(({ name }) => name === there?.component.name);
  const area = component?.areas.find(({ layer }) => layer === there?.area.layer);
  if (there === null || component === undefined || area === undefined) return null;
  const row = Math.min(area.rows - 1, Math.floor((found.offset - there.area.offset) / there.area.rowBytes));
  return { component, area, rowOffset: area.offset + row * area.rowBytes };
}

function rowStart(area: AreaMap, offset: number): number {
  return offset - ((offset - area.offset) % area.rowBytes);
}

/** Lines as low as they can be told apart, where a node has hundreds of them. */
const NODE_LINE = 7;
const COMPONENT_LINE = 18;
const ROW_CELL = { width: 26, height: 20 };
const WORD_CELL = { width: 14, height: 15 };

/** The picture of a focus. */
export function pictureOf(zoom: Zoom, { rank, component, area, rowOffset }: Focus, width: number): Picture {
  switch (zoom) {
    case 'node':
      return bandPicture(rank.components, width, NODE_LINE);
    case 'component':
      return bandPicture([component], width, COMPONENT_LINE);
    case 'layer':
      return gridPicture(area, component.name, { offset: area.offset, cells: area.rows, cellBytes: area.rowBytes }, width, ROW_CELL);
    case 'row':
      return gridPicture(area, component.name, { offset: rowOffset, cells: Math.max(1, Math.floor(area.rowBytes / 4)), cellBytes: 4 }, width, WORD_CELL);
  }
}

/** What of a focus its picture is made of: two focuses with the same parts have the same picture. Always four. */
export function pictureParts(zoom: Zoom, focus: Focus | null): readonly unknown[] {
  const { rank, component, area, rowOffset } = focus ?? {};
  const depth = ZOOMS.indexOf(zoom);
  return [rank, depth >= 1 && component, depth >= 2 && area, depth >= 3 && rowOffset];
}

/** Components whose holdings a picture needs. */
export function componentsShown(zoom: Zoom, map: PoolsMap, side: 'prefill' | 'decode', focus: Focus | null): readonly string[] {
  if (focus === null) return [];
  return zoom === 'node' ? (map[side][focus.rank.rank]?.components.map(({ name }) => name) ?? []) : [focus.component.name];
}
