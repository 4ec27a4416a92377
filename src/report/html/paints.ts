/**
 * @file How causes look: each has a hue, a pattern and a letter, so that none rests on colour alone. Hues are spread by the golden angle; patterns repeat only for hues far apart.
 */
import { CAUSE_CLASS_IDS, CAUSE_CLASSES, type CauseClassId } from '../../verify/diagnosis/causes.ts';
import type { CellState } from '../../verify/diagnosis/damageMap.ts';

/** How a cell that is not damaged, or not looked into, goes by in legends. */
export const PLAIN_STATES: Readonly<Record<Exclude<CellState, CauseClassId>, string>> = {
  untouched: 'not written, and not to be',
  right: 'arrived, right to the last word',
  unseen: 'damaged, not looked into',
};

/** Strokes over an 8 by 8 tile. */
const STROKES = [
  'M0 8L8 0M-2 2L2 -2M6 10L10 6',
  'M0 0L8 8M-2 6L2 10M6 -2L10 2',
  'M0 4H8',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M0 8L8 0M0 0L8 8',
  'M2 2h2v2h-2zM6 6h2v2h-2z',
  'M0 2H8M0 6H8',
] as const;

/** Hue of a class, degrees. */
function hueOf(index: number): number {
  return Math.round((index * 137.5) % 360);
}

/** `url(#...)` or a class of the style sheet: what a cell is filled with. */
export function fillOf(state: CellState): string {
  return `url(#p-${state})`;
}

/** The SVG patterns of all states; colours are custom properties of the style sheet, which knows light, dark and paper. */
export function patternDefinitions(): string {
  const causes = CAUSE_CLASS_IDS.map((id, index) => tile(id, `c-${index}`, STROKES[index % STROKES.length] ?? ''));
  return `<defs>${tile('untouched', 'c-none', '')}${tile('right', 'c-right', '')}${tile('unseen', 'c-unseen', 'M3 3h2v2h-2z')}${causes.join('')}</defs>`;
}

function tile(state: CellState, name: string, stroke: string): string {
  const lines = stroke === '' ? '' : `<path class="stroke" d="${stroke}"/>`;
  return `<pattern id="p-${state}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="${name}" width="8" height="8"/>${lines}</pattern>`;
}

/** Rules of the style sheet that give every class its hue, at a lightness that suits the scheme. */
export function hueRules(): string {
  return CAUSE_CLASS_IDS.map((_, index) => `.c-${index}{fill:hsl(${hueOf(index)} 75% var(--light))}`).join('\n');
}

/** The letter that stands on cells of a cause; none on others. */
export function markOf(state: CellState): string {
  return state in CAUSE_CLASSES ? CAUSE_CLASSES[state as CauseClassId].mark : state === 'unseen' ? '!' : '';
}

/** The name of a state in words. */
export function titleOf(state: CellState): string {
  return state in CAUSE_CLASSES ? CAUSE_CLASSES[state as CauseClassId].title : PLAIN_STATES[state as Exclude<CellState, CauseClassId>];
}
