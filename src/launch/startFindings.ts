/**
 * @file What the server says at its own start, before it meets its peer, as findings.
 */
import { findEntry } from '../checks/catalogue.ts';
import type { Finding } from '../core/finding.ts';
import type { Role } from './launch.ts';
import type { LineEdit } from './lineEdit.ts';

/** Something that the server itself says at its start, and the changes to the line that keep it from saying so. */
export interface LaunchFinding extends Finding {
  readonly edits: readonly LineEdit[];
}

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
  /** What follows, where it is not what the catalogue says of every such case. */
  readonly consequence?: string;
}

/** A finding of one side: how bad it is and what follows are the catalogue's. */
export function finding(side: Role, { id, value, message, mend, edits, consequence }: StartFact): LaunchFinding {
  const entry = findEntry(id);
  if (entry === undefined) throw new RangeError(`no catalogue entry ${id}`);
  return {
    id,
    severity: entry.severity,
    engine: entry.engine,
    side,
    message,
    prefill: side === 'prefill' ? value : null,
    decode: side === 'decode' ? value : null,
    consequence: consequence ?? entry.consequence({}),
    mend,
    edits,
  };
}
