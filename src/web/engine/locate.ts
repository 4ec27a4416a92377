/** @file Any address as a place: node, component, layer, row, word; whose it is, which formula gave it, where the plan sends it, and what should arrive there. */
import { SimError } from '../../core/errors.ts';
import { counted, formatInteger } from '../../core/units.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Area, areaAt, componentName } from '../../verify/areas.ts';
import type { Positions } from '../../verify/diagnosis/holders.ts';
import type { ExpectedStretch } from '../../verify/expectation.ts';
import { FAMILY_WORDS, rowFormula } from './familyWords.ts';
import type { LocateAnswer, LocatedWord, PlaceLevel } from './poolsProtocol.ts';
import type { NodeSide, Stage, StagedHandOff, StageRank } from './stage.ts';
import { tensorPlaces } from './tensorPlaces.ts';

/** Locates an address of one node. */
export function locate(stage: Stage, side: NodeSide, address: string): LocateAnswer {
  const wanted = BigInt(address) & ~3n;
  const failures: string[] = [];
  for (const [index, rank] of stage.ranks[side].entries()) {
    try {
      return { ok: true, found: locateIn(stage, side, index, rank, rank.rank.space.resolve(wanted, 4)) };
    } catch (error) {
      if (!(error instanceof SimError)) throw error;
      failures.push(error.message);
    }
  }
  return { ok: false, why: failures[0] ?? `The ${side} node has not started: it has no memory.` };
}

function locateIn(stage: Stage, side: NodeSide, index: number, stageRank: StageRank, offset: number): LocatedWord {
  const { rank, areas } = stageRank;
  const area = areaAt(areas, offset);
  if (area === null || area.tensor === null) throw new RangeError(`offset ${offset} was resolved into no tensor`);
  const { staged } = stage;
  const seen = staged?.scene[side][index];
  const number = areas.indexOf(area);
  const holders = staged?.holders[side];
  const holding = holders === undefined || seen === undefined ? null : holders.holderAt(seen, seen.areas[number] ?? area, offset);
  const at = offset - (holding?.offset ?? 0);
  const positions = holding === null || holders === undefined ? null : holders.positionsOf(side, holding, at, at + 4);
  const wordNumber = seen === undefined ? null : seen.firstNumber + offset / 4;
  return {
    side,
    rank: index,
    area: number,
    address: hexAddress(rank.space.base + BigInt(offset)),
    offset,
    levels: levelsOf(stageRank, side, area, offset, wordNumber),
    holder: holding === null || positions === null ? null : { request: holding.request, fromPosition: positions.from, toPosition: positions.to },
    word: staged === null || wordNumber === null ? null : { number: wordNumber, value: staged.memory.numbering.valueOf(wordNumber) },
    moved: staged === null ? null : movedBy(staged, stage.ranks, side, index, offset),
    due: staged === null || side === 'prefill' ? null : dueAt(staged, index, offset, positions),
  };
}

function levelsOf({ rank, entries }: StageRank, side: NodeSide, area: Area, offset: number, wordNumber: number | null): readonly PlaceLevel[] {
  const { space, pools } = rank;
  const hex = (at: number) => hexAddress(space.base + BigInt(at));
  const rowBytes = area.itemBytes > 0 ? area.itemBytes : area.bytes;
  const row = Math.floor((offset - area.offset) / rowBytes);
  const rowOffset = area.offset + row * rowBytes;
  const address = space.base + BigInt(offset);
  const listed = entries.find(({ entry }) => address >= entry.address && address < entry.address + BigInt(entry.lengthBytes));
  const item = listed === undefined || listed.entry.itemBytes === 0 ? null : Math.floor(Number(address - listed.entry.address) / listed.entry.itemBytes);
  const words = FAMILY_WORDS[area.family];
  const tensor = area.tensor;
  const owner = pools.find((pool) => pool.owner === area.owner);
  const ratio = owner?.ratioOf(area.layer) ?? 0;
  const node: PlaceLevel = {
    level: 'node',
    name: `${side}, rank ${rank.rankIndex}`,
    what: `${counted(space.tensors.length, 'tensor')}: the target pool, ${rank.draft === null ? '' : 'the draft’s, '}the metadata buffers, one after another, each on a border of 4 KiB.`,
    formula: `base = ${hex(0)}`,
    address: hex(0),
    bytes: space.bytes,
  };
  const component: PlaceLevel = {
    level: 'component',
    name: componentName(area),
    what: words.what,
    formula: words.address,
    address: hex(area.offset),
    bytes: area.bytes,
  };
  const layer: PlaceLevel = {
    level: 'layer',
    name: area.layer < 0 ? (tensor?.name ?? '') : `layer ${area.layer}${ratio > 0 ? `, ratio ${ratio}` : ''}`,
    what: `${tensor?.name}: ${tensor?.dtype}, ${tensor?.shape.map(formatInteger).join(' × ')}.${registeredText(listed)}`,
    formula: `tensor = base + ${formatInteger(area.offset)} = ${hex(area.offset)}`,
    address: hex(area.offset),
    bytes: area.bytes,
  };
  const rowLevel: PlaceLevel = {
    level: 'row',
    name: `${words.row} ${formatInteger(row)}`,
    what: item === null ? `${formatInteger(rowBytes)} B.` : `${formatInteger(rowBytes)} B, in item ${formatInteger(item)} of ${listed?.list}.`,
    formula: rowFormula(row, rowBytes, hex(area.offset), hex(rowOffset), listed, item),
    address: hex(rowOffset),
    bytes: rowBytes,
  };
  const word: PlaceLevel = {
    level: 'word',
    name: `word ${formatInteger((offset - rowOffset) / 4)} of it`,
    what:
      wordNumber === null
        ? '32 bits.'
        : `32 bits, number ${formatInteger(wordNumber)} in this run: its value is a mix of its number, so that it can be told from every other.`,
    formula: `${hex(rowOffset)} + ${formatInteger(offset - rowOffset)} = ${hex(offset)}`,
    address: hex(offset),
    bytes: 4,
  };
  return [node, component, layer, rowLevel, word];
}

