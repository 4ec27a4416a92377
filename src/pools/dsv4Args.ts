/**
 * @file What a DeepSeek-V4 pool is constructed from: the constructor arguments of `DeepSeekV4TokenToKVPool` in camel case, and the process-wide
 * settings that it reads beside them. Names and nulls are those of the golden vectors.
 */
import type { AttentionBackend, KvDtype, PoolMode, Revision, StateDtype } from '../model/engineConfig.ts';

/** Constructor arguments. `null` is None: the argument was not given. */
export interface Dsv4PoolArgs {
  readonly maxNumReqs: number;
  /** SWA tokens. */
  readonly swaSize: number;
  /** C4 tokens on the device: full tokens / 4, or the hot budget under HiSparse. */
  readonly c4Size: number;
  /** C128 tokens: full tokens / 128; the indexer and unified C4 rows are sized from it too. */
  readonly c128Size: number;
  /** Rows asked for, before ring, sentinel and padding. */
  readonly c4StatePoolSize: number;
  readonly c128StatePoolSize: number;
  /** Tokens of a full page. */
  readonly pageSize: number;
  readonly swaPageSize: number;
  readonly kvDtype: KvDtype;
  readonly c4StateDtype: StateDtype;
  readonly c128StateDtype: StateDtype;
  readonly qkNopeHeadDim: number;
  readonly qkRopeHeadDim: number;
  readonly indexerHeadDim: number;
  /** The whole model's list, NextN entries at its end included. */
  readonly compressionRatios: readonly number[];
  /** Feeds only `kvEndLayer`. */
  readonly layerNum: number;
  readonly slidingWindow: number;
  /** Pipeline stage, end exclusive. */
  readonly startLayer: number | null;
  readonly endLayer: number | null;
  readonly enableHisparse: boolean;
  readonly onlineMtpMaxDraftTokens: number;
  /** Request slots; 0 counts as given. */
  readonly numReqSlots: number | null;
}

/** Settings of the process that a pool reads: revision of the code, mode, environment switches, speculation. */
export interface Dsv4PoolEnv {
  readonly revision: Revision;
  readonly mode: PoolMode;
  /** `SGLANG_OPT_USE_ONLINE_COMPRESS` as set; it takes effect in paged mode only. */
  readonly onlineCompress: boolean;
  /** `SGLANG_EXPERIMENTAL_ONLINE_C128_MTP`. */
  readonly onlineC128Mtp: boolean;
  /** A speculative algorithm is configured. */
  readonly speculative: boolean;
  readonly numDraftTokens: number | null;
  readonly fp4Indexer: boolean;
  readonly dsv4AttnBackend: AttentionBackend;
  /** `SGLANG_DSV4_UNIFIED_KV_FP8`; unknown to 2026-08. */
  readonly unifiedFp8: boolean;
}
