/** @file The WebGPU device. It is given an adapter and the WGSL sources, and knows neither Node nor the browser. */
import { SimError } from '../../core/errors.ts';
import type { StampWidth } from '../../core/stampCode.ts';
import { alignDown } from '../../core/units.ts';
import { nextArenaId } from '../arenaIds.ts';
import type { AdapterInfo, Arena, BadSpan, Batch, Device, DeviceLimits, Elapsed, RowPattern, Segment, SegmentCounts } from '../device.ts';
import { MemoryBudget } from '../memoryBudget.ts';
import { arenaBytes, demandArenaSizes, demandAscending, demandPattern, demandRange, demandSegments, refusal } from '../requests.ts';
import { accountOnGpu, badSpansOnGpu } from './accounting.ts';
import { BUFFER_USAGE } from './bufferUsage.ts';
import { numberWords } from './chunkTable.ts';
import { GpuBatch } from './gpuBatch.ts';
import { dispatch, type GpuContext, readBack, readBackWords, submit, upload, withScratch } from './gpuContext.ts';
import { GuardedQueue, type SubmitWatch } from './guardedQueue.ts';
import { Kernels, type ShaderSources } from './kernels.ts';
import { quirksOf } from './quirks.ts';
import { TIMESTAMPS, Timestamps } from './timestamps.ts';

/** What a device is made of. */
export interface WebGpuDeviceOptions {
  /** Not used for a device before: an adapter gives one only. */
  readonly gpuAdapter: GPUAdapter;
  readonly adapter: AdapterInfo;
  readonly shaders: ShaderSources;
  /** Budget for arenas and tables together. */
  readonly maxMemoryBytes: number;
  /** Longest wait for one piece of work. */
  readonly timeoutMs: number;
  /** Looks on where the adapter blocks this thread while it works. */
  readonly watch?: SubmitWatch | undefined;
  /** Opens one more device like this one, out of the same budget; absent where the adapter is given once only. */
  readonly another?: ((budget: MemoryBudget) => Promise<Device>) | undefined;
  /** Shared with another device; one of its own by default. */
  readonly budget?: MemoryBudget | undefined;
}

/** Vectors that a workgroup of the linear kernels takes at a time; RUN_VECTORS of the shaders. */
const RUN_VECTORS = 4096;
const ARENA_USAGE = BUFFER_USAGE.storage | BUFFER_USAGE.copySrc | BUFFER_USAGE.copyDst;

/** Device on one GPUDevice. Calls are carried out one after another, in the order made. */
export class WebGpuDevice implements Device {
  readonly adapter: AdapterInfo;
  readonly limits: DeviceLimits;
  readonly #another: WebGpuDeviceOptions['another'];
  readonly #context: GpuContext;
  readonly #timestamps: Timestamps | null;
  readonly #buffers = new Map<number, GPUBuffer>();
  #closed = false;
  /** Settles when the last call made has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws SimError(no-device) when the adapter gives no device */
  static async create(options: WebGpuDeviceOptions): Promise<WebGpuDevice> {
    const { maxBufferSize, maxStorageBufferBindingSize } = options.gpuAdapter.limits;
    const requiredFeatures: GPUFeatureName[] = options.gpuAdapter.features.has(TIMESTAMPS) ? [TIMESTAMPS] : [];
    try {
      const device = await options.gpuAdapter.requestDevice({
        label: 'disagg-sim',
        requiredFeatures,
        requiredLimits: { maxBufferSize, maxStorageBufferBindingSize },
      });
      return new WebGpuDevice(options, device, Math.min(maxBufferSize, maxStorageBufferBindingSize));
    } catch (cause) {
      throw new SimError('no-device', { what: `the adapter ${options.adapter.name} gives no device`, mend: 'Take another adapter (--device).', cause });
    }
  }

