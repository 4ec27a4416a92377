/** @file The shape of what `compare` and `bench --list` print with `--json`; a benchmark report's own is in sweep/, since it is read back too. */
import { z } from 'zod';
import { benchReportSchema } from '../../sweep/benchReportSchema.ts';
import { POINT_CHANGES } from '../../sweep/compareReport.ts';
import { count, schemaVersion } from './outputs.ts';

const { suite, shard, adapter, versions, verified, startedAt, complete } = benchReportSchema.shape;
const side = z.strictObject({ file: z.string(), suite, shard, adapter, versions, verified, startedAt, complete });
const interval = z
  .strictObject({ ratio: z.number(), low: z.number(), high: z.number(), confidence: z.number() })
  .describe('B over A, with the bounds that hold it with this confidence; above 1 = B takes longer.');
const ids = z.array(z.string());

/** `compare --json`. */
export const compareSchema = z
  .strictObject({
    schemaVersion,
    a: z.array(side).min(1).describe('The reports, one a turn.'),
    b: z.array(side).min(1),
    inTurns: z.boolean().describe('By their times, each turn’s two reports lie next to each other.'),
    acrossAdapters: z.boolean().describe('The adapters differ: ratios tell of the adapters, not of a change.'),
    leastEffect: z.number().describe('Changes smaller than this, as a share, do not count.'),
    seed: count,
    points: z.array(
      z.strictObject({
        id: z.string(),
        coordinates: z.record(z.string(), z.union([z.string(), z.number()])),
        change: z.enum(POINT_CHANGES),
        turns: count.describe('In which both sides have the point.'),
        seconds: interval.nullable().describe('Median time of a transfer: what change goes by.'),
        ceiling: interval.nullable().describe('The same of the contiguous copy measured beside it: how the machine changed.'),
        gbps: z.strictObject({ a: z.number().nullable(), b: z.number().nullable() }),
        note: z.string().nullable(),
      }),
    ),
    onlyInA: ids,
    onlyInB: ids,
    regressions: count.describe('Points slower, or failed where they had not.'),
  })
  .describe('What disagg-sim compare --json prints.');

/** `bench --list --json`. */
export const suitesSchema = z
  .strictObject({
    schemaVersion,
    suites: z.array(z.strictObject({ name: z.string(), title: z.string(), axes: z.array(z.string()), points: count })),
  })
  .describe('What disagg-sim bench --list --json prints.');
