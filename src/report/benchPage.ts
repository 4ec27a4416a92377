/**
 * @file A benchmark as one self-contained page. Fetches nothing, runs no script, prints, and carries its report, so that the explorer can open it.
 * It draws with a chart library: import it only where a page is asked for.
 */
import type { BenchReport } from '../sweep/benchReport.ts';
import { benchPageStyle } from './benchPageStyle.ts';
import { benchParts } from './benchParts.ts';
import { drawn } from './chartFrames.ts';
import { escapeHtml } from './html/escape.ts';
import { pageShell } from './html/pageShell.ts';

/** The whole page. */
export function benchPage(report: BenchReport): string {
  const { patterns, intro, sections } = drawn(benchParts(report));
  const title = `disagg-sim bench: ${report.suite}`;
  const body = `${patterns}
<header>
<h1>${escapeHtml(title)}</h1>
${intro}
</header>
<main>
${sections}
</main>`;
  return pageShell({ title, style: benchPageStyle(), script: null, body, data: report });
}
