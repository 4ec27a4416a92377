/** @file Cases of state_indices.json: one request's tokens to indices on both sides. */
import { expect } from 'vitest';
import { c128StateIndices } from '../../src/indices/c128State.ts';
import { locationsFromRuns } from '../../src/indices/pageList.ts';
import { type RequestIndices, requestIndices } from '../../src/indices/requestIndices.ts';
import { reqPosToStateRow, swaLocToStateRow } from '../../src/indices/stateRows.ts';
import type { PoolMode } from '../../src/model/engineConfig.ts';
import { groupRuns } from '../../src/plan/grouping.ts';
import { SwaMapping, swaTailLen } from '../../src/pools/allocators/swaMapping.ts';
import { expectOutcome, outcomeOf } from './expectOutcome.ts';

interface NodeInput {
  readonly reqPoolIdx: number;
  readonly reqToToken: readonly (readonly [number, number])[];
  readonly fullToSwa: { readonly size: number; readonly runs: readonly (readonly [number, number, number])[] };
}

interface RequestInput {
  readonly mode: PoolMode;
  readonly pageSize: number;
  readonly slidingWindow: number;
  readonly inputLen: number;
  readonly prefillEnd: number;
  readonly decodePrefixLen: number;
  readonly onlineC128: boolean;
  readonly ringSizeC128: number;
  readonly unifiedSwaRingSize: number | null;
  readonly decodeRadixCache: boolean;
  readonly P: NodeInput;
  readonly D: NodeInput;
}

interface RequestExpectation {
  readonly P: object;
  readonly D: object;
  readonly groups: Readonly<Record<string, unknown>>;
}

/** Kinds other than `request`, as the vectors' `{error, value}`. */
const KINDS: Readonly<Record<string, (input: never) => unknown>> = {
  c128Indices: ({ reqPoolIdx, seqLen, online, ringSize }: { reqPoolIdx: number; seqLen: number; online: boolean; ringSize: number }) => [
    ...c128StateIndices(reqPoolIdx, seqLen, { online, ringRows: ringSize }),
  ],
  swaTailLen: (input: { seqLen: number; slidingWindow: number | null; pageSize: number; decodeRadixCache: boolean }) =>
    swaTailLen(input.seqLen, input.slidingWindow, input.pageSize, input.decodeRadixCache),
  swaLocToStateRow: ({ swaLocs, ringSize, swaPageSize }: { swaLocs: number[]; ringSize: number; swaPageSize: number }) =>
    swaLocs.map((location) => swaLocToStateRow(location, ringSize, swaPageSize)),
  reqPosToStateRow: ({ reqPoolIdx, positions, ringSize }: { reqPoolIdx: number[]; positions: number[]; ringSize: number }) =>
    positions.map((position, i) => reqPosToStateRow(reqPoolIdx[i] as number, position, ringSize)),
};

/** One case of state_indices.json. */
export function checkStateIndicesCase(vector: { readonly kind: string; readonly input: unknown; readonly expect: unknown }): void {
  if (vector.kind === 'request') {
    checkRequest(vector.input as RequestInput, vector.expect as RequestExpectation);
    return;
  }
  const compute = KINDS[vector.kind];
  if (compute === undefined) throw new Error(`state_indices.json has a kind that nothing checks: ${vector.kind}`);
  expectOutcome(() => compute(vector.input as never), vector.expect);
}

function checkRequest(input: RequestInput, expected: RequestExpectation): void {
  const lists = {
    P: namedLists(requestOn('prefill', input)),
    D: namedLists(requestOn('decode', input)),
  };
  const tail = swaTailLen(input.inputLen, input.slidingWindow, input.pageSize, input.decodeRadixCache);
  expect(toPlain(lists.P)).toEqual(expected.P);
  expect({ ...toPlain(lists.D), swaTailLen: tail }).toEqual(expected.D);
  expect(Object.keys(expected.groups).sort()).toEqual(
    Object.keys(lists.P)
      .filter((name) => name !== 'fullKvPages')
      .sort(),
  );
  for (const [name, groups] of Object.entries(expected.groups)) {
    const computed = outcomeOf(() => groupTriples(lists.P[name] as Int32Array, lists.D[name] as Int32Array, name));
    expect(computed.error ?? computed.value, name).toEqual(errorIn(groups) ?? groups);
  }
}

function requestOn(side: 'prefill' | 'decode', input: RequestInput): RequestIndices {
  const node = side === 'prefill' ? input.P : input.D;
  const mapping = new SwaMapping(side, node.fullToSwa.size - input.pageSize - 1, input.pageSize);
  for (const run of node.fullToSwa.runs) mapping.mapRun(...run);
  expect(mapping.size).toBe(node.fullToSwa.size);
  return requestIndices(
    side,
    {
      mode: input.mode,
      pageSizeTokens: input.pageSize,
      windowTokens: input.slidingWindow,
      unifiedRingRows: input.unifiedSwaRingSize,
      c128: { online: input.onlineC128, ringRows: input.ringSizeC128 },
      c4StateIndex: 'swa-page',
    },
    { inputTokens: input.inputLen, prefillEndTokens: input.prefillEnd, decodePrefixTokens: input.decodePrefixLen },
    { slot: node.reqPoolIdx, locations: locationsFromRuns(node.reqToToken), mapping },
  );
}

/** Lists under the names of the vectors; a list that the mode lacks is left out. */
function namedLists({ kvPages, fullKvPages, states }: RequestIndices): Readonly<Record<string, Int32Array>> {
  return {
    swa: states.swa,
    ...(states.swa_ring === null ? {} : { swaRing: states.swa_ring }),
    c128State: states.c128_state,
    fullKvPages,
    kvPages,
  };
}

function toPlain(lists: Readonly<Record<string, Int32Array>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list]]));
}

/** The error of an expectation that is one. */
function errorIn(groups: unknown): unknown {
  return groups !== null && typeof groups === 'object' && 'error' in groups ? groups.error : null;
}

/** Grouped as the transport would: SWA lists are cut to the shorter first. */
function groupTriples(src: Int32Array, dst: Int32Array, name: string): number[][] {
  const common = name === 'swa' ? Math.min(src.length, dst.length) : undefined;
  const runs = groupRuns(src.subarray(0, common), dst.subarray(0, common));
  return Array.from({ length: runs.count }, (_, i) => [runs.src[i], runs.dst[i], runs.length[i]] as number[]);
}
