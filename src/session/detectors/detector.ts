/**
 * @file What a peer's verifier is here: contents that prefill's memory is given instead of stamps, and what is looked at on decode afterwards. Each is granted more than its own
 * tool does: it sees every place where data should arrive, of every component.
 */
import type { Area } from '../../verify/areas.ts';

/** One place where data should have arrived, with the place that it should have come from. */
export interface ArrivalBytes {
  readonly request: number;
  /** What stands on decode. */
  readonly found: Uint32Array;
  /** What stands on prefill, where it should have come from. */
  readonly sent: Uint32Array;
}

/** A way to verify. */
export interface PeerDetector {
  /** Heading of its column. */
  readonly name: string;
  /** Whose it is, and how it works, in a sentence. */
  readonly title: string;
  /** 32-bit words that an area of prefill holds, over and over from its tensor's start; null = contents that differ everywhere, as real ones do. */
  contents(area: Area): Uint32Array | null;
  /** Whether it rings. */
  rings(arrivals: readonly ArrivalBytes[]): boolean;
}

/** Rings where any word differs: what all pattern detectors do. */
export function anyDiffers(arrivals: readonly ArrivalBytes[]): boolean {
  return arrivals.some(({ found, sent }) => found.some((word, i) => word !== sent[i]));
}
