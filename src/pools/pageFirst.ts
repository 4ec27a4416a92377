/**
 * @file The page-first layout: a pool's tensors of one index space put together, so that one item holds what all layers keep for a page (or ring row, or slot), one behind the
 * other in the order of the registration list. Every list then has one entry. Not SGLang's; built from a pool of the engine's layout, whatever kind it is.
 */
import { EngineError, SimError, type Where } from '../core/errors.ts';
import { groupBy } from '../core/groupBy.ts';
import { floorDiv } from '../core/units.ts';
import type { Lane, LaneFamily, LaneRow, LaneUnit, Pool, PoolListName, PoolOwner, RegionSpec, ResetSpec, TensorRole, TensorSpec } from './pool.ts';

/** What each list becomes: the role of its one tensor, and the family of its one lane. */
const FUSED = {
  contiguous: { role: 'kv_pages', family: 'kv_pages' },
  state: { role: 'state_pages', family: 'state_pages' },
  swaRing: { role: 'ring_rows', family: 'swa_ring' },
  requestState: { role: 'request_states', family: 'c128_state' },
} as const satisfies Record<PoolListName, { role: TensorRole; family: LaneFamily }>;

const LIST_NAMES = Object.keys(FUSED) as readonly PoolListName[];

/** The list that registers what a family's lanes hold; null for families that are in no list of such a pool. */
const LIST_OF_FAMILY: Readonly<Record<LaneFamily, PoolListName | null>> = {
  c4_kv: 'contiguous',
  c4_indexer: 'contiguous',
  c128_kv: 'contiguous',
  plain: 'contiguous',
  swa: 'state',
  c4_state: 'state',
  c4_indexer_state: 'state',
  swa_ring: 'swaRing',
  c128_state: 'requestState',
  metadata: null,
  kv_pages: null,
  state_pages: null,
};

/** A region of the engine's layout, and where its item lies in the fused one. */
interface Part {
  readonly region: RegionSpec;
  readonly offset: number;
}

/** All tensors of a list as one. */
interface FusedList {
  readonly name: PoolListName;
  readonly tensor: TensorSpec;
  readonly items: number;
  readonly itemBytes: number;
  /** By the tensor of their region. */
  readonly parts: ReadonlyMap<TensorSpec, readonly Part[]>;
}

/**
 * The same pool, page-first, for both page-first layouts. A list has as many items as its shortest region: surplus items, which no index reaches in all layers, and rows that no list
 * registers (padding, sentinels) are left out. A pool whose lists the engine would not make stays as it is: registration refuses it.
 * @param where the setting that asked for it, for the error
 * @throws SimError(bad-input) where items of a region have no bytes: then no page holds all layers
 */
export function pageFirst<P extends Pool>(pool: P, where?: Where): P {
  const lists = listsOf(pool, where);
  if (lists === null) return pool;
  const fused = new Map(lists.map((list) => [list.name, list]));
  const lanes = fusedLanes(pool, fused);
  return {
    ...pool,
    tensors: lists.map(({ tensor }) => tensor),
    list: (name: PoolListName) => {
      const list = fused.get(name);
      return list === undefined ? [] : [{ tensor: list.tensor, byteOffset: 0, lengthBytes: list.tensor.bytes, itemBytes: list.itemBytes }];
    },
    lanes: () => lanes,
    layerLanes: () => layerLanes(pool, fused),
    ringBytesOf: () => 0,
    resets: (slot: number) => pool.resets(slot).flatMap((reset) => fusedResets(lists, reset)),
  };
}

