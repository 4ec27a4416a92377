/** Scenarios and pairs of nodes to cases. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../../src/device/cpu/cpuDevice.ts';
import { carryOut } from '../../../src/launch/repro/carryOut.ts';
import { reproducePair, reproduceScenario } from '../../../src/launch/repro/fromNodes.ts';
import { completeEngineConfig } from '../../../src/model/engineDefaults.ts';
import { MODEL_PRESETS } from '../../../src/model/presets.ts';
import { reproMarkdown } from '../../../src/report/reproMarkdown.ts';
import { BUILTIN_SCENARIOS } from '../../../src/scenario/builtin/index.ts';
import { REPORT_SCENARIOS } from '../../../src/scenario/builtin/reportScenarios.ts';
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts';
import { validateScenario } from '../../../src/scenario/validateScenario.ts';
import { writtenScenario } from '../../../src/scenario/writtenScenario.ts';

const device = new CpuDevice(2 ** 30);
const ALL = [...BUILTIN_SCENARIOS.values(), ...REPORT_SCENARIOS.map(({ scenario }) => scenario)];
const origin = { name: 's', locate: () => ({}), config: null };

describe('writtenScenario', () => {
  it('resolves to the same run, for every built-in scenario, as given and mended', () => {
    for (const scenario of ALL) {
      for (const variant of ['given', 'fixed'] as const) {
        if (variant === 'fixed' && scenario.fixed === undefined) continue;
        const resolved = resolveScenario(scenario, { ...origin, variant });
        const written = validateScenario(JSON.parse(JSON.stringify(writtenScenario(resolved))), () => ({}));
        expect(resolveScenario(written, origin).hash, `${scenario.name} ${variant}`).toBe(resolved.hash);
      }
    }
  });
});

describe('reproduceScenario', () => {
  it('keeps the mended variant of every built-in scenario', () => {
    for (const scenario of ALL) {
      if (scenario.fixed === undefined) continue;
      const fixed = resolveScenario(scenario, { ...origin, variant: 'fixed' });
      const reproCase = reproduceScenario(resolveScenario(scenario, origin), fixed);
      expect(resolveScenario(reproCase.scenario, { ...origin, variant: 'fixed' }).hash, scenario.name).toBe(fixed.hash);
    }
  });

  it('mends by the checks where the scenario does not say how', async () => {
    const small = { poolTokens: 1024, slots: 1, swaRatio: 1 };
    const given = resolveScenario(
      { model: 'dsv4-mini', prefill: { ...small, stateDtype: 'bfloat16' }, decode: { ...small, preallocSlots: 0 }, requests: [{ length: 300 }] },
      origin,
    );
    const { runs, shortfalls, mend } = await carryOut(reproduceScenario(given, null), device);
    expect([runs.asGiven.verdict.status, runs.pastCheck, runs.mended?.verdict.status, shortfalls]).toEqual(['SILENT_CORRUPTION', null, 'PASS', []]);
    expect(mend).toContain('SGLANG_DSV4_COMPRESS_STATE_DTYPE=float32');
  });

  it('says that there is nothing wrong with what is sound', async () => {
    const given = resolveScenario({ model: { plain: { layers: 1, rows: 4, itemBytes: 64 } }, requests: [{ length: 1 }] }, origin);
    const { runs, shortfalls } = await carryOut(reproduceScenario(given, null), device);
    expect([runs.asGiven.verdict.status, runs.mended]).toEqual(['PASS', null]);
    expect(shortfalls).toEqual(['As given, the run ends PASS: there is nothing to reproduce.']);
  });
});

describe('reproducePair', () => {
  const model = MODEL_PRESETS['dsv4-flash'];
  const speculation = { algorithm: 'EAGLE', draftTokens: 4, draftLayers: 1 } as const;

  const pages = (prefill: number, decode: number) => ({
    model,
    prefill: completeEngineConfig('prefill', model, { pageSizeTokens: prefill }),
    decode: completeEngineConfig('decode', model, { pageSizeTokens: decode }),
  });

  it('shows findings with one mend as one case', () => {
    const reproductions = reproducePair(pages(256, 128), 'pair');
    expect(reproductions.map(({ id, reason }) => [id, reason])).toEqual([['page-size-mismatch', null]]);
    const [reproCase] = reproductions.flatMap(({ cases }) => cases);
    expect(reproCase?.mend).toBe('On decode: use --page-size 256.');
    expect(reproCase?.scenario.fixed).toMatchObject({ decode: { pageSize: 256 } });
  });

  it('mends two page sizes that the server refuses alike by its own on both nodes', async () => {
    const [reproduction, ...others] = reproducePair(pages(1, 32), 'pair');
    const [reproCase] = reproduction?.cases ?? [];
    if (reproCase === undefined) throw new Error('a case was to be found');
    expect([others, reproCase.mend]).toEqual([[], 'On prefill: use --page-size 256. On decode: use --page-size 256.']);
    const { runs, shortfalls } = await carryOut(reproCase, device);
    expect([runs.asGiven.verdict.status, runs.mended?.verdict.status, shortfalls]).toEqual(['REFUSE', 'PASS', []]);
  });

  it('says that runs take pages which only the server refuses', () => {
    expect(reproducePair(pages(128, 128), 'pair')).toMatchObject([{ id: 'paged-page-size', cases: [], reason: expect.stringContaining('only the server') }]);
  });

  it('finds nothing where nothing is wrong', () => {
    const node = (side: 'prefill' | 'decode') => completeEngineConfig(side, model, { speculation });
    expect(reproducePair({ model, prefill: node('prefill'), decode: node('decode') }, 'pair')).toEqual([]);
  });
});

describe('reproMarkdown', () => {
  it('escapes what it is given, masks secrets, and closes no block early', () => {
    const again = "disagg-sim repro '--api-key hunter2 ``` <script>'";
    const page = reproMarkdown({ reproductions: [{ id: 'a|b<c>', values: {}, cases: [], reason: 'it *is* <b>so</b>' }], lines: ['x ``` y'], again }, []);
    expect(page).not.toMatch(/hunter2|<b>/);
    expect(page).toContain('````text\nx ``` y\n````');
  });
});
