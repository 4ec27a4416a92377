/** The catalogue says what the engine says; every entry is complete; findings at start carry both values, the consequence and the mend. */
import { describe, expect, it } from 'vitest';
import { CATALOGUE, findEntry, isSimulated, REFUSAL_CHECKS, refusalFinding, refusalWords } from '../../src/checks/catalogue.ts';
import { fillWords, matchWords, valueNames } from '../../src/checks/entry.ts';
import { startErrorEntryOf } from '../../src/checks/start/startErrors.ts';
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

describe('entries', () => {
  it('have ids of their own', () => {
    expect(CATALOGUE.map(({ id }) => id).filter((id, i, ids) => ids.indexOf(id) !== i)).toEqual([]);
    expect(CATALOGUE.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('relate to entries that exist, and not to themselves', () => {
    expect(
      CATALOGUE.flatMap(({ id, related }) => related.filter((other) => other === id || findEntry(other) === undefined).map((other) => `${id} -> ${other}`)),
    ).toEqual([]);
  });

  it.each(CATALOGUE.map((entry) => [entry.id, entry] as const))('%s is complete, and its example fills its words', (_id, entry) => {
    for (const text of [entry.title, entry.moment.at, entry.compared, entry.meaning]) expect(text.length).toBeGreaterThan(3);
    expect(entry.situations.length).toBeGreaterThan(0);
    expect(entry.sources.length).toBeGreaterThan(0);
    expect(valueNames(fillWords(entry.words, entry.example))).toEqual([]);
    for (const values of [entry.example, {}]) {
      expect(entry.consequence(values)).toMatch(/[.`"]$/);
      expect(entry.mend(values)).toMatch(/\.$/);
      expect(`${entry.consequence(values)} ${entry.mend(values)}`).not.toMatch(/undefined|NaN|null|\[object/);
    }
    // The engine's words are what `explain` reads values out of: filled in, they give them back.
    expect(matchWords(entry.words, fillWords(entry.words, entry.example))).toEqual(
      Object.fromEntries(valueNames(entry.words).map((name) => [name, entry.example[name]])),
    );
  });

  it('say what the engine says where it says anything, and are simulated where they say nothing', () => {
    const ours = new Set(['start-error', 'transfer-failed', 'out-of-range']);
    expect(CATALOGUE.filter((entry) => entry.said === null && !isSimulated(entry) && !ours.has(entry.id)).map(({ id }) => id)).toEqual([]);
  });

  it('know the message of another part of the engine for what it is', () => {
    expect(findEntry('num-instances')?.moment.node).toBe('neither');
  });
});

describe('words', () => {
  it('give back values that Python printed', () => {
    const words = findEntry('paged-swa-geometry')?.words ?? '';
    expect(matchWords(words, 'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)')).toEqual({
      target: '(1, 4096)',
      draft: '(32, 4096)',
    });
    expect(matchWords(words, 'something else')).toBeNull();
  });
});

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
    [{ swaPageSizeTokens: 100 }, 'bare-assertion', 'AssertionError', '--page-size'],
    [{ onlineCompress: true }, 'online-c128-with-speculation', 'AssertionError: online c128 does not support MTP', 'SGLANG_EXPERIMENTAL_ONLINE_C128_MTP'],
    [{ pageSizeTokens: 64 }, 'size-of-zero', 'ZeroDivisionError: integer division or modulo by zero', '--page-size 256'],
    [{ target: { compressRatios: [0, 0, 2, 0, 0, 0] } }, 'ratio-unknown-paged', 'ValueError: Unsupported compression ratio: 2', 'compress_ratios'],
    [{ mode: 'unified', target: { compressRatios: [0, 0, 2, 0, 0, 0] } }, 'ratio-unknown-unified', 'KeyError: 2', 'compress_ratios'],
    [{ mode: 'unified', revision: '2026-09', unifiedFp8: true }, 'unified-fp8', 'NotImplementedError: PD disaggregation', 'SGLANG_DSV4_UNIFIED_KV_FP8'],
    [{ kvDtype: 'bfloat16' }, 'bare-assertion', 'AssertionError', '--kv-cache-dtype fp8_e4m3'],
    [{ revision: '2026-09', attentionBackend: 'trtllm', kvDtype: 'bfloat16' }, 'trtllm-kv-dtype', 'AssertionError: --dsv4-attn-backend trtllm', 'fp8_e4m3'],
  ] as const)('%j', (settings, id, message, mend) => {
    const failure = failureOf(settings);
    const finding = refusalFinding('decode', failure.error, failure.compared);
    expect(finding).toMatchObject({ id, engine: 'refuses', prefill: null, decode: null });
    expect(finding.message.startsWith(message)).toBe(true);
    expect(finding.mend).toContain(mend);
  });

  it('have a general note where nothing more is known', () => {
    const { entry, values } = startErrorEntryOf(new EngineError('RuntimeError', 'something else'));
    expect(entry.id).toBe('start-error');
    expect(fillWords(entry.words, values)).toBe('RuntimeError: something else');
    expect(entry.consequence(values)).toBe('The node ends before it can serve a request.');
  });
});
