/** @file What came of a run, as parts of a page: what went wrong in sentences, findings, decode's memory as maps, counts. */
import { counted, formatInteger } from '../../core/units.ts';
import { CAUSE_CLASS_IDS, CAUSE_CLASSES } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap, MapGrid } from '../../verify/diagnosis/damageMap.ts';
import type { Diagnosis } from '../../verify/diagnosis/diagnosis.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { WordCounts } from '../../verify/wordCounts.ts';
import { escapeHtml } from './escape.ts';
import { mapSvg } from './mapSvg.ts';
import { fillOf, markOf, titleOf } from './paints.ts';

/** What the parts are made of. */
export interface RunParts {
  readonly verdict: Verdict;
  /** Null where no memory was looked at; so is the map then. */
  readonly diagnosis: Diagnosis | null;
  readonly map: DamageMap | null;
}

/** Which heading stands over a part. */
export type Heading = 'h2' | 'h3';

/** Stories that are listed; a picture of more helps nobody. */
const STORIES_LISTED = 100;

/** The parts, one after another; side by side on a wide screen. Stories are found from damaged places within their own `.run`. */
export function runBody({ verdict, diagnosis, map }: RunParts, heading: Heading): string {
  const stories = diagnosis?.stories ?? [];
  const parts = [
    storyList(stories, diagnosis, heading),
    findingList(verdict, stories, heading),
    map === null ? '' : maps(map, stories, heading),
    wordTable(verdict, heading),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<div class="run">${parts.join('\n')}</div>`;
}

/** Where a damaged place is told: at the foot of the page. Empty where nothing is damaged. */
export function toldPlace(runs: readonly RunParts[]): string {
  const hasStories = runs.some(({ diagnosis }) => (diagnosis?.stories.length ?? 0) > 0);
  const how = 'Point at a damaged place, or go to it with the Tab key and the arrow keys, to read what happened there.';
  return hasStories ? `<p id="told" role="status" aria-live="polite">${how}</p>` : '<p id="told" role="status" aria-live="polite" hidden></p>';
}

/** How a run ended, in counts. */
export function summary({ words, selfTest }: Verdict): string {
  if (words === null) return ': nothing was moved';
  const { right, wrong, missing, touched } = words;
  const [w, m, t] = [wrong, missing, touched].map(formatInteger);
  return `: ${counted(right, 'word')} right, ${w} wrong, ${m} missing, ${t} touched that nobody should have written; self-test ${selfTest.found} of ${selfTest.planted}`;
}

function storyList(stories: readonly Story[], diagnosis: Diagnosis | null, heading: Heading): string {
  if (stories.length === 0) return '';
  const items = stories
    .slice(0, STORIES_LISTED)
    .map(
      (story, index) =>
        `<li data-story="${index}">${swatch(story.class)}<strong>${escapeHtml(CAUSE_CLASSES[story.class].title)}</strong> (${story.class})<br>${escapeHtml(story.sentence)}</li>`,
    );
  const rest = stories.length - items.length;
  const more = rest <= 0 ? '' : `<p>and ${formatInteger(rest)} more.</p>`;
  const scope = diagnosis?.scope;
  const sampled =
    scope === undefined || scope.isComplete
      ? ''
      : `<p class="facts">Told from ${formatInteger(scope.seenSegments)} of ${formatInteger(scope.badSegments)} damaged segments; counts are exact.</p>`;
  return `<section><${heading}>What went wrong</${heading}><ol>${items.join('')}</ol>${more}${sampled}</section>`;
}

/** Findings that no story tells: of checks, of the engine, of the order of steps. */
function findingList({ findings }: Verdict, stories: readonly Story[], heading: Heading): string {
  const told = new Set(stories.map(({ sentence }) => sentence));
  const items = findings
    .filter(({ message }) => !told.has(message))
    .map(({ id, message, consequence, mend }) => {
      const rest = [consequence, mend].filter((text) => text !== '').map(escapeHtml);
      return `<li><strong>${escapeHtml(id)}</strong><br>${[escapeHtml(message), ...rest].join('<br>')}</li>`;
    });
  return items.length === 0 ? '' : `<section><${heading}>Findings</${heading}><ul>${items.join('')}</ul></section>`;
}

function maps(map: DamageMap, stories: readonly Story[], heading: Heading): string {
  const present = new Set(map.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)));
  const order: readonly CellState[] = ['right', 'untouched', 'unseen', ...CAUSE_CLASS_IDS];
  const legend = order.filter((state) => present.has(state)).map((state) => `<li>${swatch(state)}${escapeHtml(titleOf(state))}</li>`);
  const drawn = (grid: MapGrid) => {
    const cell = grid.rowsPerCell === 1 ? 'a cell a row' : `a cell stands for ${formatInteger(grid.rowsPerCell)}`;
    return `<h4>${escapeHtml(grid.component)} <span class="facts">${counted(grid.rows, 'row')}, ${cell}</span></h4>${mapSvg(grid, stories)}`;
  };
  // The metadata buffers are many and small: those in which nothing is wrong are folded away.
  const isFolded = (grid: MapGrid) =>
    grid.component.startsWith('metadata/') && grid.lines.every(({ cells }) => cells.every((cell) => cell === 'right' || cell === 'untouched'));
  const folded = map.filter(isFolded);
  const summary = `${counted(folded.length, 'metadata buffer')} without damage`;
  const rest = folded.length === 0 ? '' : `<details><summary>${summary}</summary>${folded.map(drawn).join('\n')}</details>`;
  const grids = map.filter((grid) => !isFolded(grid)).map(drawn);
  return `<section class="memory"><${heading}>Decode's memory</${heading}><ul class="legend">${legend.join('')}</ul>${grids.join('\n')}${rest}</section>`;
}

function swatch(state: CellState): string {
  const mark = markOf(state);
  const letter = mark === '' ? '' : `<text class="mark" x="13" y="12">${escapeHtml(mark)}</text>`;
  return `<svg class="swatch" viewBox="0 0 26 16" aria-hidden="true"><rect width="26" height="16" fill="${fillOf(state)}"/>${letter}</svg>`;
}

function wordTable({ words, components }: Verdict, heading: Heading): string {
  if (words === null) return '';
  const columns = ['total', 'right', 'wrong', 'missing', 'touched', 'untouched'] as const;
  const row = (name: string, counts: WordCounts) =>
    `<tr><td>${escapeHtml(name)}</td>${columns.map((column) => `<td>${formatInteger(counts[column])}</td>`).join('')}</tr>`;
  const rows = [...components.map((component) => row(component.name, component)), row('all of decode', words)];
  return `<section><${heading}>Words</${heading}><div class="wide"><table><thead><tr><th>component</th>${columns.map((column) => `<th>${column}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
