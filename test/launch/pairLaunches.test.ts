/** Two launches as a pair: what is unknown is no finding, what differs is one, and a mended line holds what it held before. */
import { describe, expect, it } from 'vitest';
import { mendLaunch } from '../../src/launch/mendLaunch.ts';
import { pairLaunches } from '../../src/launch/pairLaunches.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { resolveLaunch } from '../../src/launch/settings.ts';
import { checkPair } from '../../src/session/checkPair.ts';

const FLASH = '--model-path deepseek-ai/DeepSeek-V4-Flash';

function launched(side: 'prefill' | 'decode', text: string) {
  const [found] = readLaunches(text, side);
  if (found === undefined) throw new Error('one launch was to be found');
  return { found, launch: resolveLaunch(found, { side }) };
}

function pairOf(prefill: string, decode: string) {
  const nodes = { prefill: launched('prefill', prefill), decode: launched('decode', decode) };
  return { ...nodes, ...pairLaunches(nodes.prefill.launch, nodes.decode.launch) };
}

const serve = (side: string, flags = '', variables = '') => `${variables} sglang serve ${FLASH} --disaggregation-mode ${side} ${flags}`;

describe('what is not known', () => {
  it.each([
    ['--page-size $PAGE', '--page-size 256', 'pageSizeTokens', '256'],
    ['--speculative-algorithm $ALGORITHM', '--speculative-algorithm EAGLE', 'speculativeAlgorithm', 'EAGLE'],
    ['--disaggregation-transfer-backend $BACKEND', '--disaggregation-transfer-backend nixl', 'transferBackend', 'nixl'],
    ['--tp $TP', '--tp 8', 'tp', '8'],
    ['--kv-cache-dtype $DTYPE', '', 'kvCacheDtype', 'fp8_e4m3'],
  ])('%s against %s is taken to be the same, and told', (unknown, known, setting, assumed) => {
    for (const [prefill, decode, side] of [
      [unknown, known, 'prefill'],
      [known, unknown, 'decode'],
    ] as const) {
      const pair = pairOf(serve('prefill', prefill), serve('decode', decode));
      expect(checkPair(pair.request).findings).toEqual([]);
      expect(pair.unknown.filter((entry) => entry.setting === setting)).toMatchObject([{ side, assumed }]);
    }
  });

  it('of the model: the other node tells', () => {
    const pair = pairOf('sglang serve --model-path /models/v4 --disaggregation-mode prefill', serve('decode'));
    expect(checkPair(pair.request).verdict).toBe('fits');
    expect(pair.request.model.name).toBe('dsv4-flash');
  });

  it('a role that is not given is no finding, one that is wrong is', () => {
    const roleless = pairOf(`sglang serve ${FLASH}`, serve('decode'));
    expect(checkPair(roleless.request).findings).toEqual([]);
    const off = pairOf(`sglang serve ${FLASH} --disaggregation-mode null`, serve('decode'));
    expect(checkPair(off.request).findings.map(({ id }) => id)).toEqual(['mode-unsupported']);
  });
});

describe('what differs', () => {
  it.each([
    ['--page-size 128', '', 'page-size-mismatch'],
    ['--enable-deepseek-v4-fp4-indexer', '', 'fp4-indexer-mismatch'],
    ['--speculative-algorithm EAGLE', '', 'speculation-one-side'],
    ['--disaggregation-transfer-backend nixl', '', 'backend-mismatch'],
    ['--pp-size 2', '', null],
    ['', '--pp-size 2', 'pp-size-mismatch'],
    ['', '--attn-cp-size 2 --tp 2', 'decode-cp-size'],
    ['--tp 3', '--tp 2', 'tp-not-divisible'],
    ['--tp 8 --max-running-requests 64', '--tp 4 --swa-full-tokens-ratio 0.2', null],
  ])('prefill %s, decode %s: %s', (prefill, decode, id) => {
    const ids = checkPair(pairOf(serve('prefill', prefill), serve('decode', decode)).request).findings.map((finding) => finding.id);
    if (id === null) expect(ids).toEqual([]);
    else expect(ids).toContain(id);
  });

  it('two models', () => {
    const pair = pairOf('sglang serve --model dsv4-pro --disaggregation-mode prefill', serve('decode'));
    expect(checkPair(pair.request).findings.map(({ id }) => id)).toContain('compress-ratios-mismatch');
  });
});

describe('a mended line', () => {
  const mended = (text: string, changes: Parameters<typeof mendLaunch>[2], others: Parameters<typeof mendLaunch>[3] = []) => {
    const { found, launch } = launched('prefill', text);
    return mendLaunch(found, launch, changes, others);
  };
  const change = (setting: Parameters<typeof mendLaunch>[2][number]['setting'], value: unknown) => ({ side: 'prefill', setting, value }) as const;

  it('replaces, adds and takes away, and keeps the rest', () => {
    const text = `A='x y' SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16 sglang serve ${FLASH} --page-size=128 --tp $TP --enable-deepseek-v4-fp4-indexer --host "0.0.0.0" --served-model-name "my model" --trust-remote-code`;
    const { line, left } = mended(text, [
      change('pageSizeTokens', 256),
      change('stateDtype', 'float32'),
      change('fp4Indexer', false),
      change('backend', 'nixl'),
    ]);
    expect(left).toEqual([]);
    expect(line).toBe(
      `A='x y' SGLANG_DSV4_COMPRESS_STATE_DTYPE=float32 python3 -m sglang.launch_server ${FLASH} --tp $TP --host 0.0.0.0 --served-model-name 'my model' --trust-remote-code --disaggregation-transfer-backend nixl --page-size 256`,
    );
  });

  it('turns speculation on and off', () => {
    const on = mended(serve('prefill'), [change('speculation', { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 })]).line;
    expect(on).toContain('--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 4');
    const off = mended(`${on} --speculative-draft-model-path /d`, [change('speculation', null)]).line;
    expect(off).not.toContain('speculative');
  });

  it('counts ranks as the server does', () => {
    expect(mended(serve('prefill', '--tp 8 --dp 2 --enable-dp-attention'), [change('grid', { tp: 2, pp: 1, cp: 1 })]).line).toContain('--tp-size 4');
  });

  it('hides secrets, loads another model, and says what it cannot do', () => {
    const { line, left } = mended(
      `HF_TOKEN=abcdef12345 ${serve('prefill', '--api-key abcdef12345 --port=1')}`,
      [change('target.compressRatios', null)],
      [{ setting: 'modelPath', value: 'x/DeepSeek-V4-Pro' }],
    );
    expect(line).not.toContain('abcdef12345');
    expect(line).toContain('--model-path x/DeepSeek-V4-Pro');
    expect(left).toHaveLength(1);
  });

  it('resolves to what was asked for', () => {
    const pair = pairOf(
      serve('prefill', '--page-size 128 --tp 4'),
      serve('decode', '--speculative-algorithm EAGLE --tp 4', 'SGLANG_OPT_USE_ONLINE_COMPRESS=0'),
    );
    const { findings } = checkPair(pair.request);
    const changes = findings.flatMap((finding) => finding.changes);
    const line = (side: 'prefill' | 'decode') => mendLaunch(pair[side].found, pair[side].launch, changes).line;
    expect(checkPair(pairOf(line('prefill'), line('decode')).request).findings).toEqual([]);
  });
});
