/** @file A batch recorded into WebGPU command encoders. */
import type { Arena, Batch, CopyTable } from '../device.ts';
import { demandApart, demandRange, demandTable } from '../requests.ts';
import { BLOCK_FIELDS, blockTable } from './blockTable.ts';
import { dispatch, type GpuContext, type Scratch } from './gpuContext.ts';
import type { Timestamps } from './timestamps.ts';

/** Records commands; `flush` submits them, `end` the last of them. Buffers that tables need come from `scratch` and must live until the work is done. */
export class GpuBatch implements Batch {
  readonly #context: GpuContext;
  readonly #scratch: Scratch;
  readonly #timestamps: Timestamps | null;
  readonly #copyBlocks: GPUComputePipeline;
  readonly #bufferOf: (arena: Arena) => GPUBuffer;
  #encoder: GPUCommandEncoder | undefined;
  #commands = 0;
  #bytes = 0;
  #submitMs = 0;

  constructor(context: GpuContext, scratch: Scratch, timestamps: Timestamps | null, copyBlocks: GPUComputePipeline, bufferOf: (arena: Arena) => GPUBuffer) {
    this.#context = context;
    this.#timestamps = timestamps;
    this.#scratch = scratch;
    this.#copyBlocks = copyBlocks;
    this.#bufferOf = bufferOf;
  }

  /** Tells batches of like duration from others: how many commands and rows, how many bytes by copies. */
  get kind(): string {
    return `batch ${this.#commands} ${this.#bytes}`;
  }

  copy(src: Arena, srcOffset: number, dst: Arena, dstOffset: number, bytes: number): void {
    demandApart(src, dst);
    demandRange(src, srcOffset, bytes);
    demandRange(dst, dstOffset, bytes);
    this.#recorder().copyBufferToBuffer(this.#bufferOf(src), srcOffset, this.#bufferOf(dst), dstOffset, bytes);
    this.#commands += 1;
    this.#bytes += bytes;
  }

  copyTable(src: Arena, dst: Arena, table: CopyTable): void {
    demandApart(src, dst);
    demandTable(table);
    const blocks = blockTable(table, src.bytes, dst.bytes);
    const count = blocks.length / BLOCK_FIELDS;
    if (count === 0) return;
    const buffers = [this.#bufferOf(src), this.#bufferOf(dst), this.#scratch.table(blocks), this.#scratch.uniform([count])];
    dispatch(this.#context, this.#recorder(), this.#copyBlocks, buffers, count);
    this.#commands += count;
  }

  flush(): void {
    if (this.#encoder === undefined) return;
    const commands = this.#encoder.finish();
    const start = performance.now();
    this.#context.device.queue.submit([commands]);
    this.#submitMs += performance.now() - start;
    this.#encoder = undefined;
  }

  /** Submits what is left. @returns milliseconds that submitting took in all */
  end(): number {
    if (this.#commands > 0) this.#timestamps?.stop(this.#recorder());
    this.flush();
    return this.#submitMs;
  }

  /** False where nothing was recorded. */
  get hasCommands(): boolean {
    return this.#commands > 0;
  }

  #recorder(): GPUCommandEncoder {
    if (this.#encoder === undefined) {
      this.#encoder = this.#context.device.createCommandEncoder();
      if (this.#commands === 0) this.#timestamps?.start(this.#encoder);
    }
    return this.#encoder;
  }
}
