/**
 * @file One rank as its node starts it: pools constructed, addresses assigned, everything registered; or the error that ends the start.
 */
import { EngineError } from '../core/errors.ts';
import { type AddressSpace, assignAddresses } from '../memory/addressSpace.ts';
import type { EngineConfig } from '../model/engineConfig.ts';
import type { Dsv4ModelSpec, ModelSpec, PlainModelSpec } from '../model/modelSpec.ts';
import { constructDsv4Pool, type Dsv4Pool } from '../pools/dsv4Pool.ts';
import { constructMetadataPool, type MetadataPool } from '../pools/metadataPool.ts';
import { pageFirst } from '../pools/pageFirst.ts';
import { constructPlainPool, type PlainPool } from '../pools/plainPool.ts';
import type { Pool, RegionSpec } from '../pools/pool.ts';
import { dsv4PoolInputs, type LayerRange, pipelineStage } from '../pools/serverSizing.ts';
import { type ComponentsOutcome, type DescribedPool, type StateComponent, stateComponents } from './components.ts';
import { describePool } from './describePool.ts';
import { entryAt, type KvArgs } from './kvArgs.ts';

/** What a rank is built from. */
export interface RankRequest {
  readonly side: 'prefill' | 'decode';
  /** Number of the rank on its node. */
  readonly rankIndex: number;
  readonly tpRank: number;
  readonly ppRank: number;
  readonly model: ModelSpec;
  readonly engine: EngineConfig;
  /** First virtual address of this rank, any unsigned 64-bit value. */
  readonly addressBase: bigint;
  /** Go on past the engine's five refusals, with the draft registered all the same, to see what they prevent. */
  readonly ignoreRefusals?: boolean;
}

/** A rank that has registered. */
export interface Rank {
  readonly side: 'prefill' | 'decode';
  readonly rankIndex: number;
  readonly tpRank: number;
  readonly ppRank: number;
  readonly model: ModelSpec;
  readonly engine: EngineConfig;
  /** Absolute layers of its pipeline stage. */
  readonly stage: LayerRange;
  readonly target: Dsv4Pool | PlainPool;
  readonly draft: Dsv4Pool | null;
  readonly metadata: MetadataPool;
  /** Target, draft if any, metadata: the order of their tensors in memory. */
  readonly pools: readonly Pool[];
  readonly space: AddressSpace;
  /** Identity of the full-to-SWA mapping that each pool was given; equal labels are one object. */
  readonly mapping: { readonly target: string; readonly draft: string | null };
  readonly kvArgs: KvArgs;
}

/** The two pools that a refusal compares. */
export interface ComparedPools {
  readonly target: DescribedPool<RegionSpec>;
  readonly draft: DescribedPool<RegionSpec>;
}

/** A start that failed: while a pool was constructed, or while state was set up for transfer. */
export interface RankFailure {
  readonly ok: false;
  readonly stage: 'construct' | 'setup';
  readonly error: EngineError;
  readonly componentsBeforeError: readonly StateComponent<RegionSpec>[];
  /** Null before both pools exist, or without a draft. */
  readonly compared: ComparedPools | null;
}

/** What a start came to: a registered rank, or the error that ended it. */
export type RankOutcome =
  | {
      readonly ok: true;
      readonly rank: Rank;
      /** The refusal that `ignoreRefusals` went past, with the pools that it compared. */
      readonly ignored: { readonly error: EngineError; readonly compared: ComparedPools } | null;
    }
  | RankFailure;

/**
 * Builds a rank as the engine starts it: pools, then the KV list (target's `contiguous`, then the draft's), then the state components.
 * @throws SimError(bad-input) when the address space passes 2^64, or the pools cannot be had in the layout; errors of the imitated engine are in the outcome
 */
export function buildRank(request: RankRequest): RankOutcome {
  return request.model.kind === 'dsv4' ? buildDsv4Rank(request, request.model) : buildPlainRank(request, request.model);
}

function buildPlainRank(request: RankRequest, model: PlainModelSpec): RankOutcome {
  const stage = pipelineStage(model.layers, request.ppRank, request.engine.grid.pp);
  const target = inLayout(constructPlainPool(model, request.engine.pageSizeTokens, stage), request);
  const metadata = constructMetadataPool({ rows: request.engine.metadataRows, hiddenSize: null, samplingMaskTokens: null, dsaTopkDim: 0 });
  const built = { target, draft: null, metadata, stage, mapping: { target: SHARED_MAPPING, draft: null } };
  return { ok: true, rank: register(request, built, target.list('contiguous'), 0, [], null), ignored: null };
}

const SHARED_MAPPING = 'allocator';
const OWN_MAPPING = { target: 'target only', draft: 'draft only' } as const;

