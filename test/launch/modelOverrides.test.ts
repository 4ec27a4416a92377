/** `--json-model-override-args`: applied where it changes what shapes memory, told where it does not. */
import { describe, expect, it } from 'vitest';
import { mendLaunch } from '../../src/launch/mendLaunch.ts';
import { pairLaunches } from '../../src/launch/pairLaunches.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { resolveLaunch } from '../../src/launch/settings.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';
import { checkPair } from '../../src/session/checkPair.ts';

const FLASH = MODEL_PRESETS['dsv4-flash'];

function launched(side: 'prefill' | 'decode', overrides: string | null, model = 'deepseek-ai/DeepSeek-V4-Flash') {
  const flag = overrides === null ? '' : `--json-model-override-args '${overrides}'`;
  const [found] = readLaunches(`sglang serve --model ${model} --disaggregation-mode ${side} ${flag}`, side);
  if (found === undefined) throw new Error('one launch was to be found');
  return { found, launch: resolveLaunch(found, { side }) };
}

describe('what is overridden', () => {
  it.each([
    ['{"sliding_window": 256}', { ...FLASH, windowTokens: 256 }],
    ['{"num_hidden_layers": 4}', { ...FLASH, hiddenLayers: 4, compressRatios: FLASH.compressRatios.slice(0, 4) }],
    ['{"head_dim": 256, "index_head_dim": 64}', { ...FLASH, qkNopeHeadDim: 192, indexHeadDim: 64 }],
    ['{"num_hidden_layers": 2, "compress_ratios": [4, 128], "hidden_size": 64}', { ...FLASH, hiddenLayers: 2, compressRatios: [4, 128], hiddenSize: 64 }],
  ])('%s', (overrides, model) => {
    const { launch } = launched('decode', overrides);
    expect(launch.model).toEqual(model);
    expect(launch.problems).toEqual([]);
    expect(launch.settings.modelOverrides).toMatchObject({ origin: 'flag', by: '--json-model-override-args', value: expect.stringMatching(/^\{".*\}$/) });
  });

  it('is told where it is not applied', () => {
    const problems = (overrides: string, model?: string) => launched('decode', overrides, model).launch.problems.map(({ what }) => what);
    expect(problems('{"rope_scaling": 1}')).toEqual([expect.stringContaining('the override of "rope_scaling" is taken for nothing')]);
    expect(launched('decode', '{"sliding_windw": 1}').launch.problems).toMatchObject([{ nearest: 'sliding_window' }]);
    expect(problems('[1]')).toEqual([expect.stringContaining('this is no JSON object')]);
    expect(problems('{"sliding_window": "x"}')).toEqual([expect.stringContaining('sliding_window must be an integer')]);
    expect(problems('{"compress_ratios": [4]}')).toEqual([expect.stringContaining('1 compression ratios for 43 layers')]);
    expect(problems('{"sliding_window": 64}', '/m/unknown')).toEqual(expect.arrayContaining([expect.stringContaining('nothing is applied')]));
  });
});

describe('between two nodes', () => {
  const checked = (prefill: string | null, decode: string | null) => {
    const nodes = { prefill: launched('prefill', prefill), decode: launched('decode', decode) };
    const pair = pairLaunches(nodes.prefill.launch, nodes.decode.launch);
    return { nodes, pair, ...checkPair(pair.request) };
  };

  it('a window on one node alone is found, and its mend is made in the flag', () => {
    const { findings, nodes } = checked('{"sliding_window": 256, "rope_theta": 1}', null);
    expect(findings.map(({ id }) => id)).toContain('window-mismatch');
    const { line, left } = mendLaunch(
      nodes.prefill.found,
      nodes.prefill.launch,
      findings.flatMap(({ changes }) => changes),
    );
    expect([left, line]).toEqual([[], expect.stringContaining(`--json-model-override-args '{"rope_theta":1}'`)]);
  });

  it('layers on one node alone are found; equal overrides are no finding', () => {
    expect(checked('{"num_hidden_layers": 4}', null).findings.map(({ id }) => id)).toContain('compress-ratios-mismatch');
    expect(checked('{"num_hidden_layers": 4}', '{"num_hidden_layers": 4}').findings).toEqual([]);
  });

  it('what is not compared is told', () => {
    expect(checked('{"hidden_size": 64}', null).pair.unknown).toMatchObject([{ side: 'prefill', setting: 'model', text: 'hiddenSize 64' }]);
    expect(checked(null, null).pair.unknown).toEqual([]);
  });
});
