/**
 * @file Reports of one suite held against each other: what changed beyond noise, and by how much. One report a side, or several a side that were taken in turns. Points are matched by
 * their ids, and only where both sides did the same work.
 */
import { SimError } from '../core/errors.ts';
import { randomStream } from '../core/random.ts';
import type { BenchPoint, BenchReport, MeasuredPoint } from './benchReport.ts';
import type { ComparedPoint, ComparedSide, CompareReport, PointChange, RatioInterval } from './compareReport.ts';
import type { NamedReport } from './mergeReports.ts';
import { LEAST_TURNS, ratioOverTurns, ratioWithinRuns } from './ratioInterval.ts';
import { differenceOf } from './sameSweep.ts';
import { median } from './statistics.ts';

/** How to compare. */
export interface CompareRules {
  /** Smallest change that counts, as a share: 0.05 = 5 %. */
  readonly leastEffect: number;
  /** Compare figures of different adapters all the same. */
  readonly acrossAdapters: boolean;
}

/** A report of each side, taken one after the other. */
export interface Turn {
  readonly a: NamedReport;
  readonly b: NamedReport;
}

const SEED = 1;

/** Effects smaller than this come and go between two runs of the same program on one machine, whatever the samples within a run say. */
export const LEAST_EFFECT = 0.05;

/**
 * @param turns one, or LEAST_TURNS at least
 * @throws SimError(bad-input) where suites or adapters differ, the latter unless that is asked for, where one side's reports are not of one measurement, where a run is named twice, or where turns are too few
 */
export function compareReports(turns: readonly Turn[], { leastEffect, acrossAdapters }: CompareRules): CompareReport {
  const [first] = turns;
  if (first === undefined || (turns.length > 1 && turns.length < LEAST_TURNS)) {
    throw new SimError('bad-input', {
      what: `of ${turns.length} turns nobody can tell a change from chance`,
      mend: `Compare one report with one other, or ${LEAST_TURNS} turns or more.`,
    });
  }
  demandOneSuite(first);
  const isAcross = demandAdapters(first, acrossAdapters);
  for (const turn of turns) {
    demandSameSide(first.a, turn.a);
    demandSameSide(first.b, turn.b);
  }
  for (const side of ['a', 'b'] as const) demandUnlike(turns.map((turn) => turn[side]));
  const ids = (side: 'a' | 'b') => new Set(turns.flatMap((turn) => turn[side].report.points.map(({ id }) => id)));
  const [inA, inB] = [ids('a'), ids('b')];
  const points = [...inA].flatMap((id) => {
    const pairs = turns.flatMap(({ a, b }) => {
      const [one, other] = [a, b].map(({ report }) => report.points.find((point) => point.id === id));
      return one === undefined || other === undefined ? [] : [{ a: one, b: other }];
    });
    const [pair] = pairs;
    return pair === undefined ? [] : [comparePoint([pair, ...pairs.slice(1)], turns.length > 1, leastEffect)];
  });
  return {
    schemaVersion: 1,
    a: turns.map(({ a }) => sideOf(a)),
    b: turns.map(({ b }) => sideOf(b)),
    inTurns: areInTurns(turns),
    acrossAdapters: isAcross,
    leastEffect,
    seed: SEED,
    points,
    onlyInA: [...inA].filter((id) => !inB.has(id)),
    onlyInB: [...inB].filter((id) => !inA.has(id)),
    regressions: points.filter(({ change }) => change === 'slower' || change === 'broken').length,
  };
}

/** @throws SimError(bad-input) */
function demandOneSuite({ a, b }: Turn): void {
  if (a.report.suite === b.report.suite) return;
  throw new SimError('bad-input', {
    what: 'the reports are of different suites',
    values: { [a.file]: a.report.suite, [b.file]: b.report.suite },
    where: { file: b.file, path: 'suite' },
    mend: 'Compare two runs of one suite.',
  });
}

/** @returns whether the sides' adapters differ @throws SimError(bad-input) where they do and should not */
function demandAdapters({ a, b }: Turn, mayDiffer: boolean): boolean {
  const [adapterOfA, adapterOfB] = [a, b].map(({ report }) => `${report.adapter.name} (${report.adapter.backend})`) as [string, string];
  if (adapterOfA === adapterOfB) return false;
  if (mayDiffer) return true;
  throw new SimError('bad-input', {
    what: 'the reports are of different adapters, and a ratio of their figures says nothing of a change',
    values: { [a.file]: adapterOfA, [b.file]: adapterOfB },
    where: { file: b.file, path: 'adapter' },
    mend: 'Compare runs on one adapter, or give --across-adapters to compare adapters.',
  });
}

/** @throws SimError(bad-input) where two reports of one side are not of one measurement: files are named as A B A B and so on, and an error in that would pass for noise */
function demandSameSide(first: NamedReport, other: NamedReport): void {
  const difference = differenceOf(first.report, other.report);
  if (difference === null) return;
  const { path, a, b } = difference;
  throw new SimError('bad-input', {
    what: 'these two should be runs of one side, and are not of the same program, sweep and adapter',
    values: { [`${path} in ${first.file}`]: a, [`${path} in ${other.file}`]: b },
    where: { file: other.file, path },
    mend: 'Name the reports in turns: A1 B1 A2 B2 and so on.',
  });
}