function buildDsv4Rank(request: RankRequest, model: Dsv4ModelSpec): RankOutcome {
  const { engine } = request;
  let target: Dsv4Pool;
  let draft: Dsv4Pool | null;
  try {
    const inputs = dsv4PoolInputs(model, engine, request.side, request.ppRank);
    target = inLayout(constructDsv4Pool('target', inputs.target.args, inputs.target.env), request);
    draft = inputs.draft === null ? null : inLayout(constructDsv4Pool('draft', inputs.draft.args, inputs.draft.env), request);
  } catch (error) {
    return failure('construct', error, [], null);
  }
  const mapping = {
    target: engine.target.mapping === 'own' ? OWN_MAPPING.target : SHARED_MAPPING,
    draft: draft === null ? null : engine.draft.mapping === 'own' ? OWN_MAPPING.draft : SHARED_MAPPING,
  };
  const described = describePool(target, mapping.target);
  const compared = draft === null || mapping.draft === null ? null : { target: described, draft: describePool(draft, mapping.draft) };

  let kv: readonly RegionSpec[];
  let draftKv: readonly RegionSpec[];
  try {
    kv = target.list('contiguous');
    draftKv = draft?.list('contiguous') ?? [];
  } catch (error) {
    return failure('setup', error, [], compared);
  }
  const outcome = stateComponents(described, compared?.draft ?? null);
  const settled = settleRefusal(outcome, described, compared, request.ignoreRefusals === true);
  if (!settled.outcome.ok) return failure('setup', settled.outcome.error, settled.outcome.componentsBeforeError, compared);

  const metadata = constructMetadataPool({
    rows: engine.metadataRows,
    hiddenSize: engine.speculation === null ? null : model.hiddenSize,
    samplingMaskTokens: null,
    dsaTopkDim: 0,
  });
  const built = { target, draft, metadata, mapping, stage: pipelineStage(model.hiddenLayers, request.ppRank, engine.grid.pp) };
  const rank = register(request, built, [...kv, ...draftKv], draftKv.length, settled.outcome.components, target.args.compressionRatios);
  return { ok: true, rank, ignored: settled.ignored };
}

/** A pool in the node's layout. @throws SimError(bad-input) where that layout cannot be had */
function inLayout<P extends Pool>(pool: P, { engine, side }: RankRequest): P {
  return engine.layout === 'layer-first' ? pool : pageFirst(pool, { path: `${side}.layout` });
}

/** Where refusals are to be ignored, registers once more without the checks; other errors stay. */
function settleRefusal(
  outcome: ComponentsOutcome<RegionSpec>,
  target: DescribedPool<RegionSpec>,
  compared: ComparedPools | null,
  ignoreRefusals: boolean,
): { outcome: ComponentsOutcome<RegionSpec>; ignored: { error: EngineError; compared: ComparedPools } | null } {
  if (outcome.ok || compared === null || !ignoreRefusals || outcome.error.checkId === undefined) return { outcome, ignored: null };
  return { outcome: stateComponents(target, compared.draft, 'unchecked'), ignored: { error: outcome.error, compared } };
}

type BuiltPools = Pick<Rank, 'target' | 'draft' | 'metadata' | 'stage' | 'mapping'>;

/** Assigns addresses and turns every region into an entry. */
function register(
  request: RankRequest,
  built: BuiltPools,
  kv: readonly RegionSpec[],
  draftEntries: number,
  components: readonly StateComponent<RegionSpec>[],
  compressRatios: readonly number[] | null,
): Rank {
  const { side, rankIndex, tpRank, ppRank, model, engine } = request;
  const pools: readonly Pool[] = [built.target, ...(built.draft === null ? [] : [built.draft]), built.metadata];
  const space = assignAddresses(
    request.addressBase,
    pools.flatMap((pool) => pool.tensors),
  );
  const entry = (region: RegionSpec) => entryAt(space, region);
  const prefill = side === 'prefill';
  const kvArgs: KvArgs = {
    engineRank: tpRank,
    ppRank,
    pageSizeTokens: engine.pageSizeTokens,
    kvCacheDtype: engine.kvDtype,
    prefillStartLayer: prefill ? built.stage.start : null,
    prefillEndLayer: prefill ? built.stage.end : null,
    compressRatios: prefill ? compressRatios : null,
    kv: kv.map(entry),
    draftEntries,
    aux: built.metadata.list('contiguous').map(entry),
    state: components.map(({ type, entries }) => ({ type, entries: entries.map(entry) })),
  };
  return { side, rankIndex, tpRank, ppRank, model, engine, ...built, pools, space, kvArgs };
}

/** The engine's error as an outcome; anything else is a defect of ours and goes on. */
function failure(
  stage: 'construct' | 'setup',
  error: unknown,
  componentsBeforeError: readonly StateComponent<RegionSpec>[],
  compared: ComparedPools | null,
): RankFailure {
  if (!(error instanceof EngineError)) throw error;
  return { ok: false, stage, error, componentsBeforeError, compared };
}
