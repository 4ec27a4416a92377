/** Messages to runs, on the reference device: the same words, what lies past the check, the mend. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../src/checks/catalogue.ts';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { findMessages } from '../../../src/launch/messages/scanner.ts';
import { carryOut } from '../../../src/launch/repro/carryOut.ts';
import { REPRODUCIBLE_IDS, reproduceMessage, typicalMessage } from '../../../src/launch/repro/fromMessage.ts';

const SEED = 20260901;
const device = new CpuDevice(2 ** 30);

function casesOf(text: string) {
  return findMessages(text).flatMap((message) => reproduceMessage(message).cases);
}

function reasonOf(text: string): string | null {
  return findMessages(text).map((message) => reproduceMessage(message).reason)[0] ?? null;
}

/** Statuses of the three runs, and what is missing. */
async function outcomes(text: string) {
  const results = [];
  for (const reproCase of casesOf(text)) {
    const { runs, shortfalls } = await carryOut(reproCase, device);
    const { asGiven, pastCheck, mended } = runs;
    results.push({
      statuses: [asGiven.verdict.status, pastCheck?.verdict.status ?? null, mended?.verdict.status ?? null],
      first: asGiven.verdict.findings[0]?.message,
      shortfalls,
    });
  }
  return results;
}

describe('the two messages that the project began with', () => {
  const paged = 'DSV4 target and draft pools must share paged SWA geometry: target=(1, 4096), draft=(32, 4096)';
  const modes = 'DSV4 target and draft pools must use the same unified-KV mode';

  it('pages of 1 and 32 tokens: ids leave the draft’s region; both 32 is clean', async () => {
    expect(await outcomes(paged)).toEqual([{ statuses: ['REFUSE', 'OUT_OF_RANGE', 'PASS'], first: paged, shortfalls: [] }]);
    const [reproCase] = casesOf(paged);
    expect(reproCase?.scenario).toMatchObject({
      model: { compressRatios: [0], window: 4096 },
      prefill: { pageSize: 1, draft: { pageSize: 32, swaPageSize: 32, window: 4096 } },
      fixed: { prefill: { pageSize: 32, draft: { pageSize: 32 } } },
    });
    expect(reproCase?.remarks.join(' ')).toContain('with C4 or C128 layers the target pool could not have been built');
  });

  it('unlike modes, both ways round: the draft’s window stays behind', async () => {
    const expected = { statuses: ['REFUSE', 'SILENT_CORRUPTION', 'PASS'], first: modes, shortfalls: [] };
    expect(await outcomes(modes)).toEqual([expected, expected]);
    expect(casesOf(modes).map(({ scenario: { prefill } }) => [prefill?.mode, prefill?.draft?.mode])).toEqual([
      ['paged', 'unified'],
      ['unified', 'paged'],
    ]);
  });
});

