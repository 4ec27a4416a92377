/**
 * @file A launch to settings, by the rules that the server itself applies to DeepSeek-V4: its argument hooks of 2026-08 and the hook for
 * prefill/decode servers. A flag goes before a variable, a variable before a default.
 */
import type { Where } from '../core/errors.ts';
import type { AttentionBackend, KvDtype, PoolMode, StateDtype } from '../model/engineConfig.ts';
import { completeEngineConfig } from '../model/engineDefaults.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import { MODEL_PRESETS } from '../model/presets.ts';
import { readArguments } from './arguments.ts';
import type { LaunchFound, LaunchProblem, Role } from './launch.ts';
import type { LaunchSettings, Platform, Setting } from './launchSettings.ts';
import { maskText } from './mask.ts';
import { modelFromName } from './modelName.ts';
import { overrideModel, parseOverrides } from './modelOverrides.ts';
import { SettingReader } from './settingReader.ts';
import { resolveSpeculation } from './speculation.ts';
import { finding, type LaunchFinding } from './startFindings.ts';
import { UNIFIED_BACKEND } from './variables.ts';

/** What the user says beside the launch. */
export interface ResolveOptions {
  /** From a config.json; goes before the name. */
  readonly model?: Dsv4ModelSpec | null | undefined;
  /** The side that the launch is given for. */
  readonly side?: Role | undefined;
}

/** The server's own name of the architecture, as its messages have it. */
const ARCHITECTURE = 'DeepseekV4ForCausalLM';
/** `ServerArgs.chunked_prefill_size` goes by GPU memory; this is what prefill servers of the recipes use, and what staging falls back to. */
const CHUNK_TOKENS = 8192;

/**
 * Resolves every setting of a launch. Never throws: bad values and unknown ones are in `problems`, refusals of the server in `findings`.
 */
