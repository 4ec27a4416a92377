/**
 * @file The one type of finding, from the first refusal to the last detector, and the verdict's status words.
 */

/** The node that a finding is about. */
export type Side = 'prefill' | 'decode' | 'both';
/** What the imitated engine does about it: refuses with a message, dies later, or says nothing. `null` where no engine behaviour is involved. */
export type EngineReaction = 'refuses' | 'dies' | 'silent';
/** How much it matters: an error spoils the hand-off, a warning may, an info never does. */
export type Severity = 'error' | 'warning' | 'info';

/** A fact about one or both nodes that the user should know. All fields are plain JSON. */
export interface Finding {
  /** Catalogue id, such as `paged-swa-geometry`. */
  readonly id: string;
  readonly severity: Severity;
  readonly engine: EngineReaction | null;
  /** The node that says it, or that is hurt. */
  readonly side: Side;
  /** The engine's exact words where it has some, else ours. */
  readonly message: string;
  /** Each side's value of what was compared, as printed; `null` where the side has none. */
  readonly prefill: string | null;
  readonly decode: string | null;
  /** What follows, in bytes and positions where they are known. */
  readonly consequence: string;
  /** The smallest change that mends it: flag or variable, on which node. */
  readonly mend: string;
}

/** The verdicts, from design: ordered from best to worst where an order makes sense. */
export const VERDICT_STATUSES = [
  'PASS',
  'PASS_WITH_WARNING',
  'HAZARD',
  'REFUSE',
  'TRANSFER_ERROR',
  'OUT_OF_RANGE',
  'OWNERSHIP_VIOLATION',
  'SILENT_CORRUPTION',
  'VOID',
] as const;
/** One of the verdicts. */
export type VerdictStatus = (typeof VERDICT_STATUSES)[number];
