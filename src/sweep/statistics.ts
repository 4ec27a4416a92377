/** @file The few statistics of benchmarks, as pure functions over samples. */
import type { SampleStatistics } from './benchReport.ts';

/**
 * Value below which a share `q` (0..1) of the samples lies, interpolated linearly between neighbours (definition 7 of Hyndman and Fan, numpy's default).
 * @throws RangeError without samples
 */
export function quantile(samples: readonly number[], q: number): number {
  return quantileOfSorted(Float64Array.from(samples).sort(), q);
}

function quantileOfSorted(sorted: Float64Array, q: number): number {
  if (sorted.length === 0) throw new RangeError('no samples to take a quantile of');
  const place = q * (sorted.length - 1);
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return low + (high - low) * (place - Math.floor(place));
}

/** The middle sample. @throws RangeError without samples */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Order and spread. @throws RangeError without samples */
export function summarize(samples: readonly number[]): SampleStatistics {
  const sorted = Float64Array.from(samples).sort();
  const at = (q: number) => quantileOfSorted(sorted, q);
  const sum = sorted.reduce((total, sample) => total + sample, 0);
  return { avg: sum / sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), min: at(0), max: at(1) };
}

/** Payload a second, 1 GB = 1e9 B. */
export function gbpsOf(bytes: number, seconds: number): number {
  return bytes / seconds / 1e9;
}
