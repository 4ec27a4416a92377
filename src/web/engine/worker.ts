/** @file The engine in a worker: a handler for each call, and nothing but calls into the rest of src/. */

import { failureOf } from './failure.ts';
import { handlers } from './handlers.ts';
import type { CallMessage, CallName, ReplyMessage, RequestOf } from './protocol.ts';
import { createWarmUp } from './warmUp.ts';

/** What a worker's global scope has, beside what a window's has. */
interface WorkerScope {
  postMessage(reply: ReplyMessage): void;
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
}

const scope = self as unknown as WorkerScope;

const warmUp = createWarmUp((scenario) => handlers.check(scenario, () => {}));

scope.onmessage = ({ data: { id, name, request } }) => {
  warmUp.asked();
  void answer(id, name, request as never).then(() => warmUp.answered(name === 'check' ? (request as RequestOf<'check'>) : null));
};

async function answer<K extends CallName>(id: number, name: K, request: RequestOf<K>): Promise<void> {
  try {
    const value = await handlers[name](request, (progress) => scope.postMessage({ id, kind: 'progress', progress }));
    scope.postMessage({ id, kind: 'answer', answer: value });
  } catch (error) {
    scope.postMessage({ id, kind: 'failure', failure: failureOf(error) });
  }
}
