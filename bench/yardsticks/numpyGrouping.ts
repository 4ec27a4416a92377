/**
 * @file The numpy yardstick for grouping: one Python process for the whole run, which times itself, so that no start-up or pipe is in its
 * figures, and which waits at its pipe, costing nothing, while it is the other contender's turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Contender } from '../measure.ts';

/** `arrays`: the runs as numpy arrays; `lists`: as Python lists, as the engine returns them; `breaks`: only the positions where runs start. */
export type NumpyVariant = 'arrays' | 'lists' | 'breaks';

/** The running process. */
export interface NumpyGrouping {
  readonly version: string;
  /** Hands over the lists that are grouped from now on; returns how many runs numpy finds in them. */
  load(src: Int32Array, dst: Int32Array): Promise<number>;
  contender(variant: NumpyVariant): Contender;
  close(): Promise<void>;
}

function encode(list: Int32Array): string {
  return Buffer.from(list.buffer, list.byteOffset, list.byteLength).toString('base64');
}

/** Starts Python. @throws Error that says what is missing: python3, or numpy in it */
export async function startNumpy(): Promise<NumpyGrouping> {
  const child = spawn('python3', [join(import.meta.dirname, 'numpyGrouping.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  // A write to a process that died fails here as well as in `ask`, which is where it is reported.
  child.stdin.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Record<string, unknown>> => {
    const line = await Promise.race([lines.next(), ended.then(() => lines.next())]);
    if (line.done === true) throw new Error('the yardstick numpy ended before it answered');
    return JSON.parse(line.value) as Record<string, unknown>;
  };
  const ask = (request: unknown) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return answer();
  };
  const greeting = await answer().catch((error: Error) => ({ error: error.message }));
  if (!('numpy' in greeting)) throw new Error(`the yardstick numpy is missing: ${greeting.error}`);
  return {
    version: String(greeting.numpy),
    load: async (src, dst) => Number((await ask({ load: { src: encode(src), dst: encode(dst) } })).groups),
    contender: (variant) => async (repeats) => Number((await ask({ time: variant, repeats })).seconds),
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
