/** @file Points as HTML tables: the data under each chart. */
import { formatBytes, formatInteger } from '../core/units.ts';
import type { MeasuredPoint } from '../sweep/benchReport.ts';
import { axisTitle, axisValue, formatSeconds, median, significant } from './charts/figures.ts';
import type { SweptAxis } from './charts/panels.ts';
import { escapeHtml } from './html/escape.ts';

/** A column: its heading, what it says of a point, and whether that is text rather than a figure. */
export interface Column<T> {
  readonly title: string;
  readonly isText?: boolean;
  of(item: T): string;
}

/** A table, everything escaped. @param caption what it holds, for those who hear it */
export function htmlTable<T>(caption: string, columns: readonly Column<T>[], items: readonly T[]): string {
  const kind = ({ isText }: Column<T>) => (isText ? ' class="text"' : '');
  const head = columns.map((column) => `<th scope="col"${kind(column)}>${escapeHtml(column.title)}</th>`).join('');
  const rows = items.map((item) => `<tr>${columns.map((column) => `<td${kind(column)}>${escapeHtml(column.of(item))}</td>`).join('')}</tr>`);
  return `<table aria-label="${escapeHtml(caption)}"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** A table that is folded away on screens and open on paper. */
export function foldedTable<T>(caption: string, columns: readonly Column<T>[], items: readonly T[]): string {
  return `<details><summary>${escapeHtml(caption)}: ${formatInteger(items.length)} ${items.length === 1 ? 'row' : 'rows'}</summary><div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}">${htmlTable(caption, columns, items)}</div></details>`;
}

/** The place of a point and its strategy. */
export function placeColumns(swept: readonly SweptAxis[]): Column<MeasuredPoint>[] {
  return [
    ...swept.map(
      ({ name, isNumeric }): Column<MeasuredPoint> => ({
        title: axisTitle(name),
        isText: !isNumeric,
        of: ({ coordinates }) => axisValue(name, coordinates[name] ?? ''),
      }),
    ),
    { title: 'strategy', isText: true, of: ({ strategy }) => strategy },
  ];
}

/** How fast, and against what. */
export const SPEED_COLUMNS: readonly Column<MeasuredPoint>[] = [
  { title: 'GB/s', of: ({ gbps }) => significant(gbps) },
  { title: 'of ceiling', of: ({ fractionOfCeiling }) => `${(fractionOfCeiling * 100).toFixed(0)} %` },
  { title: 'p50', of: ({ wall }) => formatSeconds(wall.p50) },
  { title: 'p90', of: ({ wall }) => formatSeconds(wall.p90) },
  { title: 'p99', of: ({ wall }) => formatSeconds(wall.p99) },
  { title: 'min', of: ({ wall }) => formatSeconds(wall.min) },
  { title: 'max', of: ({ wall }) => formatSeconds(wall.max) },
  { title: 'samples', of: ({ samples }) => `${samples.wall.length} x ${samples.iterationsPerSample}` },
  { title: 'contiguous copy, GB/s', of: ({ ceiling }) => significant(ceiling.contiguousCopy.gbps) },
  { title: 'contiguous shader, GB/s', of: ({ ceiling }) => significant(ceiling.contiguousShader.gbps) },
  { title: 'memory copy, GB/s', of: ({ ceiling }) => (ceiling.memoryCopy === null ? '' : significant(ceiling.memoryCopy.gbps)) },
  { title: 'checked', isText: true, of: ({ verified }) => (verified === 'verified' ? 'verified' : 'NOT verified') },
];

/** What is moved, and how it is told to the device. */
export const WORK_COLUMNS: readonly Column<MeasuredPoint>[] = [
  { title: 'bytes', of: ({ work }) => formatInteger(work.bytes) },
  { title: 'of them padding', of: ({ work }) => formatInteger(work.paddingBytes) },
  { title: 'blocks', of: ({ work }) => formatInteger(work.blocks) },
  { title: 'runs', of: ({ work }) => formatInteger(work.runs) },
  { title: 'descriptors', of: ({ work }) => formatInteger(work.descriptors) },
  { title: 'a descriptor', of: ({ work }) => formatBytes(Math.round(work.bytesPerDescriptor)) },
  { title: 'copies', of: ({ work }) => formatInteger(work.copyCommands) },
  { title: 'launches', of: ({ work }) => formatInteger(work.kernelLaunches) },
  { title: 'host trips', of: ({ work }) => formatInteger(work.hostTrips) },
];

/** Where the time goes; medians of each. */
export const TIME_COLUMNS: readonly Column<MeasuredPoint>[] = [
  { title: 'wall p50', of: ({ wall }) => formatSeconds(wall.p50) },
  { title: 'recording', of: ({ samples }) => timeOf(samples.encode) },
  { title: 'handing over', of: ({ samples }) => timeOf(samples.submit) },
  { title: 'device', of: ({ gpu }) => (gpu === null ? 'no clock' : formatSeconds(gpu.p50)) },
  { title: 'made ready, once', of: ({ prepare }) => formatSeconds(prepare.p50) },
  { title: 'bound by', isText: true, of: ({ boundBy }) => boundBy ?? 'cannot be told' },
  { title: 'chose', isText: true, of: ({ note }) => note ?? '' },
];

function timeOf(samples: readonly number[]): string {
  return samples.length === 0 ? '' : formatSeconds(median(samples));
}
