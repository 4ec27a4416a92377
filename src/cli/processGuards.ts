/** @file What can end the process from outside: Ctrl-C, a closed stdout, a promise that nobody settles. */
import { writeSync } from 'node:fs';
import { SimError } from '../core/errors.ts';
import { EXIT } from './exitCodes.ts';
import { describeFailure } from './fail.ts';
import { CLEAR_LINE } from './progress.ts';

const lastWords = new Set<() => void>();

/** What a signal must not take along: called before the process ends by one, and so synchronous. Delete it when the result is out. */
export const savedAtInterrupt: Pick<Set<() => void>, 'add' | 'delete'> = lastWords;

const advice = new Set<() => string>();

/** How to go on, in a sentence or two: said last, whether a signal or an error ends the process. Delete it when there is nothing to go on with. */
export const saidAtEnd: Pick<Set<() => string>, 'add' | 'delete'> = advice;

/** Installs the guards. Called once, before anything else is loaded. */
export function guardProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      writeError(`disagg-sim: interrupted (${signal}).`);
      for (const save of lastWords) {
        try {
          save();
        } catch (error) {
          writeError(describeFailure(error).message);
        }
      }
      giveAdvice();
      process.exit(EXIT.interrupted);
    });
  }
  // A reader that has seen enough (`| head`) is no error; without a reader nothing is left to do.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? EXIT.ok : failWith(unwritable(error))));
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (error) => process.exit(failWith(error)));
  // Reached only when nothing is left to wait for although the command has not ended: a promise of the GPU will never settle.
  process.on('beforeExit', () => {
    process.exit(
      failWith(new SimError('device-timeout', { what: 'the device stopped answering', mend: 'Run again, or choose another device with --device.' })),
    );
  });
}

/** stdout that takes no more, such as a full disk: no defect of ours. */
export function unwritable(cause: unknown): SimError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SimError('file', { what: `the output could not be written to stdout (${reason})`, mend: 'Make room, or write elsewhere.', cause });
}

/** Says an error on stderr, and how to go on. @returns its exit code */
export function failWith(error: unknown): number {
  const { message, code } = describeFailure(error);
  writeError(message);
  giveAdvice();
  return code;
}

function giveAdvice(): void {
  for (const sentence of advice) writeError(`disagg-sim: ${sentence()}`);
}

/** Synchronous, since the process may end right after; a closed stderr leaves nobody to tell. On a terminal it takes the place of the line of progress. */
function writeError(message: string): void {
  try {
    writeSync(2, `${process.stderr.isTTY === true ? CLEAR_LINE : ''}${message}\n`);
  } catch {
    // Nothing can be said where stderr is closed.
  }
}
