/** @file A plan's steps in words, and what a step sends: index lists, items, runs, addresses. */
import { groupBy } from '../../core/groupBy.ts';
import { counted, formatBytes } from '../../core/units.ts';
import { hexAddress } from '../../memory/addressSpace.ts';
import { groupRuns } from '../../plan/grouping.ts';
import type { Plan, PlanEntry, Step } from '../../plan/plan.ts';
import type { ListedRegion, RegisteredRank } from '../../plan/planInput.ts';
import { indexGeometry } from '../../session/node.ts';
import { nodesBytes } from '../../session/nodeMemory.ts';
import type { Stage, StagedHandOff } from './stage.ts';
import { type TensorPlaces, tensorPlaces } from './tensorPlaces.ts';
import type { SentEntry, StepDetail, StepLine, StepsAnswer } from './transferProtocol.ts';

/** All steps. */
export function stepsOf({ staged, why, ranks }: Stage): StepsAnswer {
  if (staged === null) return { steps: [], why, memoryBytes: 0, rings: null };
  const { handOff } = staged;
  const prefill = indexGeometry(handOff.prefill);
  const decode = indexGeometry(handOff.decode);
  const rings =
    prefill.unifiedRingRows === null || decode.unifiedRingRows === null
      ? null
      : { windowTokens: decode.windowTokens, prefillRows: prefill.unifiedRingRows, decodeRows: decode.unifiedRingRows };
  const onDecode = ranks.decode.map(({ areas }) => tensorPlaces(areas));
  return {
    steps: handOff.built.plan.steps.map((step) => lineOf(step, handOff.built.plan, onDecode)),
    why: null,
    memoryBytes: nodesBytes(handOff.prefill, handOff.decode),
    rings,
  };
}

/** @param onDecode names for decode's tensors, by rank */
function lineOf(step: Step, plan: Plan, onDecode: readonly TensorPlaces[]): StepLine {
  const request = 'request' in step ? step.request : -1;
  const blocks = step.kind === 'send' ? step.toBlock - step.fromBlock : 0;
  return { kind: step.kind, text: textOf(step, plan, onDecode), request, blocks };
}

function textOf(step: Step, { blocks }: Plan, onDecode: readonly TensorPlaces[]): string {
  switch (step.kind) {
    case 'register':
      return `${step.side}, rank ${step.rank}, registers ${counted(step.regions, 'region')}: pointer, length and item length of each.`;
    case 'alloc':
      return `${step.side} gives request ${step.request} slot ${step.slot}, ${counted(step.fullPages.length, 'full page')}, ${counted(step.swaPages.filter((page) => page !== 0).length, 'SWA page')} and metadata row ${step.metadataRow}.`;
    case 'reset':
      return `decode resets ${formatBytes(step.bytes)} of ${onDecode[step.decodeRank]?.(step.tensor) ?? step.tensor} for request ${step.request}.`;
    case 'send': {
      const what = step.component === 'kv' ? 'KV pages' : step.component === 'aux' ? 'metadata row' : `state ${step.component} (${step.type})`;
      if (step.refused) return `the transport refuses the ${what} of request ${step.request}: none of it lands.`;
      let bytes = 0;
      for (let block = step.fromBlock; block < step.toBlock; block++) bytes += blocks.bytes[block] ?? 0;
      const chunk = step.component === 'kv' && !(step.last && step.chunk === 0) ? `, chunk ${step.chunk}` : '';
      return `prefill sends the ${what} of request ${step.request}${chunk}: ${counted(step.toBlock - step.fromBlock, 'item')}, ${formatBytes(bytes)}.`;
    }
    case 'notify':
      return `prefill, rank ${step.prefillRank}, tells decode that request ${step.request} is ${step.status}.`;
    case 'status':
      return `${step.side} takes request ${step.request} for ${step.status}${step.message === null ? '.' : `: ${step.message}`}`;
    case 'commit':
      return `decode commits request ${step.request}: from here on it reads what has landed.`;
    case 'abort':
      return `decode gives request ${step.request} up, and still holds its pages.`;
    case 'free':
      return `${step.side} gives back the slot, pages and metadata row of request ${step.request}.`;
    case 'compute':
      return `prefill’s forward pass writes the data of request ${step.request}.`;
    case 'observe':
      return 'decode’s memory is looked at.';
  }
}

/** Entries and items that are listed one by one; the others are counted. */
const MOST_ENTRIES = 64;
const MOST_ITEMS = 256;

