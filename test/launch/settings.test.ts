/** Settings of a launch: values, origins, precedence, the server's own rules, and the engine that comes of them. */
import { describe, expect, it } from 'vitest';
import { toEngineConfig } from '../../src/launch/engineFromSettings.ts';
import { modelFromName } from '../../src/launch/modelName.ts';
import { readLaunches } from '../../src/launch/readLaunches.ts';
import { respelled } from '../../src/launch/respell.ts';
import { type ResolveOptions, resolveLaunch } from '../../src/launch/settings.ts';
import { modelFromConfigJson } from '../../src/model/configJson.ts';
import { MODEL_PRESETS } from '../../src/model/presets.ts';

function resolve(text: string, options: ResolveOptions = {}) {
  const [launch] = readLaunches(text, 'cmd');
  if (launch === undefined) throw new Error('one launch was to be found');
  return resolveLaunch(launch, options);
}

const serve = (flags: string, variables = '') =>
  resolve(`${variables} sglang serve --model-path deepseek-ai/DeepSeek-V4-Flash --disaggregation-mode decode ${flags}`);
const engine = (flags: string, variables = '') => toEngineConfig(serve(flags, variables)).engine;

/** The flags of two published set-ups of prefill and decode servers for DeepSeek-V4. */
const FLASH_PREFILL =
  'export SGLANG_OPT_USE_ONLINE_COMPRESS=1 SGLANG_DISAGGREGATION_QUEUE_SIZE=4 SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT=600\n' +
  'python3 -m sglang.launch_server --model deepseek-ai/DeepSeek-V4-Flash --kv-cache-dtype fp8_e4m3 --mem-fraction-static 0.9 --max-running-requests 64 \\\n' +
  '  --chunked-prefill-size 8192 --max-prefill-tokens 16384 --tp-size 2 --pp-size 4 --attn-cp-size 2 --attention-backend dsv4 --disable-overlap-schedule \\\n' +
  '  --disaggregation-mode prefill --disaggregation-transfer-backend mooncake --disaggregation-ib-device mlx5_1,mlx5_2';
const PRO_DECODE =
  '--model-path /models/DeepSeek-V4-Pro --attention-backend dsv4 --disable-radix-cache --page-size 256 --swa-full-tokens-ratio 0.15 ' +
  '--disable-shared-experts-fusion --cuda-graph-max-bs 512 --context-length 9472 --tp-size 8 --dp 8 --enable-dp-attention --ep-size 8 ' +
  '--enable-prefill-delayer --disaggregation-mode decode';

describe('published commands', () => {
  it('Flash on 2 x 4 x 2', () => {
    const launch = resolve(FLASH_PREFILL);
    const { engine: config, extra, unknown } = toEngineConfig(launch);
    expect([launch.problems, launch.findings, unknown]).toEqual([[], [], []]);
    expect(launch.model).toBe(MODEL_PRESETS['dsv4-flash']);
    expect(config).toMatchObject({
      mode: 'paged',
      pageSizeTokens: 256,
      maxRequests: 64,
      preallocSlots: 0,
      swaRatio: 0.1,
      speculation: null,
      onlineCompress: true,
      kvDtype: 'fp8_e4m3',
      stateDtype: 'float32',
      grid: { tp: 1, pp: 4, cp: 2 },
    });
    expect(extra).toMatchObject({ transferBackend: 'mooncake', queueCount: 4, threadPoolSize: null, chunkedPrefillTokens: 8192, tp: 2, dp: 1 });
    expect(launch.accepted.map(({ by }) => by)).toContain('SGLANG_DISAGGREGATION_BOOTSTRAP_TIMEOUT');
  });

  it('Pro with DP attention', () => {
    const launch = resolve(PRO_DECODE);
    const { engine: config, extra } = toEngineConfig(launch);
    expect([launch.problems, launch.findings]).toEqual([[], []]);
    expect(launch.model).toBe(MODEL_PRESETS['dsv4-pro']);
    // 256 running requests over 8 workers: 32 each, so 64 extra slots.
    expect(config).toMatchObject({ maxRequests: 32, preallocSlots: 64, swaRatio: 0.15, grid: { tp: 1, pp: 1, cp: 1 } });
    expect(extra).toMatchObject({ dp: 8, dpAttention: true, transferBackend: 'mooncake' });
  });
});