export function resolveLaunch(launch: LaunchFound, options: ResolveOptions = {}): LaunchSettings {
  const { given, accepted, problems: argumentProblems, findings: argumentFindings } = readArguments(launch);
  const read = new SettingReader(given);
  const problems: LaunchProblem[] = [...launch.problems, ...argumentProblems];
  const findings: LaunchFinding[] = [];

  const role = roleSetting(read);
  const side = options.side ?? role.value ?? 'decode';
  const path = read.text('modelPath', null, 'no --model-path is given');
  const named = options.model ?? (path.value === null ? null : modelFromName(path.value));
  const overridden = overriddenModel(read, named);
  const { model } = overridden;
  problems.push(...overridden.problems);
  const defaults = completeEngineConfig(side, model ?? MODEL_PRESETS['dsv4-flash']);

  const unifiedBackend = read.text('unifiedBackend', null, null);
  const device = read.text('device', null, null);
  const platform = platformSetting(device, unifiedBackend);
  const isNpu = platform.value === 'npu';
  const mode = read.mapped<PoolMode, string>(unifiedBackend, (value) => (value === UNIFIED_BACKEND ? 'unified' : 'paged'), {
    value: 'paged',
    note: `unified only on ROCm with SGLANG_HACK_FLASHMLA_BACKEND=${UNIFIED_BACKEND}`,
  });

  const maxRunningRequests = read.number('maxRunningRequests', defaults.maxRequests, 'DeepSeek-V4 hook');
  const dp = read.number('dp', 1, 'ServerArgs');
  const dpAttention = read.switch('dpAttention');
  const attnDp = dpAttention.value === true ? (dp.value ?? 1) : 1;
  const maxRequests =
    attnDp === 1 && dpAttention.origin !== 'unknown' && dp.origin !== 'unknown'
      ? maxRunningRequests
      : read.derived(
          Math.max(1, Math.floor((maxRunningRequests.value ?? defaults.maxRequests) / attnDp)),
          'max_running_requests // dp_size, under DP attention',
          [maxRunningRequests, dp, dpAttention],
        );

  const tp = read.number('tp', 1, 'ServerArgs');
  const prefillCp = read.switch('prefillCp');
  const attnCp = attnCpSetting(read, prefillCp, tp, attnDp);
  const attnTp = read.derived(
    Math.max(1, Math.floor((tp.value ?? 1) / attnDp / (attnCp.value ?? 1))),
    'tp_size / (dp_size under DP attention) / attn_cp_size',
    [tp, dp, dpAttention, attnCp],
  );

  const kvCacheDtype = kvCacheDtypeSetting(read, isNpu);
  const speculation = resolveSpeculation(read, model, side);
  findings.push(...[...argumentFindings, ...speculation.findings].map((facts) => finding(side, facts)));
  if (kvCacheDtype.value !== null && kvDtypeOf(kvCacheDtype.value) === null) {
    findings.push(
      finding(side, {
        id: 'kv-dtype-unsupported',
        value: kvCacheDtype.value,
        message: `${kvCacheDtype.value} is not supported for ${ARCHITECTURE}`,
        mend: 'Leave --kv-cache-dtype out, or set it to fp8_e4m3.',
        edits: [{ setting: 'kvCacheDtype', value: null }],
      }),
    );
  }
  if (model === null) problems.push(modelProblem(path, launch));
  const draft = read.text('draftModelPath', null, null);
  const draftModel = speculation.settings.speculativeAlgorithm.value === null || draft.value === path.value ? null : draft.text;
  if (draftModel !== null) problems.push(draftProblem(draftModel, draft.where ?? launch.where));

  return {
    side,
    model,
    draftModel,
    overrides: { fields: overridden.fields, windowTokens: named?.windowTokens ?? null },
    settings: {
      role,
      model: modelSetting(path, model, options),
      modelOverrides: overridden.setting,
      platform,
      mode,
      pageSizeTokens: read.number('pageSizeTokens', isNpu ? 128 : defaults.pageSizeTokens, 'DeepSeek-V4 hook'),
      maxRunningRequests,
      maxRequests,
      extraSlots: extraSlotsSetting(read, side, maxRunningRequests, dp),
      poolTokens: read.assumed('poolTokens', defaults.poolTokens, "a stand-in: the server goes by free memory, and the pool's size shapes no item"),
      swaRatio: read.number('swaRatio', defaults.swaRatio, 'DeepSeek-V4 hook'),
      kvCacheDtype,
      kvDtype: read.mapped<KvDtype, string>(kvCacheDtype, kvDtypeOf, { value: defaults.kvDtype, note: 'DeepSeek-V4 hook' }),
      stateDtype: read.mapped<StateDtype, string>(read.text('stateDtype', null, null), (text) => (text.startsWith('b') ? 'bfloat16' : 'float32'), {
        value: defaults.stateDtype,
        note: 'environment default',
      }),
      attentionBackend: read.mapped<AttentionBackend, string>(
        read.text('dsv4AttentionBackend', null, null),
        (text) => (text === 'trtllm' ? 'trtllm' : 'flashmla'),
        { value: defaults.attentionBackend, note: 'DeepSeek-V4 hook' },
      ),
      fp4Indexer: read.switch('fp4Indexer'),
      unifiedFp8: read.switch('unifiedFp8'),
      onlineCompress: read.switch('onlineCompress'),
      onlineC128Mtp: read.switch('onlineC128Mtp'),
      ...speculation.settings,
      tp,
      attnTp,
      attnCp,
      pp: read.number('pp', 1, 'ServerArgs'),
      dp,
      dpAttention,
      ep: read.number('ep', 1, 'ServerArgs'),
      dcp: read.number('dcp', 1, 'ServerArgs'),
      transferBackend: transferSetting(read),
      stagingBuffer: read.switch('stagingBuffer'),
      stagingPoolMegabytes: read.number('stagingPoolMegabytes', 4096, 'environment default'),
      queueCount: read.number('queueCount', 4, 'environment default'),
      threadPoolSize: read.number('threadPoolSize', null, 'min(max(4, cores / 2 // 8), 12)'),
      chunkedPrefillTokens: read.assumed('chunkedPrefillTokens', CHUNK_TOKENS, 'assumed: the server goes by GPU memory'),
      contextTokens: read.number('contextTokens', null, "the model's"),
      allCpRanksTransfer: read.switch('allCpRanksTransfer'),
      forceQueryDpRank: read.switch('forceQueryDpRank'),
      prefillCp,
      cacheLayerSplit: read.switch('cacheLayerSplit'),
      radixCacheOff: read.switch('radixCacheOff'),
      decodeRadixCache: read.switch('decodeRadixCache'),
      hierarchicalCache: read.switch('hierarchicalCache'),
      hisparse: read.switch('hisparse'),
      unifiedMemory: read.switch('unifiedMemory'),
      hybridSwaOff: read.switch('hybridSwaOff'),
      loadBalance: read.text('loadBalance', 'auto', 'ServerArgs'),
    },
    accepted,
    problems,
    findings,
  };
}

function roleSetting(read: SettingReader): Setting<Role> {
  const role = read.text('role', null, 'no --disaggregation-mode is given: the server serves both phases itself');
  return { ...role, value: role.value === 'prefill' || role.value === 'decode' ? role.value : null };
}

function modelSetting(path: Setting<string>, model: Dsv4ModelSpec | null, options: ResolveOptions): Setting<string> {
  if (options.model)
    return { ...path, value: options.model.name, origin: path.origin === 'unknown' ? 'derived' : path.origin, note: 'from the config.json given' };
  if (model !== null) return { ...path, value: model.name, note: 'known by its name' };
  return { ...path, value: null, origin: 'unknown', note: path.text === null ? path.note : 'no model known by this name' };
}

function modelProblem(path: Setting<string>, launch: LaunchFound): LaunchProblem {
  return {
    code: 'unknown-value',
    what: path.text === null ? 'no --model-path is given, so the model is not known' : `the model is not known by the name ${path.text}`,
    where: path.where ?? launch.where,
    nearest: null,
    mend: "Give the model's config.json.",
  };
}

