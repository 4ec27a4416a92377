/** @file A reproduction as one self-contained page: what was recognised, geometry side by side, and each run with its maps: as given, past the check, mended. */

import { maskText } from '../../launch/mask.ts';
import type { ReproResult } from '../../launch/repro/carryOut.ts';
import { endingOf, savedFrom } from '../../launch/repro/damage.ts';
import { GEOMETRY_COLUMNS, geometryOf } from '../../launch/repro/geometry.ts';
import type { Reproduction } from '../../launch/repro/reproCase.ts';
import type { RunResult } from '../../scenario/runScenario.ts';
import { escapeHtml } from './escape.ts';
import { pageShell } from './pageShell.ts';
import { patternDefinitions } from './paints.ts';
import { runBody, toldPlace } from './runParts.ts';
import { script, styleSheet } from './styleAndScript.ts';

/** What the page is made of. */
export interface ReproPageInput {
  readonly reproductions: readonly Reproduction[];
  /** Launch lines, masked. */
  readonly lines: readonly string[];
  readonly results: readonly ReproResult[];
  /** What the page was made from, for the explorer: the report. */
  readonly data: unknown;
  /** How the report is opened there: the command that starts it, then the address; null where the report fits no link. */
  readonly explorer: { readonly command: string; readonly address: string } | null;
}

/** The whole page; secrets in texts of the user are masked. */
export function reproPage({ reproductions, lines, results, data, explorer }: ReproPageInput): string {
  const adapter = results[0]?.runs.asGiven.adapter;
  const device = adapter === undefined ? '' : facts(`device: ${adapter.name} (${adapter.backend}${adapter.software ? ', software' : ''})`);
  const unable = reproductions.flatMap(({ id, reason }) => (reason === null ? [] : [`<li><strong>${text(id)}</strong><br>${text(reason)}</li>`]));
  const [only, ...more] = results;
  const title = only === undefined || more.length > 0 ? 'A reproduction by disagg-sim' : only.scenario.title;
  const body = `<svg class="hidden" aria-hidden="true">${patternDefinitions()}</svg>
<header>
<h1>${text(title)}</h1>
${device}
${lines.map(facts).join('\n')}
</header>
<main>
${results.map((result) => caseSection(result, more.length > 0)).join('\n')}
${unable.length === 0 ? '' : `<section><h2>Recognised, and not shown by a run</h2><ul>${unable.join('')}</ul></section>`}
${results.length === 0 ? '' : explorerSection(explorer)}
</main>
${toldPlace(results.flatMap(({ runs: { asGiven, pastCheck, mended } }) => [asGiven, ...(pastCheck === null ? [] : [pastCheck]), ...(mended === null ? [] : [mended])]))}`;
  return pageShell({ title, style: styleSheet(), script: script(), body, data });
}

function caseSection(result: ReproResult, isOneOfSeveral: boolean): string {
  const { id, message, scenario, runs, mend, remarks, shortfalls } = result;
  const saved = savedFrom(runs);
  const words = message === null || message.trim() === '' ? '' : `: ${message.replace(/\s+/g, ' ')}`;
  return `<section class="case">
${isOneOfSeveral ? `<h2>${text(scenario.title)}</h2>` : ''}
${id === null ? '' : `<p>Recognised: <strong>${text(id)}</strong>${text(words)}</p>`}
${remarks.map(facts).join('\n')}
${geometryTable(result)}
${runSection('As given', runs.asGiven)}
${runs.pastCheck === null ? '' : runSection('Past the check', runs.pastCheck)}
${saved === null ? '' : `<p>${text(saved)}</p>`}
${runs.mended === null ? '' : runSection('Mended', runs.mended)}
<h2>The mend</h2>
<p>${text(mend ?? 'None is known that a run could show.')}</p>
${shortfalls.map((shortfall) => `<p><strong>Not shown:</strong> ${text(shortfall)}</p>`).join('\n')}
${facts(`scenario ${scenario.name}, hash ${runs.asGiven.scenario.hash.slice(0, 12)}, seed ${runs.asGiven.scenario.seed}`)}
</section>`;
}

/** The page's only link; it leads to the reader's own machine. */
function explorerSection(explorer: ReproPageInput['explorer']): string {
  const byLink =
    explorer === null
      ? ''
      : ` Start <code>${text(explorer.command)}</code>, then <a href="${escapeHtml(explorer.address)}" rel="noreferrer">open this reproduction in it</a>.`;
  const byFile = explorer === null ? 'Drop this file on the Reports view of <code>disagg-sim explore</code>.' : 'Or drop this file on its Reports view.';
  return `<section><h2>In the explorer</h2>
<p>There each run is carried out again, and can be stepped through, changed and looked at word by word.${byLink} ${byFile}</p></section>`;
}

function runSection(name: string, run: RunResult): string {
  return `<h2>${text(name)}: <span class="status">${run.verdict.status}</span></h2>
<p>${text(endingOf(run))}</p>
${runBody(run, 'h3')}`;
}

function geometryTable({ runs }: ReproResult): string {
  const rows = geometryOf(runs.asGiven.scenario);
  const columns = GEOMETRY_COLUMNS.flatMap((name, column) => (rows.some(({ cells }) => cells[column] !== null) ? [{ name, column }] : []));
  const head = ['', ...columns.map(({ name }) => name), ''].map((name) => `<th scope="col">${text(name)}</th>`);
  const lines = rows.map(({ what, cells, differs }) => {
    const shown = columns.map(({ column }) => `<td>${text(cells[column] ?? '')}</td>`);
    return `<tr><th scope="row">${text(what)}</th>${shown.join('')}<td>${differs ? '<strong>differs</strong>' : ''}</td></tr>`;
  });
  return `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function facts(line: string): string {
  return `<p class="facts">${text(line)}</p>`;
}

function text(given: string): string {
  return escapeHtml(maskText(given));
}
