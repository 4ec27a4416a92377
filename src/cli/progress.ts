/** @file One line on stderr that says what is going on, on terminals alone. */
import type { Progress } from '../session/execute.ts';
import type { OutputFlags } from './output.ts';

/** Clears the line and returns to its start. */
const CLEAR_LINE = '\r\u001b[K';

/** The line and its end. */
export interface ProgressLine {
  readonly report: Progress;
  /** Clears the line. */
  end(): void;
}

/** Shows progress unless nobody is there to see it. */
export function showProgress({ quiet }: OutputFlags): ProgressLine {
  if (quiet === true || process.stderr.isTTY !== true) return { report: () => {}, end: () => {} };
  return {
    report: (phase, done, total) => {
      const share = total > 1 ? ` ${Math.floor((100 * done) / total)} %` : '';
      process.stderr.write(`${CLEAR_LINE}${phase}${share}`);
    },
    end: () => process.stderr.write(CLEAR_LINE),
  };
}
