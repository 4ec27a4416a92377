/** Grids of ranks: sound ones cover every destination exactly once; of the others coverage says where they do not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoverageFinding, coverage } from '../../src/plan/coverage.ts';
import { mapDecodeRank } from '../../src/plan/rankMapping.ts';
import { routesBetween } from '../../src/plan/routes.ts';
import { type HandOff, suppliersOf } from '../../src/session/handOff.ts';
import { type HandOffOptions, handOffOf } from './handOffs.ts';

const SEED = { seed: 20260823, verbose: true };

const covered = ({ planned, built }: HandOff) => coverage(planned, built.plan);
const ends = ({ built }: HandOff) => built.outcomes.map(({ prefill, decode }) => [prefill.status, decode.status]);

/** Kinds of findings, and where: `kind component`. */
function placesOf(findings: readonly CoverageFinding[]): string[] {
  return [...new Set(findings.map(({ kind, component }) => `${kind} ${component}`))].sort();
}

describe('sound grids', () => {
  const tp = fc.constantFrom([1, 1], [2, 1], [1, 2], [4, 2], [2, 4], [4, 1], [3, 3]);
  // Both halves of this model have layers of every ratio: a stage without one registers fewer components, which is a hazard of its own (below).
  const model = { hiddenLayers: 6, compressRatios: [0, 4, 128, 128, 4, 0], nextnLayers: 0 };
  const pp = fc.constantFrom([1, 1], [2, 1], [2, 2]);
  const grids = fc.record({
    tp,
    pp,
    cp: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom('paged' as const, 'unified' as const),
    backend: fc.constantFrom('mooncake' as const, 'mooncake-old' as const, 'nixl' as const, 'mori' as const),
    chunkTokens: fc.constantFrom(null, 256, 512),
    lengths: fc.array(fc.constantFrom(1, 128, 257, 300, 512, 1030), { minLength: 1, maxLength: 3 }),
  });

  const optionsOf = ({ tp, pp, cp, mode, backend, chunkTokens, lengths }: typeof grids extends fc.Arbitrary<infer T> ? T : never): HandOffOptions => ({
    model,
    both: { mode, backend },
    prefill: { grid: { tp: tp[0] ?? 1, pp: pp[0] ?? 1, cp }, ...(chunkTokens === null ? {} : { chunkTokens }) },
    decode: { grid: { tp: tp[1] ?? 1, pp: pp[1] ?? 1, cp: 1 } },
    lengths,
  });

  it('are covered exactly once, and every room succeeds', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const handOff = handOffOf(optionsOf(grid));
        expect(covered(handOff)).toMatchObject({ isExact: true, findings: [] });
        expect(ends(handOff)).toEqual(grid.lengths.map(() => ['Success', 'Success']));
      }),
      { ...SEED, numRuns: 25 },
    );
  }, 60_000);

  it('with all context ranks sending, pages are written once and state once a rank', () => {
    fc.assert(
      fc.property(grids, (grid) => {
        const options = optionsOf(grid);
        const handOff = handOffOf({ ...options, both: { ...options.both, allCpRanksTransfer: true } });
        const { findings } = covered(handOff);
        expect(findings.every(({ kind, component }) => kind === 'repeated' && component !== 'kv')).toBe(true);
        expect(findings.length > 0).toBe(grid.cp > 1);
        expect(ends(handOff)).toEqual(grid.lengths.map(() => ['Success', 'Success']));
      }),
      { ...SEED, numRuns: 15 },
    );
  }, 60_000);

  it('suppliers are one rank a stage, the last stage first, whoever is asked', () => {
    const handOff = handOffOf({ prefill: { grid: { tp: 2, pp: 2 } }, decode: { grid: { tp: 4 } } });
    // Ranks count tensor before pipeline: rank 1 is stage 1 of tensor rank 0.
    expect([0, 1, 2, 3].map((rank) => suppliersOf(handOff, rank))).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    const staged = handOffOf({ prefill: { grid: { pp: 2 } }, decode: { grid: { pp: 2 } } });
    expect([0, 1].map((rank) => suppliersOf(staged, rank))).toEqual([[0], [1]]);
  });
});