/** The model as the server has it once its overrides are applied. */
function overriddenModel(read: SettingReader, named: Dsv4ModelSpec | null) {
  const setting = read.text('modelOverrides', null, null);
  const { value, where } = setting;
  const nothing = (problems: readonly LaunchProblem[] = []) => ({ model: named, fields: {}, setting, problems });
  if (value === null || where === null) return nothing();
  const problem = (what: string, mend: string | null, nearest: string | null = null): LaunchProblem => ({
    code: nearest === null ? 'unknown-value' : 'bad-value',
    what: `--json-model-override-args: ${what}`,
    where,
    nearest,
    mend,
  });
  const unknown: Setting<string> = { ...setting, value: null, origin: 'unknown', note: 'not applied' };
  const fields = parseOverrides(value);
  if (fields === null) return { ...nothing([problem('this is no JSON object', `Write a JSON object, such as '{"sliding_window": 128}'.`)]), setting: unknown };
  if (named === null)
    return { ...nothing([problem('the model is not known, so nothing is applied', "Give the model's config.json.")]), fields, setting: unknown };
  const { model, applied, problems } = overrideModel(named, fields);
  const text = maskText(JSON.stringify(applied));
  return {
    model,
    fields,
    setting: { ...setting, value: text, text },
    problems: problems.map(({ what, nearest, mend }) => problem(maskText(what), mend, nearest)),
  };
}

/** A draft model of its own has a config of its own, which nobody gives. */
function draftProblem(draftModel: string, where: Where): LaunchProblem {
  return {
    code: 'unknown-value',
    what: `the config of the draft model ${draftModel} is not known: its window, pages and layers are taken to be those of the model's own NextN layers`,
    where,
    nearest: null,
    mend: 'Its config is not read here (--config is the model’s): see that it has the model’s sliding_window, and compress_ratios of 0. If a node refused to start, give what it said as well: --message TEXT.',
  };
}

/** Only the AMD build has unified mode, so that the variable tells the platform. */
function platformSetting(device: Setting<string>, unifiedBackend: Setting<string>): Setting<Platform> {
  if (device.value === 'npu') return { ...device, value: 'npu' };
  if (unifiedBackend.value === UNIFIED_BACKEND) return { ...unifiedBackend, value: 'rocm', origin: 'derived', note: 'unified mode is of ROCm only' };
  return { value: 'cuda', origin: 'default', by: null, text: null, where: null, note: 'nothing says otherwise' };
}

/** `validate_deepseek_v4_cp`: with prefill CP all of tp beyond DP attention becomes the CP group. */
function attnCpSetting(read: SettingReader, prefillCp: Setting<boolean>, tp: Setting<number>, attnDp: number): Setting<number> {
  const given = read.number('attnCp', 1, 'ServerArgs');
  if (given.origin !== 'default' || prefillCp.value !== true) return given;
  return read.derived(Math.max(1, Math.floor((tp.value ?? 1) / attnDp)), 'tp_size / attention DP size, with prefill CP', [prefillCp, tp]);
}

/** `handle_pd_disaggregation`: decode reserves twice the per-worker batch where that batch is at most 32. */
function extraSlotsSetting(read: SettingReader, side: Role, running: Setting<number>, dp: Setting<number>): Setting<number> {
  const given = read.number('extraSlots', 0, 'prefill has none');
  if (side === 'prefill') return { value: 0, origin: 'default', by: null, text: null, where: null, note: 'prefill has none' };
  if (given.origin !== 'default') return given;
  const perWorker = Math.floor((running.value ?? 0) / Math.max(1, dp.value ?? 1));
  return read.derived(perWorker <= 32 ? 2 * perWorker : 0, `2 x per-worker batch where that is at most 32: ${perWorker} a worker`, [running, dp]);
}

/** `auto` becomes what the hook sets, before anything compares it. */
function kvCacheDtypeSetting(read: SettingReader, isNpu: boolean): Setting<string> {
  const byDefault = isNpu ? 'bfloat16' : 'fp8_e4m3';
  const given = read.text('kvCacheDtype', byDefault, 'auto, by the DeepSeek-V4 hook');
  return given.value === 'auto' ? { ...given, value: byDefault, origin: 'derived', note: 'auto, by the DeepSeek-V4 hook' } : given;
}

/** The hook asserts that the resolved name is one of these two, exactly: `bf16` is not `bfloat16`. */
function kvDtypeOf(text: string): KvDtype | null {
  return text === 'fp8_e4m3' || text === 'bfloat16' ? text : null;
}

function transferSetting(read: SettingReader): Setting<string> {
  const given = read.text('transferBackend', 'mooncake', 'ServerArgs');
  return given.value === 'mooncake_tcp' ? { ...given, value: 'mooncake', note: 'mooncake with MC_FORCE_TCP=1' } : given;
}
