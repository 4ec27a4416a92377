/**
 * @file The adapter's own clock, where it has one: timestamps in front of the first and behind the last command of a piece of work. A timestamp belongs to a pass, and copies belong to none; so passes
 * without a dispatch carry them, one before and one after.
 */
import { BUFFER_USAGE } from './bufferUsage.ts';
import { type GpuContext, readBack, submit, withScratch } from './gpuContext.ts';

/** The WebGPU feature that the clock rests on. */
export const TIMESTAMPS = 'timestamp-query';

const QUERIES = 2;
const QUERY_BYTES = 8;
/** Readings that the quantum is taken from: of so many numbers a common divisor by chance is unlikely (1 in 2^8). */
const QUANTUM_ROUNDS = 4;
/** Between two of them, milliseconds: longer than any known quantum, so that quantised readings differ. */
const QUANTUM_PAUSE_MS = 1;
const NANOSECONDS = 1e-9;
/** Browsers round timestamps to this, seconds: so much may a true figure pass the wall clock's. */
const COARSEST_STEP_SECONDS = 1e-4;

/** Two timestamps, written by the device as it comes to them. */
export class Timestamps {
  readonly #queries: GPUQuerySet;
  #quantumSeconds: number | undefined;

  /** @param device one that was asked for TIMESTAMPS */
  constructor(device: GPUDevice) {
    this.#queries = device.createQuerySet({ type: 'timestamp', count: QUERIES });
  }

  /** Records the timestamp before everything that follows. */
  start(encoder: GPUCommandEncoder): void {
    encoder.beginComputePass({ timestampWrites: { querySet: this.#queries, beginningOfPassWriteIndex: 0 } }).end();
  }

  /** Records the timestamp after everything before it. */
  stop(encoder: GPUCommandEncoder): void {
    encoder.beginComputePass({ timestampWrites: { querySet: this.#queries, endOfPassWriteIndex: 1 } }).end();
  }

  /** Seconds between start and stop of work that is done; null, with the reason, where the figure cannot be true of work that took `wallSeconds`. */
  async read(context: GpuContext, wallSeconds: number): Promise<{ readonly gpu: number | null; readonly whyNoGpu: string | null }> {
    const [start, stop] = await this.#readings(context);
    return plausible(Number(stop - start) * NANOSECONDS, wallSeconds);
  }

  /** The clock's step, seconds: the greatest common divisor of some readings. An adapter that converts its ticks to nanoseconds may step more coarsely than it shows. */
  async quantumSeconds(context: GpuContext): Promise<number> {
    if (this.#quantumSeconds === undefined) {
      let divisor = 0n;
      for (let round = 0; round < QUANTUM_ROUNDS; round++) {
        await new Promise((resolve) => setTimeout(resolve, QUANTUM_PAUSE_MS));
        submit(context, (encoder) => {
          this.start(encoder);
          this.stop(encoder);
        });
        for (const reading of await this.#readings(context)) divisor = commonDivisor(divisor, reading);
      }
      this.#quantumSeconds = Number(divisor) * NANOSECONDS;
    }
    return this.#quantumSeconds;
  }

  /** Both timestamps, nanoseconds of the adapter's clock. */
  #readings(context: GpuContext): Promise<readonly [start: bigint, stop: bigint]> {
    const what = 'reading the adapter’s clock';
    return withScratch(context, async (scratch) => {
      const resolved = await context.queue.checked(what, () => {
        const buffer = scratch.zeros(QUERIES * QUERY_BYTES, BUFFER_USAGE.queryResolve | BUFFER_USAGE.copySrc);
        submit(context, (encoder) => encoder.resolveQuerySet(this.#queries, 0, QUERIES, buffer, 0));
        return buffer;
      });
      const bytes = await readBack(context, what, 'nothing', resolved, 0, QUERIES * QUERY_BYTES);
      const view = new DataView(bytes.buffer);
      return [view.getBigUint64(0, true), view.getBigUint64(QUERY_BYTES, true)] as const;
    });
  }
}

/** A figure of the clock is believed when the clock moved at all, and by no more than the work was waited for. */
export function plausible(seconds: number, wallSeconds: number): { readonly gpu: number | null; readonly whyNoGpu: string | null } {
  if (seconds === 0) return { gpu: null, whyNoGpu: 'the work was shorter than the step of the adapter’s clock' };
  if (seconds > 0 && seconds <= wallSeconds + COARSEST_STEP_SECONDS) return { gpu: seconds, whyNoGpu: null };
  return { gpu: null, whyNoGpu: `the adapter’s clock says ${microseconds(seconds)} of work that took ${microseconds(wallSeconds)}` };
}

function microseconds(seconds: number): string {
  return `${(seconds * 1e6).toFixed(1)} µs`;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
