/** @file Reads a text file that a user named, whatever it turns out to be: in bounded memory, without hanging, with an error that helps. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { SimError } from '../../core/errors.ts';
import { formatBytes } from '../../core/units.ts';

const CHUNK_BYTES = 1 << 16;
/** A pipe whose writer has nothing yet is asked again after this. */
const PIPE_WAIT_MILLIS = 10;

/**
 * The text of a file or pipe. At most `limitBytes` and one chunk are ever held.
 * @param what such as `scenario`, for messages
 * @throws SimError(file) where it is missing, a directory, unreadable; SimError(bad-input) where it is larger than the limit or no UTF-8
 */
export async function readBounded(file: string, what: string, limitBytes: number): Promise<string> {
  return boundedText(readChunks(file, what), file, what, limitBytes);
}

/**
 * The bytes of a file or pipe, chunk by chunk, whatever it turns out to be.
 * @throws SimError(file) where it is missing, a directory, unreadable
 */
export async function* readChunks(file: string, what: string): AsyncGenerator<Uint8Array, void, void> {
  const handle = await openFile(file, what);
  try {
    if ((await handle.stat()).isDirectory()) throw fileError(file, `the ${what} is a directory`, `Name the file in it.`);
    for (let chunk = await readChunk(handle); chunk.length > 0; chunk = await readChunk(handle)) yield chunk;
  } catch (error) {
    throw error instanceof SimError ? error : openError(error, file, what);
  } finally {
    await handle.close();
  }
}

/**
 * The text of chunks of bytes. At most `limitBytes` and one chunk are ever held. Sizes in `stat` are not believed: pipes and /proc files have none.
 * @param file for messages
 * @throws SimError(bad-input) where it is larger than the limit or no UTF-8
 */
export async function boundedText(bytes: AsyncIterable<Uint8Array>, file: string, what: string, limitBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    total += chunk.length;
    if (total > limitBytes) {
      throw new SimError('bad-input', { what: `the ${what} is larger than ${formatBytes(limitBytes)}`, where: { file }, mend: 'Is it the right file?' });
    }
  }
  return decode(Buffer.concat(chunks, total), file, what);
}

/** Opens without blocking: a named pipe that nobody writes to would otherwise hold the process, its end included. */
async function openFile(file: string, what: string): Promise<FileHandle> {
  try {
    return await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw openError(error, file, what);
  }
}

async function readChunk(handle: FileHandle): Promise<Uint8Array> {
  for (;;) {
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      await sleep(PIPE_WAIT_MILLIS);
    }
  }
}

function decode(bytes: Uint8Array, file: string, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new SimError('bad-input', {
      what: `the ${what} is no text: it is not UTF-8`,
      where: { file },
      mend: 'Save it as UTF-8, or name another file.',
      cause,
    });
  }
}

function openError(cause: unknown, file: string, what: string): SimError {
  const reasons: Readonly<Record<string, readonly [string, string]>> = {
    ENOENT: [`there is no such ${what} file`, 'Check the path.'],
    ENOTDIR: [`there is no such ${what} file`, 'Check the path: a part of it is no directory.'],
    EISDIR: [`the ${what} is a directory`, 'Name the file in it.'],
    EACCES: [`the ${what} may not be read`, 'Check its permissions.'],
    ENAMETOOLONG: ['the file name is too long', 'Check the path.'],
  };
  const code = codeOf(cause);
  const [reason, mend] = reasons[code] ?? [`the ${what} could not be read: ${cause instanceof Error ? cause.message : String(cause)}`, 'Check the file.'];
  return fileError(file, reason, mend, cause);
}

function fileError(file: string, what: string, mend: string, cause?: unknown): SimError {
  return new SimError('file', { what, where: { file }, mend, cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
