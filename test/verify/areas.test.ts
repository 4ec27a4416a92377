/** Areas and segments of whole nodes, every mode and a grid: no hole, no overlap, and every byte named by one. */
import { describe, expect, it } from 'vitest';
import { planArenas } from '../../src/memory/arenaPlan.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { prepareHandOff } from '../../src/session/handOff.ts';
import { startNodes } from '../../src/session/startNodes.ts';
import { areaAt, componentName, mapAreas } from '../../src/verify/areas.ts';
import { expectArrivals } from '../../src/verify/expectation.ts';
import { SEGMENT_BYTES, segmentArena } from '../../src/verify/segments.ts';

const engine = { poolTokens: 2048, slots: 2, preallocSlots: 0, swaRatio: 0.5, speculation: { draftTokens: 4 } } as const;
const dsv4: ScenarioInput = { model: 'dsv4-mini', prefill: engine, decode: engine, requests: [{ length: 300 }, { length: 129 }] };
const nodes: readonly (readonly [string, ScenarioInput])[] = [
  ['paged', dsv4],
  ['unified', { ...dsv4, prefill: { ...engine, mode: 'unified' }, decode: { ...engine, mode: 'unified' } }],
  ['fp4 indexer, unified, 2026-09', { ...dsv4, prefill: fp4(), decode: fp4() }],
  [
    'plain',
    {
      model: { plain: { layers: 3, rows: 20, itemBytes: 520 } },
      prefill: { poolTokens: 19 },
      decode: { poolTokens: 19 },
      requests: [{ length: 7 }],
    },
  ],
];

function fp4() {
  return { ...engine, mode: 'unified' as const, revision: '2026-09' as const, fp4Indexer: true };
}

describe.each(nodes)('%s', (_, input) => {
  const scenario = resolveScenario(input, { name: 'areas', locate: () => ({}), config: null });
  const { ready, findings } = startNodes(scenario);
  if (ready === null) throw new Error(findings.map(({ message }) => message).join());
  const handOff = prepareHandOff(ready.prefill, ready.decode, scenario);
  const [decode] = ready.decode.ranks;
  const [prefill] = ready.prefill.ranks;
  if (decode === undefined || prefill === undefined) throw new Error('no ranks');
  const areas = mapAreas(decode.space, decode.pools);

  it('areas follow one another without hole or overlap', () => {
    let end = 0;
    for (const { offset, bytes } of areas) {
      expect(offset).toBe(end);
      expect(bytes).toBeGreaterThan(0);
      end = offset + bytes;
    }
    expect(end).toBe(decode.space.bytes);
  });

  it('an offset is in the area that holds it, and past the end in none', () => {
    for (const area of areas) {
      expect(areaAt(areas, area.offset)).toBe(area);
      expect(areaAt(areas, area.offset + area.bytes - 1)).toBe(area);
    }
    expect(areaAt(areas, decode.space.bytes)).toBeNull();
  });

  it('every lane lies in areas of its own name', () => {
    for (const lane of decode.pools.flatMap((pool) => pool.lanes())) {
      for (const request of handOff.expected) {
        const [from, to] = lane.needed(request.tokens, 0);
        const unit = from < to ? lane.unitAt(request.decode, from) : null;
        if (unit === null) continue;
        const offset = decode.space.offsetOf(unit.tensor) + unit.byteOffset;
        const area = areaAt(areas, offset);
        expect(area === null ? null : componentName(area)).toBe(componentName({ owner: lane.owner, family: lane.family }));
        expect(areaAt(areas, offset + unit.bytes - 1)).toBe(area);
      }
    }
  });

  it('segments cover every arena exactly, short, each in one area, with the words that the expectation says', () => {
    const toRank = (rank: typeof decode, firstNumber: number) => ({ pools: rank.pools, space: rank.space, firstNumber });
    const expectation = expectArrivals(toRank(decode, 1), [toRank(prefill, 50_000_000)], handOff.expected);
    const largest = Math.max(...decode.space.tensors.map(({ tensor }) => tensor.bytes));
    let stamped = 0;
    for (const window of planArenas(decode.space, largest + 8192)) {
      let end = 0;
      for (const { segment, area, stretch } of segmentArena(window, areas, expectation)) {
        expect(segment.offset).toBe(end);
        expect(segment.bytes).toBeLessThanOrEqual(SEGMENT_BYTES);
        expect(window.offset + segment.offset).toBeGreaterThanOrEqual(area.offset);
        expect(window.offset + segment.offset + segment.bytes).toBeLessThanOrEqual(area.offset + area.bytes);
        expect(stretch === null).toBe(segment.expect.kind === 'untouched');
        if (segment.expect.kind === 'stamped' && stretch?.expect.kind === 'stamped') {
          const skipped = window.offset + segment.offset - stretch.offset;
          expect(segment.expect.firstNumber).toBe(stretch.expect.firstNumber + skipped / 4);
          stamped += segment.bytes;
        }
        end += segment.bytes;
      }
      expect(end).toBe(window.bytes);
    }
    expect(stamped).toBe(expectation.stretches.reduce((sum, { expect: wanted, bytes }) => sum + (wanted.kind === 'stamped' ? bytes : 0), 0));
  });
});
