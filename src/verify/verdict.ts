/**
 * @file The one verdict type, and how its status follows from what was seen.
 */
import type { Finding, VerdictStatus } from '../core/finding.ts';
import type { KvPoll } from '../plan/kvPoll.ts';
import type { SelfTestResult } from './selfTest.ts';
import type { WordCounts } from './wordCounts.ts';

/** Words of one component, such as `target/swa`, over all layers and ranks of decode. */
export interface ComponentWords extends WordCounts {
  readonly name: string;
}

/** What the engine believes: on each side the least state that a request ended in. */
export interface EngineStatus {
  readonly prefill: KvPoll;
  readonly decode: KvPoll;
}

/** What came of a hand-off. */
export interface Verdict {
  readonly status: VerdictStatus;
  /** The engine's own view, which the bytes may contradict; null where no request was begun. */
  readonly engineStatus: EngineStatus | null;
  /** All of decode's memory; null when nothing was run. */
  readonly words: WordCounts | null;
  readonly components: readonly ComponentWords[];
  readonly selfTest: SelfTestResult;
  readonly findings: readonly Finding[];
}

/** What a status is judged by. */
export interface Outcome {
  readonly refused: boolean;
  readonly selfTest: SelfTestResult;
  readonly words: WordCounts | null;
  /** Blocks that no registered tensor holds. */
  readonly outOfRangeBlocks: number;
  /** The engine's transfer itself failed, and says so. */
  readonly transferFailed: boolean;
  /** Bytes that two requests claim, or that a transfer wrote into another request's pages. */
  readonly contestedBytes: number;
  readonly warnings: number;
}

/** The gravest that applies, from the top; a blind detector outweighs everything but a refusal, before which nothing was detected. */
export function judge(outcome: Outcome): VerdictStatus {
  if (outcome.refused) return 'REFUSE';
  const tested = outcome.selfTest.planted > 0 || (outcome.words?.total ?? 0) === 0;
  if (!tested || outcome.selfTest.found !== outcome.selfTest.planted) return 'VOID';
  if (outcome.outOfRangeBlocks > 0) return 'OUT_OF_RANGE';
  if (outcome.transferFailed) return 'TRANSFER_ERROR';
  if (outcome.contestedBytes > 0) return 'OWNERSHIP_VIOLATION';
  const { words } = outcome;
  if (words !== null && words.wrong + words.missing + words.touched > 0) return 'SILENT_CORRUPTION';
  return outcome.warnings > 0 ? 'PASS_WITH_WARNING' : 'PASS';
}
