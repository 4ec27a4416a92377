/**
 * @file A yardstick in another language, as one process for the whole run: it times itself, so that no start-up or pipe is in its figures, and waits at its pipe, costing nothing, while it is
 * another contender's turn. It speaks a line of JSON for each line of JSON, and greets with one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Contender } from '../measure.ts';

/** A yardstick that runs. */
export interface Yardstick {
  /** What it greeted with. */
  readonly greeting: Readonly<Record<string, unknown>>;
  /** Asks, and waits for the answer. @throws Error when it ends instead */
  ask(request: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Lets it end. */
  close(): Promise<void>;
}

/** Starts a command. @throws Error that says what is missing, where the greeting is `{"error": reason}` or does not come */
export async function startYardstick(name: string, command: string, args: readonly string[]): Promise<Yardstick> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close').catch(() => undefined);
  // A write to a process that died, or never was, fails here as well as in `ask`, which is where it is reported.
  child.stdin.on('error', () => undefined);
  child.on('error', () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async (): Promise<Readonly<Record<string, unknown>>> => {
    const line = await Promise.race([lines.next(), ended.then(() => lines.next())]);
    if (line.done === true) throw new Error(`the yardstick ${name} ended before it answered`);
    return JSON.parse(line.value) as Record<string, unknown>;
  };
  const greeting = await answer();
  if ('error' in greeting) throw new Error(`the yardstick ${name} is missing: ${greeting.error}`);
  return {
    greeting,
    ask: (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return answer();
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

/** A contender that has the yardstick do `what` so many times. */
export function yardstickContender(yardstick: Yardstick, what: string): Contender {
  return async (repeats) => Number((await yardstick.ask({ time: what, repeats })).seconds);
}
