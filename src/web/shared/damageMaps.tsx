/** @file Decode's memory as pictures: the drawings of the `--html` report, in the page. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { counted, formatInteger } from '../../core/units.ts';
import { mapSvg, type StateTitles } from '../../report/html/mapSvg.ts';
import { markOf, titleOf } from '../../report/html/paints.ts';
import { CAUSE_CLASS_IDS } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap, MapGrid } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { walkByKeys } from './mapKeys.ts';
import { Swatch } from './swatch.tsx';

const ORDER: readonly CellState[] = ['right', 'untouched', 'unseen', ...CAUSE_CLASS_IDS];

/**
 * A legend, and a drawing a component; the metadata buffers, which are many and small, folded away unless something is wrong in them.
 * @param titles names of states other than the usual ones
 */
export function DamageMaps({ map, stories, titles = {} }: { readonly map: DamageMap; readonly stories: readonly Story[]; readonly titles?: StateTitles }) {
  // What is under the pointer, or has the focus.
  const told = useSignal('');
  const tell = (event: Event) => {
    const hurt = event.target instanceof Element ? event.target.closest('.hurt') : null;
    if (hurt !== null) told.value = hurt.getAttribute('aria-label') ?? '';
  };
  const present = new Set(map.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)));
  const isHurt = [...present].some((state) => markOf(state) !== '');
  const folded = map.filter(isQuietMetadata);
  const shown = map.filter((grid) => !isQuietMetadata(grid));
  return (
    <>
      <h3>Decode’s memory</h3>
      <ul class="legend">
        {ORDER.filter((state) => present.has(state)).map((state) => (
          <li key={state}>
            <Swatch state={state} /> {titles[state] ?? titleOf(state)}
          </li>
        ))}
      </ul>
      {/* For eyes: whoever goes there with the Tab key has it read out as the place's own name. */}
      <p class="told">
        {told.value === '' && isHurt ? 'Point at a damaged place, or go to it with the Tab key and the arrow keys, to read what happened there.' : told.value}
      </p>
      {/* Listens for what bubbles up from the places themselves, which can be focused. */}
      <div class="maps" role="presentation" onPointerOver={tell} onFocusIn={tell}>
        {shown.map((grid) => (
          <Grid key={grid.component} grid={grid} stories={stories} titles={titles} />
        ))}
        {folded.length > 0 && (
          <details>
            <summary>
              {counted(folded.length, 'metadata buffer')}, nothing wrong in {folded.length === 1 ? 'it' : 'them'}
            </summary>
            {folded.map((grid) => (
              <Grid key={grid.component} grid={grid} stories={stories} titles={titles} />
            ))}
          </details>
        )}
      </div>
    </>
  );
}

function isQuietMetadata({ component, lines }: MapGrid): boolean {
  return component.startsWith('metadata/') && lines.every(({ cells }) => cells.every((state) => state === 'right' || state === 'untouched'));
}

function Grid({ grid, stories, titles }: { readonly grid: MapGrid; readonly stories: readonly Story[]; readonly titles: StateTitles }) {
  const drawing = mapSvg(grid, stories, titles);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current === null ? undefined : walkByKeys(frame.current)), [drawing]);
  return (
    <figure>
      <figcaption>
        {grid.component}{' '}
        <span class="faint">
          {counted(grid.rows, 'row')}, {grid.rowsPerCell === 1 ? 'a cell a row' : `a cell stands for ${formatInteger(grid.rowsPerCell)}`}
        </span>
      </figcaption>
      {/* Made by mapSvg, which escapes every text. */}
      <div ref={frame} dangerouslySetInnerHTML={{ __html: drawing }} />
    </figure>
  );
}
