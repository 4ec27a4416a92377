/**
 * @file From a node's settings to the constructor arguments of its pools, as the server derives them (golden vectors' README, "How the server derives
 * the sizes"; engine notes, sections 7 and 8).
 */
import { EngineError } from '../core/errors.ts';
import { alignDown, floorDiv } from '../core/units.ts';
import type { EngineConfig, PoolOverrides } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec } from '../model/modelSpec.ts';
import type { Dsv4PoolArgs, Dsv4PoolEnv } from './dsv4Args.ts';

/** What one pool is constructed from. */
export interface Dsv4PoolInputs {
  readonly args: Dsv4PoolArgs;
  readonly env: Dsv4PoolEnv;
}

/** A half-open range of absolute layers. */
export interface LayerRange {
  readonly start: number;
  readonly end: number;
}

/** Layers of one pipeline stage: an even split, the remainder one layer each to the last stages (`get_pp_indices` without a partition given by hand). */
export function pipelineStage(layers: number, ppRank: number, ppSize: number): LayerRange {
  const base = floorDiv(layers, ppSize);
  const firstLonger = ppSize - (layers % ppSize);
  const startOf = (rank: number) => rank * base + Math.max(0, rank - firstLonger);
  return { start: startOf(ppRank), end: startOf(ppRank + 1) };
}

/** Request slots of a node: rows of `req_to_token`. Slot 0 is padding; decode adds the requests that it preallocates. */
export function requestSlots(engine: EngineConfig, side: 'prefill' | 'decode'): number {
  return engine.maxRequests + 1 + (side === 'decode' ? engine.preallocSlots : 0);
}

/**
 * Inputs of the target pool and, on the last pipeline stage of a node that speculates with draft layers, of the draft pool. Each pool gets the node's
 * values and then its own overrides, so that an override of one alone sets the two apart.
 * @throws EngineError ZeroDivisionError for a window of 0
 */
export function dsv4PoolInputs(
  model: Dsv4ModelSpec,
  engine: EngineConfig,
  side: 'prefill' | 'decode',
  ppRank: number,
): { readonly target: Dsv4PoolInputs; readonly draft: Dsv4PoolInputs | null } {
  const slots = requestSlots(engine, side);
  const stage = pipelineStage(model.hiddenLayers, ppRank, engine.grid.pp);
  const draftLayers = ppRank === engine.grid.pp - 1 ? (engine.speculation?.draftLayers ?? 0) : 0;
  const target = { env: poolEnv(engine, engine.target), args: targetArgs(model, engine, slots, stage) };
  if (draftLayers === 0) return { target, draft: null };
  return { target, draft: { env: poolEnv(engine, engine.draft), args: draftArgs(model, engine, slots, draftLayers) } };
}

function poolEnv(engine: EngineConfig, overrides: PoolOverrides): Dsv4PoolEnv {
  return {
    revision: engine.revision,
    mode: overrides.mode ?? engine.mode,
    onlineCompress: engine.onlineCompress,
    onlineC128Mtp: engine.onlineC128Mtp,
    speculative: engine.speculation !== null,
    numDraftTokens: engine.speculation?.draftTokens ?? null,
    fp4Indexer: engine.fp4Indexer,
    dsv4AttnBackend: engine.attentionBackend,
    unifiedFp8: engine.unifiedFp8,
  };
}

/** What target and draft have in common: the node's pages, window, SWA tokens, slots and dtypes. */
function sharedArgs(model: Dsv4ModelSpec, engine: EngineConfig, slots: number, overrides: PoolOverrides) {
  const onlineMtp = engine.onlineCompress && engine.onlineC128Mtp && (overrides.mode ?? engine.mode) === 'paged';
  return {
    maxNumReqs: engine.maxRequests,
    numReqSlots: overrides.reqSlots ?? slots,
    swaSize: overrides.swaTokens ?? alignDown(Math.floor(engine.poolTokens * engine.swaRatio), engine.pageSizeTokens),
    pageSize: overrides.pageSizeTokens ?? engine.pageSizeTokens,
    swaPageSize: overrides.swaPageSizeTokens ?? engine.swaPageSizeTokens,
    slidingWindow: overrides.windowTokens ?? engine.windowTokens,
    kvDtype: overrides.kvDtype ?? engine.kvDtype,
    c4StateDtype: engine.stateDtype,
    c128StateDtype: engine.stateDtype,
    qkNopeHeadDim: model.qkNopeHeadDim,
    qkRopeHeadDim: model.qkRopeHeadDim,
    indexerHeadDim: model.indexHeadDim,
    enableHisparse: false,
    onlineMtpMaxDraftTokens: onlineMtp ? (engine.speculation?.draftTokens ?? 0) : 0,
  };
}

function targetArgs(model: Dsv4ModelSpec, engine: EngineConfig, slots: number, stage: LayerRange): Dsv4PoolArgs {
  const overrides = engine.target;
  const shared = sharedArgs(model, engine, slots, overrides);
  return {
    ...shared,
    c4Size: floorDiv(engine.poolTokens, 4),
    c128Size: floorDiv(engine.poolTokens, 128),
    c4StatePoolSize: overrides.c4StateRows ?? derivedC4StateRows(shared.swaSize, shared.slidingWindow, engine.speculation !== null),
    c128StatePoolSize: overrides.c128StateRows ?? 0,
    compressionRatios: overrides.compressRatios ?? model.compressRatios,
    layerNum: stage.end - stage.start,
    startLayer: stage.start,
    endLayer: stage.end,
  };
}

/** One ring for each window that fits the SWA pool: twice the rows that can be reached when a page is two windows. */
function derivedC4StateRows(swaTokens: number, windowTokens: number, speculative: boolean): number {
  if (windowTokens === 0) throw new EngineError('ZeroDivisionError', 'integer division or modulo by zero');
  return floorDiv(swaTokens, windowTokens) * (speculative ? 16 : 8);
}

/** The draft (NextN) model keeps window KV only: ratio 0 in every layer, nothing compressed. */
function draftArgs(model: Dsv4ModelSpec, engine: EngineConfig, slots: number, draftLayers: number): Dsv4PoolArgs {
  const overrides = engine.draft;
  const compressionRatios = overrides.compressRatios ?? new Array<number>(draftLayers).fill(0);
  return {
    ...sharedArgs(model, engine, slots, overrides),
    c4Size: 0,
    c128Size: 0,
    c4StatePoolSize: overrides.c4StateRows ?? 0,
    c128StatePoolSize: overrides.c128StateRows ?? 0,
    compressionRatios,
    layerNum: compressionRatios.length,
    startLayer: 0,
    endLayer: compressionRatios.length,
  };
}
