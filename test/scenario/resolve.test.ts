/** What right scenarios become: built-ins, every form of model and requests, placements, the hash. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sha256 } from '../../src/core/canonicalHash.ts';
import { formatBytes } from '../../src/core/units.ts';
import { BUILTIN_SCENARIOS } from '../../src/scenario/builtin/index.ts';
import { memoryNeeded } from '../../src/scenario/memoryNeeded.ts';
import { nearestName } from '../../src/scenario/nearestName.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';
import { scenarioOf } from './support.ts';

const noPlaces = () => ({});

describe('built-in scenarios', () => {
  it.each([...BUILTIN_SCENARIOS])('%s holds against the schema, resolves and starts on both nodes', (name, scenario) => {
    expect(validateScenario(scenario, noPlaces)).toEqual(scenario);
    const resolved = resolveScenario(scenario, { name, locate: noPlaces, config: null });
    expect(resolved.name).toBe(name);
    const needed = memoryNeeded(resolved);
    expect(needed?.bytes, formatBytes(needed?.bytes ?? 0)).toBeLessThan(1.5 * 2 ** 30);
  });

  it('include dsv4-flash as it is promised', () => {
    const scenario = BUILTIN_SCENARIOS.get('dsv4-flash');
    const { prefill, decode, requests, title } = resolveScenario(scenario ?? { model: '', requests: [] }, { name: 'x', locate: noPlaces, config: null });
    expect([prefill.poolTokens, decode.poolTokens, requests.length, prefill.speculation, title.includes('scaled down')]).toEqual([
      65_536,
      65_536,
      8,
      { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 },
      true,
    ]);
    expect(prefill.maxRequests + prefill.preallocSlots).not.toBe(decode.maxRequests + decode.preallocSlots);
  });
});

describe('models', () => {
  const model = (yaml: string) => scenarioOf(`model: ${yaml}\nrequests: []\n`).model;
  it('take a preset with values replaced, an inline config.json, dims, and a plain pool', () => {
    expect(model('{preset: dsv4-mini, window: 64, name: narrow}')).toMatchObject({ name: 'narrow', windowTokens: 64, hiddenLayers: 6 });
    expect(model('{hiddenLayers: 2, compressRatios: [4, 128]}')).toMatchObject({ hiddenLayers: 2, qkNopeHeadDim: 448 });
    expect(model('{plain: {layers: 3, rows: 9, itemBytes: 64}}')).toEqual({ kind: 'plain', name: 'plain', layers: 3, rows: 9, itemBytes: 64 });
    const config =
      '{architectures: [DeepseekV4ForCausalLM], num_hidden_layers: 1, compress_ratios: [4], sliding_window: 8, qk_rope_head_dim: 64, head_dim: 512, index_head_dim: 128, hidden_size: 16}';
    expect(model(`{config: ${config}, hiddenSize: 32}`)).toMatchObject({ hiddenLayers: 1, windowTokens: 8, hiddenSize: 32 });
  });
});

describe('requests', () => {
  it('repeat lengths in turn', () => {
    expect(scenarioOf('model: dsv4-mini\nrequests: {count: 3, lengths: [5, 7]}\n').requests.map(({ tokens }) => tokens)).toEqual([5, 7, 5]);
    expect(scenarioOf('model: dsv4-mini\nrequests: {count: 0, lengths: [5]}\n').requests).toEqual([]);
  });

  it('fix places on both nodes, and on one over both; short SWA lists stand at the end', () => {
    const [request] = scenarioOf(
      'model: dsv4-mini\nrequests: [{length: 700, slot: 2, fullPages: [3, 1, 2], swaPages: [4], decode: {slot: 5, swaPages: [6, 0, 1]}}]\n',
    ).requests;
    expect(request).toEqual({
      tokens: 700,
      prefillEndTokens: 700,
      decodePrefixTokens: 0,
      prefill: { slot: 2, fullPages: [3, 1, 2], swaPages: [0, 0, 4] },
      decode: { slot: 5, fullPages: [3, 1, 2], swaPages: [6, 0, 1] },
    });
  });
});

describe('the hash', () => {
  it('is SHA-256', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => sha256(text) === createHash('sha256').update(text).digest('hex')),
      { seed: 20260822 },
    );
  });

  it('does not depend on the order or the form of what is written, nor on names', () => {
    const one = scenarioOf('model: dsv4-mini\ndecode: {addressBase: 16, mode: paged}\nrequests: [{length: 3}]\n');
    const two = scenarioOf('{requests: {lengths: [3]}, name: ä, seed: 1, decode: {addressBase: "0x10"}, model: dsv4-mini}');
    expect(one.hash).toBe(two.hash);
    expect(scenarioOf('model: dsv4-mini\nrequests: [{length: 4}]\n').hash).not.toBe(one.hash);
  });

  it('is over ASCII with sorted keys', () => {
    expect(canonicalJson({ b: 1n, a: 'é', c: undefined })).toBe('{"a":"\\u00e9","b":"0x1"}');
  });
});

describe('nearest names', () => {
  const keys = ['pageSize', 'swaPageSize', 'poolTokens', 'slots', 'preallocSlots'];
  it.each([
    ['pagesize', 'pageSize'],
    ['pagSeize', 'pageSize'],
    ['slot', 'slots'],
    ['pool', 'poolTokens'],
    ['banana', null],
    ['x'.repeat(1000), null],
  ])('%.20s -> %s', (given, nearest) => expect(nearestName(given, keys)).toBe(nearest));
});
