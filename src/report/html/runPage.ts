/** @file A run as one self-contained page: what went wrong in sentences, decode's memory as maps, counts. Fetches nothing, runs without its script, prints. */
import { escapeHtml } from './escape.ts';
import { pageShell } from './pageShell.ts';
import { patternDefinitions } from './paints.ts';
import { type RunParts, runBody, summary, toldPlace } from './runParts.ts';
import { script, styleSheet } from './styleAndScript.ts';

/** What the page is made of. */
export interface RunPageInput extends RunParts {
  readonly title: string;
  /** Lines under the title: scenario, adapter, engines. */
  readonly facts: readonly string[];
  /** What the page was made from, for the explorer: the report and its scenario. */
  readonly data: unknown;
}

/** The whole page. */
export function runPage({ title, facts, data, ...run }: RunPageInput): string {
  const { status } = run.verdict;
  const body = `<svg class="hidden" aria-hidden="true">${patternDefinitions()}</svg>
<header>
<h1>${escapeHtml(title)}</h1>
${facts.map((fact) => `<p class="facts">${escapeHtml(fact)}</p>`).join('\n')}
<p><span class="status">${status}</span>${escapeHtml(summary(run.verdict))}</p>
</header>
<main>
${runBody(run, 'h2')}
</main>
${toldPlace([run])}`;
  return pageShell({ title: `${title}: ${status}`, style: styleSheet(), script: script(), body, data });
}
