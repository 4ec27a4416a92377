/**
 * @file The numbers of a DeepSeek-V4 pool that precede its buffers: stage, slots, rings. Rules of the golden vectors' README, both revisions.
 */
import { EngineError } from '../core/errors.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';

/** One layer of a pipeline stage. */
export interface StageLayer {
  /** Absolute layer number. */
  readonly layer: number;
  /** Place in the stage, from 0. */
  readonly place: number;
  /** 0 (window only), 4 or 128; anything else is refused further on. */
  readonly ratio: number;
}

/** The unified mode's SWA ring: rows at the head of every layer's buffer. */
export interface UnifiedRing {
  readonly windowTokens: number;
  /** Rows a slot: the window, and the draft tokens that a verify step writes ahead. */
  readonly ringRows: number;
  /** Rows of all slots; the engine calls them pages (`unified_swa_pages`). */
  readonly swaPages: number;
}

/** What a pool derives from its arguments before it allocates. */
export interface Dsv4Geometry {
  readonly numReqSlots: number;
  /** Absolute layer range of the stage, end exclusive. */
  readonly stageStart: number;
  readonly stageEnd: number;
  readonly layers: readonly StageLayer[];
  readonly kvStartLayer: number;
  /** The given end (exclusive), or `layerNum - 1` (inclusive) when none is given: the engine's quirk. */
  readonly kvEndLayer: number;
  /** Rows of a C4 state ring, and of a C128 state ring (1 = online). */
  readonly ringSizeC4: number;
  readonly ringSizeC128: number;
  /** Rows of C4 state asked for, before padding. */
  readonly c4StateRows: number;
  /** Rows of request state asked for, before padding. */
  readonly c128StateSlots: number;
  /** What addresses C4 state: the SWA page of a token, or the request's slot (unified from 2026-09). */
  readonly c4StateAddress: 'swa-page' | 'slot';
  /** Online C128 is in effect: never in unified mode, which exists on ROCm only. */
  readonly onlineC128: boolean;
  /** `null` in paged mode. */
  readonly unified: UnifiedRing | null;
}

/**
 * Derives the geometry, with the constructor's first checks in its order.
 * @throws EngineError AssertionError for online C128 with speculation and for page sizes that do not divide; TypeError for unified speculation
 *   without a draft-token count
 */
export function dsv4Geometry(args: Dsv4PoolArgs, env: Dsv4PoolEnv): Dsv4Geometry {
  const unifiedMode = env.mode === 'unified';
  const onlineC128 = env.onlineCompress && !unifiedMode;
  if (onlineC128 && env.speculative && !env.onlineC128Mtp) throw new EngineError('AssertionError', 'online c128 does not support MTP');
  const numReqSlots = args.numReqSlots ?? args.maxNumReqs + 1;
  const ringSizeC4 = env.speculative ? 16 : 8;
  const ringSizeC128 = onlineC128 ? 1 : env.speculative ? 256 : 128;
  const c4StateAddress = unifiedMode && env.revision === '2026-09' ? 'slot' : 'swa-page';
  const { start, end } = stageOf(args);
  if (args.swaPageSize === 0) throw new EngineError('ZeroDivisionError', 'integer modulo by zero');
  if (args.pageSize % args.swaPageSize !== 0) throw new EngineError('AssertionError', '');
  return {
    numReqSlots,
    stageStart: start,
    stageEnd: end,
    layers: args.compressionRatios.slice(start, end).map((ratio, place) => ({ layer: start + place, place, ratio })),
    kvStartLayer: args.startLayer ?? 0,
    kvEndLayer: args.endLayer === null || args.endLayer === 0 ? args.layerNum - 1 : args.endLayer,
    ringSizeC4,
    ringSizeC128,
    c4StateRows: c4StateAddress === 'slot' ? numReqSlots * ringSizeC4 : args.c4StatePoolSize,
    c128StateSlots: Math.max(args.c128StatePoolSize, numReqSlots * ringSizeC128),
    c4StateAddress,
    onlineC128,
    unified: unifiedMode ? unifiedRing(args, env, numReqSlots) : null,
  };
}

/** The given range counts only when both ends are given and the list reaches that far; else the whole list. */
function stageOf(args: Dsv4PoolArgs): { start: number; end: number } {
  const whole = args.compressionRatios.length;
  if (args.startLayer === null || args.endLayer === null || args.endLayer > whole) return { start: 0, end: whole };
  return { start: args.startLayer, end: args.endLayer };
}

function unifiedRing(args: Dsv4PoolArgs, env: Dsv4PoolEnv, numReqSlots: number): UnifiedRing {
  if (env.speculative && env.numDraftTokens === null) {
    throw new EngineError('TypeError', "unsupported operand type(s) for -: 'NoneType' and 'int'");
  }
  const ahead = env.speculative && env.numDraftTokens !== null ? env.numDraftTokens - 1 : 0;
  const ringRows = args.slidingWindow + ahead;
  return { windowTokens: args.slidingWindow, ringRows, swaPages: numReqSlots * ringRows };
}
