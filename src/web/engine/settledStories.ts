/** @file Of a hand-off that is under way: which causes are told. A few items may look like another cause than all of them together, and what was told must not be taken back later. */
import { groupBy } from '../../core/groupBy.ts';
import type { CauseClassId } from '../../verify/diagnosis/causes.ts';
import { CAUSE_CLASSES } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap, MapLine } from '../../verify/diagnosis/damageMap.ts';
import type { StepState } from './transferProtocol.ts';

type Told = Pick<StepState, 'map' | 'stories'>;

/**
 * Holds what is told after some steps against what the whole hand-off comes to. A story of which any place is told by another cause in the end is not told yet: its places are `unseen`, and
 * the bytes in them that do not belong there are counted by component. Places that are mended later, or overwritten with what is due, contradict nothing.
 */
export function settled({ map, stories }: Told, end: DamageMap): Told & Pick<StepState, 'unsettled'> {
  const changing = new Set<number>();
  for (const { component, lines } of map) {
    const endLines = end.find((grid) => grid.component === component)?.lines ?? [];
    for (const line of lines) {
      const last = endLines.find(({ rank, layer }) => rank === line.rank && layer === line.layer)?.cells ?? [];
      line.cells.forEach((state, cell) => {
        if (isCause(state) && isCause(last[cell]) && last[cell] !== state) changing.add(line.stories[cell] ?? -1);
      });
    }
  }
  if (changing.size === 0) return { map, stories, unsettled: [] };
  const kept = stories.filter((_, index) => !changing.has(index));
  const numberOf = stories.map((story) => kept.indexOf(story));
  const line = ({ cells, stories: told, ...place }: MapLine): MapLine => ({
    ...place,
    cells: cells.map((state, cell) => (isCause(state) && changing.has(told[cell] ?? -1) ? 'unseen' : state)),
    stories: told.map((story) => numberOf[story] ?? -1),
  });
  const untold = groupBy(
    stories.filter((_, index) => changing.has(index)),
    ({ component }) => component,
  );
  return {
    map: map.map((grid) => ({ ...grid, lines: grid.lines.map(line) })),
    stories: kept,
    unsettled: [...untold].map(([component, group]) => ({
      component,
      bytes: group.reduce((sum, { wrongBytes, touchedBytes }) => sum + wrongBytes + touchedBytes, 0),
    })),
  };
}

function isCause(state: CellState | undefined): state is CauseClassId {
  return state !== undefined && state in CAUSE_CLASSES;
}
