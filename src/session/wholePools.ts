/**
 * @file The upper bound of all hand-offs: every tensor that prefill has registered, copied whole onto decode's twin. No page is looked up, and more arrives than any request asks for, so the
 * plan is made here and not by an engine, and what should arrive follows from the pools alone: each word of decode holds the number of prefill's word at the same place.
 */
import { SimError } from '../core/errors.ts';
import type { Rank } from '../kvargs/rank.ts';
import type { Plan, PlanEntry, Step } from '../plan/plan.ts';
import type { Placement } from '../pools/pool.ts';
import { mapAreas } from '../verify/areas.ts';
import type { Expectation, ExpectationRank } from '../verify/expectation.ts';
import { type HandOff, type PreparedRequest, suppliersOf } from './handOff.ts';

/** A block's length is a 32-bit number, and whole words. */
const LONGEST_BLOCK_BYTES = 2 ** 31;

/**
 * The same nodes and requests with a plan that copies whole pools.
 * @throws SimError(bad-input) unless that gives decode what its requests need: nothing on decode before, one prefill rank for each decode rank, the same tensors on both, and slots
 *   and pages of every request alike; an order of steps or planted faults, which speak of the engine's plan, are refused too
 */
export function wholePools(handOff: HandOff): HandOff {
  const { prefill, decode, requests, built } = handOff;
  if (handOff.faults.planted().length > 0) throw refused('faults are planted in an engine’s plan, which it does not carry out', {}, 'Leave faults out.');
  if (built.plan.steps.some(({ kind }) => kind === 'observe')) throw refused('the order of a schedule is that of an engine’s plan', {}, 'Leave schedule out.');
  for (const [index, request] of requests.entries()) demandSamePlace(index, request);
  const pairs = decode.ranks.map((receiver): readonly [Rank, Rank] => {
    const sender = prefill.ranks[soleSupplier(handOff, receiver)] as Rank;
    demandSameTensors(sender, receiver);
    return [sender, receiver];
  });
  const plan = planOf(built.plan, pairs);
  return { ...handOff, built: { ...built, plan }, unordered: plan, carries: 'whole-pools' };
}

/** What a decode rank should hold once its supplier's pools lie on it: no lane, list or plan is asked. */
export function expectWholePools(decode: ExpectationRank, supplier: ExpectationRank): Expectation {
  const areas = mapAreas(decode.space, decode.pools).filter(({ tensor }) => tensor !== null);
  const nobody = { request: -1, position: -1, toPosition: -1, lane: null };
  return {
    stretches: areas.map(({ offset, bytes }) => ({ offset, bytes, expect: { kind: 'stamped', firstNumber: supplier.firstNumber + offset / 4 }, ...nobody })),
    contestedBytes: 0,
  };
}

/** Steps before anything is sent stay; in place of all sends, one a decode rank, of an entry and a block a tensor. */
function planOf({ steps }: Plan, pairs: readonly (readonly [Rank, Rank])[]): Plan {
  const entries: PlanEntry[] = [];
  const rows: { readonly entry: number; readonly offset: number; readonly bytes: number }[] = [];
  const sends = pairs.map(([sender, receiver]): Step => {
    const fromBlock = rows.length;
    for (const [position, { tensor, offset }] of receiver.space.tensors.entries()) {
      const names = { srcTensor: tensor.name, dstTensor: tensor.name };
      const ranks = { prefillRank: sender.rankIndex, decodeRank: receiver.rankIndex };
      entries.push({ component: 'kv', type: 'whole-pool', srcPosition: position, dstPosition: position, itemBytes: tensor.bytes, ...names, ...ranks });
      for (let done = 0; done < tensor.bytes; done += LONGEST_BLOCK_BYTES) {
        rows.push({ entry: entries.length - 1, offset: offset + done, bytes: Math.min(LONGEST_BLOCK_BYTES, tensor.bytes - done) });
      }
    }
    const toBlock = rows.length;
    return {
      kind: 'send',
      request: 0,
      prefillRank: sender.rankIndex,
      decodeRank: receiver.rankIndex,
      component: 'kv',
      type: 'whole-pool',
      chunk: 0,
      last: true,
      fromBlock,
      toBlock,
      submissions: 1,
      descriptors: toBlock - fromBlock,
      notification: null,
      refused: false,
    };
  });
  const offsets = Float64Array.from(rows, ({ offset }) => offset);
  return {
    steps: [...steps.filter(({ kind }) => kind === 'register' || kind === 'alloc' || kind === 'reset'), ...sends],
    entries,
    blocks: {
      count: rows.length,
      srcOffset: offsets,
      dstOffset: offsets,
      bytes: Uint32Array.from(rows, ({ bytes }) => bytes),
      entry: Uint32Array.from(rows, ({ entry }) => entry),
    },
  };
}

function soleSupplier(handOff: HandOff, { rankIndex }: Rank): number {
  const [supplier, second] = suppliersOf(handOff, rankIndex);
  if (supplier !== undefined && second === undefined) return supplier;
  throw refused(
    'a decode rank has not one prefill rank that holds all of its layers',
    { 'decode rank': rankIndex },
    'Use as many pipeline stages on both nodes.',
  );
}

function demandSameTensors(sender: Rank, receiver: Rank): void {
  const sent = sender.space.tensors;
  for (const [i, { tensor, offset }] of receiver.space.tensors.entries()) {
    const twin = sent[i];
    if (twin?.tensor.name === tensor.name && twin.tensor.bytes === tensor.bytes && twin.offset === offset) continue;
    const onPrefill = twin === undefined ? 'nothing' : `${twin.tensor.name}, ${twin.tensor.bytes} B`;
    throw refused(
      'pools differ',
      { prefill: onPrefill, decode: `${tensor.name}, ${tensor.bytes} B` },
      'Give both nodes the same pools: poolTokens, slots, preallocSlots, mode.',
    );
  }
  const more = sent[receiver.space.tensors.length];
  if (more !== undefined)
    throw refused('pools differ', { prefill: `${more.tensor.name}, ${more.tensor.bytes} B`, decode: 'nothing' }, 'Give both nodes the same pools.');
}

/** Whole pools put every page where it lies on prefill, so decode must look for it there. */
function demandSamePlace(index: number, { places: { prefill, decode }, decodePrefixTokens }: PreparedRequest): void {
  if (decodePrefixTokens > 0) {
    throw refused('decode holds tokens already, which would be overwritten', { request: index, tokens: decodePrefixTokens }, 'Leave decodePrefixLen out.');
  }
  const unlike = (['slot', 'fullPages', 'swaPages'] as const).find((key) => String(prefill[key]) !== String(decode[key]));
  if (unlike === undefined) return;
  const shown = (placement: Placement) => String(placement[unlike]).slice(0, 60);
  throw refused(
    `${unlike === 'slot' ? 'the slot' : unlike === 'fullPages' ? 'full pages' : 'SWA pages'} of a request differ`,
    { request: index, prefill: shown(prefill), decode: shown(decode) },
    'Set fragmentation to 0 on both nodes, or choose the same pages.',
  );
}

function refused(why: string, values: Readonly<Record<string, string | number>>, mend: string): SimError {
  return new SimError('bad-input', { what: `strategy whole-pool copies pools as they are, and ${why}`, values, where: { path: 'strategy' }, mend });
}
