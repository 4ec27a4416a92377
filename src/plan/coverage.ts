/**
 * @file Whether a plan writes every item that decode registered for a request exactly once, or where not. It looks at decode's own lists and at blocks, never at how the plan was made.
 */
import type { Plan, PlanEntry } from './plan.ts';
import type { ListedRegion, PlanInput, PlannedRequest, RegisteredRank } from './planInput.ts';
import { indicesFor } from './sendings.ts';

/**
 * What is wrong with some bytes of decode: `missing` = expected and written by nobody; `repeated` = written more than once, each time from the same place of replicated prefill ranks;
 * `overlapping` = written by blocks that disagree; `foreign` = written with data of another kind (a draft's window into a compression state, say); `stray` = written though no item lies there.
 */
export type CoverageKind = 'missing' | 'repeated' | 'overlapping' | 'foreign' | 'stray';

/** Bytes of one entry and request that share a kind. */
export interface CoverageFinding {
  readonly kind: CoverageKind;
  readonly decodeRank: number;
  /** Where the entry stands in decode's lists. */
  readonly component: 'kv' | 'aux' | number;
  readonly type: string;
  readonly position: number;
  readonly tensor: string;
  readonly request: number;
  readonly bytes: number;
  /** `prefill rank: tensor` of everything that is written there. */
  readonly sources: readonly string[];
}

/** What a plan covers. */
export interface Coverage {
  /** Every expected byte is written once, and nothing else is. */
  readonly isExact: boolean;
  readonly expectedBytes: number;
  readonly findings: readonly CoverageFinding[];
}

/** An item that should arrive. */
interface Item {
  readonly from: number;
  readonly to: number;
  readonly component: 'kv' | 'aux' | number;
  readonly type: string;
  readonly position: number;
  readonly tensor: string;
  readonly request: number;
}

/** A block, and the request of its send step. */
interface Write {
  readonly from: number;
  readonly to: number;
  readonly entry: PlanEntry;
  /** Source offset minus destination offset: equal for writes of the same bytes. */
  readonly shift: number;
  readonly request: number;
}

/** Holds a plan against what decode's ranks registered. @param input what the plan was made from */
export function coverage(input: PlanInput, plan: Plan): Coverage {
  const writes = writesByRank(plan, input.decode.ranks.length);
  const tallies = new Map<string, Tally>();
  let expectedBytes = 0;
  input.decode.ranks.forEach((rank, decodeRank) => {
    const items = input.requests.flatMap((request, index) => itemsOf(rank, request, index));
    expectedBytes += items.reduce((sum, { from, to }) => sum + to - from, 0);
    sweep(items, writes[decodeRank] ?? [], (bytes, item, active) => {
      const kind = kindOf(item, active);
      if (kind !== null) add(tallies, kind, decodeRank, bytes, item, active);
    });
  });
  const findings = [...tallies.values()].map(({ finding, bytes, sources }) => ({ ...finding, bytes, sources: [...sources] }));
  return { isExact: findings.length === 0, expectedBytes, findings };
}

/** Every item of a request on a decode rank: pages of each KV entry, each component's list, the metadata row. */
function itemsOf(rank: RegisteredRank, { decode: { indices, placement } }: PlannedRequest, request: number): Item[] {
  const listed = (component: Item['component'], type: string, entries: readonly ListedRegion[], list: Int32Array): Item[] =>
    entries.flatMap(({ offset, itemBytes, tensor }, position) =>
      Array.from(list, (index) => {
        const from = offset + index * itemBytes;
        return { from, to: from + itemBytes, component, type, position, tensor, request };
      }),
    );
  return [
    ...listed('kv', 'kv', rank.kv, indices.kvPages),
    ...rank.components.flatMap(({ type, entries }, component) => listed(component, type, entries, indicesFor(indices, type) ?? new Int32Array(0))),
    ...listed('aux', 'aux', rank.aux, Int32Array.of(placement.metadataRow)),
  ];
}

function writesByRank({ steps, blocks, entries }: Plan, ranks: number): Write[][] {
  const byRank: Write[][] = Array.from({ length: ranks }, () => []);
  for (const step of steps) {
    if (step.kind !== 'send') continue;
    for (let block = step.fromBlock; block < step.toBlock; block++) {
      const from = blocks.dstOffset[block] as number;
      const entry = entries[blocks.entry[block] as number] as PlanEntry;
      const write = { from, to: from + (blocks.bytes[block] as number), entry, shift: (blocks.srcOffset[block] as number) - from, request: step.request };
      byRank[step.decodeRank]?.push(write);
    }
  }
  return byRank;
}

/** Calls `visit` for every stretch between neighbouring borders, with the item there (the first where several claim it) and all writes. */
function sweep(items: readonly Item[], writes: readonly Write[], visit: (bytes: number, item: Item | null, writes: readonly Write[]) => void): void {
  const starts = [...items, ...writes].toSorted((a, b) => a.from - b.from);
  const borders = [...new Set(starts.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let active: (Item | Write)[] = [];
  let next = 0;
  borders.forEach((border, i) => {
    const end = borders[i + 1];
    if (end === undefined) return;
    active = active.filter(({ to }) => to > border);
    for (; (starts[next]?.from ?? Number.POSITIVE_INFINITY) <= border; next++) {
      const start = starts[next];
      if (start !== undefined && start.to > border) active.push(start);
    }
    if (active.length === 0) return;
    const present = active.filter((one): one is Write => 'entry' in one);
    visit(end - border, active.find((one): one is Item => !('entry' in one)) ?? null, present);
  });
}

function kindOf(item: Item | null, writes: readonly Write[]): CoverageKind | null {
  const [first] = writes;
  if (item === null) return first === undefined ? null : 'stray';
  if (first === undefined) return 'missing';
  if (writes.some(({ entry }) => entry.type !== item.type || familyOf(entry.srcTensor) !== familyOf(item.tensor))) return 'foreign';
  if (writes.length === 1) return null;
  return writes.every(({ entry, shift }) => entry.srcTensor === first.entry.srcTensor && shift === first.shift) ? 'repeated' : 'overlapping';
}

/** A tensor's name without its number: `target/swa` of `target/swa/3`; numbers count layers of a stage on one node and of the model on the other. */
function familyOf(tensor: string): string {
  return tensor.replace(/\/\d+$/, '');
}

interface Tally {
  readonly finding: Omit<CoverageFinding, 'bytes' | 'sources'>;
  readonly sources: Set<string>;
  bytes: number;
}

function add(tallies: Map<string, Tally>, kind: CoverageKind, decodeRank: number, bytes: number, item: Item | null, writes: readonly Write[]): void {
  const place = item ?? placeOf(writes);
  if (place === null) return;
  const { component, type, position, tensor, request } = place;
  const key = `${kind}/${decodeRank}/${component}/${position}/${request}`;
  const tally = tallies.get(key) ?? { finding: { kind, decodeRank, component, type, position, tensor, request }, sources: new Set<string>(), bytes: 0 };
  tally.bytes += bytes;
  for (const { entry } of writes) tally.sources.add(`${entry.prefillRank}: ${entry.srcTensor}`);
  tallies.set(key, tally);
}

/** Where a stray write was meant to go. */
function placeOf([write]: readonly Write[]): Omit<Item, 'from' | 'to'> | null {
  if (write === undefined) return null;
  const { component, type, dstPosition, dstTensor } = write.entry;
  return { component, type, position: dstPosition, tensor: dstTensor, request: write.request };
}
