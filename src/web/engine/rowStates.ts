/** @file What became of every row of some components: accounted for as a run does it, with segments cut where rows end. */
import type { Device } from '../../device/device.ts';
import type { ResolvedScenario } from '../../scenario/resolvedScenario.ts';
import { type Area, componentName } from '../../verify/areas.ts';
import { expectationFrom } from '../../verify/expectation.ts';
import { segmentArena, type TracedSegment } from '../../verify/segments.ts';
import { classify, type WordCounts } from '../../verify/wordCounts.ts';
import { type AreaRowStates, type RowStatesRequest, WORD_STATES } from './rowProtocol.ts';
import { stageOf } from './stage.ts';
import { memoryAfter } from './stepper.ts';

/**
 * The rows of some components on a decode rank after the whole hand-off, an area each; null where nothing is handed over.
 * @throws SimError(memory-budget), SimError of the device
 */
export async function rowStates(
  device: Device,
  scenario: ResolvedScenario,
  { pastChecks, rank, components }: Omit<RowStatesRequest, 'scenario'>,
): Promise<readonly AreaRowStates[] | null> {
  const { staged } = stageOf(scenario, pastChecks);
  if (staged === null) return null;
  const { memory } = await memoryAfter(device, scenario, pastChecks, staged, Number.POSITIVE_INFINITY);
  const own = memory.decode[rank];
  const seen = staged.scene.decode[rank];
  if (own === undefined || seen === undefined) return [];
  const found = new Map<Area, AreaRowStates>();
  for (const [area, place] of seen.areas.entries()) {
    if (place.tensor === null || !components.includes(componentName(place))) continue;
    found.set(place, { area, states: new Uint8Array(Math.ceil(place.bytes / rowBytesOf(place))) });
  }
  for (const { arena, window } of own.pieces) {
    const segments = segmentArena(window, seen.areas, staged.expectation(rank)).flatMap((traced) =>
      found.has(traced.area) ? cutAtRows(traced, window.offset) : [traced],
    );
    if (!segments.some(({ area }) => found.has(area))) continue;
    const firstNumber = own.firstNumber + window.offset / 4;
    const counts = await device.account(
      arena,
      firstNumber,
      memory.width,
      segments.map(({ segment }) => segment),
    );
    segments.forEach((traced, index) => {
      const states = found.get(traced.area)?.states;
      if (states === undefined) return;
      const row = Math.floor((window.offset + traced.segment.offset - traced.area.offset) / rowBytesOf(traced.area));
      states[row] = Math.max(states[row] ?? 0, worst(classify(traced, counts.bad[index] ?? 0, counts.missing[index] ?? 0)));
    });
  }
  return [...found.values()];
}

function rowBytesOf({ itemBytes, bytes }: Area): number {
  return itemBytes > 0 ? itemBytes : bytes;
}

/** A segment in pieces, each within one row of its area. */
function cutAtRows({ segment, ...traced }: TracedSegment, windowOffset: number): TracedSegment[] {
  const rowBytes = rowBytesOf(traced.area);
  const pieces: TracedSegment[] = [];
  const end = segment.offset + segment.bytes;
  for (let offset = segment.offset; offset < end; ) {
    const inArea = windowOffset + offset - traced.area.offset;
    const next = Math.min(end, offset + rowBytes - (inArea % rowBytes));
    pieces.push({ ...traced, segment: { offset, bytes: next - offset, expect: expectationFrom(segment.expect, offset - segment.offset) } });
    offset = next;
  }
  return pieces;
}

function worst(words: WordCounts): number {
  return WORD_STATES.findLastIndex((state) => words[state] > 0);
}
