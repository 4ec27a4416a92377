/** @file What each verdict means, in a sentence for people who see it for the first time. */
import type { VerdictStatus } from '../../core/finding.ts';

/** By verdict. */
export const STATUS_WORDS: Readonly<Record<VerdictStatus, string>> = {
  PASS: 'Everything that decode needs arrived, and nothing else was touched.',
  PASS_WITH_WARNING: 'The bytes are right, but something may go wrong another time.',
  HAZARD: 'The bytes came out right by luck: the order of the steps does not ensure it.',
  REFUSE: 'A node refuses to start, so nothing was moved.',
  TRANSFER_ERROR: 'The transfer failed, and the engine says so.',
  OUT_OF_RANGE: 'Some copies point outside registered memory: a network card refuses them, a copy by address writes into foreign memory.',
  OWNERSHIP_VIOLATION: 'Two requests claim the same bytes, or one was written into the other’s pages.',
  SILENT_CORRUPTION: 'Decode reads wrong bytes and nobody says so: the text turns to garbage.',
  VOID: 'The detector missed a fault that was planted to test it, so this run proves nothing.',
};
