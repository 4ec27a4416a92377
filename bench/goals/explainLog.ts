/** @file Goal `explain-log`: how long a log of 10 MB takes, read, searched and explained. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandGoal, printed } from './commandGoal.ts';

const LOG_BYTES = 10_000_000;
const MESSAGES: readonly string[] = [
  'len(prefill_state_indices) = 2, len(dst_state_indices) = 1',
  'Decode transfer failed for request rank=0 decode_req.req.rid=7f3a decode_req.req.bootstrap_room=4242 with exception KVTransferError(bootstrap_room=4242): Request 4242 timed out after 300.0s in KVPoll.WaitingForInput',
  'RuntimeError: DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)',
];

/** Lines as a server writes them, each unlike the last, with a message every 100 kB. */
function logText(): string {
  const lines: string[] = [];
  let bytes = 0;
  for (let i = 0; bytes < LOG_BYTES; i++) {
    const text =
      i % 700 === 699
        ? MESSAGES[i % MESSAGES.length]
        : `Decode batch. #running-req: ${i % 61}, #token: ${i * 37}, token usage: 0.${i % 100}, gen throughput (token/s): ${(i * 7) % 9000}.${i % 10}, #queue-req: ${i % 5}`;
    const line = `[2026-08-22 10:${String(i % 60).padStart(2, '0')}:00 TP${i % 8}] ${text}`;
    lines.push(line);
    bytes += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** `disagg-sim explain server.log --json`, from start to exit. */
export const explainLog = commandGoal({
  name: 'explain-log',
  goalSeconds: 0.5,
  prepare: (folder) => {
    const file = join(folder, 'server.log');
    const text = logText();
    writeFileSync(file, text);
    return { args: ['explain', file, '--json'], facts: { bytes: text.length } };
  },
  verify: (stdout) => {
    const found = printed(stdout).recognised as readonly { readonly id: string }[];
    const ids = found.map(({ id }) => id).toSorted();
    if (ids.join() !== 'decode-transfer-failed,list-cut,paged-swa-geometry,waiting-timeout') throw new Error(`explain found ${ids.join()}`);
  },
});
