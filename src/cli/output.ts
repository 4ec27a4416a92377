/** @file Where a command's result goes: stdout, or a file that is never half-written nor overwritten by accident. */
import { link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SimError } from '../core/errors.ts';
import { unfinishedFiles } from './processGuards.ts';

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
    if ((await lstat(dirname(out)).catch(() => null)) === null) throw outError(out, 'the folder of the output file does not exist', 'Create it first.');
    return;
  }
  if (!existing.isFile() && !existing.isSymbolicLink()) throw outError(out, 'the output is no regular file', 'Name a file.');
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
  else await writeFileAtomically(flags.out, text, flags.force === true);
}

function writeStdout(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

/** Writes beside the target and renames; without `force` the last step fails where the target has appeared meanwhile. */
async function writeFileAtomically(file: string, text: string, force: boolean): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  unfinishedFiles.add(temporary);
  try {
    const handle = await open(temporary, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (force) await rename(temporary, file);
    else await link(temporary, file);
  } catch (cause) {
    const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
    throw isTaken
      ? outError(file, 'the output file exists', 'Use --force to overwrite it, or another name.')
      : outError(file, `the output file could not be written: ${cause instanceof Error ? cause.message : String(cause)}`, 'Check the folder.', cause);
  } finally {
    await rm(temporary, { force: true });
    unfinishedFiles.delete(temporary);
  }
}

function outError(file: string, what: string, mend: string, cause?: unknown): SimError {
  return new SimError('file', { what, where: { file }, mend, cause });
}
