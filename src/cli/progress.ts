/** @file One line on stderr that says what is going on, on terminals alone. */
import type { Progress } from '../session/execute.ts';

const ERASE_TO_END = '\u001b[K';
/** Returns to the line's start and clears it. */
export const CLEAR_LINE = `\r${ERASE_TO_END}`;
/** Where a terminal does not say how wide it is. */
const USUAL_COLUMNS = 80;

/** The line and its end. */
export interface ProgressLine {
  readonly report: Progress;
  /** Clears the line. */
  end(): void;
}

/** Shows progress unless nobody is there to see it, or the terminal cannot take a line back. */
export function showProgress({ quiet }: { readonly quiet?: boolean }): ProgressLine {
  if (quiet === true || process.stderr.isTTY !== true || process.env.TERM === 'dumb') return { report: () => {}, end: () => {} };
  let shown = '';
  return {
    report: (phase, done, total) => {
      const share = total > 1 ? ` ${Math.floor((100 * done) / total)} %` : '';
      const line = fitted(`${phase}${share}`, process.stderr.columns || USUAL_COLUMNS);
      if (line === shown) return;
      // Written over the old line and cleared behind it: a line that is cleared first flickers.
      process.stderr.write(`\r${line}${ERASE_TO_END}`);
      shown = line;
    },
    end: () => {
      if (shown !== '') process.stderr.write(CLEAR_LINE);
      shown = '';
    },
  };
}

/** What goes into one line of a terminal: a line that wraps cannot be taken back. */
export function fitted(text: string, columns: number): string {
  return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}\u2026`;
}
