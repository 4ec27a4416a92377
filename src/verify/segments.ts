/**
 * @file From a rank's expectation to the segments a device accounts for: every word of every arena lies in exactly one segment, and every segment in one area.
 */
import type { Segment } from '../device/device.ts';
import type { ArenaWindow } from '../memory/arenaPlan.ts';
import type { Area } from './areas.ts';
import type { Expectation, ExpectedStretch } from './expectation.ts';

/** A device segment with the reason it is there. */
export interface TracedSegment {
  readonly segment: Segment;
  readonly area: Area;
  /** Null where nobody should have written. */
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
  return mergeAlike(segments);
}

/** Neighbours that go on with the same numbers for the same request become one segment: fewer, longer segments, the same meaning. */
function mergeAlike(segments: readonly TracedSegment[]): TracedSegment[] {
  const merged: TracedSegment[] = [];
  for (const traced of segments) {
    const last = merged.at(-1);
    const a = last?.segment;
    const b = traced.segment;
    if (
      last !== undefined &&
      a?.expect.kind === 'stamped' &&
      b.expect.kind === 'stamped' &&
      last.area === traced.area &&
      last.stretch?.request === traced.stretch?.request &&
      a.offset + a.bytes === b.offset &&
      a.expect.firstNumber + a.bytes / 4 === b.expect.firstNumber
    ) {
      merged[merged.length - 1] = { ...last, segment: { ...a, bytes: a.bytes + b.bytes } };
    } else merged.push(traced);
  }
  return merged;
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
