/** @file A batch recorded into WebGPU command encoders. */
import type { Arena, Batch, CopyTable } from '../device.ts';
import { demandApart, demandRange, demandTable } from '../requests.ts';
import { blockTable } from './blockTable.ts';
import { dispatch, type GpuContext, type Scratch } from './gpuContext.ts';
import type { Timestamps } from './timestamps.ts';

/**
 * Bytes that one submission moves, about: what passes it goes into the next. Where `submit` does the work itself (GLES), nobody can look on inside of it, so that a submission without bounds
 * cannot be told from one that never ends. Everywhere alike: elsewhere the device works on one submission while the next is recorded.
 */
const SUBMISSION_BYTES = 256 * 2 ** 20;

/** Records commands; `flush` submits them, `end` the last of them. Buffers that tables need come from `scratch` and must live until the work is done. */
export class GpuBatch implements Batch {
  readonly #context: GpuContext;
  readonly #scratch: Scratch;
  readonly #timestamps: Timestamps | null;
  readonly #copyBlocks: GPUComputePipeline;
  readonly #bufferOf: (arena: Arena) => GPUBuffer;
  #encoder: GPUCommandEncoder | undefined;
  #commands = 0;
  #copiedBytes = 0;
  /** Of what is recorded and not submitted. */
  #pendingBytes = 0;
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
    return `batch ${this.#commands} ${this.#copiedBytes}`;
  }

  copy(src: Arena, srcOffset: number, dst: Arena, dstOffset: number, bytes: number): void {
    demandApart(src, dst);
    demandRange(src, srcOffset, bytes);
    demandRange(dst, dstOffset, bytes);
    this.#roomyRecorder().copyBufferToBuffer(this.#bufferOf(src), srcOffset, this.#bufferOf(dst), dstOffset, bytes);
    this.#commands += 1;
    this.#copiedBytes += bytes;
    this.#pendingBytes += bytes;
  }

  copyTable(src: Arena, dst: Arena, table: CopyTable): void {
    demandApart(src, dst);
    demandTable(table);
    const { blocks, bytes, fields } = blockTable(table, src.bytes, dst.bytes);
    if (blocks === 0) return;
    const buffers = [this.#bufferOf(src), this.#bufferOf(dst), this.#scratch.table(fields), this.#scratch.uniform([blocks])];
    dispatch(this.#context, this.#roomyRecorder(), this.#copyBlocks, buffers, blocks);
    this.#commands += blocks;
    this.#pendingBytes += bytes;
  }

  flush(): void {
    if (this.#encoder === undefined) return;
    this.#submitMs += this.#context.queue.submit(this.#encoder.finish());
    this.#encoder = undefined;
    this.#pendingBytes = 0;
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

  /** For what moves bytes: of a new submission where the last one has its share. */
  #roomyRecorder(): GPUCommandEncoder {
    if (this.#pendingBytes >= SUBMISSION_BYTES) this.flush();
    return this.#recorder();
  }

  #recorder(): GPUCommandEncoder {
    if (this.#encoder === undefined) {
      this.#encoder = this.#context.device.createCommandEncoder();
      if (this.#commands === 0) this.#timestamps?.start(this.#encoder);
    }
    return this.#encoder;
  }
}
