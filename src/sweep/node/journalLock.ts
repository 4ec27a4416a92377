/** @file Who writes a journal: one process at a time. Two would measure every point twice, each disturbed by the other, and whoever began anew would take the other's points away. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  if (!written(journal)) {
    demandNotWritten(journal);
    takeAway(lock);
    if (!written(journal)) {
      // Who was faster in taking it over has it now, or had it for a moment.
      demandNotWritten(journal);
      throw unwritten(journal, new Error('other processes are taking it as well'));
    }
  }
  const giveBack = () => rmSync(lock, { force: true });
  process.once('exit', giveBack);
  return () => {
    process.removeListener('exit', giveBack);
    giveBack();
  };
}

/**
 * Puts the lock there whole, where there is none: of several processes one can, and none sees a part of it.
 * @returns false where there is one
 * @throws SimError(file)
 */
function written(journal: string): boolean {
  const lock = lockFileOf(journal);
  const aside = `${lock}.${process.pid}`;
  try {
    writeFileSync(aside, JSON.stringify({ process: process.pid, host: hostname() }));
    linkSync(aside, lock);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false;
    throw unwritten(journal, cause);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** Takes a lock that nobody holds out of the way; one that another process has put there meanwhile is put back. */
function takeAway(lock: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    // Another one has taken it away.
    return;
  }
  const writer = writerOf(aside);
  if (writer !== null && mayRun(writer)) renameSync(aside, lock);
  else rmSync(aside, { force: true });
}

/** @throws SimError(file) where a process that may still run has the journal */
export function demandNotWritten(journal: string): void {
  const writer = writerOf(lockFileOf(journal));
  if (writer === null || !mayRun(writer)) return;
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

/** Whether the writer may still be at it: nobody can tell of another host's. */
function mayRun({ process: id, host }: Writer): boolean {
  if (host !== hostname()) return true;
  // A number that this process has now was another's before.
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // A process of another user's may not be asked, but is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
