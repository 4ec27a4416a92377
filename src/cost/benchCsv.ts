/** @file The columns of `bench --csv`: what it writes, and what `--calibrate` knows when it reads such a file back. */

/** Before the axes. */
export const PLACE_COLUMNS = ['suite', 'adapter', 'seed', 'index', 'id'] as const;

/** After the axes, of which each sweep has its own. */
export const FIGURE_COLUMNS = [
  'status',
  'reason',
  'bytes',
  'usefulBytes',
  'blocks',
  'runs',
  'descriptors',
  'bytesPerDescriptor',
  'samples',
  'iterationsPerSample',
  'avgSeconds',
  'p50Seconds',
  'p90Seconds',
  'p99Seconds',
  'minSeconds',
  'maxSeconds',
  'prepareSeconds',
  'encodeSeconds',
  'submitSeconds',
  'gpuSeconds',
  'gbps',
  'fractionOfCeiling',
  'copyCeilingGbps',
  'shaderCeilingGbps',
  'memoryCeilingGbps',
  'boundBy',
] as const;

/** One of them. */
export type FigureColumn = (typeof FIGURE_COLUMNS)[number];

/** Names of the axes in a header of `bench --csv`; none where it is no such header. */
export function axisColumns(header: readonly string[]): readonly string[] {
  const last: string = PLACE_COLUMNS[PLACE_COLUMNS.length - 1] ?? '';
  return header.slice(header.indexOf(last) + 1, Math.max(0, header.indexOf(FIGURE_COLUMNS[0])));
}
