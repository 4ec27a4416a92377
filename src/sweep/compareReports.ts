/**
 * @file Two reports of one suite held against each other: what changed beyond noise, and by how much. Points are matched by their ids, and only where both did the same work.
 */
import { SimError } from '../core/errors.ts';
import { randomStream } from '../core/random.ts';
import type { BenchPoint, BenchReport, MeasuredPoint } from './benchReport.ts';
import { pick, quantileSide, ratioOf, type Side } from './bootstrap.ts';
import type { ComparedPoint, ComparedSide, CompareReport, PointChange, RatioInterval } from './compareReport.ts';
import type { NamedReport } from './mergeReports.ts';
import { quantile } from './statistics.ts';

/** How to compare. */
export interface CompareRules {
  /** Smallest change that counts, as a share: 0.05 = 5 %. */
  readonly leastEffect: number;
  /** Compare figures of different adapters all the same. */
  readonly acrossAdapters: boolean;
}

/** Of the intervals: one in a hundred points may pass for changed by chance, and then only where it is off by the least effect too. */
const CONFIDENCE = 0.99;
const SEED = 1;
/** Other work of the machine makes samples slower, never faster: the fast ones tell most of the transfer. The fastest alone would be one sample's luck. */
const FAST = 0.1;

/** Effects smaller than this come and go between two runs of the same program on one machine, whatever the samples within a run say. */
export const LEAST_EFFECT = 0.05;

/** @throws SimError(bad-input) where suites or adapters differ, the latter unless that is asked for */
export function compareReports(a: NamedReport, b: NamedReport, { leastEffect, acrossAdapters }: CompareRules): CompareReport {
  if (a.report.suite !== b.report.suite) {
    const values = { [a.file]: a.report.suite, [b.file]: b.report.suite };
    throw new SimError('bad-input', {
      what: 'the reports are of different suites',
      values,
      where: { file: b.file, path: 'suite' },
      mend: 'Compare two runs of one suite.',
    });
  }
  const adapters = [a, b].map(({ report }) => `${report.adapter.name} (${report.adapter.backend})`);
  const [adapterOfA = '', adapterOfB = ''] = adapters;
  const isAcross = adapterOfA !== adapterOfB;
  if (isAcross && !acrossAdapters) {
    throw new SimError('bad-input', {
      what: 'the reports are of different adapters, and a ratio of their figures says nothing of a change',
      values: { [a.file]: adapterOfA, [b.file]: adapterOfB },
      where: { file: b.file, path: 'adapter' },
      mend: 'Compare runs on one adapter, or give --across-adapters to compare adapters.',
    });
  }
  const ofB = new Map(b.report.points.map((point) => [point.id, point]));
  const inA = new Set(a.report.points.map(({ id }) => id));
  const points = a.report.points.flatMap((point) => {
    const other = ofB.get(point.id);
    return other === undefined ? [] : [comparePoint(point, other, leastEffect)];
  });
  return {
    schemaVersion: 1,
    a: sideOf(a),
    b: sideOf(b),
    acrossAdapters: isAcross,
    confidence: CONFIDENCE,
    leastEffect,
    seed: SEED,
    points,
    onlyInA: a.report.points.flatMap(({ id }) => (ofB.has(id) ? [] : [id])),
    onlyInB: b.report.points.flatMap(({ id }) => (inA.has(id) ? [] : [id])),
    regressions: points.filter(({ change }) => change === 'slower' || change === 'broken').length,
  };
}

function sideOf({ file, report }: NamedReport): ComparedSide {
  const { suite, shard, adapter, versions, verified, startedAt, complete } = report satisfies BenchReport;
  return { file, suite, shard, adapter, versions, verified, startedAt, complete };
}

function comparePoint(a: BenchPoint, b: BenchPoint, leastEffect: number): ComparedPoint {
  const gbps = { a: a.status === 'measured' ? a.gbps : null, b: b.status === 'measured' ? b.gbps : null };
  const same = { id: a.id, coordinates: a.coordinates, gbps };
  const none = { relative: null, seconds: null, ceiling: null };
  if (a.status === 'failed') {
    return { ...same, ...none, change: b.status === 'failed' ? 'failed-in-both' : 'mended', note: `A: ${a.reason.message}` };
  }
  if (b.status === 'failed') return { ...same, ...none, change: 'broken', note: b.reason.message };
  if (a.scenarioHash !== b.scenarioHash || a.work.bytes !== b.work.bytes) {
    return { ...same, ...none, change: 'other-work', note: 'the reports have unlike scenarios under this name' };
  }
  const ratio = (of: (point: MeasuredPoint) => Side, what: string) => ratioOf(of(a), of(b), CONFIDENCE, randomStream(SEED, `${what}/${a.id}`));
  const relative = ratio(relativeSide, 'relative');
  return {
    ...same,
    change: changeOf(relative, leastEffect),
    relative,
    seconds: ratio(({ samples }) => quantileSide(samples.wall, 0.5), 'seconds'),
    ceiling: ratio(({ ceiling }) => quantileSide(ceiling.contiguousCopy.samples, 0.5), 'ceiling'),
    note: null,
  };
}

/** Transfer over contiguous copy, both by their fast tenth; rounds are drawn whole, since what befalls one falls on both. */
function relativeSide({ samples: { wall }, ceiling }: MeasuredPoint): Side {
  const copy = ceiling.contiguousCopy.samples;
  return { count: wall.length, statistic: (rounds) => quantile(pick(wall, rounds), FAST) / quantile(pick(copy, rounds), FAST) };
}

/** A change is both certain (its interval leaves out 1) and large enough to matter; that there is none has to be certain too. */
function changeOf({ ratio, low, high }: RatioInterval, leastEffect: number): PointChange {
  if (low > 1 && ratio >= 1 + leastEffect) return 'slower';
  if (high < 1 && ratio <= 1 - leastEffect) return 'faster';
  return low > 1 - leastEffect && high < 1 + leastEffect ? 'same' : 'unclear';
}
