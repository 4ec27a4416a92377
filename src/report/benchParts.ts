/**
 * @file What a benchmark's page says, in parts: whether its bytes were checked, provenance, charts with their data, what is measured, modelled and absent. The `--html` page and the
 * explorer put them together. It draws with a chart library: import it only where charts are asked for.
 */
import { counted, formatBytes, formatInteger } from '../core/units.ts';
import type { BenchReport, FailedPoint, MeasuredPoint } from '../sweep/benchReport.ts';
import { chartSections } from './benchCharts.ts';
import { htmlTable } from './benchTables.ts';
import type { Drawing } from './chartFrames.ts';
import { legendItems, partLegend, partPatterns } from './charts/legend.ts';
import { measuredPoints, sweptAxes } from './charts/panels.ts';
import { escapeHtml } from './html/escape.ts';

/** Pieces of HTML, everything of the report in them escaped. */
export interface BenchParts {
  /** An element that shows nothing and must be in the document: what bars are filled with. */
  readonly patterns: string;
  /** A paragraph and the facts. */
  readonly intro: string;
  /** Sections with headings of the second level. */
  readonly sections: string;
}

/** The parts of a report, drawn a picture at a time. */
export function* benchParts(report: BenchReport): Drawing<BenchParts> {
  const points = measuredPoints(report);
  const failed = report.points.filter((point) => point.status === 'failed');
  const patterns = `<svg class="hidden" aria-hidden="true"><defs>${partPatterns()}</defs></svg>`;
  const intro = `<p><span class="status">${escapeHtml(standing(report, points, failed))}</span></p>
<p class="note">Two buffer sets on one device test a layout, never a link.</p>
${provenance(report)}`;
  const charts = points.length === 0 ? '<p>No point was measured.</p>' : `${legend(points)}${yield* chartSections(points, sweptAxes(report.points), report)}`;
  const sections = `${failedList(failed)}
${charts}
${boundaries(report, points)}`;
  return { patterns, intro, sections };
}

/** One sentence: how much there is, and whether its bytes were checked. */
function standing(report: BenchReport, points: readonly MeasuredPoint[], failed: readonly FailedPoint[]): string {
  const unverified = points.filter(({ verified }) => verified === 'unverified').length;
  const checked =
    unverified === 0 ? "every word of decode's memory verified at each" : `NOT verified: ${formatInteger(unverified)} of them, whose bytes nobody checked`;
  const extent = report.complete ? 'complete' : `INCOMPLETE: interrupted, ${formatInteger(report.points.length)} of its points are here`;
  const shard = report.shard === '1/1' ? '' : `; shard ${report.shard} of ${counted(report.sweepPoints, 'point')}`;
  return `${counted(points.length, 'point')} measured, ${points.length === 0 ? 'nothing to verify' : checked}; ${formatInteger(failed.length)} failed; ${extent}${shard}`;
}

function provenance(report: BenchReport): string {
  const { adapter, limits, versions, clockQuantumNs, seed, scenarioHash, startedAt, recreated } = report;
  const known = Object.entries(versions).map(([name, version]) => `${name} ${version ?? 'unknown'}`);
  const facts: readonly (readonly [string, string])[] = [
    ['Adapter', `${adapter.name} (${adapter.backend}); ${adapter.software ? 'SOFTWARE: it computes on the CPU, its figures are of no GPU' : 'hardware'}`],
    ['Found by', adapter.foundBy],
    ['Driver', adapter.driver ?? 'not told'],
    ['Limits', `${formatBytes(limits.maxArenaBytes)} a buffer, ${formatBytes(limits.maxMemoryBytes)} in all`],
    ['Versions', known.join(', ')],
    [
      'Clocks',
      `device ${clockQuantumNs.gpu === null ? 'without one' : `in steps of ${formatInteger(clockQuantumNs.gpu)} ns`}; wall in steps of ${formatInteger(clockQuantumNs.wall)} ns`,
    ],
    ['Seed', String(seed)],
    ['Work', `hash ${scenarioHash}`],
    ['Made ready', recreated ? 'anew for every transfer, timed apart' : 'once a point, before the clock runs'],
    ['Shard', `${report.shard}, ${report.complete ? 'complete' : 'not complete'}`],
    ['Begun', startedAt],
  ];
  return `<dl>${facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
}

function failedList(failed: readonly FailedPoint[]): string {
  if (failed.length === 0) return '';
  const table = htmlTable(
    'Points that failed',
    [
      { title: 'point', isText: true, of: ({ id }) => id },
      { title: 'code', isText: true, of: ({ reason }) => reason.code },
      { title: 'reason', isText: true, of: ({ reason }) => reason.message },
    ],
    failed,
  );
  return `<section><h2>Points that failed</h2><div class="scroll" tabindex="0" role="group" aria-label="Points that failed">${table}</div></section>`;
}

function legend(points: readonly MeasuredPoint[]): string {
  const strategies = [...new Set(points.map(({ strategy }) => strategy))];
  return `<section><h2>Legend</h2><ul class="legend">${legendItems(strategies)}</ul><ul class="legend">${partLegend()}</ul></section>`;
}

/** What the page does not know is said as plainly as what it does. */
function boundaries(report: BenchReport, points: readonly MeasuredPoint[]): string {
  const hasClock = points.some(({ gpu }) => gpu !== null);
  const verified = report.verified
    ? "Every word of decode's memory was accounted for after a transfer of each point."
    : 'The bytes were NOT verified: --no-verify.';
  const measured = `Wall time of transfers between two sets of buffers on one device, ${report.adapter.name}; the same bytes copied contiguously beside them${hasClock ? "; the device's own clock" : ''}. ${verified}`;
  const modelledLinks = [...new Set(points.flatMap(({ modelled }) => modelled.map(({ link }) => link)))];
  const modelled =
    modelledLinks.length === 0
      ? 'Nothing: no link was asked for.'
      : `Time on ${modelledLinks.join(', ')}: public figures in one formula, wire, posting and message rate at the same time, latency once; sources and doubts stand under the charts. Extrapolated where it says so.`;
  const absent = [
    'any network, NIC or second machine; congestion and other transfers on the same link',
    'the serving engine: its scheduler, its transfer library, its copy engines',
    report.adapter.software ? 'a GPU: this adapter computes on the CPU' : 'kernels of a model running at the same time',
    ...(hasClock ? [] : ['device time apart from wall time: the adapter has no clock']),
  ];
  const items = [
    ['Measured', measured],
    ['Modelled', modelled],
    ['Absent', `${absent.join('; ')}.`],
  ] as const;
  return `<section><h2>Fidelity boundaries</h2><dl>${items.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`).join('')}</dl></section>`;
}
