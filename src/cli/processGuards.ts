/** @file What can end the process from outside: Ctrl-C, a closed stdout, a promise that nobody settles. */
import { rmSync, writeSync } from 'node:fs';
import { SimError } from '../core/errors.ts';
import { EXIT } from './exitCodes.ts';
import { describeFailure } from './fail.ts';

const temporaryFiles = new Set<string>();

/** Files that must not outlive the process; add before creating one, delete from the set when it has its final name. */
export const unfinishedFiles: Pick<Set<string>, 'add' | 'delete'> = temporaryFiles;

const lastWords = new Set<() => void>();

/** What a signal must not take along: called before the process ends by one, and so synchronous. Delete it when the result is out. */
export const savedAtInterrupt: Pick<Set<() => void>, 'add' | 'delete'> = lastWords;

/** Installs the guards. Called once, before anything else is loaded. */
export function guardProcess(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      writeError(`disagg-sim: interrupted (${signal}).`);
      for (const save of lastWords) save();
      exitNow(EXIT.interrupted);
    });
  }
  // A reader that has seen enough (`| head`) is no error; without a reader nothing is left to do.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => exitNow(error.code === 'EPIPE' ? EXIT.ok : failWith(unwritable(error))));
  process.stderr.on('error', () => {});
  process.on('uncaughtException', (error) => exitNow(failWith(error)));
  // Reached only when nothing is left to wait for although the command has not ended: a promise of the GPU will never settle.
  process.on('beforeExit', () => {
    exitNow(failWith(new SimError('device-timeout', { what: 'the device stopped answering', mend: 'Run again, or choose another device with --device.' })));
  });
}

/** stdout that takes no more, such as a full disk: no defect of ours. */
export function unwritable(cause: unknown): SimError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SimError('file', { what: `the output could not be written to stdout (${reason})`, mend: 'Make room, or write elsewhere.', cause });
}

/** Ends the process at once, leaving no half-written file. */
export function exitNow(code: number): never {
  for (const file of temporaryFiles) {
    try {
      rmSync(file, { force: true });
    } catch {
      // The process ends all the same; what it ends for has been said.
    }
  }
  process.exit(code);
}

/** Says an error on stderr. @returns its exit code */
export function failWith(error: unknown): number {
  const { message, code } = describeFailure(error);
  writeError(message);
  return code;
}

/** Synchronous, since the process may end right after; a closed stderr leaves nobody to tell. */
function writeError(message: string): void {
  try {
    writeSync(2, `${message}\n`);
  } catch {
    // Nothing can be said where stderr is closed.
  }
}