function registeredText(listed: StageRank['entries'][number] | undefined): string {
  if (listed === undefined) return ' No list registers it: it never travels.';
  const { list, entry } = listed;
  return ` Registered as ${list}: ${formatInteger(entry.lengthBytes)} B at ${hexAddress(entry.address)}, items of ${formatInteger(entry.itemBytes)} B.`;
}

/** The last block of the plan that reads, or writes, the word. */
function movedBy({ handOff, memory }: StagedHandOff, ranks: Stage['ranks'], side: NodeSide, rank: number, offset: number): LocatedWord['moved'] {
  const { blocks, entries, steps } = handOff.built.plan;
  const [own, other] = side === 'prefill' ? ([blocks.srcOffset, blocks.dstOffset] as const) : ([blocks.dstOffset, blocks.srcOffset] as const);
  for (let block = blocks.count - 1; block >= 0; block--) {
    const from = own[block] as number;
    const entry = entries[blocks.entry[block] as number];
    if (offset < from || offset >= from + (blocks.bytes[block] as number) || entry === undefined) continue;
    if ((side === 'prefill' ? entry.prefillRank : entry.decodeRank) !== rank) continue;
    const otherRank = side === 'prefill' ? entry.decodeRank : entry.prefillRank;
    const peer = memory[side === 'prefill' ? 'decode' : 'prefill'][otherRank];
    if (peer === undefined) return null;
    const address = hexAddress(peer.space.base + BigInt((other[block] as number) + offset - from));
    return { address, rank: otherRank, block, text: blockText(steps, entry, ranks, block, blocks.bytes[block] as number) };
  }
  return null;
}

function blockText(steps: Plan['steps'], entry: Plan['entries'][number], ranks: Stage['ranks'], block: number, bytes: number): string {
  const send = steps.find((step) => step.kind === 'send' && block >= step.fromBlock && block < step.toBlock);
  const whose = send?.kind === 'send' ? `, for request ${send.request}` : '';
  const from = tensorPlaces(ranks.prefill[entry.prefillRank]?.areas ?? [])(entry.srcTensor);
  const to = tensorPlaces(ranks.decode[entry.decodeRank]?.areas ?? [])(entry.dstTensor);
  return `block ${formatInteger(block)} of the plan: ${formatInteger(bytes)} B of ${entry.type}, ${from} to ${to}${whose}`;
}

/** What should arrive, by the pools' own answers. @param own positions of the word itself; null where nobody holds it */
function dueAt(staged: StagedHandOff, rank: number, offset: number, own: Positions | null): LocatedWord['due'] {
  const stretch = staged.expectation(rank).stretches.find((candidate) => offset >= candidate.offset && offset < candidate.offset + candidate.bytes);
  if (stretch === undefined) return { address: null, text: 'Nobody should write here.' };
  const whose = stretch.position < 0 ? `for request ${stretch.request}` : `for request ${stretch.request}, ${positionText(stretch)}`;
  if (stretch.expect.kind === 'filled') return { address: null, text: `Decode itself resets this ${whose}, when it admits it.` };
  if (stretch.expect.kind !== 'stamped') return { address: null, text: `Something should arrive here ${whose}, and no sender has it.` };
  const origin = staged.memory.numbering.originOf(stretch.expect.firstNumber + (offset - stretch.offset) / 4);
  if (origin === null) return null;
  const address = hexAddress(origin.rank.space.base + BigInt(origin.offset));
  const arrives = `Prefill’s word at ${address} should arrive here`;
  // An item is due as a whole, where decode needs any position of it: also what lies in it before the window, or behind the prompt.
  const isNeeded = own === null || stretch.position < 0 || (own.from < stretch.toPosition && own.to > stretch.position);
  if (isNeeded) return { address, text: `${arrives}, ${whose}.` };
  return { address, text: `${arrives}. Of this item decode needs ${positionText(stretch)}, for request ${stretch.request}; the rest of it has to come along.` };
}

function positionText({ position, toPosition }: ExpectedStretch): string {
  return toPosition - position <= 1 ? `position ${position}` : `positions ${position} to ${toPosition - 1}`;
}
