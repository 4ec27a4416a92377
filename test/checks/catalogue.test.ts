/** The catalogue says what the engine says, and its findings carry both values, the consequence and the mend. */
import { describe, expect, it } from 'vitest';
import { REFUSAL_CHECKS, refusalFinding, refusalWords, START_ERROR_ID } from '../../src/checks/catalogue.ts';
import { startErrorNote } from '../../src/checks/startErrors.ts';
import { EngineError } from '../../src/core/errors.ts';
import { buildRank, type RankFailure } from '../../src/kvargs/rank.ts';
import { completeEngineConfig, type EngineSettings } from '../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';

const MINI = MODEL_PRESETS['dsv4-mini'];

function failureOf(settings: EngineSettings): RankFailure {
  const speculation = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;
  const engine = completeEngineConfig('decode', MINI, { maxRequests: 4, poolTokens: 4096, speculation, ...settings });
  const outcome = buildRank({ side: 'decode', rankIndex: 0, tpRank: 0, ppRank: 0, model: MINI, engine, addressBase: 0n });
  if (outcome.ok) throw new Error('it started');
  return outcome;
}

const REFUSED = [
  { id: 'draft-swa-only', settings: { draft: { compressRatios: [0, 128] } }, values: 'target [0, 0, 4, 128, 4, 128], draft [0, 128]' },
  { id: 'unified-mode', settings: { draft: { mode: 'unified' } }, values: 'target False, draft True' },
  {
    id: 'swa-ring-geometry',
    settings: { mode: 'unified', preallocSlots: 0, draft: { windowTokens: 64 } },
    values: 'target (128, 131, 655), draft (64, 67, 335)',
  },
  { id: 'swa-mapping-identity', settings: { draft: { mapping: 'own' } }, values: 'target object "allocator", draft object "draft only"' },
  { id: 'paged-swa-geometry', settings: { draft: { windowTokens: 4096 } }, values: 'target (256, 128), draft (256, 4096)' },
] as const;

describe('refusals', () => {
  it('are the five, in the order of the checks', () => {
    expect(REFUSAL_CHECKS.map(({ id }) => id)).toEqual(REFUSED.map(({ id }) => id));
  });

  it.each(REFUSED)('$id: finding with the exact words and both values', ({ id, settings, values }) => {
    const failure = failureOf(settings);
    const check = REFUSAL_CHECKS.find((candidate) => candidate.id === id);
    if (check === undefined || failure.compared === null) throw new Error('no such check');
    // The catalogue's own template, filled in, is what the engine says.
    expect(refusalWords(check, failure.compared)).toBe(failure.error.message);
    const finding = refusalFinding('decode', failure.error, failure.compared);
    expect(finding).toMatchObject({ id, severity: 'error', engine: 'refuses', side: 'decode', message: failure.error.message, prefill: null, decode: values });
    expect(finding.consequence).toMatch(/\.$/);
    expect(finding.mend).toMatch(/^On this node, /);
  });
});

describe('other errors at start', () => {
  it.each([
    [{ swaPageSizeTokens: 100 }, 'AssertionError', '--page-size'],
    [{ onlineCompress: true }, 'AssertionError: online c128 does not support MTP', 'SGLANG_EXPERIMENTAL_ONLINE_C128_MTP'],
    [{ pageSizeTokens: 64 }, 'ZeroDivisionError: integer division or modulo by zero', '--page-size 256'],
    [{ target: { compressRatios: [0, 0, 2, 0, 0, 0] } }, 'ValueError: Unsupported compression ratio: 2', 'compress_ratios'],
  ] as const)('%j', (settings, message, mend) => {
    const failure = failureOf(settings);
    const finding = refusalFinding('decode', failure.error, failure.compared);
    expect(finding).toMatchObject({ id: START_ERROR_ID, message, engine: 'refuses', prefill: null, decode: null });
    expect(finding.mend).toContain(mend);
  });

  it('have a general note where nothing more is known', () => {
    expect(startErrorNote(new EngineError('RuntimeError', 'something else')).consequence).toBe('The node ends before it can serve a request.');
  });
});
