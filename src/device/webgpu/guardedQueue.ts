/**
 * @file A GPUDevice's queue, made safe to wait for: every error comes out once, as a SimError; every wait ends; and while it waits it leaves
 * the processor to the adapter, which on a software adapter is the same processor.
 */
import { SimError } from '../../core/errors.ts';

/** Told of every call that may block this thread, so that someone else can look on. */
export interface SubmitWatch {
  /** A call begins, or what is under way has got one step further: the time counts from now. */
  begin(): void;
  end(): void;
}

/** How to wait. */
export interface WaitRules {
  /** Longest wait for one piece of work, milliseconds. Without effect where `submit` blocks: no timer fires meanwhile. */
  readonly timeoutMs: number;
  /** True where `submit` itself does the work (GLES): there is nothing to sleep through. */
  readonly submitBlocks: boolean;
  /** Where `submitBlocks`: no timer can fire inside such a call. */
  readonly watch?: SubmitWatch | undefined;
}

/** Work shorter than this is not worth a timer, milliseconds. */
const SLEEP_FROM_MS = 4;
/**
 * How much of the shortest time seen to sleep. Polling makes work on two cores up to twice as long, so more than half might outlast the work
 * and be taken for it in a measurement.
 */
const SLEEP_SHARE = 0.45;
/** The first time of a kind counts shaders compiled and fresh memory cleared by the driver; it foretells nothing. */
const SLEEP_FROM_TIMES = 2;

/** The queue of one device. */
export class GuardedQueue {
  readonly #device: GPUDevice;
  readonly #rules: WaitRules;
  /** For each kind of work: how often it was seen, and the shortest it took, milliseconds. */
  readonly #seen = new Map<string, { times: number; shortestMs: number }>();
  /** Rejects when the device is lost. */
  readonly #lost: Promise<never>;
  /** What ended this queue: nothing is waited for after it. */
  #failure: SimError | undefined;
  /** True inside a watched call. */
  #isWatched = false;

  constructor(device: GPUDevice, rules: WaitRules) {
    this.#device = device;
    this.#rules = rules;
    this.#lost = device.lost.then(({ message }) => {
      throw this.#fail(new SimError('device-lost', { what: `the device was lost: ${message}`, mend: 'Run again, or take another adapter (--device).' }));
    });
    // Also lost when nobody waits, as at close(): that is no error.
    this.#lost.catch(() => {});
  }

  /** True when a wait ran out: the device may never answer again, not even to be destroyed. */
  get hangs(): boolean {
    return this.#failure?.code === 'device-timeout';
  }

  /**
   * Makes synchronous WebGPU calls inside error scopes.
   * @param what the subject of the error's message, such as `stamping an arena`
   * @throws SimError(out-of-memory | gpu-validation | device-lost | device-timeout)
   */
  async checked<T>(what: string, calls: () => T): Promise<T> {
    if (this.#failure !== undefined) throw this.#failure;
    this.#device.pushErrorScope('validation');
    this.#device.pushErrorScope('out-of-memory');
    let result: T;
    let errors: Promise<(GPUError | null)[]>;
    try {
      result = this.#watched(calls);
    } finally {
      // Popped even when a call throws, before anyone else can push: the scopes are a stack of the device.
      errors = Promise.all([this.#device.popErrorScope(), this.#device.popErrorScope()]);
      errors.catch(() => {});
    }
    const [outOfMemory, validation] = await this.within(what, errors);
    if (outOfMemory) {
      throw new SimError('out-of-memory', { what: `${what}: the adapter is out of memory: ${outOfMemory.message}`, mend: 'Lower --max-memory or poolTokens.' });
    }
    if (validation) throw new SimError('gpu-validation', { what: `${what}: WebGPU refused a command: ${validation.message}` });
    return result;
  }

  /**
   * Submits commands, watched by itself: a batch of many submissions may take longer than one of them is allowed.
   * @returns milliseconds that it took
   */
  submit(commands: GPUCommandBuffer): number {
    const start = performance.now();
    this.#watched(() => this.#device.queue.submit([commands]));
    return performance.now() - start;
  }

  /**
   * Waits until all submitted work is done.
   * @param kind work that takes alike times has the same kind
   */
  async done(what: string, kind: string): Promise<void> {
    const start = performance.now();
    const seen = this.#seen.get(kind) ?? { times: 0, shortestMs: Number.POSITIVE_INFINITY };
    const sleepMs = this.#rules.submitBlocks || seen.times < SLEEP_FROM_TIMES || seen.shortestMs < SLEEP_FROM_MS ? 0 : SLEEP_SHARE * seen.shortestMs;
    const finished = async () => {
      // A pending GPU promise is polled for with a whole core, so it is better not to have one yet.
      if (sleepMs > 0) await new Promise((resolve) => setTimeout(resolve, sleepMs));
      await this.#device.queue.onSubmittedWorkDone();
    };
    await this.within(what, finished());
    this.#seen.set(kind, { times: seen.times + 1, shortestMs: Math.min(seen.shortestMs, performance.now() - start) });
  }

  /** A promise's value, unless the device is lost or time runs out first. */
  async within<T>(what: string, promise: Promise<T>): Promise<T> {
    if (this.#failure !== undefined) throw this.#failure;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#fail(this.#timeoutError(what))), this.#rules.timeoutMs);
    });
    try {
      return await Promise.race([promise, this.#lost, timeout]);
    } catch (error) {
      // Promises that a lost device rejects may come before the loss itself is told.
      if (error instanceof SimError) throw error;
      throw new SimError('gpu-validation', { what: `${what}: WebGPU refused: ${error instanceof Error ? error.message : String(error)}`, cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Makes calls under the eyes of the watch. What stands inside another has the whole time for itself, and leaves as much to what follows. */
  #watched<T>(calls: () => T): T {
    const isInner = this.#isWatched;
    const { watch } = this.#rules;
    this.#isWatched = true;
    watch?.begin();
    try {
      return calls();
    } finally {
      this.#isWatched = isInner;
      if (isInner) watch?.begin();
      else watch?.end();
    }
  }

  #timeoutError(what: string): SimError {
    return new SimError('device-timeout', {
      what: `${what} did not end in time`,
      values: { seconds: this.#rules.timeoutMs / 1000 },
      mend: 'Run a smaller scenario, or take another adapter (--device).',
    });
  }

  #fail(error: SimError): SimError {
    this.#failure ??= error;
    return this.#failure;
  }
}
