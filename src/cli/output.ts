/** @file Where a command's result goes: stdout, or a file that is never half-written nor overwritten by accident. */
import { existsSync, fstatSync, linkSync, realpathSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SimError } from '../core/errors.ts';
import { unwritable } from './processGuards.ts';

/** Flags of every command that has a result. */
export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly out?: string;
  readonly force?: boolean;
}

/** Whether text on stdout is coloured: on a terminal, unless NO_COLOR is set (no-color.org), TERM is dumb, or the text goes to a file. */
export function wantsColor({ out }: OutputFlags): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (out !== undefined || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  return (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') || (process.stdout.isTTY === true && TERM !== 'dumb');
}

/**
 * Refuses an `--out` that cannot be written, before any work is done for it.
 * @throws SimError(file)
 */
export async function checkOutput({ out, force }: OutputFlags): Promise<void> {
  if (out === undefined) return;
  const existing = await lstat(out).catch(() => null);
  if (existing === null) {
    const folder = await stat(dirname(out)).catch(() => null);
    if (out === '') throw outError(out, 'the output file has no name', 'Name a file.');
    if (folder === null) throw outError(out, 'the folder of the output file does not exist', 'Create it first.');
    if (!folder.isDirectory()) throw outError(out, 'the folder of the output file is no folder', 'Name a file in a folder.');
    return;
  }
  // A link to a file is written through; one to anything else is as good as that.
  const target = existing.isSymbolicLink() ? await stat(out).catch(() => null) : existing;
  if (target !== null && !target.isFile()) throw outError(out, 'the output is no regular file', 'Name a file.');
  if (force !== true) throw outError(out, 'the output file exists', 'Use --force to overwrite it, or another name.');
}

/**
 * Delivers a result: JSON as one object and nothing else, text unless `--quiet`.
 * @param render the result as text; called only where text is wanted
 */
export async function deliver(flags: OutputFlags, json: unknown, render: () => string | Promise<string>): Promise<void> {
  if (flags.json !== true && flags.quiet === true && flags.out === undefined) return;
  const text = flags.json === true ? `${JSON.stringify(json, null, 2)}\n` : `${(await render()).trimEnd()}\n`;
  if (flags.out === undefined) await writeStdout(text);
  else writeFileAtomically(flags.out, text, flags.force === true);
}

/** Node drops what a full disk does not take of a file on stdout, without an error: files are written here, to the last byte. */
function writeStdout(text: string): Promise<void> {
  if (fstatSync(1).isFile()) {
    let rest = Buffer.from(text);
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
    } catch (cause) {
      throw unwritable(cause);
    }
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/**
 * Writes beside the target and renames; without `force` the last step fails where the target has appeared meanwhile. Synchronous, so that a signal comes before or after it and
 * finds nothing half-written.
 * @throws SimError(file)
 */
export function writeFileAtomically(named: string, text: string, force: boolean): void {
  let file = named;
  let temporary: string | undefined;
  try {
    if (force && existsSync(named)) file = realpathSync(named);
    // Short, since the target's own name may be as long as names can be.
    temporary = join(dirname(file), `.disagg-sim.${process.pid}.tmp`);
    writeFileSync(temporary, text, { flag: 'wx', flush: true });
    if (force) renameSync(temporary, file);
    else linkSync(temporary, file);
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isTaken
      ? outError(file, 'the output file exists', 'Use --force to overwrite it, or another name.')
      : outError(
          file,
          `the output file could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
          'Look for room and rights in its folder, or name another file.',
          cause,
        );
  } finally {
    if (temporary !== undefined) removeIfThere(temporary);
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // What went wrong before is the better message.
  }
}

function outError(file: string, what: string, mend: string, cause?: unknown): SimError {
  return new SimError('file', { what, where: { file }, mend, cause });
}