describe('origins', () => {
  it('says of each setting where it came from and where it stands', () => {
    const { settings } = resolve('SGLANG_DSV4_COMPRESS_STATE_DTYPE=bf16 sglang serve --model dsv4-mini \\\n --tp 8 --dp $DP');
    expect(settings.tp).toEqual({ value: 8, origin: 'flag', by: '--tp', text: '8', where: { file: 'cmd', line: 2, column: 7 }, note: null });
    expect(settings.stateDtype).toMatchObject({ value: 'bfloat16', origin: 'variable', by: 'SGLANG_DSV4_COMPRESS_STATE_DTYPE', text: 'bf16' });
    expect(settings.pageSizeTokens).toMatchObject({ value: 256, origin: 'default', note: 'DeepSeek-V4 hook' });
    expect(settings.dp).toMatchObject({ value: null, origin: 'unknown', by: '--dp', text: '$DP' });
    expect(settings.attnTp).toMatchObject({ value: null, origin: 'unknown', by: '--dp' });
    expect(settings.poolTokens).toMatchObject({ value: 65536, origin: 'derived' });
  });

  it('lets the last of two flags count, and a flag before a variable before a default', () => {
    expect(serve('--tp 2 --tp-size=4').settings.tp).toMatchObject({ value: 4, by: '--tp-size' });
    expect(serve('').settings.queueCount).toMatchObject({ value: 4, origin: 'default' });
    expect(serve('', 'SGLANG_DISAGGREGATION_QUEUE_SIZE=8').settings.queueCount).toMatchObject({ value: 8, origin: 'variable' });
    const script = 'export SGLANG_DISAGGREGATION_QUEUE_SIZE=8\nSGLANG_DISAGGREGATION_QUEUE_SIZE=2 sglang serve --model dsv4-mini';
    expect(resolve(script).settings.queueCount.value).toBe(2);
  });

  it('lists what is not known and assumes the default for it', () => {
    const launch = serve('--page-size $PAGE');
    const { engine: config, unknown } = toEngineConfig(launch);
    expect(config.pageSizeTokens).toBe(256);
    expect(unknown).toEqual([{ setting: 'pageSizeTokens', by: '--page-size', text: '$PAGE', where: expect.anything(), assumed: '256' }]);
    expect(launch.problems.map(({ code }) => code)).toEqual(['unknown-value']);
  });
});

describe('problems', () => {
  const problems = (flags: string, variables = '') => serve(flags, variables).problems.map(({ code, nearest }) => [code, nearest]);

  it.each([
    ['--zzzzqqqq 4', '', 'unknown-flag', null],
    ['--enable-dp-attention-local-control-broadcast', '', 'unknown-flag', '--enable-dp-attention'],
    ['--disaggregation-m prefill', '', 'abbreviated-flag', '--disaggregation-mode'],
    ['stray', '', 'stray-word', null],
    ['$EXTRA', '', 'unknown-value', null],
    ['--config flags.yaml', '', 'file-not-read', null],
    ['', 'SGLANG_SOME_OTHER_THING=1', 'unknown-variable', null],
  ])('%s %s', (flags, variables, code, nearest) => {
    expect(problems(flags, variables)).toEqual([[code, nearest]]);
    expect(serve(flags, variables).findings).toEqual([]);
  });

  it('does not take the value of an unknown flag for anything else', () => {
    expect(serve('--no-such-flag 3 4 --tp 2').settings.tp.value).toBe(2);
    expect(problems('--no-such-flag 3 4 --tp 2')).toHaveLength(1);
  });

  it('leaves a bad value unknown rather than default', () => {
    expect(serve('--tp four').settings.tp).toMatchObject({ value: null, origin: 'unknown', text: 'four' });
  });

  it('accepts the flags of the server that shape nothing, with what they take', () => {
    expect(problems('--host 0.0.0.0 --port 30000 --log-requests --cuda-graph-bs 1 2 4 --watchdog-timeout 1e3 --chunked-prefill-size -1')).toEqual([]);
  });
});

