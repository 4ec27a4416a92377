/** Whole runs on the CPU device: silence where the pair is sound, alarm, with the right verdict, where it is not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { STRATEGIES } from '../../src/strategies/registry.ts';

const SEED = 7_919;

/** Six layers at small sizes: fast, and with every family of data. */
const base: ScenarioInput = {
  model: 'dsv4-mini',
  prefill: { poolTokens: 4096, slots: 3, swaRatio: 0.5, speculation: { draftTokens: 4 }, fragmentation: 1 },
  decode: { poolTokens: 6144, slots: 4, swaRatio: 0.5, preallocSlots: 1, speculation: { draftTokens: 4 }, fragmentation: 1 },
  requests: [{ length: 300 }, { length: 1030 }, { length: 5 }],
  strategy: 'per-item',
};

/** Those that carry a plan out; whole pools have conditions of their own. */
const PLAN_STRATEGIES = STRATEGIES.filter(({ kind }) => kind !== 'bound').map(({ name }) => name);

/** One device for all runs: what a strategy measures of it is measured once. */
const device = new CpuDevice(2 ** 30);

function run(input: ScenarioInput): Promise<RunResult> {
  return runScenario(resolveScenario(input, { name: 'test', locate: () => ({}), config: null }), { device, timing: false });
}

function sum({ right, wrong, missing, touched, untouched }: { right: number; wrong: number; missing: number; touched: number; untouched: number }): number {
  return right + wrong + missing + touched + untouched;
}

