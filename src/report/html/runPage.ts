/** @file A run as one self-contained page: what went wrong in sentences, decode's memory as maps, counts. Fetches nothing, runs without its script, prints. */
import { formatInteger } from '../../core/units.ts';
import { CAUSE_CLASS_IDS, CAUSE_CLASSES } from '../../verify/diagnosis/causes.ts';
import type { CellState, DamageMap, MapGrid } from '../../verify/diagnosis/damageMap.ts';
import type { Diagnosis } from '../../verify/diagnosis/diagnosis.ts';
import type { Story } from '../../verify/diagnosis/story.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { WordCounts } from '../../verify/wordCounts.ts';
import { escapeHtml } from './escape.ts';
import { mapSvg } from './mapSvg.ts';
import { pageShell } from './pageShell.ts';
import { fillOf, markOf, patternDefinitions, titleOf } from './paints.ts';
import { script, styleSheet } from './styleAndScript.ts';

/** What the page is made of. */
export interface RunPageInput {
  readonly title: string;
  /** Lines under the title: scenario, adapter, engines. */
  readonly facts: readonly string[];
  readonly verdict: Verdict;
  /** Null where no memory was looked at; so is the map then. */
  readonly diagnosis: Diagnosis | null;
  readonly map: DamageMap | null;
  /** What the page was made from, for the explorer: the report and its scenario. */
  readonly data: { readonly report: unknown; readonly scenario: unknown } | null;
}

/** Stories that are listed; a picture of more helps nobody. */
const STORIES_LISTED = 100;

/** The whole page. */
export function runPage({ title, facts, verdict, diagnosis, map, data }: RunPageInput): string {
  const stories = diagnosis?.stories ?? [];
  const body = `<svg class="hidden" aria-hidden="true">${patternDefinitions()}</svg>
<header>
<h1>${escapeHtml(title)}</h1>
${facts.map((fact) => `<p class="facts">${escapeHtml(fact)}</p>`).join('\n')}
<p><span class="status">${verdict.status}</span>${escapeHtml(summary(verdict))}</p>
</header>
<main>
${storyList(stories, diagnosis)}
${findingList(verdict, stories)}
${map === null ? '' : maps(map, stories)}
${wordTable(verdict)}
</main>
<p id="told" role="status" aria-live="polite">${stories.length === 0 ? '' : 'Point at a damaged place, or go to it with the Tab key, to read what happened there.'}</p>`;
  return pageShell({ title: `${title}: ${verdict.status}`, style: styleSheet(), script: script(), body, data });
}

function summary({ words, selfTest }: Verdict): string {
  if (words === null) return ': nothing was moved';
  const { right, wrong, missing, touched } = words;
  const [r, w, m, t] = [right, wrong, missing, touched].map(formatInteger);
  return `: ${r} words right, ${w} wrong, ${m} missing, ${t} touched that nobody should have written; self-test ${selfTest.found} of ${selfTest.planted}`;
}

function storyList(stories: readonly Story[], diagnosis: Diagnosis | null): string {
  if (stories.length === 0) return '';
  const items = stories
    .slice(0, STORIES_LISTED)
    .map(
      (story, index) =>
        `<li id="story-${index}">${swatch(story.class)}<strong>${escapeHtml(CAUSE_CLASSES[story.class].title)}</strong> (${story.class})<br>${escapeHtml(story.sentence)}</li>`,
    );
  const rest = stories.length - items.length;
  const more = rest <= 0 ? '' : `<p>and ${formatInteger(rest)} more.</p>`;
  const scope = diagnosis?.scope;
  const sampled =
    scope === undefined || scope.isComplete
      ? ''
      : `<p class="facts">Told from ${formatInteger(scope.seenSegments)} of ${formatInteger(scope.badSegments)} damaged segments; counts are exact.</p>`;
  return `<section><h2>What went wrong</h2><ol>${items.join('')}</ol>${more}${sampled}</section>`;
}

/** Findings that no story tells: of checks, of the engine, of the order of steps. */
function findingList({ findings }: Verdict, stories: readonly Story[]): string {
  const told = new Set(stories.map(({ sentence }) => sentence));
  const items = findings
    .filter(({ message }) => !told.has(message))
    .map(({ id, message, consequence, mend }) => {
      const rest = [consequence, mend].filter((text) => text !== '').map(escapeHtml);
      return `<li><strong>${escapeHtml(id)}</strong><br>${[escapeHtml(message), ...rest].join('<br>')}</li>`;
    });
  return items.length === 0 ? '' : `<section><h2>Findings</h2><ul>${items.join('')}</ul></section>`;
}

function maps(map: DamageMap, stories: readonly Story[]): string {
  const present = new Set(map.flatMap(({ lines }) => lines.flatMap(({ cells }) => cells)));
  const order: readonly CellState[] = ['right', 'untouched', 'unseen', ...CAUSE_CLASS_IDS];
  const legend = order.filter((state) => present.has(state)).map((state) => `<li>${swatch(state)}${escapeHtml(titleOf(state))}</li>`);
  const drawn = (grid: MapGrid) => {
    const cell = grid.rowsPerCell === 1 ? 'a cell a row' : `a cell stands for ${formatInteger(grid.rowsPerCell)}`;
    return `<h3>${escapeHtml(grid.component)}</h3><p class="facts">${formatInteger(grid.rows)} rows, ${cell}</p><div class="wide">${mapSvg(grid, stories)}</div>`;
  };
  // The metadata buffers are many and small: those in which nothing is wrong are folded away.
  const isFolded = (grid: MapGrid) =>
    grid.component.startsWith('metadata/') && grid.lines.every(({ cells }) => cells.every((cell) => cell === 'right' || cell === 'untouched'));
  const folded = map.filter(isFolded);
  const summary = `${folded.length} metadata ${folded.length === 1 ? 'buffer' : 'buffers'} without damage`;
  const rest = folded.length === 0 ? '' : `<details><summary>${summary}</summary>${folded.map(drawn).join('\n')}</details>`;
  const grids = map.filter((grid) => !isFolded(grid)).map(drawn);
  return `<section><h2>Decode's memory</h2><ul class="legend">${legend.join('')}</ul>${grids.join('\n')}${rest}</section>`;
}

function swatch(state: CellState): string {
  const mark = markOf(state);
  const letter = mark === '' ? '' : `<text class="mark" x="13" y="12">${escapeHtml(mark)}</text>`;
  return `<svg class="swatch" viewBox="0 0 26 16" aria-hidden="true"><rect width="26" height="16" fill="${fillOf(state)}"/>${letter}</svg>`;
}

function wordTable({ words, components }: Verdict): string {
  if (words === null) return '';
  const columns = ['total', 'right', 'wrong', 'missing', 'touched', 'untouched'] as const;
  const row = (name: string, counts: WordCounts) =>
    `<tr><td>${escapeHtml(name)}</td>${columns.map((column) => `<td>${formatInteger(counts[column])}</td>`).join('')}</tr>`;
  const rows = [...components.map((component) => row(component.name, component)), row('all of decode', words)];
  return `<section><h2>Words</h2><div class="wide"><table><thead><tr><th>component</th>${columns.map((column) => `<th>${column}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