describe('slips', () => {
  const told = (flags: string, variables = '') => {
    const { findings, problems } = serve(flags, variables);
    expect(problems).toEqual([]);
    return findings.map(({ id, severity, engine, message, mend }) => ({ id, severity, engine, message, mend }));
  };

  it.each([
    ['--disaggregation-transfer-backend moncake', 'argument-choice', "invalid choice: 'moncake' (choose from 'mooncake', ", 'Did you mean mooncake?'],
    ['--kv-cache-dtype=int3', 'argument-choice', "argument --kv-cache-dtype: invalid choice: 'int3'", 'takes one of auto'],
    ['--tp four', 'argument-number', "argument --tp: invalid int value: 'four'", 'takes an integer'],
    ['--mem-fraction-static 90%', 'argument-number', "argument --mem-fraction-static: invalid float value: '90%'", 'takes a number'],
    ['--tp', 'argument-missing', 'argument --tp: expected one argument', 'or leave --tp out'],
    ['--tp --pp 2', 'argument-missing', 'expected one argument', 'or leave --tp out'],
    ['--enable-dp-attention=1', 'argument-no-value', "ignored explicit argument '1'", 'takes no value'],
    ['--speculative-num 4', 'argument-ambiguous', 'could match --speculative-num-steps, --speculative-num-draft-tokens', 'Write in full'],
  ])('%s: the server’s parser refuses', (flags, id, words, mend) => {
    expect(told(flags)).toMatchObject([
      { id, severity: 'error', engine: 'refuses', message: expect.stringContaining(words), mend: expect.stringContaining(mend) },
    ]);
  });

  it.each([
    ['--page_size 128', '', 'argument-unrecognized', 'Did you mean --page-size?'],
    ['--page-sise 128', '', 'argument-unrecognized', 'Did you mean --page-size?'],
    ['--tp 0', '', 'argument-range', 'an integer of at least 1'],
    ['--swa-full-tokens-ratio 1.5', '', 'argument-range', 'a number of 0 to 1'],
    ['', 'SGLANG_OPT_USE_ONLINE_COMPRES=1', 'variable-unrecognized', 'Did you mean SGLANG_OPT_USE_ONLINE_COMPRESS?'],
    ['', 'SGLANG_DSV4_UNIFIED_KV=1', 'variable-unrecognized', 'for unified mode (ROCm) set SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton on both nodes'],
    ['', 'SGLANG_DSV4_COMPRESS_STATE_DTYPE=fp16', 'variable-value', 'takes one of float32'],
    ['', 'SGLANG_OPT_USE_ONLINE_COMPRESS=perhaps', 'variable-value', 'takes one of true'],
    ['', 'SGLANG_HACK_FLASHMLA_BACKEND=x', 'variable-value', 'unified_kv_triton'],
  ])('%s %s: a warning', (flags, variables, id, mend) => {
    const [only, ...others] = told(flags, variables);
    expect([only?.id, only?.severity, others]).toEqual([id, 'warning', []]);
    expect(only?.mend).toContain(mend);
    expect(only?.mend).not.toContain('UNIFIED_KV_FP8');
  });

  it('known values of the backend variable are none', () => {
    for (const value of ['unified_kv_triton', 'tilelang', 'kernel', 'triton']) expect(told('', `SGLANG_HACK_FLASHMLA_BACKEND=${value}`)).toEqual([]);
  });

  it('an abbreviation is read as the flag, as argparse has it', () => {
    const launch = serve('--speculative-algorithm EAGLE --speculative-num-steps 1 --speculative-num-draft-token 2');
    expect(launch.settings.draftTokens).toMatchObject({ value: 2, origin: 'flag', by: '--speculative-num-draft-tokens' });
    expect([launch.findings, launch.problems.map(({ code }) => code)]).toEqual([[], ['abbreviated-flag']]);
  });

  it('what is certain is put right, and nothing else', () => {
    const found = (flags: string) => {
      const [launch] = readLaunches(`sglang serve --model-path deepseek-ai/DeepSeek-V4-Flash ${flags}`, 'x');
      if (launch === undefined) throw new Error('one launch was to be found');
      return launch;
    };
    const words = (flags: string) =>
      respelled(found(flags))
        .words.slice(2)
        .map(({ text }) => text)
        .join(' ');
    expect(words('--page-sise=128 --disaggregation-m decod --speculative-num-draft-token 4')).toBe(
      '--page-size=128 --disaggregation-mode decode --speculative-num-draft-tokens 4',
    );
    expect(respelled(found('--disaggregation-mode=decod')).role).toBe('decode');
    // Four flags are as near; two choices are; a number is no slip of another.
    const kept = found('--xp-size 2 --kv-cache-dtype fp8_e4m2 --tp four');
    expect(respelled(kept)).toBe(kept);
  });
});

