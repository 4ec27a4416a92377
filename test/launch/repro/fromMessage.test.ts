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
    ['len(chunked_dst_kv_indice) = 3, len(kv_chunk.prefill_kv_indices) = 4', ['PASS_WITH_WARNING', null, 'PASS']],
  ])('%s', async (text, statuses) => {
    expect(await outcomes(text)).toMatchObject([{ statuses, shortfalls: [] }]);
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
    ['DSV4 target and draft pools must share SWA ring geometry: target=(128, 131, 524), draft=(128, 128, 512)', 'one number of draft tokens'],
    ['C128_STATE state index length mismatch: prefill=3, dst=1', 'one C128 item or none'],
    ['SWA_RING state index length mismatch: prefill=0, dst=4', 'nothing to compare'],
    ['KV cache dtype mismatch: prefill server has kv_cache_dtype=auto, but decode server has kv_cache_dtype=fp8_e4m3', 'no other dtypes'],
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
