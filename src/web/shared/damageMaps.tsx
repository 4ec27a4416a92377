/** @file Decode's memory as pictures: the drawings of the `--html` report, in the page. */
import { signal } from '@preact/signals';
import { formatInteger } from '../../core/units.ts';
import { mapSvg } from '../../report/html/mapSvg.ts';
import { titleOf } from '../../report/html/paints.ts';
import { CAUSE_CLASS_IDS } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap } from '../../verify/diagnosis/damageMap.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import { Swatch } from './swatch.tsx';

const ORDER: readonly CellState[] = ['right', 'untouched', 'unseen', ...CAUSE_CLASS_IDS];

/** What is under the pointer, or has the focus. */
const told = signal('');

/** A legend, and a drawing a component. */
export function DamageMaps({ map, stories }: { readonly map: DamageMap; readonly stories: readonly Story[] }) {
  const present = new Set(map.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)));
  return (
    <>
      <h3>Decode’s memory</h3>
      <ul class="legend">
        {ORDER.filter((state) => present.has(state)).map((state) => (
          <li key={state}>
            <Swatch state={state} /> {titleOf(state)}
          </li>
        ))}
      </ul>
      <p class="told" role="status">
        {told.value === '' && stories.length > 0 ? 'Point at a damaged place, or go to it with the Tab key, to read what happened there.' : told.value}
      </p>
      {/* Listens for what bubbles up from the places themselves, which can be focused. */}
      <div class="maps" role="presentation" onPointerOver={tell} onFocusIn={tell}>
        {map.map((grid) => (
          <figure key={grid.component}>
            <figcaption>
              {grid.component}{' '}
              <span class="faint">
                {formatInteger(grid.rows)} rows, {grid.rowsPerCell === 1 ? 'a cell a row' : `a cell stands for ${formatInteger(grid.rowsPerCell)}`}
              </span>
            </figcaption>
            {/* Made by mapSvg, which escapes every text. */}
            <div class="map" dangerouslySetInnerHTML={{ __html: mapSvg(grid, stories) }} />
          </figure>
        ))}
      </div>
    </>
  );
}

function tell(event: Event): void {
  const hurt = event.target instanceof Element ? event.target.closest('.hurt') : null;
  if (hurt !== null) told.value = hurt.getAttribute('aria-label') ?? '';
}
