/**
 * @file The detector is tested before it is believed: faults are planted into decode's memory, on the device, in front of the very accounting that the verdict
 * will rest on; the count of every segment has to change by exactly what was planted. A detector that misses one voids the run.
 */
import { groupBy } from '../core/groupBy.ts';
import type { RandomStream } from '../core/random.ts';
import { type StampWidth, stampWord } from '../core/stampCode.ts';
import type { Arena, Device, SegmentCounts } from '../device/device.ts';
import { judgeWord } from './expectedWord.ts';
import type { TracedSegment } from './segments.ts';

/** One arena of decode, with what it should hold. */
export interface AccountedArena {
  readonly arena: Arena;
  /** Number of the arena's first word. */
  readonly firstNumber: number;
  readonly segments: readonly TracedSegment[];
}

/** How many faults were planted, and how many the accounting saw. */
export interface SelfTestResult {
  readonly planted: number;
  readonly found: number;
}

/** One word changed: what was there, what was put there. */
interface Plant {
  readonly segmentIndex: number;
  readonly byteInSegment: number;
  readonly offset: number;
  readonly original: number;
  readonly planted: number;
}

/** How the planted value is made: each stands for a kind of real fault. */
const PLANT_KINDS = ['bit flip', 'poison left', 'neighbour shifted in', 'zeroed', 'stale row'] as const;

/**
 * Plants faults in one arena, accounts, takes them back, accounts again.
 * @returns the second accounting, which the verdict may rest on if `found` equals `planted`
 */
export async function accountWithSelfTest(
  device: Device,
  accounted: AccountedArena,
  width: StampWidth,
  random: RandomStream,
): Promise<{ counts: SegmentCounts; selfTest: SelfTestResult }> {
  const { arena, firstNumber } = accounted;
  const segments = accounted.segments.map((traced) => traced.segment);
  const plants = await plantFaults(device, accounted, width, random);
  const before = await device.account(arena, firstNumber, width, segments);
  await writeWords(
    device,
    arena,
    plants.map(({ offset, original }) => [offset, original]),
  );
  const counts = await device.account(arena, firstNumber, width, segments);
  return { counts, selfTest: { planted: plants.length, found: countFound(accounted, width, plants, before, counts) } };
}

/** A plant counts as found when its segment's bad and missing words moved by exactly what the segment's plants add up to. */
function countFound(accounted: AccountedArena, width: StampWidth, plants: readonly Plant[], withPlants: SegmentCounts, without: SegmentCounts): number {
  const expected = new Map<number, { bad: number; missing: number; plants: number }>();
  for (const plant of plants) {
    const traced = accounted.segments[plant.segmentIndex];
    if (traced === undefined) continue;
    const ownNumber = accounted.firstNumber + plant.offset / 4;
    const was = judgeWord(traced.segment, plant.byteInSegment, ownNumber, width, plant.original);
    const is = judgeWord(traced.segment, plant.byteInSegment, ownNumber, width, plant.planted);
    const sum = expected.get(plant.segmentIndex) ?? { bad: 0, missing: 0, plants: 0 };
    sum.bad += Number(is.bad) - Number(was.bad);
    sum.missing += Number(is.missing) - Number(was.missing);
    sum.plants += 1;
    expected.set(plant.segmentIndex, sum);
  }
  let found = 0;
  accounted.segments.forEach((_, index) => {
    const bad = (withPlants.bad[index] ?? 0) - (without.bad[index] ?? 0);
    const missing = (withPlants.missing[index] ?? 0) - (without.missing[index] ?? 0);
    const sum = expected.get(index) ?? { bad: 0, missing: 0, plants: 0 };
    if (bad === sum.bad && missing === sum.missing) found += sum.plants;
    // An alarm where nothing was planted is as bad as silence where something was.
    else if (sum.plants === 0) found -= 1;
  });
  return Math.max(0, found);
}

/**
 * The arena's first and last word; for every kind of expectation one fault of every kind, at seeded places; and in every area one for each kind of expectation in it, so that a
 * detector that is blind to a layer or a component alone is found out.
 */
async function plantFaults(device: Device, accounted: AccountedArena, width: StampWidth, random: RandomStream): Promise<Plant[]> {
  const { arena, firstNumber, segments } = accounted;
  const places = new Map<number, number>();
  const indexesOfKind = new Map<string, number[]>();
  segments.forEach((traced, index) => {
    const kind = traced.segment.expect.kind;
    const list = indexesOfKind.get(kind);
    if (list === undefined) indexesOfKind.set(kind, [index]);
    else list.push(index);
  });
  const addPlace = (segmentIndex: number, word: number) => {
    const segment = segments[segmentIndex]?.segment;
    if (segment !== undefined && segment.bytes > 0) places.set(segment.offset + word * 4, segmentIndex);
  };
  const last = segments.length - 1;
  addPlace(0, 0);
  addPlace(last, (segments[last]?.segment.bytes ?? 4) / 4 - 1);
  for (const indexes of indexesOfKind.values()) {
    for (let i = 0; i < PLANT_KINDS.length; i++) {
      const segmentIndex = indexes[random.below(indexes.length)] ?? 0;
      addPlace(segmentIndex, random.below((segments[segmentIndex]?.segment.bytes ?? 4) / 4));
    }
  }
  for (const indexes of groupBy([...segments.keys()], (index) => placeOfSegment(segments[index])).values()) {
    const segmentIndex = indexes[random.below(indexes.length)] ?? 0;
    addPlace(segmentIndex, random.below((segments[segmentIndex]?.segment.bytes ?? 4) / 4));
  }
  const plants: Plant[] = [];
  let turn = 0;
  for (const [offset, segmentIndex] of places) {
    const traced = segments[segmentIndex];
    if (traced === undefined) continue;
    const original = await readWord(device, arena, offset);
    const planted = plantedValue(turn++, original, firstNumber + offset / 4, arena.bytes / 4, width, random);
    plants.push({ segmentIndex, byteInSegment: offset - traced.segment.offset, offset, original, planted });
  }
  await writeWords(
    device,
    arena,
    plants.map(({ offset, planted }) => [offset, planted]),
  );
  return plants;
}

/** Segments that are alike for the self-test: of one area, expected in one way. */
function placeOfSegment(traced: TracedSegment | undefined): string {
  return traced === undefined ? '' : `${traced.area.offset} ${traced.segment.expect.kind}`;
}

/** A value unlike the original, made in the manner of the turn's kind; a bit flip where that kind would change nothing. */
function plantedValue(turn: number, original: number, ownNumber: number, arenaWords: number, width: StampWidth, random: RandomStream): number {
  const kind = PLANT_KINDS[turn % PLANT_KINDS.length];
  const flipped = (original ^ (1 << random.below(32))) >>> 0;
  const value =
    kind === 'poison left'
      ? stampWord(ownNumber, width)
      : kind === 'neighbour shifted in'
        ? stampWord(ownNumber + 1, width)
        : kind === 'zeroed'
          ? 0
          : kind === 'stale row'
            ? stampWord(ownNumber + random.below(arenaWords) + 1, width)
            : flipped;
  return value === original ? flipped : value;
}

async function readWord(device: Device, arena: Arena, offset: number): Promise<number> {
  const bytes = await device.read(arena, offset, 4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

async function writeWords(device: Device, arena: Arena, words: readonly (readonly [offset: number, value: number])[]): Promise<void> {
  for (const [offset, value] of words) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    await device.write(arena, offset, bytes);
  }
}
