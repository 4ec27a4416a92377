/**
 * @file The settings of a launch as they are resolved: each with its value, where it came from, and where it stands.
 */
import type { Where } from '../core/errors.ts';
import type { AttentionBackend, KvDtype, PoolMode, StateDtype } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import type { Accepted } from './arguments.ts';
import type { LaunchProblem, Role } from './launch.ts';
import type { ConfigFields } from './modelOverrides.ts';
import type { LaunchFinding } from './startFindings.ts';

/** Where a value came from. `derived`: by the server's own rules from other settings, or assumed, as `note` then says. */
export type Origin = 'flag' | 'variable' | 'default' | 'derived' | 'unknown';

/** One setting. */
export interface Setting<T> {
  /** Null where it is unknown, or where the server itself has none. */
  readonly value: T | null;
  readonly origin: Origin;
  /** The flag or variable that gives it, as written. */
  readonly by: string | null;
  /** What is written, masked. */
  readonly text: string | null;
  readonly where: Where | null;
  /** Whose default it is, how it was derived, or why it is not known. */
  readonly note: string | null;
}

/** The platforms whose rules differ. */
export type Platform = 'cuda' | 'rocm' | 'npu';

/** Every setting by name; the order is that of printing. */
export interface SettingTable {
  readonly role: Setting<Role>;
  readonly model: Setting<string>;
  /** Overrides of the model's config that shape memory, as JSON. */
  readonly modelOverrides: Setting<string>;
  readonly platform: Setting<Platform>;
  readonly mode: Setting<PoolMode>;
  readonly pageSizeTokens: Setting<number>;
  /** `--max-running-requests`, of the whole server. */
  readonly maxRunningRequests: Setting<number>;
  /** Of one worker: divided by dp under DP attention. */
  readonly maxRequests: Setting<number>;
  readonly extraSlots: Setting<number>;
  readonly poolTokens: Setting<number>;
  readonly swaRatio: Setting<number>;
  /** As the handshake compares it, a text. */
  readonly kvCacheDtype: Setting<string>;
  readonly kvDtype: Setting<KvDtype>;
  readonly stateDtype: Setting<StateDtype>;
  readonly attentionBackend: Setting<AttentionBackend>;
  readonly fp4Indexer: Setting<boolean>;
  readonly unifiedFp8: Setting<boolean>;
  readonly onlineCompress: Setting<boolean>;
  readonly onlineC128Mtp: Setting<boolean>;
  readonly speculativeAlgorithm: Setting<string>;
  readonly speculativeSteps: Setting<number>;
  readonly speculativeTopk: Setting<number>;
  readonly draftTokens: Setting<number>;
  readonly draftLayers: Setting<number>;
  readonly tp: Setting<number>;
  readonly attnTp: Setting<number>;
  readonly attnCp: Setting<number>;
  readonly pp: Setting<number>;
  readonly dp: Setting<number>;
  readonly dpAttention: Setting<boolean>;
  readonly ep: Setting<number>;
  readonly dcp: Setting<number>;
  readonly transferBackend: Setting<string>;
  readonly stagingBuffer: Setting<boolean>;
  readonly stagingPoolMegabytes: Setting<number>;
  readonly queueCount: Setting<number>;
  readonly threadPoolSize: Setting<number>;
  readonly chunkedPrefillTokens: Setting<number>;
  readonly contextTokens: Setting<number>;
  readonly allCpRanksTransfer: Setting<boolean>;
  readonly forceQueryDpRank: Setting<boolean>;
  readonly prefillCp: Setting<boolean>;
  readonly cacheLayerSplit: Setting<boolean>;
  readonly radixCacheOff: Setting<boolean>;
  readonly decodeRadixCache: Setting<boolean>;
  readonly hierarchicalCache: Setting<boolean>;
  readonly hisparse: Setting<boolean>;
  readonly unifiedMemory: Setting<boolean>;
  readonly hybridSwaOff: Setting<boolean>;
  readonly loadBalance: Setting<string>;
}

/** A launch, resolved. */
export interface LaunchSettings {
  /** The side it is resolved for: as asked, else as `--disaggregation-mode` says, else decode. */
  readonly side: Role;
  /** Null where neither its name nor a config.json tells. */
  readonly model: Dsv4ModelSpec | null;
  /** What `--json-model-override-args` holds, and the window that the model has without it. */
  readonly overrides: { readonly fields: ConfigFields; readonly windowTokens: number | null };
  /** `--speculative-draft-model-path` where it names another model than the target's; masked. */
  readonly draftModel: string | null;
  readonly settings: SettingTable;
  /** Read, but of no bearing on memory. */
  readonly accepted: readonly Accepted[];
  readonly problems: readonly LaunchProblem[];
  /** What the server itself would refuse or change at its start, with its words. */
  readonly findings: readonly LaunchFinding[];
}