  private constructor(options: WebGpuDeviceOptions, device: GPUDevice, bindableBytes: number) {
    const quirks = quirksOf(options.adapter);
    const queue = new GuardedQueue(device, { timeoutMs: options.timeoutMs, submitBlocks: quirks.submitBlocks, watch: options.watch });
    this.#another = options.another;
    const { description } = options.gpuAdapter.info;
    this.adapter = { ...options.adapter, driver: description === '' ? null : description };
    this.limits = { maxArenaBytes: alignDown(Math.min(bindableBytes, quirks.maxArenaBytes), 256), maxMemoryBytes: options.maxMemoryBytes };
    this.#context = {
      device,
      queue,
      kernels: new Kernels(device, queue, options.shaders, quirks.workgroupSize),
      budget: options.budget ?? new MemoryBudget(options.maxMemoryBytes),
    };
    this.#timestamps = device.features.has(TIMESTAMPS) ? new Timestamps(device) : null;
  }

  createArenas(lengths: readonly number[]): Promise<Arena[]> {
    return this.#inTurn(async ({ device, queue, budget }) => {
      const sizes = lengths.map(arenaBytes);
      demandArenaSizes(sizes, this.limits.maxArenaBytes);
      const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
      budget.take(total, 'the arenas');
      const made: GPUBuffer[] = [];
      try {
        await queue.checked('creating arenas', () => {
          for (const size of sizes) made.push(device.createBuffer({ size, usage: ARENA_USAGE }));
        });
      } catch (error) {
        for (const buffer of made) buffer.destroy();
        budget.giveBack(total);
        throw error;
      }
      return made.map((buffer) => {
        const arena = { id: nextArenaId(), bytes: buffer.size };
        this.#buffers.set(arena.id, buffer);
        return arena;
      });
    });
  }

  destroyArenas(arenas: readonly Arena[]): Promise<void> {
    return this.#inTurn(async ({ device, queue, budget }) => {
      for (const arena of arenas) {
        this.#bufferOf(arena).destroy();
        this.#buffers.delete(arena.id);
        budget.giveBack(arena.bytes);
      }
      // The memory goes back only with the next submission that is done.
      await queue.checked('freeing arenas', () => device.queue.submit([]));
      await queue.done('freeing arenas', 'nothing');
    });
  }

  stamp(arena: Arena, firstNumber: number, width: StampWidth): Promise<void> {
    const vectors = arena.bytes / 16;
    return this.#kernelOverArena('stamp', width, arena, [...numberWords(firstNumber), vectors], Math.ceil(vectors / RUN_VECTORS));
  }

  async fill(arena: Arena, offset: number, bytes: number, pattern: RowPattern): Promise<void> {
    demandRange(arena, offset, bytes);
    demandPattern(pattern);
    if (bytes === 0) return;
    const task = [offset / 4, (offset + bytes) / 4, pattern.rowBytes / 4, pattern.headBytes / 4, pattern.headWord, pattern.tailWord];
    await this.#kernelOverArena('fill', 'narrow', arena, task, Math.ceil((bytes / 16 + 1) / RUN_VECTORS));
  }

  run(record: (batch: Batch) => void): Promise<Elapsed> {
    return this.#inTurn(async (context) => {
      const copyBlocks = await context.kernels.pipeline('copyBlocks');
      return withScratch(context, async (scratch) => {
        const start = performance.now();
        const batch = new GpuBatch(context, scratch, this.#timestamps, copyBlocks, (arena) => this.#bufferOf(arena));
        const host = await context.queue.checked('a batch of copies', () => {
          record(batch);
          const submitMs = batch.end();
          return { encodeMs: performance.now() - start - submitMs, submitMs };
        });
        await context.queue.done('a batch of copies', batch.kind);
        return this.#elapsed(context, performance.now() - start, host, batch.hasCommands);
      });
    });
  }

  hostSeconds(): number {
    return performance.now() / 1000;
  }

  clockQuantum(): Promise<number | null> {
    return this.#inTurn(async (context) => this.#timestamps?.quantumSeconds(context) ?? null);
  }

  account(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[]): Promise<SegmentCounts> {
    return this.#inTurn(async (context) => {
      demandSegments(arena, segments);
      return accountOnGpu(context, { memory: this.#bufferOf(arena), ownFirstNumber, width, segments });
    });
  }

  badSpans(arena: Arena, ownFirstNumber: number, width: StampWidth, segments: readonly Segment[], limit: number, perSegment = limit): Promise<BadSpan[]> {
    return this.#inTurn(async (context) => {
      demandAscending(arena, segments);
      return badSpansOnGpu(context, { memory: this.#bufferOf(arena), ownFirstNumber, width, segments }, limit, perSegment);
    });
  }

  readPass(arena: Arena): Promise<{ sum: number; elapsed: Elapsed }> {
    return this.#inTurn(async (context) => {
      const what = 'reading an arena';
      const pipeline = await context.kernels.pipeline('readPass');
      const memory = this.#bufferOf(arena);
      return withScratch(context, async (scratch) => {
        const start = performance.now();
        const { sum, ...host } = await context.queue.checked(what, () => {
          const out = scratch.zeros(4, BUFFER_USAGE.storage | BUFFER_USAGE.copySrc);
          const vectors = arena.bytes / 16;
          const uniform = scratch.uniform([vectors]);
          const submitMs = submit(context, (encoder) => {
            this.#timestamps?.start(encoder);
            dispatch(context, encoder, pipeline, [memory, out, uniform], Math.ceil(vectors / RUN_VECTORS));
            this.#timestamps?.stop(encoder);
          });
          return { sum: out, encodeMs: performance.now() - start - submitMs, submitMs };
        });
        await context.queue.done(what, `readPass ${arena.bytes}`);
        const elapsed = await this.#elapsed(context, performance.now() - start, host, true);
        const [total] = await readBackWords(context, what, 'nothing', sum, 1);
        return { sum: total ?? 0, elapsed };
      });
    });
  }

  read(arena: Arena, offset: number, bytes: number): Promise<Uint8Array> {
    return this.#inTurn(async (context) => {
      demandRange(arena, offset, bytes);
      return readBack(context, 'reading bytes back', 'nothing', this.#bufferOf(arena), offset, bytes);
    });
  }

  write(arena: Arena, offset: number, data: Uint8Array): Promise<void> {
    return this.#inTurn(async (context) => {
      demandRange(arena, offset, data.byteLength);
      const buffer = this.#bufferOf(arena);
      await context.queue.checked('writing bytes', () => upload(context, buffer, offset, new Uint8Array(data)));
      await context.queue.done('writing bytes', 'nothing');
    });
  }

  async sibling(): Promise<Device> {
    if (this.#another === undefined) {
      throw new SimError('no-device', {
        what: `the adapter ${this.adapter.name} gives one device only`,
        mend: 'Take another adapter (--device), or another strategy.',
      });
    }
    return this.#another(this.#context.budget);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn.catch(() => {});
    // A device that hangs would hang its destruction too; the process has to be ended instead.
    if (!this.#context.queue.hangs) this.#context.device.destroy();
    for (const buffer of this.#buffers.values()) this.#context.budget.giveBack(buffer.size);
    this.#buffers.clear();
  }

  /** Times of work that is done; the device's own where anything was recorded between its timestamps. */
  async #elapsed(context: GpuContext, wallMs: number, host: { readonly encodeMs: number; readonly submitMs: number }, isRecorded: boolean): Promise<Elapsed> {
    const times = { wall: wallMs / 1000, encode: host.encodeMs / 1000, submit: host.submitMs / 1000 };
    if (this.#timestamps === null) return { ...times, gpu: null, whyNoGpu: `${this.adapter.name} has no timestamps` };
    if (!isRecorded) return { ...times, gpu: null, whyNoGpu: 'nothing was recorded' };
    return { ...times, ...(await this.#timestamps.read(context, times.wall)) };
  }

  /** Runs a kernel whose bindings are the arena and a uniform. */
  #kernelOverArena(name: 'stamp' | 'fill', width: StampWidth, arena: Arena, task: readonly number[], groups: number): Promise<void> {
    return this.#inTurn(async (context) => {
      const what = `the kernel ${name}`;
      const pipeline = await context.kernels.pipeline(name, width);
      const memory = this.#bufferOf(arena);
      await withScratch(context, async (scratch) => {
        await context.queue.checked(what, () => {
          const uniform = scratch.uniform(task);
          submit(context, (encoder) => dispatch(context, encoder, pipeline, [memory, uniform], groups));
        });
        await context.queue.done(what, `${name} ${groups}`);
      });
    });
  }

  /** Error scopes are a stack of the device, and scratch is freed when a call ends: so one call at a time. */
  #inTurn<T>(work: (context: GpuContext) => Promise<T>): Promise<T> {
    const result = this.#turn.then(() => {
      if (this.#closed) throw refusal('the device was used after it was closed');
      return work(this.#context);
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  #bufferOf(arena: Arena): GPUBuffer {
    const buffer = this.#buffers.get(arena.id);
    if (buffer === undefined) throw refusal('an arena was used that is not this device’s, or was freed', { arena: arena.id });
    return buffer;
  }
}
