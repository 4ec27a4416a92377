/** @file The journal of a bench on the command line: which file, what is in it, and how to go on with a sweep that ended early. */
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { SimError } from '../core/errors.ts';
import { counted, formatInteger } from '../core/units.ts';
import type { OpenJournal } from '../sweep/node/journal.ts';
import { demandNotWritten } from '../sweep/node/journalLock.ts';

/** Flags that decide what is kept. */
export interface ResumeFlags {
  readonly out?: string;
  readonly resume?: string;
  readonly force?: boolean;
}

/**
 * The journal that goes with the flags; null where nothing is to be kept.
 * @throws SimError(file) where a sweep before left one, and nobody asks for it
 */
export function journalOf(flags: ResumeFlags): string | null {
  const { out, resume, force } = flags;
  if (resume !== undefined) return resume;
  if (out === undefined) return null;
  const file = `${out}.journal`;
  demandNotWritten(file);
  if (force === true || !existsSync(file)) return file;
  const mend = `Go on with ${missingFlags(file, flags).join(' ')}, or use --force alone to begin anew.`;
  throw new SimError('file', { what: 'a sweep that was interrupted has left its journal', where: { file }, mend });
}

/** Whether the journal is the one that `--out` keeps beside its file: it has done its work once the result is out. */
export function isOfOutput(journalFile: string, { out }: ResumeFlags): boolean {
  return out !== undefined && resolve(journalFile) === resolve(`${out}.journal`);
}

/** What a journal held when it was opened, in sentences. */
export function resumedText({ droppedBytes, points }: OpenJournal): string[] {
  return [
    ...(droppedBytes > 0 ? [`the journal’s last line was torn, ${formatInteger(droppedBytes)} B of it dropped`] : []),
    ...(points.length > 0
      ? [`${pointsAre(points.length)} in the journal${points.some(({ status }) => status === 'failed') ? '; what failed is tried again' : ''}`]
      : []),
  ];
}

/**
 * How to go on with a sweep that ended early.
 * @param journalFile null where there is none
 * @param kept points in the journal
 */
export function goOnText(journalFile: string | null, flags: ResumeFlags, kept: number, total: number): string {
  if (journalFile === null) {
    return 'nothing of this sweep is on the disk. With --resume FILE every finished point is in FILE at once, and the same command goes on from there.';
  }
  const missing = missingFlags(journalFile, flags);
  const how = missing.length === 0 ? 'The same command goes on from there.' : `Go on with the same command and ${missing.join(' ')}.`;
  return `${formatInteger(kept)} of ${counted(total, 'point')} ${kept === 1 ? 'is' : 'are'} in ${journalFile}. ${how}`;
}

function pointsAre(count: number): string {
  return count === 1 ? '1 point is' : `${formatInteger(count)} points are`;
}

/** Removes a journal that is not needed any more, or is to be begun anew. @throws SimError(file) */
export function removeJournal(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SimError('file', {
      what: `the journal cannot be removed: ${reason}`,
      where: { file },
      mend: 'Remove it by hand, or name another output.',
      cause,
    });
  }
}

/** What the same command lacks to go on: the journal, and leave to overwrite what the interrupted one has written. */
function missingFlags(journalFile: string, { out, resume, force }: ResumeFlags): string[] {
  return [...(resume === undefined ? [`--resume ${journalFile}`] : []), ...(out !== undefined && force !== true && existsSync(out) ? ['--force'] : [])];
}