describe('messages of every kind', () => {
  it.each([
    ['DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(64, 67, 268)', ['REFUSE', 'SILENT_CORRUPTION', 'PASS']],
    ['DSV4 target and draft pools must share the SWA index mapping', ['REFUSE', 'PASS_WITH_WARNING', 'PASS']],
    ['DSV4 draft state transfer expects SWA-only NextN layers', ['REFUSE', 'OUT_OF_RANGE', 'PASS']],
    ['AssertionError: online c128 does not support MTP', ['REFUSE', 'REFUSE', 'PASS']],
    ['ValueError: Unsupported compression ratio: 2', ['REFUSE', 'REFUSE', 'PASS']],
    [
      'Page size mismatch: prefill server has page_size=128, but decode server has page_size=64. Both servers must use the same --page-size value.',
      ['REFUSE', 'OUT_OF_RANGE', 'PASS'],
    ],
    ['KV cache dtype mismatch: prefill server has kv_cache_dtype=bfloat16, but decode server has kv_cache_dtype=fp8_e4m3', ['REFUSE', 'OUT_OF_RANGE', 'PASS']],
    ['Decode pp size (2) should be equal to prefill pp size (4) or 1', ['REFUSE', 'REFUSE', 'PASS']],
    ['RuntimeError: SWA_RING state index length mismatch: prefill=100, dst=64', ['TRANSFER_ERROR', null, 'PASS']],
    ['C128_STATE state index length mismatch: prefill=0, dst=1', ['TRANSFER_ERROR', null, 'PASS']],
    ['SWA_RING state index length mismatch: src=3, dst=2', ['TRANSFER_ERROR', null, 'PASS']],
    ['State index length mismatch at component 2: prefill=3, dst=0', ['TRANSFER_ERROR', null, 'PASS']],
    ['len(prefill_state_indices) = 3, len(dst_state_indices) = 2', ['SILENT_CORRUPTION', null, 'PASS']],
    ['len(chunked_dst_kv_indice) = 3, len(kv_chunk.prefill_kv_indices) = 4', ['SILENT_CORRUPTION', null, 'PASS']],
    ['len(chunked_dst_kv_indice) = 0, len(kv_chunk.prefill_kv_indices) = 400', ['SILENT_CORRUPTION', null, 'PASS']],
    ['len(prefill_state_indices) = 2, len(dst_state_indices) = 0', ['SILENT_CORRUPTION', null, 'PASS']],
    ['len(prefill_state_indices) = 0, len(dst_state_indices) = 2', ['SILENT_CORRUPTION', null, 'PASS']],
    ['SWA_RING state index length mismatch: prefill=0, dst=8', ['TRANSFER_ERROR', null, 'PASS']],
    ['State index length mismatch at component 0: prefill=2, dst=0', ['TRANSFER_ERROR', null, 'PASS']],
    ['State index length mismatch at component 3: prefill=7, dst=0', ['TRANSFER_ERROR', null, 'PASS']],
    ['No overlapping state indices for state_type=StateType.SWA', ['TRANSFER_ERROR', null, 'PASS']],
    ['No overlapping state indices for state_type=StateType.SWA_RING', ['TRANSFER_ERROR', null, 'PASS']],
    ['PD state transfer failed: state component count mismatch (local=1, remote=3)', ['TRANSFER_ERROR', null, 'PASS']],
    ['PD state transfer failed: state component count mismatch (local=4, remote=3)', ['TRANSFER_ERROR', null, 'PASS']],
    ['group_concurrent_contiguous requires equal-length src/dst index arrays, got 3 and 2', ['TRANSFER_ERROR', null, 'PASS']],
    [
      'Unexpected compressed-MLA dst_kv_ptrs length 0; expected either 3 (kv_data) or swa_L + 2 (state_data) given compression_ratios (c4=1, c128=1, total=2).',
      ['OUT_OF_RANGE', null, 'PASS'],
    ],
    ['IndexError: list index out of range', ['TRANSFER_ERROR', null, 'PASS']],
    ['Failed to send kv chunk of 8125737451882337291 to decode-0.local:41000', ['TRANSFER_ERROR', null, 'PASS']],
    ['Failed to send state components of 4242 to 10.0.0.2:41000', ['TRANSFER_ERROR', null, 'PASS']],
    ['NIXL transfer encountered ERR room=4242', ['TRANSFER_ERROR', null, 'PASS']],
    ['Decode instance could be dead, remote mooncake session 10.0.0.2:15000 is not alive', ['TRANSFER_ERROR', null, 'PASS']],
    ['Failed to get kvcache from prefill instance, it might be dead', ['TRANSFER_ERROR', null, 'PASS']],
    ['Request 4242 timed out after 600.0s in KVPoll.WaitingForInput', ['TRANSFER_ERROR', null, 'PASS']],
    ['Request 4242 timed out after 300.0s in KVPoll.Bootstrapping', ['TRANSFER_ERROR', null, 'PASS']],
    ['Could not fetch bootstrap info for: prefill_dp_rank: 0 prefill_cp_rank: 0 target_tp_rank: 5 and target_pp_rank 0', ['TRANSFER_ERROR', null, 'PASS']],
  ])('%s', async (text, statuses) => {
    expect(await outcomes(text)).toMatchObject([{ statuses, shortfalls: [] }]);
  });

  it('a thread that died: what it raised as well, and the message’s own port', async () => {
    const text = 'Transfer thread failed because of list index out of range. Prefill instance with bootstrap_port=9001 is dead.';
    const statuses = ['TRANSFER_ERROR', null, 'PASS'];
    expect(await outcomes(text)).toMatchObject([{ statuses, first: text, shortfalls: [] }]);
  });

  it.each(REPRODUCIBLE_IDS)('%s: its typical case has scenarios, or a reason', (id) => {
    const typical = typicalMessage(id);
    expect(typical).not.toBeNull();
    if (typical === null) return;
    const { cases, reason } = reproduceMessage(typical);
    expect(cases.length > 0).toBe(reason === null);
  });

  it('says why of all others', () => {
    for (const { id, said } of CATALOGUE) {
      if (said === null || REPRODUCIBLE_IDS.includes(id)) continue;
      const typical = typicalMessage(id);
      expect(typical === null ? null : reproduceMessage(typical).reason, id).toMatch(/\w{3}/);
    }
  });

  it.each([
    ['DSV4 target and draft pools must share paged SWA geometry: target=(256, 128), draft=(256, 128)', 'nothing differs'],
    ['DSV4 target and draft pools must share paged SWA geometry: target=(None, 128), draft=(256, 128)', 'not whole numbers'],
    ['DSV4 target and draft pools must share paged SWA geometry: target=(99999999, 128), draft=(256, 128)', 'not whole numbers'],
    [
      'DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(128, 128, 512)',
      'for both pools from the one --speculative-num-draft-tokens',
    ],
    ['C128_STATE state index length mismatch: prefill=3, dst=1', 'one C128 item or none'],
    ['SWA_RING state index length mismatch: src=0, dst=4', 'nothing overlaps'],
    ['State index length mismatch at component 0: prefill=0, dst=4', 'passes over'],
    ['group_concurrent_contiguous requires equal-length src/dst index arrays, got 2 and 3', 'never the longer one'],
    ['len(chunked_dst_kv_indice) = 4, len(kv_chunk.prefill_kv_indices) = 3', 'only where decode has fewer'],
    ['PD state transfer failed: state component count mismatch (local=1, remote=4)', 'no two nodes with one model'],
    ['ZeroDivisionError: integer modulo by zero', 'no node here'],
    ['Failed to send kv chunk of 0 to 10.0.0.2:41000', 'no positive whole number'],
    ['NIXL prepared dlist transfer length exceeds item stride: length=8448 stride=4352', 'neither prepared descriptor lists'],
    ['Could not fetch bootstrap info for: prefill_dp_rank: 0 prefill_cp_rank: 0 target_tp_rank: 1 and target_pp_rank 0', 'any number of decode'],
    ['KV cache dtype mismatch: prefill server has kv_cache_dtype=auto, but decode server has kv_cache_dtype=fp8_e4m3', 'which each server settles'],
  ])('%s: a reason', (text, words) => {
    expect(reasonOf(text)).toContain(words);
  });
});

