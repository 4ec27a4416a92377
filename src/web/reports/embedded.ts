/** @file The report inside a page that `--html` wrote: found by its mark, read as data, never as HTML. */
import { SimError } from '../../core/errors.ts';
import { DATA_BEGIN, DATA_END } from '../../report/html/pageData.ts';

/** Whether a text is a page rather than JSON. */
export function isPage(text: string): boolean {
  return /^\s*<!doctype html>/i.test(text.slice(0, 100));
}

/**
 * The JSON that a page carries.
 * @throws SimError(bad-input) where there is none, more than one, or it is cut off
 */
export function embeddedJson(page: string, file: string): string {
  const begin = page.indexOf(DATA_BEGIN);
  const wrong = (what: string, mend: string) => new SimError('bad-input', { what, where: { file }, mend });
  if (begin < 0) {
    throw wrong('this page carries no report', 'Give a page that disagg-sim run, repro or bench wrote with --html, or what they print with --json.');
  }
  const from = begin + DATA_BEGIN.length;
  if (page.indexOf(DATA_BEGIN, from) >= 0) throw wrong('this page carries more than one report', 'Give one that disagg-sim wrote, unchanged.');
  const end = page.indexOf(DATA_END, from);
  if (end < 0) throw wrong('this page ends in the middle of its report', 'Give the whole file.');
  return page.slice(from, end);
}
