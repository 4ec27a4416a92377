import { describe, expect, it } from 'vitest';
import { sendKv, sendState } from '../../../src/plan/engines/mooncake.ts';
import type { ReceivedList, Sending, SentList } from '../../../src/plan/engines/sending.ts';

const WHOLE = { startLayer: 0, endLayer: null, ratios: null };
const sent = (type: string, itemBytes: number[], indices: number[] | null): SentList => ({
  type,
  itemBytes,
  indices: indices === null ? null : Int32Array.from(indices),
});
const received = (entryCount: number, indices: number[]): ReceivedList => ({ entryCount, indices: Int32Array.from(indices) });

describe('sendState', () => {
  it('skips lists that P does not have, and state that neither side has', () => {
    const sending = sendState(
      [sent('swa', [8], null), sent('c128_state', [8], []), sent('swa_ring', [8], []), sent('mamba', [8], [1])],
      [received(1, [3]), received(1, []), received(1, []), received(1, [1])],
      WHOLE,
    );
    expect(sending).toMatchObject({ warnings: [], error: null });
    expect(sending.batches.map(({ component }) => component)).toEqual([2]);
    expect(sending.batches[0]?.src).toHaveLength(0);
  });

  it('cuts the longer SWA list from its end and says so', () => {
    const { batches, warnings } = sendState([sent('swa', [8], [4, 5]), sent('swa', [8], [6])], [received(1, [9]), received(1, [1, 2, 3])], WHOLE);
    expect(warnings).toEqual(['len(prefill_state_indices) = 2, len(dst_state_indices) = 1', 'len(prefill_state_indices) = 1, len(dst_state_indices) = 3']);
    expect(batches.map(({ src, dst }) => [[...src], [...dst]])).toEqual([
      [[4], [9]],
      [[6], [1]],
    ]);
  });

  it.each([
    ['swa_ring', 'RuntimeError', 'SWA_RING state index length mismatch: prefill=1, dst=0', 0],
    ['c128_state', 'RuntimeError', 'C128_STATE state index length mismatch: prefill=1, dst=0', 0],
    ['swa', 'IndexError', 'list index out of range', 1],
  ])('a %s component that D lacks ends the hand-off', (type, pythonType, message, warned) => {
    const sending = sendState([sent('swa', [8], [4]), sent(type, [8], [5])], [received(1, [9])], WHOLE);
    expect(sending.error).toMatchObject({ pythonType, message });
    expect(sending.batches).toHaveLength(1);
    expect(sending.warnings).toHaveLength(warned);
  });

  it('a compressed model whose D lacks a component cannot slice it', () => {
    const stage = { startLayer: 0, endLayer: 3, ratios: [0, 4, 128] };
    const { error } = sendState([sent('swa', [8], [4])], [], stage);
    expect(error?.pythonType).toBe('ValueError');
    expect(error?.message).toContain('Unexpected compressed-MLA dst_kv_ptrs length 0;');
  });
});

const chunkOf = (itemBytes: number[], entryCount: number, prefillPages: Int32Array, decodePages: Int32Array): Sending =>
  sendKv({ itemBytes, entryCount, prefillPages, decodePages, stage: WHOLE });

describe('sendKv', () => {
  it('pairs pages and entries', () => {
    const { batches, warnings } = chunkOf([10, 20], 2, Int32Array.of(3, 1), Int32Array.of(2, 3));
    expect(warnings).toEqual([]);
    expect(batches[0]?.pairs).toEqual([
      { srcPosition: 0, dstPosition: 0, itemBytes: 10 },
      { srcPosition: 1, dstPosition: 1, itemBytes: 20 },
    ]);
  });

  it('cuts the chunk where D has fewer pages, and fails where it has more', () => {
    const cut = chunkOf([10], 1, Int32Array.of(3, 1), Int32Array.of(2));
    expect(cut.warnings).toEqual(['len(chunked_dst_kv_indice) = 1, len(kv_chunk.prefill_kv_indices) = 2']);
    expect([...(cut.batches[0]?.src ?? [])]).toEqual([3]);
    const more = chunkOf([10], 1, Int32Array.of(3), Int32Array.of(2, 4));
    expect(more.error?.message).toBe('group_concurrent_contiguous requires equal-length src/dst index arrays, got 1 and 2');
    expect(chunkOf([10], 1, Int32Array.of(), Int32Array.of(2)).batches[0]?.dst).toHaveLength(0);
  });
});