/** One step in detail. */
export function stepDetail({ staged, ranks }: Stage, index: number): StepDetail {
  const step = staged?.handOff.built.plan.steps[index];
  if (staged === null || step === undefined) return { step: index, lists: [], tokens: 0, sent: null };
  const request = 'request' in step ? staged.handOff.planned.requests[step.request] : undefined;
  const named = request === undefined ? [] : listsOf(request.prefill.indices, request.decode.indices);
  return { step: index, lists: named, tokens: request?.tokens ?? 0, sent: step.kind === 'send' ? sentBy(staged, step, ranks) : null };
}

type Indices = StagedHandOff['handOff']['planned']['requests'][number]['prefill']['indices'];

function listsOf(prefill: Indices, decode: Indices): StepDetail['lists'] {
  const none = new Int32Array(0);
  const lists = [
    { name: 'kv', prefill: prefill.kvPages, decode: decode.kvPages },
    { name: 'swa', prefill: prefill.states.swa, decode: decode.states.swa },
    { name: 'swa_ring', prefill: prefill.states.swa_ring ?? none, decode: decode.states.swa_ring ?? none },
    { name: 'c128_state', prefill: prefill.states.c128_state, decode: decode.states.c128_state },
  ];
  return lists.filter((list) => list.prefill.length + list.decode.length > 0);
}

function sentBy({ handOff, memory }: StagedHandOff, step: Extract<Step, { kind: 'send' }>, ranks: Stage['ranks']): StepDetail['sent'] {
  const { plan } = handOff.built;
  const numbers = Array.from({ length: step.toBlock - step.fromBlock }, (_, i) => step.fromBlock + i);
  const byEntry = groupBy(numbers, (block) => plan.blocks.entry[block] ?? 0);
  const entries = [...byEntry].slice(0, MOST_ENTRIES).flatMap(([number, blocks]) => {
    const entry = plan.entries[number];
    return entry === undefined ? [] : [sentEntry(plan, entry, blocks, handOff.planned, memory, ranks)];
  });
  return { entries, entryCount: byEntry.size, submissions: step.submissions, descriptors: step.descriptors };
}

function sentEntry(
  { blocks }: Plan,
  entry: PlanEntry,
  numbers: readonly number[],
  planned: StagedHandOff['handOff']['planned'],
  memory: StagedHandOff['memory'],
  ranks: Stage['ranks'],
): SentEntry {
  const from = tensorPlaces(ranks.prefill[entry.prefillRank]?.areas ?? [])(entry.srcTensor);
  const to = tensorPlaces(ranks.decode[entry.decodeRank]?.areas ?? [])(entry.dstTensor);
  const source = regionOf(planned.prefill.ranks[entry.prefillRank], entry, entry.srcPosition);
  const target = regionOf(planned.decode.ranks[entry.decodeRank], entry, entry.dstPosition);
  const srcBase = memory.prefill[entry.prefillRank]?.space.base ?? 0n;
  const dstBase = memory.decode[entry.decodeRank]?.space.base ?? 0n;
  const hex = (base: bigint, offset: number) => hexAddress(base + BigInt(offset));
  const indexIn = (offset: number, region: ListedRegion | undefined) => Math.floor((offset - (region?.offset ?? 0)) / entry.itemBytes);
  const src = Int32Array.from(numbers, (block) => indexIn(blocks.srcOffset[block] ?? 0, source));
  const dst = Int32Array.from(numbers, (block) => indexIn(blocks.dstOffset[block] ?? 0, target));
  const runs = groupRuns(src, dst);
  const runOf: number[] = [];
  for (let run = 0; run < runs.count; run++) for (let i = 0; i < (runs.length[run] ?? 0); i++) runOf.push(run);
  const items = numbers.slice(0, MOST_ITEMS).map((block, i) => ({
    block,
    srcIndex: src[i] ?? 0,
    dstIndex: dst[i] ?? 0,
    src: hex(srcBase, blocks.srcOffset[block] ?? 0),
    dst: hex(dstBase, blocks.dstOffset[block] ?? 0),
    run: runOf[i] ?? 0,
  }));
  return {
    name: from === to ? from : `${from} → ${to}`,
    srcTensor: entry.srcTensor,
    dstTensor: entry.dstTensor,
    itemBytes: entry.itemBytes,
    srcPointer: hex(srcBase, source?.offset ?? 0),
    dstPointer: hex(dstBase, target?.offset ?? 0),
    items,
    itemCount: numbers.length,
    runs: runs.count,
  };
}

function regionOf(rank: RegisteredRank | undefined, { component }: PlanEntry, position: number): ListedRegion | undefined {
  if (rank === undefined) return undefined;
  if (component === 'kv') return rank.kv[position];
  return component === 'aux' ? rank.aux[position] : rank.components[component]?.entries[position];
}
