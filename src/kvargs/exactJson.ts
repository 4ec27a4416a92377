/** @file JSON with every integer exact: Python prints addresses with all their digits, and a JSON number ends at 2^53. */
import { SimError, type Where } from '../core/errors.ts';

/** A string, which is left alone, or an integer of so many digits that it may not be exact. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/g;

/**
 * Parses JSON. Integers of 16 digits or more come as decimal strings.
 * @param file for messages
 * @throws SimError(bad-input) with line and column
 */
export function parseExactJson(text: string, file: string): unknown {
  const given = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return JSON.parse(given.replace(STRING_OR_LONG_INTEGER, (part) => (part.startsWith('"') || Number.isSafeInteger(Number(part)) ? part : `"${part}"`)));
  } catch (error) {
    throw notJson(given, file, error);
  }
}

/** The error of the text as it was given: the replaced one has other columns. */
function notJson(text: string, file: string, replaced: unknown): SimError {
  let cause = replaced;
  try {
    JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  if (text.trim() === '') return new SimError('bad-input', { what: 'the file is empty', where: { file }, mend: 'Give JSON.', cause });
  const position = /at position (\d+)/.exec(message)?.[1];
  const isPython = /^\s*[{[][^"]*'|\b(?:None|True|False)\b/.test(text.slice(0, 10_000));
  return new SimError('bad-input', {
    what: 'this is no JSON',
    where: { file, ...(position === undefined ? endOf(text) : spotOf(text, Number(position))) },
    mend: isPython ? 'It looks like a Python repr: print it with json.dumps.' : 'Give JSON, as layout --json and json.dumps print it.',
    cause,
  });
}

function spotOf(text: string, position: number): Where {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before[before.length - 1]?.length ?? 0) + 1 };
}

function endOf(text: string): Where {
  return spotOf(text, text.trimEnd().length);
}