describe('the server’s rules', () => {
  it('speculation: EAGLE, NEXTN, defaults, and steps + 1', () => {
    expect(engine('').speculation).toBeNull();
    expect(engine('--speculative-algorithm EAGLE').speculation).toEqual({ algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 });
    expect(serve('--speculative-algorithm NEXTN').settings.speculativeAlgorithm).toMatchObject({ value: 'EAGLE', text: 'NEXTN' });
    expect(serve('--speculative-algorithm EAGLE --speculative-num-steps 1').settings.draftTokens).toMatchObject({ value: 2, origin: 'derived' });
    expect(serve('--speculative-algorithm EAGLE --speculative-num-draft-tokens 2').settings.draftTokens).toMatchObject({ value: 2, origin: 'flag' });
  });

  it('speculation: written draft tokens that the server changes', () => {
    const launch = serve('--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 1 --speculative-num-draft-tokens 8');
    expect(launch.settings.draftTokens.value).toBe(4);
    expect(launch.findings).toMatchObject([
      {
        id: 'spec-draft-tokens-adjusted',
        severity: 'warning',
        decode: '8',
        prefill: null,
        message: 'speculative_num_draft_tokens is adjusted to speculative_num_steps + 1 when speculative_eagle_topk == 1',
      },
    ]);
  });

  it.each([
    ['--speculative-algorithm EAGLE3', 'spec-only-eagle', 'Only EAGLE speculative algorithm is supported for DeepseekV4ForCausalLM'],
    [
      '--speculative-algorithm EAGLE --speculative-num-steps 3 --speculative-eagle-topk 2 --speculative-num-draft-tokens 8',
      'spec-topk',
      'Only EAGLE speculative algorithm with topk == 1 is supported for DeepseekV4ForCausalLM',
    ],
    ['--kv-cache-dtype fp8_e5m2', 'kv-dtype-unsupported', 'fp8_e5m2 is not supported for DeepseekV4ForCausalLM'],
  ])('refuses %s', (flags, id, message) => {
    expect(serve(flags).findings).toMatchObject([{ id, message, severity: 'error', engine: 'refuses', side: 'decode' }]);
  });

  it('resolves auto before it is compared', () => {
    expect(serve('--kv-cache-dtype auto').settings.kvCacheDtype).toMatchObject({ value: 'fp8_e4m3', origin: 'derived', text: 'auto' });
    expect(serve('--device npu').settings).toMatchObject({ kvCacheDtype: { value: 'bfloat16' }, pageSizeTokens: { value: 128 }, platform: { value: 'npu' } });
    expect(toEngineConfig(serve('--device npu')).extra.notSimulated).toEqual(['--device']);
  });

  it('is unified only with the one value of the variable', () => {
    expect(engine('', 'SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton').mode).toBe('unified');
    expect(engine('', 'SGLANG_HACK_FLASHMLA_BACKEND=tilelang').mode).toBe('paged');
    expect(engine('', 'SGLANG_HACK_FLASHMLA_BACKEND=unified_kv_triton SGLANG_OPT_USE_ONLINE_COMPRESS=1').onlineCompress).toBe(false);
    expect(engine('', 'SGLANG_OPT_USE_ONLINE_COMPRESS=yes SGLANG_EXPERIMENTAL_ONLINE_C128_MTP=True')).toMatchObject({
      onlineCompress: true,
      onlineC128Mtp: true,
    });
  });

  it('reserves extra slots on decode for small batches', () => {
    expect(engine('--max-running-requests 32').preallocSlots).toBe(64);
    expect(engine('--max-running-requests 33').preallocSlots).toBe(0);
    expect(engine('--max-running-requests 64 --dp 2')).toMatchObject({ maxRequests: 64, preallocSlots: 64 });
    expect(engine('--max-running-requests 32 --disaggregation-decode-extra-slots 5').preallocSlots).toBe(5);
    expect(toEngineConfig(serve('--max-running-requests 32 --disaggregation-mode prefill')).engine.preallocSlots).toBe(0);
  });

  it('divides tp by attention DP and CP', () => {
    expect(engine('--tp 8 --dp 2 --enable-dp-attention --attn-cp-size 2').grid).toEqual({ tp: 2, pp: 1, cp: 2 });
    expect(engine('--tp 8 --dp 2').grid).toEqual({ tp: 8, pp: 1, cp: 1 });
    expect(engine('--tp 8 --enable-prefill-cp').grid).toEqual({ tp: 1, pp: 1, cp: 8 });
  });

  it('cuts the pool at whole pages', () => {
    expect(engine('--max-total-tokens 1000').poolTokens).toBe(768);
  });

  it('takes the rest as it is given', () => {
    expect(engine('--dsv4-attn-backend trtllm --enable-deepseek-v4-fp4-indexer --page-size 128', 'SGLANG_DSV4_UNIFIED_KV_FP8=1')).toMatchObject({
      attentionBackend: 'trtllm',
      fp4Indexer: true,
      unifiedFp8: true,
      pageSizeTokens: 128,
    });
    const { extra } = toEngineConfig(serve('--disaggregation-transfer-backend mooncake_tcp --enable-hisparse --dcp-size 2', 'SGLANG_DISAGG_STAGING_BUFFER=1'));
    expect(extra).toMatchObject({ transferBackend: 'mooncake', stagingBuffer: true, dcp: 2, notSimulated: ['--enable-hisparse', '--dcp-size'] });
  });
});

