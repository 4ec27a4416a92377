/**
 * @file Where to look closely: the counts say which segments are bad; a bounded, evenly chosen set of them is read in spans. What is read back does not grow with the damage:
 * at most MOST_SPANS spans and one more a segment, 32 bytes each: 160 KiB.
 */
import { groupBy } from '../../core/groupBy.ts';
import type { StampWidth } from '../../core/stampCode.ts';
import type { BadSpan, Device } from '../../device/device.ts';
import { type Area, componentName } from '../areas.ts';
import type { TracedSegment } from '../segments.ts';
import type { AccountedPiece } from './scene.ts';

/** Segments that are looked into, over all of decode. */
export const LOOK_SEGMENTS = 1024;
/** Spans of each at most. */
const LOOK_SPANS = 8;
/** Spans over all of decode: where so many segments are bad, the second half of each one's spans says what the first did, and costs as much. */
const MOST_SPANS = 4096;

/** How many spans of each of so many segments are read. */
export function spansEach(segments: number): number {
  return Math.min(LOOK_SPANS, Math.floor(MOST_SPANS / segments));
}

/** A bad segment that was looked into. */
export interface SeenSegment {
  readonly piece: AccountedPiece;
  /** Its place among the piece's segments. */
  readonly index: number;
  readonly traced: TracedSegment;
  readonly spans: readonly BadSpan[];
  /** True when the spans hold all of its bad words. */
  readonly complete: boolean;
}

/** Reads the spans of the chosen segments, arena by arena. */
export async function lookClosely(device: Device, pieces: readonly AccountedPiece[], width: StampWidth): Promise<readonly SeenSegment[]> {
  const seen: SeenSegment[] = [];
  const chosenOf = chooseSegments(pieces, LOOK_SEGMENTS);
  const segmentCount = [...chosenOf.values()].reduce((sum, { length }) => sum + length, 0);
  const perSegment = spansEach(segmentCount);
  for (const [piece, indexes] of chosenOf) {
    const chosen = indexes.map((index) => piece.segments[index] as TracedSegment);
    const segments = chosen.map(({ segment }) => segment);
    const spans = await device.badSpans(piece.arena, piece.firstNumber, width, segments, segments.length * perSegment, perSegment);
    const bySegment = groupBy(spans, ({ segment }) => segment);
    chosen.forEach((traced, i) => {
      const own = bySegment.get(i) ?? [];
      const bytes = own.reduce((sum, span) => sum + span.bytes, 0);
      seen.push({ piece, index: indexes[i] ?? 0, traced, spans: own, complete: bytes / 4 === piece.counts.bad[indexes[i] ?? 0] });
    });
  }
  return seen;
}

/**
 * All bad segments when there are no more than `most`; else of every place (component, layer, request) the same number, evenly spaced, so that no large damage hides a small one.
 * @returns indexes by piece, ascending
 */
export function chooseSegments(pieces: readonly AccountedPiece[], most: number): Map<AccountedPiece, number[]> {
  const bad: Candidate[] = [];
  for (const piece of pieces) {
    const { counts, segments } = piece;
    for (let index = 0; index < segments.length; index++) if (counts.bad[index] !== 0) bad.push({ piece, index });
  }
  const chosen = new Map<AccountedPiece, number[]>();
  for (const { piece, index } of bad.length <= most ? bad : evenShares(bad, most)) {
    const list = chosen.get(piece);
    if (list === undefined) chosen.set(piece, [index]);
    else list.push(index);
  }
  for (const list of chosen.values()) list.sort((a, b) => a - b);
  return chosen;
}

interface Candidate {
  readonly piece: AccountedPiece;
  readonly index: number;
}

function evenShares(bad: readonly Candidate[], most: number): Candidate[] {
  const placeOf = placeNamer();
  const places = [...groupBy(bad, placeOf).values()];
  const share = Math.max(1, Math.floor(most / places.length));
  return evenly(places, most).flatMap((place) => evenly(place, share));
}

/** Names the places of candidates. Candidates are many and areas few: their part of the name is made once. */
function placeNamer(): (candidate: Candidate) => string {
  const known = new Map<Area, string>();
  return ({ piece, index }) => {
    const { area, stretch } = piece.segments[index] as TracedSegment;
    const name = known.get(area) ?? `${piece.rank.index}/${componentName(area)}/${area.layer}`;
    known.set(area, name);
    return `${name}/${stretch?.request ?? -1}`;
  };
}

/** At most `count` of the items, evenly spaced. */
function evenly<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)] as T);
}
