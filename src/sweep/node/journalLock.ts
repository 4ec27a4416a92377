/** @file Who writes a journal: one process at a time. Two would measure every point twice, each disturbed by the other, and whoever began anew would take the other's points away. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { SimError } from '../../core/errors.ts';
import { unwritten } from './journal.ts';

/** The file beside a journal that names its writer. */
export function lockFileOf(journal: string): string {
  return `${journal}.lock`;
}

/**
 * Takes a journal for this process, until it gives it back or ends; what a killed process has left is taken over.
 * @returns gives it back
 * @throws SimError(file) where another process has it, or nothing can be written there
 */
export function lockJournal(journal: string): () => void {
  const lock = lockFileOf(journal);
  demandNotWritten(journal);
  rmSync(lock, { force: true });
  try {
    writeFileSync(lock, JSON.stringify({ process: process.pid, host: hostname() }), { flag: 'wx' });
  } catch (cause) {
    // Between the look and the write another one was faster; or there is no room, of which an empty file would be left.
    demandNotWritten(journal);
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) rmSync(lock, { force: true });
    throw unwritten(journal, cause);
  }
  const giveBack = () => rmSync(lock, { force: true });
  process.once('exit', giveBack);
  return () => {
    process.removeListener('exit', giveBack);
    giveBack();
  };
}

/** @throws SimError(file) where a process that may still run has the journal */
export function demandNotWritten(journal: string): void {
  const writer = writerOf(lockFileOf(journal));
  if (writer === null || (writer.host === hostname() && !isRunning(writer.process))) return;
  throw new SimError('file', {
    what: 'another bench is writing this journal',
    values: { process: writer.process, host: writer.host },
    where: { file: journal },
    mend: `Wait until it has ended, or name another file. If there is no such process any more, remove ${lockFileOf(journal)}.`,
  });
}

interface Writer {
  readonly process: number;
  readonly host: string;
}

/** Null where there is no lock, or one that says nothing: whoever wrote it was ended in the midst of it. */
function writerOf(lock: string): Writer | null {
  try {
    const { process: id, host } = JSON.parse(readFileSync(lock, 'utf8')) as Partial<Writer>;
    return typeof id === 'number' && typeof host === 'string' ? { process: id, host } : null;
  } catch {
    return null;
  }
}

function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user's may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