describe('the model', () => {
  it.each([
    ['deepseek-ai/DeepSeek-V4-Flash', 'dsv4-flash'],
    ['/data/models/DeepSeek-V4-Pro/', 'dsv4-pro'],
    ['nvidia/DeepSeek-V4-Pro-NVFP4', 'dsv4-pro'],
    ['/root/.cache/huggingface/hub/models--deepseek-ai--DeepSeek-V4-Flash/snapshots/0f3a', 'dsv4-flash'],
    ['deepseek_v4_flash', 'dsv4-flash'],
    ['dsv4-mini', 'dsv4-mini'],
  ])('%s is %s', (path, name) => {
    expect(modelFromName(path)?.name).toBe(name);
  });

  it.each(['deepseek-ai/DeepSeek-V4.1-Flash', 'deepseek-ai/DeepSeek-V3', 'x/DeepSeek-V4-Flash-DSpark', '/models/v4', ''])('%s is not known', (path) => {
    expect(modelFromName(path)).toBeNull();
  });

  it('unknown is said, and a config.json tells', () => {
    const launch = resolve('sglang serve --model-path /models/v4 --disaggregation-mode prefill');
    expect(launch.model).toBeNull();
    expect(launch.settings.model).toMatchObject({ value: null, origin: 'unknown', text: '/models/v4' });
    expect(toEngineConfig(launch).unknown[0]).toMatchObject({ setting: 'model', assumed: 'dsv4-flash' });
    const config = {
      architectures: ['DeepseekV4ForCausalLM'],
      num_hidden_layers: 2,
      compress_ratios: [0, 4],
      qk_rope_head_dim: 64,
      head_dim: 512,
      index_head_dim: 128,
      sliding_window: 64,
      hidden_size: 128,
    };
    const told = resolve('sglang serve --model-path /models/v4 --disaggregation-mode prefill', { model: modelFromConfigJson(config, 'mine') });
    expect(told.settings.model.value).toBe('mine');
    expect(told.problems).toEqual([]);
    expect(toEngineConfig(told).engine.windowTokens).toBe(64);
  });
});
