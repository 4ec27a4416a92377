/**
 * @file The journal of a sweep: its head, then every point as it is finished, a line each, on the disk before the next begins. A killed process or a full disk costs at most the point
 * that was under way.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { SimError } from '../../core/errors.ts';
import { readBounded } from '../../scenario/node/readBounded.ts';
import type { BenchPoint, ReportHead } from '../benchReport.ts';
import { type Journal, parseJournal } from '../readReport.ts';
import { differenceOf } from '../sameSweep.ts';
import { MOST_REPORT_BYTES } from './reportFile.ts';

/** A journal that is open for more. */
export interface OpenJournal {
  /** Its head: of the run that began it. */
  readonly head: ReportHead;
  /** What it held when it was opened. */
  readonly points: readonly BenchPoint[];
  /** Bytes of a torn last line that were dropped; 0 where it was whole. */
  readonly droppedBytes: number;
  /** Writes a point, down to the disk. @throws SimError(file) */
  append(point: BenchPoint): void;
  close(): void;
}

/**
 * Opens a journal, or begins one.
 * @param head of the sweep that is asked for
 * @throws SimError(file) where it cannot be read or written; SimError(bad-input) where it is no journal, or that of another sweep
 */
export async function openJournal(file: string, head: ReportHead): Promise<OpenJournal> {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isFile()) throw unwritten(file, new Error('it is no regular file'));
  const text = existing === undefined ? '' : await readBounded(file, 'journal', MOST_REPORT_BYTES);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole === '' && !isTornHead(text, head)) throw noJournal(file);
  const held: Journal | null = whole === '' ? null : parseJournal(whole, file);
  if (held !== null) demandSameSweep(held.head, head, file);
  const fd = opened(file);
  const wholeBytes = Buffer.byteLength(whole);
  try {
    if (text !== whole) ftruncateSync(fd, wholeBytes);
    if (held === null) appendLine(fd, file, head);
  } catch (error) {
    closeSync(fd);
    // An empty file would pass for the journal of a sweep that was interrupted.
    if (existing === undefined) rmSync(file, { force: true });
    throw error instanceof SimError ? error : unwritten(file, error);
  }
  return {
    head: held?.head ?? head,
    points: held?.points ?? [],
    droppedBytes: Buffer.byteLength(text) - wholeBytes,
    append: (point) => appendLine(fd, file, point),
    close: () => closeSync(fd),
  };
}

/** Whether a file without a whole line is what a killed process left of its first one: its beginning is the same for all sweeps. Empty is one, too. */
function isTornHead(text: string, head: ReportHead): boolean {
  const beginning = JSON.stringify(head).slice(0, HEAD_BEGINNING);
  return beginning.startsWith(text.slice(0, HEAD_BEGINNING));
}

/** `{"schemaVersion":` */
const HEAD_BEGINNING = 17;

function noJournal(file: string): SimError {
  return new SimError('bad-input', {
    what: 'the file is no journal',
    where: { file, line: 1 },
    mend: 'Name the journal of the interrupted sweep, or a new file.',
  });
}

function demandSameSweep(held: ReportHead, asked: ReportHead, file: string): void {
  const difference = held.shard === asked.shard ? differenceOf(held, asked) : { path: 'shard', a: held.shard, b: asked.shard };
  if (difference === null) return;
  throw new SimError('bad-input', {
    what: 'the journal is of another sweep',
    values: { 'in the journal': difference.a, 'asked for': difference.b },
    where: { file, line: 1, path: difference.path },
    mend: 'Give the flags that it was begun with, or name a new file.',
  });
}

function opened(file: string): number {
  try {
    return openSync(file, 'a');
  } catch (cause) {
    throw unwritten(file, cause);
  }
}

/** Writes all of a line and waits for the disk, or leaves the file as it was. @throws SimError(file) */
export function appendLine(fd: number, file: string, value: ReportHead | BenchPoint): void {
  const wholeBytes = fstatSync(fd).size;
  try {
    let rest = Buffer.from(`${JSON.stringify(value)}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    fsyncSync(fd);
  } catch (cause) {
    truncateIfPossible(fd, wholeBytes);
    throw unwritten(file, cause);
  }
}

/** What could be written of a line is of no use, though whoever resumes would drop it. */
function truncateIfPossible(fd: number, bytes: number): void {
  try {
    ftruncateSync(fd, bytes);
  } catch {
    // What went wrong before is the better message.
  }
}

/** The error of a journal that could not be written. */
export function unwritten(file: string, cause: unknown): SimError {
  return new SimError('file', {
    what: `the journal could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    where: { file },
    mend: 'Make room, or name another file; what it holds stays good for --resume.',
    cause,
  });
}
