/**
 * @file From a rank's expectation to the segments a device accounts for: every word of every arena lies in exactly one segment, and every segment in one area.
 */
import type { Segment } from '../device/device.ts';
import type { ArenaWindow } from '../memory/arenaPlan.ts';
import type { Area } from './areas.ts';
import { type Expectation, type ExpectedStretch, expectationFrom } from './expectation.ts';

/** Longest segment: a chunk of the accounting kernel, so that counts of segments say where in memory damage lies, at no further cost. */
export const SEGMENT_BYTES = 64 * 1024;

/** A device segment with the reason it is there. */
export interface TracedSegment {
  readonly segment: Segment;
  readonly area: Area;
  /** Null where nobody should have written. Several segments may share one: it is told apart by what should be there, not cut to their length. */
  readonly stretch: ExpectedStretch | null;
}

/** The segments of one arena, in address order; they cover it whole. Offsets are the arena's own. */
export function segmentArena(window: ArenaWindow, areas: readonly Area[], expectation: Expectation): TracedSegment[] {
  const segments: TracedSegment[] = [];
  const { stretches } = expectation;
  const windowEnd = window.offset + window.bytes;
  let next = firstEndingAfter(stretches, window.offset);
  for (const area of areas) {
    const from = Math.max(area.offset, window.offset);
    const to = Math.min(area.offset + area.bytes, windowEnd);
    let cursor = from;
    const untouched = (end: number) => {
      if (end <= cursor) return;
      segments.push({ segment: { offset: cursor - window.offset, bytes: end - cursor, expect: { kind: 'untouched' } }, area, stretch: null });
      cursor = end;
    };
    while (cursor < to) {
      const stretch = stretches[next];
      if (stretch === undefined || stretch.offset >= to) {
        untouched(to);
        break;
      }
      untouched(stretch.offset);
      const end = stretch.offset + stretch.bytes;
      if (end > to) throw new RangeError(`expected bytes ${stretch.offset}..${end} cross the end of ${area.family} layer ${area.layer} at ${to}`);
      segments.push({ segment: { offset: stretch.offset - window.offset, bytes: stretch.bytes, expect: stretch.expect }, area, stretch });
      cursor = end;
      next += 1;
    }
  }
  return mergeAlike(segments).flatMap(cutLong);
}

/** Neighbours that go on with the same numbers, and the same or the next positions of the same request, become one: fewer, longer segments, the same meaning. */
function mergeAlike(segments: readonly TracedSegment[]): TracedSegment[] {
  const merged: TracedSegment[] = [];
  for (const traced of segments) {
    const last = merged.at(-1);
    const joined = last === undefined ? null : join(last, traced);
    if (joined === null) merged.push(traced);
    else merged[merged.length - 1] = joined;
  }
  return merged;
}

/** Both as one, where the second goes on as the first does; else null. */
function join(a: TracedSegment, b: TracedSegment): TracedSegment | null {
  const [from, to] = [a.stretch, b.stretch];
  if (from === null || to === null || a.segment.expect.kind !== 'stamped' || b.segment.expect.kind !== 'stamped') return null;
  const goesOn =
    a.area === b.area &&
    from.lane === to.lane &&
    from.request === to.request &&
    from.toPosition === to.position &&
    from.offset + from.bytes === to.offset &&
    a.segment.expect.firstNumber + a.segment.bytes / 4 === b.segment.expect.firstNumber;
  if (!goesOn) return null;
  const stretch = { ...from, bytes: from.bytes + to.bytes, toPosition: to.toPosition };
  return { ...a, segment: { ...a.segment, bytes: a.segment.bytes + b.segment.bytes }, stretch };
}

/** Pieces of at most SEGMENT_BYTES. */
function cutLong(traced: TracedSegment): TracedSegment[] {
  const { segment } = traced;
  if (segment.bytes <= SEGMENT_BYTES) return [traced];
  const pieces: TracedSegment[] = [];
  for (let skip = 0; skip < segment.bytes; skip += SEGMENT_BYTES) {
    const bytes = Math.min(SEGMENT_BYTES, segment.bytes - skip);
    pieces.push({ ...traced, segment: { offset: segment.offset + skip, bytes, expect: expectationFrom(segment.expect, skip) } });
  }
  return pieces;
}

function firstEndingAfter(stretches: readonly ExpectedStretch[], offset: number): number {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const stretch = stretches[middle] as ExpectedStretch;
    if (stretch.offset + stretch.bytes <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
