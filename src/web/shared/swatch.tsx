/** @file The look of a state of memory: its colour, pattern and letter, as on the maps. */
import { fillOf, markOf } from '../../report/html/paints.ts';
import type { CellState } from '../../verify/diagnosis/damageMap.ts';

/** A small sample; says nothing to screen readers, since its name stands beside it. */
export function Swatch({ state }: { readonly state: CellState }) {
  const mark = markOf(state);
  return (
    <svg class="swatch" viewBox="0 0 26 16" aria-hidden="true">
      <rect width="26" height="16" fill={fillOf(state)} />
      {mark !== '' && (
        <text class="mark" x="13" y="12">
          {mark}
        </text>
      )}
    </svg>
  );
}
