/** @file What users hand over as a file or on stdin, which `-` names. */
import { boundedText, readChunks } from '../scenario/node/readBounded.ts';

/** How stdin is named in messages. */
const STDIN = 'stdin';

/**
 * Bytes of a file, or of stdin for `-`, chunk by chunk.
 * @param what such as `log`, for messages
 * @throws SimError(file)
 */
export function inputChunks(named: string, what: string): AsyncIterable<Uint8Array> {
  return named === '-' ? process.stdin : readChunks(named, what);
}

/**
 * The text of a file, or of stdin for `-`.
 * @throws SimError(file), SimError(bad-input) as `readBounded` does
 */
export function inputText(named: string, what: string, limitBytes: number): Promise<string> {
  return boundedText(inputChunks(named, what), inputName(named), what, limitBytes);
}

/** A file's name as messages have it. */
export function inputName(named: string): string {
  return named === '-' ? STDIN : named;
}
