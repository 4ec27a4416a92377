/**
 * @file The catalogue of the engine's start-up checks, and the finding that an error at start becomes.
 */
import type { EngineError } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import { draftSwaOnly } from './draftSwaOnly.ts';
import { pagedSwaGeometry } from './pagedSwaGeometry.ts';
import type { PoolPair, RefusalCheck } from './refusal.ts';
import { startErrorNote } from './startErrors.ts';
import { swaMappingIdentity } from './swaMappingIdentity.ts';
import { swaRingGeometry } from './swaRingGeometry.ts';
import { unifiedMode } from './unifiedMode.ts';

/** The five refusals, in the order in which the engine makes them; in unified mode the ring check stands in the place of the last two. */
export const REFUSAL_CHECKS: readonly RefusalCheck[] = [draftSwaOnly, unifiedMode, swaRingGeometry, swaMappingIdentity, pagedSwaGeometry];

/** Id of errors at start that are not in the catalogue. */
export const START_ERROR_ID = 'start-error';

/**
 * The finding for an error that ends a node's start.
 * @param compared the pools that a refusal compared; null for errors before both exist
 */
export function refusalFinding(side: 'prefill' | 'decode', error: EngineError, compared: PoolPair | null): Finding {
  const check = REFUSAL_CHECKS.find(({ id }) => id === error.checkId);
  const shared = { severity: 'error', engine: 'refuses', side } as const;
  if (check === undefined || compared === null) {
    const message = error.message === '' ? error.pythonType : `${error.pythonType}: ${error.message}`;
    return { ...shared, id: check?.id ?? START_ERROR_ID, message, prefill: null, decode: null, ...startErrorNote(error) };
  }
  const { target, draft } = check.values(compared);
  const values = `target ${target}, draft ${draft}`;
  return {
    ...shared,
    id: check.id,
    message: error.message,
    prefill: side === 'prefill' ? values : null,
    decode: side === 'decode' ? values : null,
    consequence: check.consequence(compared),
    mend: check.mend(compared),
  };
}

/** The words that a check says of two printed values: its template filled in. */
export function refusalWords(check: RefusalCheck, pair: PoolPair): string {
  const { target, draft } = check.values(pair);
  return check.words.replace('{target}', target).replace('{draft}', draft);
}
