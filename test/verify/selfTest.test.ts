/** The detector is tested before it is believed: a sound device passes, every lying one voids the run. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/core/random.ts';
import { type StampWidth, stampWord } from '../../src/core/stampCode.ts';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import type { Arena, Device, Segment, SegmentCounts } from '../../src/device/device.ts';
import type { Area } from '../../src/verify/areas.ts';
import type { TracedSegment } from '../../src/verify/segments.ts';
import { accountWithSelfTest } from '../../src/verify/selfTest.ts';
import { judge } from '../../src/verify/verdict.ts';
import { addCounts, classify, NO_WORDS, sumCounts } from '../../src/verify/wordCounts.ts';

const OWN = 10_000;
const area: Area = { offset: 0, bytes: 8192, owner: 'target', family: 'plain', layer: 0, tensor: null, itemBytes: 64 };
const stretch = { offset: 0, bytes: 0, expect: { kind: 'unsupplied' } as const, request: 0, position: 0, toPosition: 1, lane: null };
const pattern = { rowBytes: 16, headBytes: 4, headWord: 0, tailWord: 0xff800000 };
const segments: readonly TracedSegment[] = [
  segment(0, 1024, { kind: 'untouched' }),
  segment(1024, 2048, { kind: 'stamped', firstNumber: 77 }),
  segment(3072, 1024, { kind: 'filled', pattern, phaseBytes: 0 }),
  segment(4096, 1024, { kind: 'unsupplied' }),
  segment(5120, 3072, { kind: 'untouched' }),
];

function segment(offset: number, bytes: number, wanted: Segment['expect']): TracedSegment {
  return { segment: { offset, bytes, expect: wanted }, area, stretch: wanted.kind === 'untouched' ? null : stretch };
}

/** Memory as it should be, on a device whose `account` answers through `lie`. */
async function tested(width: StampWidth, lie: (counts: SegmentCounts) => SegmentCounts, seed = 1) {
  const device = new CpuDevice(2 ** 20);
  const [arena] = await device.createArenas([8192]);
  if (arena === undefined) throw new Error('no arena');
  await device.stamp(arena, OWN, width);
  const right = Uint32Array.from({ length: 512 }, (_, i) => stampWord(77 + i, width));
  await device.write(arena, 1024, new Uint8Array(right.buffer));
  await device.fill(arena, 3072, 1024, pattern);
  const before = await device.read(arena, 0, 8192);
  const lying: Device = new Proxy(device, {
    get: (target, name) => {
      if (name === 'account') {
        return async (...args: [Arena, number, StampWidth, readonly Segment[]]) => lie(await target.account(...args));
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const result = await accountWithSelfTest(lying, { arena, firstNumber: OWN, segments }, width, randomStream(seed, 'self-test'));
  return { ...result, restored: Buffer.compare(Buffer.from(before), Buffer.from(await device.read(arena, 0, 8192))) === 0 };
}

function statusOf(selfTest: { planted: number; found: number }) {
  return judge({
    refused: false,
    selfTest,
    words: { ...NO_WORDS, total: 1, right: 1 },
    outOfRangeBlocks: 0,
    transferFailed: false,
    contestedBytes: 0,
    warnings: 0,
  });
}

describe.each(['narrow', 'wide'] as const)('%s stamps', (width) => {
  it.each([1, 2, 3, 4, 5])('a sound detector finds every plant, and memory is as before (seed %i)', async (seed) => {
    const { selfTest, counts, restored } = await tested(width, (honest) => honest, seed);
    expect(selfTest.planted).toBeGreaterThanOrEqual(10);
    expect(selfTest.found).toBe(selfTest.planted);
    expect(restored).toBe(true);
    expect([...counts.bad]).toEqual([0, 0, 0, 256, 0]);
    expect([...counts.missing]).toEqual([0, 0, 0, 256, 0]);
    expect(statusOf(selfTest)).toBe('PASS');
  });

  const without = (index: number) => (counts: SegmentCounts) => ({ bad: counts.bad.with(index, 0), missing: counts.missing.with(index, 0) });
  it.each<[string, (counts: SegmentCounts) => SegmentCounts]>([
    ['always answers zero', ({ bad }) => ({ bad: new Float64Array(bad.length), missing: new Float64Array(bad.length) })],
    ['never looks at data that arrived', without(1)],
    ['never looks at resets', without(2)],
    ['never looks at memory before', without(0)],
    ['never looks at memory behind', without(4)],
    ['is off by one segment', ({ bad, missing }) => ({ bad: rotate(bad), missing: rotate(missing) })],
    ['does not know what is missing', ({ bad }) => ({ bad, missing: new Float64Array(bad.length) })],
    ['counts no more than one word', ({ bad, missing }) => ({ bad: bad.map((n) => Math.min(n, 1)), missing: missing.map((n) => Math.min(n, 1)) })],
  ])('a detector that %s voids the run', async (_, lie) => {
    const { selfTest } = await tested(width, lie);
    expect(selfTest.found).toBeLessThan(selfTest.planted);
    expect(statusOf(selfTest)).toBe('VOID');
  });

  it('a detector that rings where nothing was planted is not believed either', async () => {
    let call = 0;
    const { selfTest } = await tested(width, ({ bad, missing }) => ({ bad: bad.map((n) => n + (call++ < 5 ? 1 : 0)), missing }));
    expect(statusOf(selfTest)).toBe('VOID');
  });

  it('a detector that was never tested is not believed', () => {
    expect(statusOf({ planted: 0, found: 0 })).toBe('VOID');
  });
});

function rotate(values: Float64Array): Float64Array {
  return Float64Array.from(values, (_, i) => values[(i + 1) % values.length] ?? 0);
}

describe('word counts', () => {
  const [untouched, stamped] = segments as [TracedSegment, TracedSegment];

  it('put every word in one class', () => {
    expect(classify(untouched, 3, 0)).toEqual({ ...NO_WORDS, total: 256, touched: 3, untouched: 253 });
    expect(classify(stamped, 5, 2)).toEqual({ ...NO_WORDS, total: 512, right: 507, wrong: 3, missing: 2 });
  });

  it('add up by name', () => {
    const counts = { bad: Float64Array.of(3, 5, 0, 256, 1), missing: Float64Array.of(0, 2, 0, 256, 0) };
    const sums = sumCounts(segments, counts, ({ segment: { expect: wanted } }) => wanted.kind);
    expect(sums.get('untouched')).toEqual({ ...NO_WORDS, total: 1024, touched: 4, untouched: 1020 });
    expect(sums.get('unsupplied')).toEqual({ ...NO_WORDS, total: 256, missing: 256 });
    const all = [...sums.values()].reduce(addCounts, NO_WORDS);
    expect(all.total).toBe(2048);
    expect(all.right + all.wrong + all.missing + all.touched + all.untouched).toBe(all.total);
  });
});
