/** @file What all parts of the WebGPU device share, and the few moves they are made of: scratch buffers, uploads, dispatches, read-backs. */
import { alignUp } from '../../core/units.ts';
import type { MemoryBudget } from '../memoryBudget.ts';
import { BUFFER_USAGE, MAP_MODE_READ } from './bufferUsage.ts';
import type { GuardedQueue } from './guardedQueue.ts';
import type { Kernels } from './kernels.ts';

/** Larger uploads in one call take a fresh staging buffer each time and are several times slower; read-backs share the size. */
const TRANSFER_PIECE_BYTES = 4 * 2 ** 20;
/** WebGPU's least maximum of workgroups in one dimension; kernels loop when there is more to do. */
const MAX_WORKGROUPS = 65535;

/** One device and what was made for it. */
export interface GpuContext {
  readonly device: GPUDevice;
  readonly queue: GuardedQueue;
  readonly kernels: Kernels;
  readonly budget: MemoryBudget;
}

/** Buffers that live as long as one piece of work. */
export class Scratch {
  readonly #context: GpuContext;
  readonly #buffers: GPUBuffer[] = [];
  #bytes = 0;

  constructor(context: GpuContext) {
    this.#context = context;
  }

  /** A buffer of zeros. @throws SimError(memory-budget) */
  zeros(bytes: number, usage: number): GPUBuffer {
    this.#context.budget.take(bytes, 'the tables of a kernel');
    this.#bytes += bytes;
    const buffer = this.#context.device.createBuffer({ size: bytes, usage });
    this.#buffers.push(buffer);
    return buffer;
  }

  /** A storage buffer with these words; none at all become one zero, since an empty buffer cannot be bound. @throws SimError(memory-budget) */
  table(words: Uint32Array<ArrayBuffer>): GPUBuffer {
    const buffer = this.zeros(Math.max(4, words.byteLength), BUFFER_USAGE.storage | BUFFER_USAGE.copyDst);
    upload(this.#context, buffer, 0, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
    return buffer;
  }

  /** A uniform buffer with these words. @throws SimError(memory-budget) */
  uniform(words: readonly number[]): GPUBuffer {
    const bytes = alignUp(words.length * 4, 16);
    const buffer = this.zeros(bytes, BUFFER_USAGE.uniform | BUFFER_USAGE.copyDst);
    this.#context.device.queue.writeBuffer(buffer, 0, Uint32Array.from(words));
    return buffer;
  }

  /** Frees all of it. Work already submitted still sees the buffers. */
  free(): void {
    for (const buffer of this.#buffers) buffer.destroy();
    this.#buffers.length = 0;
    this.#context.budget.giveBack(this.#bytes);
    this.#bytes = 0;
  }
}

/** Does work with scratch buffers and frees them, come what may. */
export async function withScratch<T>(context: GpuContext, work: (scratch: Scratch) => Promise<T>): Promise<T> {
  const scratch = new Scratch(context);
  try {
    return await work(scratch);
  } finally {
    scratch.free();
  }
}

/** Queues writes of any length that is a multiple of 4. */
export function upload(context: GpuContext, buffer: GPUBuffer, offset: number, data: Uint8Array<ArrayBuffer>): void {
  for (let done = 0; done < data.byteLength; done += TRANSFER_PIECE_BYTES) {
    context.device.queue.writeBuffer(buffer, offset + done, data.subarray(done, done + TRANSFER_PIECE_BYTES));
  }
}

/** Records one kernel over `buffers`, bound in order from 0, with as many workgroups as there are items or as can be had. */
export function dispatch(context: GpuContext, encoder: GPUCommandEncoder, pipeline: GPUComputePipeline, buffers: readonly GPUBuffer[], items: number): void {
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, context.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.min(items, MAX_WORKGROUPS));
  pass.end();
}

/** Records with a fresh encoder and submits. @returns milliseconds that the submission itself took */
export function submit(context: GpuContext, record: (encoder: GPUCommandEncoder) => void): number {
  const encoder = context.device.createCommandEncoder();
  record(encoder);
  return context.queue.submit(encoder.finish());
}

/**
 * Reads bytes back, in pieces.
 * @param kind as in GuardedQueue.done: what the first piece waits for
 */
export async function readBack(
  context: GpuContext,
  what: string,
  kind: string,
  buffer: GPUBuffer,
  offset: number,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(bytes);
  if (bytes === 0) return out;
  return withScratch(context, async (scratch) => {
    const pieceBytes = Math.min(bytes, TRANSFER_PIECE_BYTES);
    const staging = await context.queue.checked(what, () => scratch.zeros(pieceBytes, BUFFER_USAGE.mapRead | BUFFER_USAGE.copyDst));
    for (let done = 0; done < bytes; done += pieceBytes) {
      const count = Math.min(pieceBytes, bytes - done);
      await context.queue.checked(what, () => submit(context, (encoder) => encoder.copyBufferToBuffer(buffer, offset + done, staging, 0, count)));
      if (done === 0) await context.queue.done(what, kind);
      await context.queue.within(what, staging.mapAsync(MAP_MODE_READ, 0, count));
      out.set(new Uint8Array(staging.getMappedRange(0, count)), done);
      staging.unmap();
    }
    return out;
  });
}

/** The same, as words. */
export async function readBackWords(context: GpuContext, what: string, kind: string, buffer: GPUBuffer, words: number): Promise<Uint32Array> {
  return new Uint32Array((await readBack(context, what, kind, buffer, 0, words * 4)).buffer);
}