/** The fused lists that hold anything; null where an accessor of the pool raises. */
function listsOf(pool: Pool, where: Where | undefined): readonly FusedList[] | null {
  try {
    return LIST_NAMES.flatMap((name) => fuse(pool.owner, name, pool.list(name), where) ?? []);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

function fuse(owner: PoolOwner, name: PoolListName, regions: readonly RegionSpec[], where: Where | undefined): FusedList | null {
  if (regions.length === 0) return null;
  let items = Number.POSITIVE_INFINITY;
  let itemBytes = 0;
  const parts = regions.map((region): Part => {
    demandBytes(region, where);
    items = Math.min(items, floorDiv(region.lengthBytes, region.itemBytes));
    const part = { region, offset: itemBytes };
    itemBytes += region.itemBytes;
    return part;
  });
  const { role } = FUSED[name];
  const tensor: TensorSpec = {
    name: `${owner}/${role}`,
    owner,
    role,
    layer: -1,
    dtype: 'uint8',
    elementBytes: 1,
    shape: [items, itemBytes],
    bytes: items * itemBytes,
  };
  return { name, tensor, items, itemBytes, parts: groupBy(parts, ({ region }) => region.tensor) };
}

/** @throws SimError(bad-input) */
function demandBytes({ tensor, itemBytes }: RegionSpec, where: Where | undefined): void {
  if (itemBytes > 0) return;
  throw new SimError('bad-input', {
    what: `items of ${tensor.name} have no bytes, so that no page holds all layers`,
    ...(where === undefined ? {} : { where }),
    mend: 'Use a page size of at least the largest compression ratio, or layout layer-first.',
  });
}

/** The list that holds what a lane of the engine's layout speaks of; undefined where none does. */
function listOf({ family }: Lane, lists: ReadonlyMap<PoolListName, FusedList>): FusedList | undefined {
  const name = LIST_OF_FAMILY[family];
  return name === null ? undefined : lists.get(name);
}

/**
 * One lane a list. All lanes of a list are needed at the same positions and lie by the same index, so the first speaks for all; what lies where inside an item matters to no other
 * node, so the item is the row, too.
 */
function fusedLanes(pool: Pool, lists: ReadonlyMap<PoolListName, FusedList>): readonly Lane[] {
  const speakers = new Map<FusedList, Lane>();
  for (const lane of pool.lanes()) {
    const list = listOf(lane, lists);
    if (list !== undefined && !speakers.has(list)) speakers.set(list, lane);
  }
  return [...speakers].map(([list, speaker]): Lane => {
    const unitAt: Lane['unitAt'] = (placement, position) => {
      const unit = speaker.unitAt(placement, position);
      return unit === null ? null : fusedUnit(list, unit);
    };
    const { owner, needed } = speaker;
    return { owner, family: FUSED[list.name].family, layer: -1, part: '', needed, unitAt, rowAt: unitAt };
  });
}

/** The lanes of the engine's layout, where their rows lie in the items. */
function layerLanes(pool: Pool, lists: ReadonlyMap<PoolListName, FusedList>): readonly Lane[] {
  return pool.lanes().flatMap((lane): Lane[] => {
    const list = listOf(lane, lists);
    if (list === undefined) return [];
    const moved = <T extends LaneRow>(row: T | null): T | null => {
      const place = row === null ? null : placeIn(list, row.tensor, row.byteOffset);
      return row === null || place === null ? null : { ...row, tensor: list.tensor, byteOffset: place.item * list.itemBytes + place.part.offset + place.byte };
    };
    return [
      {
        ...lane,
        unitAt: (placement, position) => moved(lane.unitAt(placement, position)),
        rowAt: (placement, position) => moved(lane.rowAt(placement, position)),
      },
    ];
  });
}

/** The item that a unit of one layer lies in; null where it lies in none, as in rows that are not registered. */
function fusedUnit(list: FusedList, { tensor, byteOffset, fromPosition, toPosition }: LaneUnit): LaneUnit | null {
  const place = placeIn(list, tensor, byteOffset);
  if (place === null) return null;
  return { tensor: list.tensor, byteOffset: place.item * list.itemBytes, bytes: list.itemBytes, fromPosition, toPosition };
}

/** Where a byte of the engine's layout lies: which item of the list, which part of it, and the byte in that part's item. */
function placeIn(
  { parts, items }: FusedList,
  tensor: TensorSpec,
  byteOffset: number,
): { readonly item: number; readonly part: Part; readonly byte: number } | null {
  for (const part of parts.get(tensor) ?? []) {
    const { region } = part;
    const byte = byteOffset - region.byteOffset;
    if (byte < 0 || byte >= items * region.itemBytes) continue;
    return { item: floorDiv(byte, region.itemBytes), part, byte: byte % region.itemBytes };
  }
  return null;
}

/** A reset, cut at the items that it reaches into. */
function fusedResets(lists: readonly FusedList[], reset: ResetSpec): ResetSpec[] {
  const pieces: ResetSpec[] = [];
  for (let done = 0; done < reset.bytes; ) {
    const found = lists.flatMap((list) => {
      const place = placeIn(list, reset.tensor, reset.byteOffset + done);
      return place === null ? [] : [{ list, ...place }];
    })[0];
    if (found === undefined) return pieces;
    const { list, item, part, byte } = found;
    const bytes = Math.min(reset.bytes - done, part.region.itemBytes - byte);
    pieces.push({ ...reset, tensor: list.tensor, byteOffset: item * list.itemBytes + part.offset + byte, bytes });
    done += bytes;
  }
  return pieces;
}
