/** Shrinking: the same failure, in the least scenario, and nothing left to take away. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { failureOf, isAlike, shrinkScenario } from '../../src/scenario/shrink.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';

const device = new CpuDevice(2 ** 30);
const SEED = 20260901;
const resolve = (input: ScenarioInput) => resolveScenario(input, { name: 's', locate: () => ({}), config: null });
const shrink = (input: ScenarioInput) => shrinkScenario(resolve(input), { device });
const failure = async (input: ScenarioInput) => failureOf(await runScenario(resolve(input), { device, timing: false }));

const plain = (faults: ScenarioInput['faults'], lengths: readonly number[]): ScenarioInput => ({
  model: { plain: { layers: 3, rows: 40, itemBytes: 64 } },
  prefill: { slots: 4 },
  decode: { slots: 4, preallocSlots: 0, fragmentation: 1 },
  requests: lengths.map((length) => ({ length })),
  ...(faults === undefined ? {} : { faults }),
});

describe('shrinkScenario', () => {
  it('a refusal needs one layer, one page, one slot and no request', async () => {
    const node = { poolTokens: 2048, swaRatio: 1, slots: 2, speculation: { draftTokens: 2 } };
    const { best, failure: kept } = await shrink({
      model: 'dsv4-mini',
      prefill: { ...node, draft: { mapping: 'own' } },
      decode: node,
      requests: { lengths: [1030, 5] },
    });
    expect(kept).toEqual({ status: 'REFUSE', ids: ['swa-mapping-identity'], cause: null });
    expect(best).toMatchObject({ model: { hiddenLayers: 1 }, prefill: { slots: 1, poolTokens: 256, draft: { mapping: 'own' } }, requests: [] });
    expect(best.decode?.speculation).toBeUndefined();
  });

  it('keeps what the failure needs: the fault, its request, the tokens', async () => {
    const { best } = await shrink(plain([{ kind: 'index-list-cut', request: 1, list: 'kv', side: 'prefill' }], [3, 6, 2]));
    expect(best).toMatchObject({ model: { plain: { layers: 1 } }, faults: [{ kind: 'index-list-cut', request: 0 }], requests: [expect.anything()] });
  });

  it('takes no reduction that hurts another component, or by another cause', async () => {
    const failed = { status: 'SILENT_CORRUPTION', ids: ['item-length', 'not-arrived'], cause: { class: 'item-length', component: 'target/swa' } } as const;
    expect(isAlike(failed, { ...failed })).toBe(true);
    expect(isAlike(failed, { ...failed, cause: { ...failed.cause, component: 'draft/swa' } })).toBe(false);
    expect(isAlike(failed, { ...failed, cause: { ...failed.cause, class: 'not-arrived' } })).toBe(false);
    expect(isAlike(failed, { ...failed, cause: null })).toBe(false);
    const broken = plain([{ kind: 'item-length-off' }], [3, 4]);
    const before = await failure(broken);
    expect(before.cause).not.toBeNull();
    const { best, failure: kept } = await shrink(broken);
    expect(kept).toEqual(before);
    expect(await failure(best)).toEqual(before);
  });

  it('is told of every run, and the best so far fails alike', async () => {
    const seen: ScenarioInput[] = [];
    const input = plain([{ kind: 'bit-flip' }], [2, 3]);
    const { runs, best } = await shrinkScenario(resolve(input), { device, onProgress: ({ best: now }) => seen.push(now) });
    expect(seen).toHaveLength(runs - 1);
    const middle = seen[Math.floor(seen.length / 2)] ?? best;
    expect(await failure(middle)).toEqual(await failure(input));
  });

  it('refuses what does not fail', async () => {
    await expect(shrink(plain([], [2]))).rejects.toThrow('the scenario ends PASS: there is no failure to keep');
  });

  it('the shrunk case fails identically, is a scenario, and shrinking it again changes nothing', async () => {
    const faults = fc.constantFrom<NonNullable<ScenarioInput['faults']>[number]>(
      { kind: 'bit-flip' },
      { kind: 'index-list-cut', list: 'kv' },
      { kind: 'dtype-width', component: 'kv', factor: 2 },
      { kind: 'component-dropped', component: 'kv' },
      { kind: 'item-length-off', component: 'kv', bytes: 4 },
    );
    await fc.assert(
      fc.asyncProperty(faults, fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }), async (fault, lengths) => {
        const input = plain([fault], lengths);
        const before = await failure(input);
        fc.pre(before.status !== 'PASS' && before.status !== 'PASS_WITH_WARNING');
        const once = await shrink(input);
        expect(await failure(once.best)).toEqual(before);
        validateScenario(JSON.parse(JSON.stringify(once.best)), () => ({}));
        const twice = await shrink(once.best);
        expect([twice.best, twice.kept]).toEqual([once.best, 0]);
      }),
      { seed: SEED, numRuns: 3 },
    );
  }, 120_000);
});
