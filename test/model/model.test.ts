/** Presets against the published counts, config.json reading, and the server's defaults. */
import { describe, expect, it } from 'vitest';
import { SimError } from '../../src/core/errors.ts';
import { modelFromConfigJson } from '../../src/model/configJson.ts';
import { completeEngineConfig } from '../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';

const count = (ratios: readonly number[], ratio: number) => ratios.filter((each) => each === ratio).length;

describe('presets', () => {
  it.each([
    ['dsv4-flash', 43, [2, 21, 20], 44],
    ['dsv4-pro', 61, [0, 30, 31], 62],
    ['dsv4-mini', 6, [2, 2, 2], 6],
  ] as const)('%s has the published layers', (name, layers, counts, entries) => {
    const { hiddenLayers, compressRatios } = MODEL_PRESETS[name];
    expect(hiddenLayers).toBe(layers);
    expect(compressRatios).toHaveLength(entries);
    const main = compressRatios.slice(0, hiddenLayers);
    expect([0, 4, 128].map((ratio) => count(main, ratio))).toEqual(counts);
    expect(main.at(-1)).toBe(name === 'dsv4-mini' ? 128 : 4);
  });
});

const CONFIG = {
  architectures: ['DeepseekV4ForCausalLM'],
  num_hidden_layers: 4,
  compress_ratios: [0, 4, 128, 4, 0],
  sliding_window: 128,
  qk_rope_head_dim: 64,
  head_dim: 512,
  index_head_dim: 128,
  hidden_size: 4096,
  num_nextn_predict_layers: 1,
  vocab_size: 129280,
};

describe('config.json', () => {
  it('gives the model; nope is what head_dim leaves beside rope', () => {
    expect(modelFromConfigJson(CONFIG, 'own')).toEqual({
      kind: 'dsv4',
      name: 'own',
      hiddenLayers: 4,
      compressRatios: [0, 4, 128, 4, 0],
      nextnLayers: 1,
      qkNopeHeadDim: 448,
      qkRopeHeadDim: 64,
      indexHeadDim: 128,
      windowTokens: 128,
      hiddenSize: 4096,
    });
    expect(modelFromConfigJson({ ...CONFIG, compress_ratios: [0, 4, 128, 4] }, 'own').compressRatios).toHaveLength(4);
    expect(modelFromConfigJson({ ...CONFIG, qk_nope_head_dim: 100 }, 'own').qkNopeHeadDim).toBe(100);
    expect(modelFromConfigJson({ ...CONFIG, architectures: undefined, model_type: 'deepseek_v4' }, 'own').hiddenLayers).toBe(4);
  });

  it.each([
    [
      { architectures: ['LlamaForCausalLM'] },
      'architectures',
      'only models of architecture DeepseekV4ForCausalLM have these pools (found ["LlamaForCausalLM"])',
    ],
    [{ architectures: undefined }, 'architectures', 'found nothing'],
    [{ num_hidden_layers: undefined }, 'num_hidden_layers', 'num_hidden_layers is missing'],
    [{ num_hidden_layers: 0 }, 'num_hidden_layers', 'must be an integer of at least 1 (found 0)'],
    [{ sliding_window: 12.5 }, 'sliding_window', 'found 12.5'],
    [{ hidden_size: '4096' }, 'hidden_size', 'found "4096"'],
    [{ compress_ratios: [0, 4] }, 'compress_ratios', '2 compression ratios for 4 layers: give 4, one a layer, or 5 with NextN layers'],
    [{ compress_ratios: [0, 4, -1, 4] }, 'compress_ratios', 'must be a list of integers of at least 0'],
    [{ compress_ratios: undefined }, 'compress_ratios', 'compress_ratios is missing'],
    [{ head_dim: 32 }, 'head_dim', 'head_dim must hold the rope part (head_dim 32, qk_rope_head_dim 64)'],
  ])('refuses %o, naming the field, the value and the mend', (change, field, words) => {
    const error = caught(() => modelFromConfigJson({ ...CONFIG, ...change }, 'own'));
    expect(error).toBeInstanceOf(SimError);
    expect((error as SimError).facts.where?.path).toBe(field);
    expect((error as SimError).message).toContain(words);
    expect((error as SimError).facts.mend).toBeTruthy();
  });

  it.each([[null], [[1]], ['text'], [3]])('refuses %o, which is no object', (config) => {
    expect(() => modelFromConfigJson(config, 'own')).toThrow('a config.json holds one JSON object');
  });
});

describe('defaults', () => {
  const flash = MODEL_PRESETS['dsv4-flash'];

  it('are the server’s for DeepSeek-V4', () => {
    expect(completeEngineConfig('prefill', flash)).toMatchObject({
      revision: '2026-08',
      mode: 'paged',
      pageSizeTokens: 256,
      swaPageSizeTokens: 256,
      windowTokens: 128,
      maxRequests: 256,
      preallocSlots: 0,
      swaRatio: 0.1,
      kvDtype: 'fp8_e4m3',
      stateDtype: 'float32',
      c4StateIndex: 'swa-page',
      metadataRows: 512,
      grid: { tp: 1, pp: 1, cp: 1 },
    });
  });

  it('follow other settings', () => {
    expect(completeEngineConfig('decode', flash, { maxRequests: 32 }).preallocSlots).toBe(64);
    expect(completeEngineConfig('decode', flash, { maxRequests: 33 }).preallocSlots).toBe(0);
    expect(completeEngineConfig('decode', flash, { pageSizeTokens: 128 }).swaPageSizeTokens).toBe(128);
    expect(completeEngineConfig('decode', flash, { revision: '2026-09' }).c4StateIndex).toBe('slot');
  });

  it('of a plain pool leave row 0 to the null page', () => {
    const plain = { kind: 'plain', name: 'plain', layers: 2, rows: 9, itemBytes: 64 } as const;
    expect(completeEngineConfig('prefill', plain)).toMatchObject({ pageSizeTokens: 1, poolTokens: 8, windowTokens: 0 });
  });
});

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
