/** @file The page's side of the protocol: calls as promises, over one worker for quick answers and one for runs, which may take long and can be given up. */
import type { AnswerOf, CallFailure, CallMessage, CallName, CallProgress, ReplyMessage, RequestOf } from './protocol.ts';

/** A call that did not come to an answer. */
export class EngineCallError extends Error {
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.message);
    this.name = 'EngineCallError';
    this.failure = failure;
  }
}

/** What of a `Worker` is used, so that tests can put another in its place. */
export interface WorkerPort {
  postMessage(message: CallMessage): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<ReplyMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Pending {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: CallProgress) => void) | undefined;
}

/** Calls that may take seconds: they have a worker of their own, so that checks are answered meanwhile. */
const LONG_CALLS: ReadonlySet<CallName> = new Set(['run', 'stateAfter', 'rowWords', 'rowStates']);

/** One worker and the calls that wait for it. */
class Line {
  readonly #start: () => WorkerPort;
  readonly #pending = new Map<number, Pending>();
  #port: WorkerPort | null = null;
  #nextId = 0;

  constructor(start: () => WorkerPort) {
    this.#start = start;
  }

  send(name: CallName, request: unknown, onProgress: Pending['onProgress']): Promise<unknown> {
    const port = this.#port ?? this.#open();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
      port.postMessage({ id, name, request });
    });
  }

  /** Ends the worker; what waits for it fails with this message. The next call starts another. */
  end(message: string): void {
    this.#port?.terminate();
    this.#port = null;
    for (const { reject } of this.#pending.values()) reject(new EngineCallError({ message, problems: [] }));
    this.#pending.clear();
  }

  #open(): WorkerPort {
    const port = this.#start();
    port.onmessage = ({ data }) => this.#receive(data);
    port.onerror = (event) => this.end(`the engine stopped: ${event.message}`);
    this.#port = port;
    return port;
  }

  #receive(reply: ReplyMessage): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if (reply.kind === 'progress') {
      pending.onProgress?.(reply.progress);
      return;
    }
    this.#pending.delete(reply.id);
    if (reply.kind === 'answer') pending.resolve(reply.answer);
    else pending.reject(new EngineCallError(reply.failure));
  }
}

/** The engine, as the page calls it. */
export class EngineClient {
  readonly #quick: Line;
  readonly #long: Line;

  /** @param start starts a worker that runs worker.ts */
  constructor(start: () => WorkerPort) {
    this.#quick = new Line(start);
    this.#long = new Line(start);
  }

  /** Makes a call. @throws EngineCallError */
  async call<K extends CallName>(name: K, request: RequestOf<K>, onProgress?: (progress: CallProgress) => void): Promise<AnswerOf<K>> {
    const line = LONG_CALLS.has(name) ? this.#long : this.#quick;
    return (await line.send(name, request, onProgress)) as AnswerOf<K>;
  }

  /** Gives up the run that is under way. */
  giveUpRuns(): void {
    this.#long.end('given up');
  }
}
