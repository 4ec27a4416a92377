/**
 * @file Resolved settings to what the rest of the product works on: an EngineConfig, what of a launch lies outside it, and what had to be assumed.
 */
import type { Where } from '../core/errors.ts';
import { alignDown } from '../core/units.ts';
import { type EngineConfig, type Revision, TRANSFER_BACKENDS } from '../model/engineConfig.ts';
import { completeEngineConfig } from '../model/engineDefaults.ts';
import { MODEL_PRESETS } from '../model/presets.ts';
import type { LaunchSettings, Platform, Setting, SettingTable } from './launchSettings.ts';

/** What of a launch the checks need beside the EngineConfig. */
export interface LaunchExtra {
  readonly platform: Platform;
  readonly transferBackend: string;
  /** `kv_cache_dtype` as the handshake compares it. */
  readonly kvCacheDtype: string;
  readonly stagingBuffer: boolean;
  readonly stagingPoolMegabytes: number;
  readonly queueCount: number;
  /** Null: as the server derives it from the cores it has. */
  readonly threadPoolSize: number | null;
  readonly chunkedPrefillTokens: number;
  readonly tp: number;
  readonly dp: number;
  readonly dpAttention: boolean;
  readonly dcp: number;
  readonly prefillCp: boolean;
  readonly allCpRanksTransfer: boolean;
  readonly forceQueryDpRank: boolean;
  readonly cacheLayerSplit: boolean;
  readonly decodeRadixCache: boolean;
  readonly loadBalance: string;
  /** What is switched on and changes the layout in ways that are not simulated, by flag or variable. */
  readonly notSimulated: readonly string[];
}

/** A setting whose value is not known, and what stands in for it. */
export interface Assumption {
  readonly setting: keyof SettingTable;
  readonly by: string | null;
  /** As written, masked. */
  readonly text: string | null;
  readonly where: Where | null;
  /** What is taken in its place: what the setting holds all the same (such as the other node's value), else the server's default. */
  readonly assumed: string;
}

/** A setting's value, or what stands in for it. */
type Known = <K extends keyof SettingTable>(name: K, standIn: NonNullable<SettingTable[K]['value']>) => NonNullable<SettingTable[K]['value']>;

/**
 * The engine that a launch starts. Settings that are not known take the server's default and are listed in `unknown`, so that a caller can say so or
 * refuse. Where the model is not known the engine is that of DeepSeek-V4-Flash, and `unknown` says so first.
 * @param revision which state of the engine is imitated; a launch does not tell
 */
export function toEngineConfig(
  launch: LaunchSettings,
  revision: Revision = '2026-08',
): { readonly engine: EngineConfig; readonly extra: LaunchExtra; readonly unknown: readonly Assumption[] } {
  const { settings, side } = launch;
  const model = launch.model ?? MODEL_PRESETS['dsv4-flash'];
  const defaults = completeEngineConfig(side, model, { revision });
  const unknown: Assumption[] = [];
  if (launch.model === null) unknown.push({ ...assumption('model', settings.model), assumed: model.name });
  const known: Known = (name, standIn) => {
    const setting = settings[name];
    if (setting.origin === 'unknown') unknown.push({ ...assumption(name, setting), assumed: String(setting.value ?? standIn) });
    return setting.value ?? standIn;
  };
  const dp = known('dp', 1);
  const pageSizeTokens = known('pageSizeTokens', defaults.pageSizeTokens);
  const maxRequests = known('maxRequests', defaults.maxRequests);
  const platform = known('platform', 'cuda');
  const transferBackend = known('transferBackend', 'mooncake');
  const allCpRanksTransfer = known('allCpRanksTransfer', false);
  const engine = completeEngineConfig(side, model, {
    revision,
    mode: known('mode', defaults.mode),
    pageSizeTokens,
    maxRequests,
    preallocSlots: known('extraSlots', 0),
    // The server cuts its pools at whole pages.
    poolTokens: alignDown(known('poolTokens', defaults.poolTokens), pageSizeTokens),
    swaRatio: known('swaRatio', defaults.swaRatio),
    speculation: speculationOf(settings, known),
    // The server leaves online compression off on ROCm, whatever the variable says.
    onlineCompress: known('onlineCompress', false) && platform !== 'rocm',
    onlineC128Mtp: known('onlineC128Mtp', false),
    fp4Indexer: known('fp4Indexer', false),
    attentionBackend: known('attentionBackend', defaults.attentionBackend),
    unifiedFp8: known('unifiedFp8', false),
    kvDtype: known('kvDtype', defaults.kvDtype),
    stateDtype: known('stateDtype', defaults.stateDtype),
    grid: { tp: known('attnTp', 1), pp: known('pp', 1), cp: known('attnCp', 1) },
    // Ascend's transport is a subclass of Mooncake's.
    backend: TRANSFER_BACKENDS.find((backend) => backend === transferBackend) ?? 'mooncake',
    allCpRanksTransfer,
  });
  const extra: LaunchExtra = {
    platform,
    transferBackend,
    kvCacheDtype: known('kvCacheDtype', defaults.kvDtype),
    stagingBuffer: known('stagingBuffer', false),
    stagingPoolMegabytes: known('stagingPoolMegabytes', 4096),
    queueCount: known('queueCount', 4),
    threadPoolSize: settings.threadPoolSize.value,
    chunkedPrefillTokens: known('chunkedPrefillTokens', 8192),
    tp: known('tp', 1),
    dp,
    dpAttention: known('dpAttention', false),
    dcp: known('dcp', 1),
    prefillCp: known('prefillCp', false),
    allCpRanksTransfer,
    forceQueryDpRank: known('forceQueryDpRank', false),
    cacheLayerSplit: known('cacheLayerSplit', false),
    decodeRadixCache: known('decodeRadixCache', false),
    loadBalance: known('loadBalance', 'auto'),
    notSimulated: notSimulated(settings),
  };
  return { engine, extra, unknown };
}

function assumption(setting: keyof SettingTable, { by, text, where }: Setting<unknown>): Omit<Assumption, 'assumed'> {
  return { setting, by, text, where };
}

/** Without an algorithm no ring widens; with one that the server refuses the rings are as they would be. */
function speculationOf(settings: SettingTable, known: Known): EngineConfig['speculation'] {
  if (settings.speculativeAlgorithm.origin === 'unknown') known('speculativeAlgorithm', 'none');
  if (settings.speculativeAlgorithm.value === null) return null;
  return { algorithm: 'EAGLE', draftTokens: known('draftTokens', 4), draftLayers: known('draftLayers', 1) };
}

function notSimulated(settings: SettingTable): string[] {
  const { hisparse, unifiedMemory, hybridSwaOff, cacheLayerSplit, dcp, platform, transferBackend } = settings;
  const on = [hisparse, unifiedMemory, hybridSwaOff, cacheLayerSplit].filter(({ value }) => value === true);
  const grouped = [dcp].filter(({ value }) => value !== null && value > 1);
  const foreign = [platform, transferBackend].filter(({ value }) => value === 'npu' || value === 'ascend');
  return [...on, ...grouped, ...foreign].flatMap(({ by }) => by ?? []);
}