/** @throws SimError(bad-input) where one run stands for two turns: what is certain by many turns would be made up */
function demandUnlike(reports: readonly NamedReport[]): void {
  const known = new Map<string, string>();
  for (const { file, report } of reports) {
    const other = known.get(report.startedAt);
    if (other !== undefined) {
      throw new SimError('bad-input', {
        what: 'two turns are of one run',
        values: { [other]: report.startedAt, [file]: report.startedAt },
        where: { file, path: 'startedAt' },
        mend: 'Give the report of each run once.',
      });
    }
    known.set(report.startedAt, file);
  }
}

function sideOf({ file, report }: NamedReport): ComparedSide {
  const { suite, shard, adapter, versions, verified, startedAt, complete } = report satisfies BenchReport;
  return { file, suite, shard, adapter, versions, verified, startedAt, complete };
}

/** By when they were begun: the two of each turn before those of the next. */
function areInTurns(turns: readonly Turn[]): boolean {
  const starts = turns.map(({ a, b }) => [Date.parse(a.report.startedAt), Date.parse(b.report.startedAt)] as const);
  return starts.every((start, turn) => turn === 0 || Math.min(...start) >= Math.max(...(starts[turn - 1] ?? [])));
}

/** A point as both sides have it in one turn. */
interface Pair {
  readonly a: BenchPoint;
  readonly b: BenchPoint;
}

function comparePoint(pairs: readonly [Pair, ...Pair[]], isInTurns: boolean, leastEffect: number): ComparedPoint {
  const [{ a: first }] = pairs;
  const measured = pairs.flatMap(({ a, b }) => (a.status === 'measured' && b.status === 'measured' ? [{ a, b }] : []));
  const gbps = { a: middleGbps(pairs.map(({ a }) => a)), b: middleGbps(pairs.map(({ b }) => b)) };
  const none = { id: first.id, coordinates: first.coordinates, turns: pairs.length, gbps, seconds: null, ceiling: null };
  const [failedInA, failedInB] = [failureOf(pairs.map(({ a }) => a)), failureOf(pairs.map(({ b }) => b))];
  if (failedInA !== null) return { ...none, change: failedInB === null ? 'mended' : 'failed-in-both', note: `A: ${failedInA}` };
  if (failedInB !== null) return { ...none, change: 'broken', note: failedInB };
  if (measured.some(({ a, b }) => a.scenarioHash !== b.scenarioHash || a.work.bytes !== b.work.bytes)) {
    return { ...none, change: 'other-work', note: 'the reports have unlike scenarios under this name' };
  }
  if (isInTurns && measured.length < LEAST_TURNS) return { ...none, change: 'unclear', note: `both sides have it in ${measured.length} turns only` };
  const ratio = (samplesOf: (point: MeasuredPoint) => readonly number[], what: string): RatioInterval => {
    const sides = measured.map(({ a, b }) => [samplesOf(a), samplesOf(b)] as const);
    const [[ofA, ofB] = [[], []]] = sides;
    return isInTurns ? ratioOverTurns(sides.map(([a, b]) => median(b) / median(a))) : ratioWithinRuns(ofA, ofB, randomStream(SEED, `${what}/${first.id}`));
  };
  const seconds = ratio(({ samples }) => samples.wall, 'seconds');
  const ceiling = ratio(({ ceiling: { contiguousCopy } }) => contiguousCopy.samples, 'ceiling');
  const change = changeOf(seconds, leastEffect);
  // In turns the machine's moods fall on both sides alike. Between two single runs they do not: what changed no more than the plain copy beside it may be the machine's.
  const isBeyondCopy = sizeOf(seconds) >= sizeOf(ceiling) + Math.log(1 + leastEffect);
  const mayBeMachine = !isInTurns && (change === 'slower' || change === 'faster') && !isBeyondCopy;
  if (mayBeMachine)
    return { ...none, seconds, ceiling, change: 'unclear', note: 'the contiguous copy beside it changed by nearly as much: this may be the machine' };
  return { ...none, seconds, ceiling, change, note: null };
}

function middleGbps(points: readonly BenchPoint[]): number | null {
  const figures = points.flatMap((point) => (point.status === 'measured' ? [point.gbps] : []));
  return figures.length === 0 ? null : median(figures);
}

/** Why the first that failed did; null where none did. */
function failureOf(points: readonly BenchPoint[]): string | null {
  return points.flatMap((point) => (point.status === 'failed' ? [point.reason.message] : []))[0] ?? null;
}

/** A change is both certain (its interval leaves out 1) and large enough to matter; that there is none has to be certain too. */
function changeOf({ ratio, low, high }: RatioInterval, leastEffect: number): PointChange {
  if (low > 1 && ratio >= 1 + leastEffect) return 'slower';
  if (high < 1 && ratio <= 1 - leastEffect) return 'faster';
  return low > 1 - leastEffect && high < 1 + leastEffect ? 'same' : 'unclear';
}

/** How far from 1, up or down alike. */
function sizeOf({ ratio }: RatioInterval): number {
  return Math.abs(Math.log(ratio));
}
