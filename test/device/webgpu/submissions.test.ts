/** How a batch is cut into submissions, on real adapters: a watch is told of each, and says nothing of what was asked of the adapter. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import type { Batch, Device } from '../../../src/device/device.ts';
import { loadDawn } from '../../../src/device/node/dawn.ts';
import { withEnvironment } from '../../../src/device/node/environment.ts';
import { loadShaders } from '../../../src/device/node/loadShaders.ts';
import { type Candidate, probeAll } from '../../../src/device/node/probe.ts';
import type { SubmitWatch } from '../../../src/device/webgpu/guardedQueue.ts';
import { WebGpuDevice } from '../../../src/device/webgpu/webGpuDevice.ts';
import { recordCopies } from '../../../src/strategies/copies.ts';
import { firstDifference, withArenas, wordsOf } from '../devices.ts';

const MIB = 2 ** 20;
const ARENA_BYTES = 16 * MIB;
const MEMORY_BYTES = 64 * MIB;

const dawn = await loadDawn();
const shaders = await loadShaders();
const candidates = (await probeAll(dawn)).flatMap((outcome) => outcome.candidates);
const labelled = [...new Map(candidates.map((candidate) => [candidate.adapter.name, candidate]))];
if (labelled.length === 0) throw new Error('no WebGPU adapter to test');

/** What a watch is told, in order. */
class Diary implements SubmitWatch {
  readonly told: ('begin' | 'end')[] = [];
  begin(): void {
    this.told.push('begin');
  }
  end(): void {
    this.told.push('end');
  }
}

async function openWatched({ adapter, ready }: Candidate, watch: SubmitWatch): Promise<Device> {
  return withEnvironment(ready.environment, async () => {
    const gpuAdapter = await dawn.open([...ready.flags, `adapter=${adapter.name}`]).requestAdapter({ featureLevel: ready.featureLevel });
    if (gpuAdapter === null) throw new Error(`${adapter.name} is not given`);
    return WebGpuDevice.create({ gpuAdapter, adapter, shaders, maxMemoryBytes: MEMORY_BYTES, timeoutMs: 60_000, watch });
  });
}

/** `count` copies of `bytes`, all of the same place: bytes add up, memory does not. */
function copies(count: number, bytes: number) {
  return (batch: Batch, src: { id: number; bytes: number }, dst: { id: number; bytes: number }) => {
    const table = { count, srcOffset: new Float64Array(count), dstOffset: new Float64Array(count), bytes: new Uint32Array(count).fill(bytes) };
    recordCopies(batch, [{ src, dst, table }]);
  };
}

describe.each(labelled)('a batch on %s', (_, candidate) => {
  /** Submissions of a batch: inside of the batch's own begin and end, each begins the watch anew, before and after. */
  async function submissionsOf(record: (batch: Batch, src: { id: number; bytes: number }, dst: { id: number; bytes: number }) => void): Promise<number> {
    const diary = new Diary();
    const device = await openWatched(candidate, diary);
    const cpu = new CpuDevice(MEMORY_BYTES);
    try {
      const words: Uint32Array[] = [];
      let told: Diary['told'] = [];
      for (const each of [device, cpu]) {
        await withArenas(each, [ARENA_BYTES, ARENA_BYTES], async (src, dst) => {
          await each.stamp(src, 1, 'narrow');
          // The first run compiles the kernel of tables, which is watched by itself.
          await each.run(() => {});
          const before = diary.told.length;
          await each.run((batch) => record(batch, src, dst));
          if (each === device) told = diary.told.slice(before);
          words.push(await wordsOf(each, dst));
        });
      }
      const [onGpu = new Uint32Array(), onCpu = new Uint32Array()] = words;
      expect(firstDifference(onGpu, onCpu)).toBeNull();
      // Reading the adapter's clock, where there is one, is watched by itself and comes after.
      const batch = told.slice(0, told.indexOf('end') + 1);
      expect(batch.at(-1)).toBe('end');
      return (batch.length - 2) / 2;
    } finally {
      await device.close();
    }
  }

  it('is one submission up to 256 MiB, and one more for every 256 MiB that follow or a part of them', async () => {
    expect(await submissionsOf(copies(16, ARENA_BYTES))).toBe(1);
    expect(await submissionsOf(copies(17, ARENA_BYTES))).toBe(2);
    expect(await submissionsOf(copies(40, ARENA_BYTES))).toBe(3);
  });

  it('counts the bytes of kernels too, and those of copies beside them', async () => {
    const half = ARENA_BYTES / 2;
    const table = { count: 2, srcOffset: Float64Array.of(0, half), dstOffset: Float64Array.of(half, 0), bytes: Uint32Array.of(half, half) };
    expect(
      await submissionsOf((batch, src, dst) => {
        for (let i = 0; i < 9; i++) {
          batch.copy(src, 0, dst, 0, ARENA_BYTES);
          batch.copyTable(src, dst, table);
        }
      }),
    ).toBe(2);
  });

  it('is handed over every 512 copies, however small', async () => {
    expect(await submissionsOf(copies(513, 4))).toBe(2);
    expect(await submissionsOf(copies(1025, 4))).toBe(3);
  });
});