describe('counts', () => {
  it.each([
    [{ tp: 2, pp: 1, cp: 1 }, { tp: 2, pp: 1, cp: 1 }, false, [1, 1, 1, 0]],
    [{ tp: 1, pp: 1, cp: 1 }, { tp: 4, pp: 1, cp: 1 }, false, [1, 4, 1, 0]],
    [{ tp: 4, pp: 1, cp: 1 }, { tp: 1, pp: 1, cp: 1 }, false, [1, 1, 1, 3]],
    [{ tp: 2, pp: 3, cp: 1 }, { tp: 1, pp: 1, cp: 1 }, false, [3, 1, 3, 3]],
    [{ tp: 1, pp: 1, cp: 4 }, { tp: 1, pp: 1, cp: 1 }, false, [1, 1, 1, 0]],
    [{ tp: 1, pp: 2, cp: 4 }, { tp: 1, pp: 1, cp: 1 }, true, [8, 1, 8, 0]],
  ])('prefill %o to decode %o, all context ranks %s', (prefill, decode, all, expected) => {
    const { senders, dummies, requiredDstInfoNum, requiredPrefillResponseNum } = mapDecodeRank({ tp: 0, pp: 0, cp: 0 }, prefill, decode, all);
    expect([senders.length, requiredDstInfoNum, requiredPrefillResponseNum, dummies.length]).toEqual(expected);
  });

  it('only the last stage sends the metadata row', () => {
    const node = (pp: number) => ({ grid: { tp: 1, pp, cp: 1 }, allCpRanksTransfer: false });
    expect(routesBetween(node(3), node(1)).routes.map(({ prefillRank, sendsAux }) => [prefillRank, sendsAux])).toEqual([
      [2, true],
      [1, false],
      [0, false],
    ]);
  });
});