describe('silence', () => {
  it('passes sound pairs of every mode, strategy, ring, length and placement', async () => {
    const lengths = fc.array(fc.constantFrom(1, 2, 127, 128, 129, 255, 256, 257, 383, 384, 511, 512, 513, 640, 1000), { minLength: 0, maxLength: 3 });
    const pair = fc.record({
      mode: fc.constantFrom('paged' as const, 'unified' as const),
      revision: fc.constantFrom('2026-08' as const, '2026-09' as const),
      speculation: fc.constantFrom(null, { draftTokens: 2 }, { draftTokens: 4 }),
      onlineCompress: fc.boolean(),
      fp4Indexer: fc.boolean(),
      stateDtype: fc.constantFrom('float32' as const, 'bfloat16' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        pair,
        lengths,
        fc.constantFrom(...PLAN_STRATEGIES),
        fc.constantFrom(null, 256, 300, 512),
        fc.nat(),
        async (both, tokens, strategy, chunkTokens, seed) => {
          const onlineCompress = both.onlineCompress && both.speculation === null;
          const stateDtype = onlineCompress ? ('float32' as const) : both.stateDtype;
          const shared = { ...both, onlineCompress, stateDtype };
          const input: ScenarioInput = {
            ...base,
            prefill: { ...base.prefill, ...shared, ...(chunkTokens === null ? {} : { chunkTokens }) },
            decode: { ...base.decode, ...shared },
            requests: tokens.map((length) => ({ length })),
            strategy,
            seed,
          };
          const { verdict, checks } = await run(input);
          expect(checks).toEqual([]);
          expect(verdict.findings).toEqual([]);
          expect(verdict.status).toBe('PASS');
          expect(verdict.selfTest.planted).toBeGreaterThan(0);
          if (verdict.words !== null) expect(sum(verdict.words)).toBe(verdict.words.total);
        },
      ),
      { seed: SEED, numRuns: 20 },
    );
  }, 120_000);

  it.each([
    ['tensor-parallel decode twice as wide', { tp: 1, pp: 1, cp: 1 }, { tp: 2, pp: 1, cp: 1 }],
    ['tensor-parallel prefill twice as wide', { tp: 2, pp: 1, cp: 1 }, { tp: 1, pp: 1, cp: 1 }],
    ['pipelined prefill', { tp: 1, pp: 3, cp: 1 }, { tp: 1, pp: 1, cp: 1 }],
    ['pipelined on both sides', { tp: 1, pp: 2, cp: 1 }, { tp: 1, pp: 2, cp: 1 }],
    ['context-parallel prefill', { tp: 1, pp: 1, cp: 2 }, { tp: 1, pp: 1, cp: 1 }],
  ])('passes %s', async (_name, prefillGrid, decodeGrid) => {
    const small = { poolTokens: 2048, slots: 2, swaRatio: 0.5, speculation: null };
    const input = { ...base, prefill: { ...small, grid: prefillGrid }, decode: { ...small, grid: decodeGrid }, requests: [{ length: 300 }, { length: 129 }] };
    const { verdict } = await run(input);
    expect(verdict.findings).toEqual([]);
    expect(verdict.status).toBe('PASS');
  });

  it('gives the same counts with wide stamps', async () => {
    const scenario = resolveScenario(base, { name: 'test', locate: () => ({}), config: null });
    const narrow = await runScenario(scenario, { device, timing: false });
    const wide = await runScenario(scenario, { device, timing: false, forceWidth: 'wide' });
    expect(wide.stampWidth).toBe('wide');
    expect(wide.verdict).toEqual(narrow.verdict);
  });
});

describe('alarm', () => {
  it('finds speculation on decode only: C4 state travels with the wrong item length, C128 state and pages arrive', async () => {
    const { verdict, checks } = await run({ ...base, prefill: { ...base.prefill, speculation: null } });
    // The engine compares none of this: the checks between nodes say it, name the cause, and give the mend.
    expect(checks.every(({ engine }) => engine !== 'refuses')).toBe(true);
    expect(checks.some(({ severity, mend }) => severity === 'error' && mend !== '')).toBe(true);
    expect(verdict.status).toBe('SILENT_CORRUPTION');
    const bad = Object.fromEntries(verdict.components.map((part) => [part.name, part.wrong + part.missing + part.touched]));
    expect(bad['target/c4_state']).toBeGreaterThan(0);
    expect(bad['target/c4_indexer_state']).toBeGreaterThan(0);
    // Nobody sends the draft's window: all of it is missing.
    expect(bad['draft/swa']).toBe(verdict.components.find((part) => part.name === 'draft/swa')?.missing);
    // Only decode's metadata rows are as wide as EAGLE's hidden states: prefill's item length goes astray there, too.
    expect(bad.metadata).toBeGreaterThan(0);
    for (const name of ['target/swa', 'target/c4_kv', 'target/c128_kv', 'target/c4_indexer', 'target/c128_state', 'guard']) expect(bad[name], name).toBe(0);
  });

  it('finds a state dtype that differs', async () => {
    const { verdict } = await run({ ...base, decode: { ...base.decode, stateDtype: 'bfloat16' } });
    expect(['SILENT_CORRUPTION', 'OUT_OF_RANGE']).toContain(verdict.status);
    const state = verdict.components.find((part) => part.name === 'target/c4_state');
    expect((state?.wrong ?? 0) + (state?.missing ?? 0) + (state?.touched ?? 0)).toBeGreaterThan(0);
  });

  it('ends as the engine does where prefill registers a draft and decode does not', async () => {
    const { verdict } = await run({ ...base, decode: { ...base.decode, speculation: { draftTokens: 4, draftLayers: 0 } } });
    expect(verdict.status).toBe('TRANSFER_ERROR');
    expect(verdict.findings.map((finding) => finding.id)).toContain('transfer-failed');
  });

  it('survives ring sizes that differ, since ring rows are addressed by row', async () => {
    const { verdict } = await run({
      ...base,
      prefill: { ...base.prefill, mode: 'unified', speculation: { draftTokens: 4 } },
      decode: { ...base.decode, mode: 'unified', speculation: { draftTokens: 8 } },
    });
    expect(verdict.status).toBe('PASS');
  });

  it('finds prefill that stopped early: decode misses what was never computed', async () => {
    const { verdict } = await run({ ...base, requests: [{ length: 600, prefillEnd: 300 }] });
    expect(verdict.status).not.toBe('PASS');
  });

  it('refuses what the engine refuses, and moves nothing', async () => {
    const { verdict, transfer, checks } = await run({ ...base, decode: { ...base.decode, draft: { pageSize: 128, swaPageSize: 128 } } });
    expect(verdict.status).toBe('REFUSE');
    expect(transfer).toBeNull();
    expect(verdict.words).toBeNull();
    expect(checks.map((finding) => [finding.id, finding.side, finding.message])).toEqual([
      ['paged-swa-geometry', 'decode', 'DSV4 target and draft pools must share paged SWA geometry: target=(256, 128), draft=(128, 128)'],
    ]);
  });
});