describe('any values', () => {
  const page = fc.integer({ min: 1, max: 48 });
  const window = fc.integer({ min: 1, max: 64 });

  it('pages and windows of target and draft come back in the same words, and the mend is clean', async () => {
    await fc.assert(
      fc.asyncProperty(page, window, page, window, async (targetPage, targetWindow, draftPage, draftWindow) => {
        fc.pre(targetPage !== draftPage || targetWindow !== draftWindow);
        const text = `DSV4 target and draft pools must share paged SWA geometry: target=(${targetPage}, ${targetWindow}), draft=(${draftPage}, ${draftWindow})`;
        const [only] = await outcomes(text);
        expect(only).toMatchObject({ first: text, shortfalls: [] });
        expect(only?.statuses[0]).toBe('REFUSE');
      }),
      { seed: SEED, numRuns: 8 },
    );
  });

  it('lengths of ring lists come back in the same words', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 200 }), async (sent, expected) => {
        fc.pre(sent !== expected);
        const text = `SWA_RING state index length mismatch: prefill=${sent}, dst=${expected}`;
        const [only] = await outcomes(text);
        expect(only).toMatchObject({ first: `RuntimeError: ${text}`, shortfalls: [] });
      }),
      { seed: SEED, numRuns: 6 },
    );
  });
});