describe('tensor-parallel sizes that do not divide', () => {
  it('more on decode: a rank looks up a prefill rank that is not there, and nothing moves', () => {
    const handOff = handOffOf({ prefill: { grid: { tp: 2 } }, decode: { grid: { tp: 5 } } });
    expect(handOff.built.outcomes[0]).toMatchObject({
      prefill: { status: 'Failed', message: 'Request 1 timed out after 300.0s in KVPoll.Bootstrapping', after: 'bootstrap-timeout' },
      decode: {
        status: 'Failed',
        message: 'Could not fetch bootstrap info for: prefill_dp_rank: 0 prefill_cp_rank: 0 target_tp_rank: 2 and target_pp_rank 0',
        after: 'bootstrap-lookup',
      },
    });
    const { findings, expectedBytes } = covered(handOff);
    expect(findings.every(({ kind }) => kind === 'missing')).toBe(true);
    expect(findings.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(expectedBytes);
    expect(new Set(findings.map(({ decodeRank }) => decodeRank))).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it('more on prefill: a rank that nobody asks holds all of them back', () => {
    const mooncake = handOffOf({ prefill: { grid: { tp: 3 } }, decode: { grid: { tp: 2 } } });
    expect(mooncake.built.outcomes[0]).toMatchObject({ prefill: { after: 'bootstrap-timeout' }, decode: { after: 'waiting-timeout' } });
    expect(placesOf(covered(mooncake).findings)).toEqual(['missing 0', 'missing 1', 'missing aux', 'missing kv']);
    const nixl = handOffOf({ both: { backend: 'nixl' }, prefill: { grid: { tp: 3 } }, decode: { grid: { tp: 2 } } });
    expect(nixl.built.outcomes[0]?.prefill).toEqual({ status: 'Failed', message: null, after: 'abort' });
  });
});

describe('context ranks about which the nodes disagree', () => {
  it('only decode asks them all: everything arrives and the room never completes', () => {
    const handOff = handOffOf({ prefill: { grid: { cp: 2 } }, decode: { allCpRanksTransfer: true } });
    expect(covered(handOff).isExact).toBe(true);
    expect(handOff.built.outcomes[0]?.decode.after).toBe('waiting-timeout');
  });

  it('only prefill divides pages: ranks that nobody asks hold the request back', () => {
    const handOff = handOffOf({ prefill: { grid: { cp: 2 }, allCpRanksTransfer: true }, decode: { allCpRanksTransfer: false } });
    expect(handOff.built.outcomes[0]).toMatchObject({ prefill: { after: 'bootstrap-timeout' }, decode: { after: 'waiting-timeout' } });
  });
});

describe('the position hazard: stages that register other components than decode', () => {
  // The last stage, layers 4 and 5, has no layer of ratio 128: its draft stands where decode has its C128 state.
  const model = { hiddenLayers: 6, compressRatios: [0, 4, 128, 4, 0, 4], nextnLayers: 1 };
  const both = { speculation: { draftTokens: 4, draftLayers: 1 } };

  it('is nobody to blame for in one stage', () => {
    expect(covered(handOffOf({ model, both })).isExact).toBe(true);
  });

  it('writes the draft somewhere into C128 state when counts agree, and nothing into the draft', () => {
    const handOff = handOffOf({ model, both, prefill: { grid: { pp: 3 } }, lengths: [1] });
    const { findings } = covered(handOff);
    expect(ends(handOff)).toEqual([['Success', 'Success']]);
    expect(placesOf(findings)).toEqual(['missing 2', 'stray 1']);
    expect(findings.find(({ kind }) => kind === 'stray')).toMatchObject({ bytes: 149_760, tensor: 'target/attn_state/2', sources: ['2: draft/swa/0'] });
  });

  it('cuts the draft to the C128 list where the counts differ, and says so', () => {
    const { built } = handOffOf({ model, both, prefill: { grid: { pp: 3 } }, lengths: [300] });
    expect(built.warnings).toEqual([{ request: 0, prefillRank: 2, message: 'len(prefill_state_indices) = 2, len(dst_state_indices) = 1' }]);
  });

  it('in NIXL ends the room where the counts differ', () => {
    const handOff = handOffOf({ model, both: { ...both, backend: 'nixl' }, prefill: { grid: { pp: 3 } }, lengths: [300] });
    expect(handOff.built.failures.map(({ message }) => message)).toEqual(['State index length mismatch at component 1: prefill=2, dst=1']);
  });
});

describe('item lengths that differ', () => {
  it('leave half of every C4 state item unwritten and write beside it', () => {
    const handOff = handOffOf({ decode: { speculation: { draftTokens: 4, draftLayers: 0 } }, lengths: [300] });
    expect(ends(handOff)).toEqual([['Success', 'Success']]);
    const wrong = covered(handOff).findings.filter(({ component }) => component === 0);
    expect(new Set(wrong.map(({ tensor }) => tensor.split('/')[1]))).toEqual(new Set(['attn_state', 'indexer_state']));
    expect(wrong.some(({ kind }) => kind === 'missing')).toBe(true);
  });
});

describe('coverage of a spoilt plan', () => {
  const handOff = handOffOf({ lengths: [1030] });

  it('one block moved is missed and found where it went', () => {
    const { plan } = handOff.built;
    fc.assert(
      fc.property(fc.nat(plan.blocks.count - 1), fc.nat(plan.blocks.count - 1), (moved, onto) => {
        const dstOffset = plan.blocks.dstOffset.slice();
        dstOffset[moved] = plan.blocks.dstOffset[onto] ?? 0;
        const { isExact, findings } = coverage(handOff.planned, { ...plan, blocks: { ...plan.blocks, dstOffset } });
        expect(isExact).toBe(moved === onto);
        if (moved === onto) return;
        const missing = findings.filter(({ kind }) => kind === 'missing').reduce((sum, { bytes }) => sum + bytes, 0);
        expect(missing).toBe(plan.blocks.bytes[moved]);
        expect(findings.some(({ kind }) => kind === 'overlapping' || kind === 'foreign')).toBe(true);
      }),
      { ...SEED, numRuns: 50 },
    );
  });

  it('data of another kind is foreign although every byte is written once', () => {
    const { plan } = handOff.built;
    const entries = plan.entries.map((entry) => (entry.component === 'kv' && entry.dstPosition === 0 ? { ...entry, srcTensor: 'target/indexer/0' } : entry));
    const { findings } = coverage(handOff.planned, { ...plan, entries });
    expect(placesOf(findings)).toEqual(['foreign kv']);
  });
});
