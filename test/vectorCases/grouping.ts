/** @file Cases of grouping.json: pure functions of the plan. */
import { expect } from 'vitest';
import { alignDown } from '../../src/core/units.ts';
import { kvToPageIndices, kvToPageNum } from '../../src/indices/pageList.ts';
import { createBlockWriter } from '../../src/plan/blockWriter.ts';
import { cpRankPageBounds, filterKvIndicesForCpRank, pageIndicesToCpRank } from '../../src/plan/cpSplit.ts';
import { sendState } from '../../src/plan/engines/mooncake.ts';
import type { Batch } from '../../src/plan/engines/sending.ts';
import { groupRuns, type Runs } from '../../src/plan/grouping.ts';
import { transferEntryPairs } from '../../src/plan/layerPairs.ts';
import { type MambaSlice, mambaSliceBlocks, mambaSliceByteBlocks } from '../../src/plan/mambaSlice.ts';
import { type PipelineStage, ppSlice } from '../../src/plan/ppSlice.ts';
import { mergeRows } from '../../src/strategies/merge.ts';
import { describeError, expectOutcome } from './expectOutcome.ts';

interface Component {
  readonly type: string;
  readonly ptrs: readonly number[];
  readonly itemLens: readonly number[];
  readonly indices: readonly number[] | null;
}

interface SendStateInput extends PipelineStage {
  readonly P: readonly Component[];
  readonly D: readonly Omit<Component, 'type'>[];
}

interface CpInput {
  readonly kvIndices: readonly number[];
  readonly pageIndices: readonly number[];
  readonly sliceStart: number | null;
  readonly sliceStop: number | null;
  readonly totalPages: number | null;
  readonly cpRank: number;
  readonly cpSize: number;
}

type MambaInput = Omit<MambaSlice, 'groups'> & {
  readonly groups?: readonly number[] | null;
  readonly srcItemLen: number;
  readonly dstItemLen: number;
  readonly outer: number;
};

interface PairInput {
  readonly srcLayerIds: readonly number[];
  readonly dstLayerIds: readonly number[];
  readonly nSrc: number;
  readonly nDst: number;
  readonly allowPositional?: boolean;
}

type PpInput = PipelineStage & { readonly srcCount: number; readonly dstCount: number; readonly stateType: string | null };

/** How each kind is computed; `sendState` has an expectation of its own form and stands apart. */
const KINDS: Readonly<Record<string, (input: never) => unknown>> = {
  group: ({ src, dst }: { src: number[]; dst: number[] }) => {
    const runs = groupRuns(Int32Array.from(src), Int32Array.from(dst));
    return { src: expandRuns(runs.src, runs), dst: expandRuns(runs.dst, runs) };
  },
  kvToPageIndices: ({ kvIndices, pageSize }: { kvIndices: number[]; pageSize: number }) => [...kvToPageIndices(kvIndices, pageSize)],
  kvToPageNum: ({ n, pageSize }: { n: number; pageSize: number }) => kvToPageNum(n, pageSize),
  pageAlignFloor: ({ n, pageSize }: { n: number; pageSize: number }) => alignDown(n, pageSize),
  cpRankPageBounds: ({ totalPages, cpSize }: { totalPages: number; cpSize: number }) =>
    Array.from({ length: cpSize }, (_, rank) => cpRankPageBounds(totalPages, rank, cpSize)),
  filterKvIndicesForCpRank: ({ kvIndices, sliceStart, sliceStop, totalPages, cpRank, cpSize }: CpInput) => {
    const part = filterKvIndicesForCpRank({ indices: Int32Array.from(kvIndices), sliceStart, sliceStop }, totalPages, cpRank, cpSize);
    return { indices: [...part.indices], slice: [part.sliceStart, part.sliceStop] };
  },
  pageIndicesToCpRank: ({ pageIndices, totalPages, cpRank, cpSize }: CpInput & { totalPages: number }) => [
    ...pageIndicesToCpRank(Int32Array.from(pageIndices), totalPages, cpRank, cpSize),
  ],
  ppSlice: (input: PpInput) => ({
    // P's own list is never cut: its entries 0, 1, ... pair with the positions that `ppSlice` gives.
    srcPositions: Array.from({ length: input.srcCount }, (_, i) => i),
    dstPositions: ppSlice(input, input.srcCount, input.dstCount, input.stateType),
    count: input.srcCount,
  }),
  transferEntryPairs: ({ srcLayerIds, dstLayerIds, nSrc, nDst, allowPositional }: PairInput) =>
    transferEntryPairs({ srcLayerIds, dstLayerIds, srcCount: nSrc, dstCount: nDst }, allowPositional ?? false),
  mambaSliceBlocks: (input: MambaInput) => mambaSliceBlocks({ ...input, groups: input.groups ?? null }),
  mambaSliceByteBlocks: (input: MambaInput) =>
    mambaSliceByteBlocks({ ...input, groups: input.groups ?? null }, input.srcItemLen, input.dstItemLen, input.outer),
};

/** One case of grouping.json. */
export function checkGroupingCase(vector: { readonly kind: string; readonly input: unknown; readonly expect: unknown }): void {
  if (vector.kind === 'sendState') {
    expect(sendStateOutcome(vector.input as SendStateInput)).toEqual(vector.expect);
    return;
  }
  const compute = KINDS[vector.kind];
  if (compute === undefined) throw new Error(`grouping.json has a kind that nothing checks: ${vector.kind}`);
  expectOutcome(() => compute(vector.input as never), vector.expect);
}

function expandRuns(firsts: Int32Array, runs: Runs): number[][] {
  return Array.from({ length: runs.count }, (_, run) => Array.from({ length: runs.length[run] as number }, (_, i) => (firsts[run] as number) + i));
}

/** What was submitted, in the form of the vectors: absolute addresses. */
function sendStateOutcome({ P, D, ...stage }: SendStateInput): unknown {
  const sending = sendState(
    P.map(({ type, itemLens, indices }) => ({ type, itemBytes: itemLens, indices: indices === null ? null : Int32Array.from(indices) })),
    D.map(({ ptrs, indices }) => ({ entryCount: ptrs.length, indices: Int32Array.from(indices ?? []) })),
    stage,
  );
  const batches = sending.batches.map((batch) => addresses(batch, P[batch.component as number]?.ptrs ?? [], D[batch.component as number]?.ptrs ?? []));
  const warned = sending.warnings.length;
  return sending.error === null
    ? { error: null, value: { batches }, batchesBeforeError: null, warned }
    : { error: describeError(sending.error), value: null, batchesBeforeError: batches, warned };
}

/** What a plan holds and its items merge to. Pointers are added as bigints, since blocks count from an entry's start: a pointer may be any 64-bit value. */
function addresses({ src, dst, pairs }: Batch, srcPtrs: readonly number[], dstPtrs: readonly number[]): number[][] {
  return pairs.flatMap(({ srcPosition, dstPosition, itemBytes }) => {
    const writer = createBlockWriter();
    writer.addItems(0, 0, 0, itemBytes, src, dst);
    const blocks = mergeRows(writer.finish());
    const absolute = (ptr: number | undefined, offset: number | undefined) => Number(BigInt(ptr as number) + BigInt(offset as number));
    return Array.from({ length: blocks.count }, (_, row) => [
      absolute(srcPtrs[srcPosition], blocks.srcOffset[row]),
      absolute(dstPtrs[dstPosition], blocks.dstOffset[row]),
      blocks.bytes[row] as number,
    ]);
  });
}
