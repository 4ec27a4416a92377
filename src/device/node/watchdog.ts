/**
 * @file Ends the process when an adapter that works inside `submit()` (GLES) never comes back from it. No timer of the blocked thread can fire then, so a thread of its
 * own looks on. It can end the process by a signal only: the message says why, and the exit code is that of a killed process.
 */
import { Worker } from 'node:worker_threads';
import type { SubmitWatch } from '../webgpu/guardedQueue.ts';

/** How often the watching thread looks, milliseconds: seldom, since it takes time from a software adapter. */
const LOOK_EVERY_MS = 500;

/** The watching thread: sees the same call under way for longer than allowed. `state` holds the number of the call under way, 0 between calls. */
const WATCHER = `
const { workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const state = new Int32Array(workerData.shared);
let seen = 0;
let since = Date.now();
for (;;) {
  const now = Atomics.load(state, 0);
  if (now === 0 || now !== seen) {
    seen = now;
    since = Date.now();
  } else if (Date.now() - since > workerData.timeoutMs) {
    writeSync(2, workerData.message);
    process.kill(process.pid, 'SIGKILL');
  }
  Atomics.wait(state, 0, now, ${LOOK_EVERY_MS});
}
`;

/**
 * Starts the watching thread. It does not keep the process alive.
 * @param timeoutMs longest time a call may take
 */
export function startWatchdog(adapterName: string, timeoutMs: number): SubmitWatch {
  const shared = new SharedArrayBuffer(4);
  const state = new Int32Array(shared);
  const message = `error: ${adapterName} did not come back from a submission within ${timeoutMs / 1000} s, and blocks this process; ending it. Take another adapter (--device).\n`;
  const worker = new Worker(WATCHER, { eval: true, workerData: { shared, timeoutMs, message } });
  worker.unref();
  let calls = 0;
  return {
    begin: () => {
      calls = (calls % 0x7fff_fffe) + 1;
      Atomics.store(state, 0, calls);
    },
    end: () => {
      Atomics.store(state, 0, 0);
    },
  };
}
