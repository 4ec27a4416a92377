/**
 * @file What the server says at its own start, before it meets its peer, as findings.
 */
import type { Role } from './launch.ts';
import type { LaunchFinding } from './launchSettings.ts';
import type { LineEdit } from './lineEdit.ts';

/** The facts of one such finding. */
export interface StartFact {
  readonly id: string;
  /** The value that is refused or changed, as written. */
  readonly value: string;
  /** The server's exact words. */
  readonly message: string;
  readonly mend: string;
  /** The same on the line. */
  readonly edits: readonly LineEdit[];
  /** Absent: the server refuses to start. */
  readonly adjusts?: string;
}

/** A finding of one side. */
export function finding(side: Role, { id, value, message, mend, edits, adjusts }: StartFact): LaunchFinding {
  return {
    id,
    severity: adjusts === undefined ? 'error' : 'warning',
    engine: adjusts === undefined ? 'refuses' : 'silent',
    side,
    message,
    prefill: side === 'prefill' ? value : null,
    decode: side === 'decode' ? value : null,
    consequence: adjusts ?? 'The server ends with this AssertionError before it loads the model.',
    mend,
    edits,
  };
}
