/** @file What each verdict means, in a sentence for people who see it for the first time. */
import type { VerdictStatus } from '../../core/finding.ts';
import type { EngineStatus, Verdict } from '../../verify/verdict.ts';

/** By verdict, whatever the engine believes. */
export const STATUS_WORDS: Readonly<Record<VerdictStatus, string>> = {
  PASS: 'Everything that decode needs arrived, and nothing else was touched.',
  PASS_WITH_WARNING: 'The bytes are right, but something may go wrong another time.',
  HAZARD: 'The bytes came out right by luck: the order of the steps does not ensure it.',
  REFUSE: 'A node refuses to start, so nothing was moved.',
  TRANSFER_ERROR: 'The transfer failed, and the engine says so.',
  OUT_OF_RANGE: 'Some copies point outside registered memory: a network card refuses them, a copy by address writes into foreign memory.',
  OWNERSHIP_VIOLATION: 'Two requests claim the same bytes, or one was written into the other’s pages.',
  SILENT_CORRUPTION: 'Bytes of decode are wrong, missing, or written where nobody should have.',
  VOID: 'The detector missed a fault that was planted to test it, so this run proves nothing.',
};

/** What a verdict means, and, where bytes are wrong, what the engine says of them: that depends on what it believes. */
export function statusWords({ status, engineStatus }: Pick<Verdict, 'status' | 'engineStatus'>): string {
  const meaning = STATUS_WORDS[status];
  return status === 'SILENT_CORRUPTION' && engineStatus !== null ? `${meaning} ${silenceWords(engineStatus)}` : meaning;
}

/** A request that decode gave up is no word about bytes: the damage is that of another one, or of memory that nobody holds. */
function silenceWords({ prefill, decode }: EngineStatus): string {
  const believed = [prefill, decode];
  if (believed.includes('Failed')) return 'The engine knows of a request that failed; of these bytes it says nothing.';
  if (believed.every((status) => status === 'Success'))
    return 'Nobody says so: the engine takes every request for good, and the text turns to garbage where these bytes are read.';
  return 'Nobody says so: to the engine a request is still under way.';
}
