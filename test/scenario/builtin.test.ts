/** Every built-in scenario comes out as it says it should, as given and mended, and the same twice. */
import { describe, expect, it } from 'vitest';
import { CpuDevice } from '../../src/device/cpu/cpuDevice.ts';
import { c128StateIndices } from '../../src/indices/c128State.ts';
import { swaRingRows } from '../../src/indices/swaRing.ts';
import { builtinNames, builtinScenario, scenarioCatalogue } from '../../src/scenario/builtin/catalogue.ts';
import { REPORT_SCENARIOS } from '../../src/scenario/builtin/reportScenarios.ts';
import { unmetExpectations } from '../../src/scenario/expectation.ts';
import type { ResolvedScenario } from '../../src/scenario/resolvedScenario.ts';
import { resolveScenario } from '../../src/scenario/resolveScenario.ts';
import { type RunResult, runScenario } from '../../src/scenario/runScenario.ts';
import type { ScenarioInput } from '../../src/scenario/scenarioSchema.ts';
import { validateScenario } from '../../src/scenario/validateScenario.ts';

const device = new CpuDevice(2 ** 30);

function resolve(scenario: ScenarioInput, variant: ResolvedScenario['variant']): ResolvedScenario {
  return resolveScenario(scenario, { name: 'built-in', locate: () => ({}), config: null, variant });
}

function run(scenario: ScenarioInput, variant: ResolvedScenario['variant']): Promise<RunResult> {
  return runScenario(resolve(scenario, variant), { device, timing: false });
}

function scenarioNamed(name: string): ScenarioInput {
  const found = builtinScenario(name);
  if (found === undefined) throw new Error(`there is no scenario ${name}`);
  return found;
}

const NAMED = REPORT_SCENARIOS.map(({ scenario }) => [scenario.name, scenario] as const);

describe('every scenario from a report', () => {
  it.each(NAMED)('%s has the shape of a scenario file', (_name, scenario) => {
    expect(validateScenario(structuredClone(scenario), () => ({}))).toEqual(scenario);
  });

  it.each(NAMED)('%s comes out as given', async (_name, scenario) => {
    expect(unmetExpectations(await run(scenario, 'given'))).toEqual([]);
  });

  it.each(NAMED.filter(([, { fixed }]) => fixed !== undefined))('%s comes out mended', async (_name, scenario) => {
    const result = await run(scenario, 'fixed');
    expect(unmetExpectations(result)).toEqual([]);
    expect(result.verdict.status).toBe('PASS');
  });
});

describe('determinism', () => {
  it.each(['late-write-after-abort', 'cached-translation', 'source-freed-early', 'tail-not-visible'])('%s gives the same verdict twice', async (name) => {
    const first = await run(scenarioNamed(name), 'given');
    const second = await run(scenarioNamed(name), 'given');
    expect(JSON.stringify(second.verdict)).toBe(JSON.stringify(first.verdict));
    expect(second.scenario.hash).toBe(first.scenario.hash);
  });

  it('the order of steps is the same for every strategy', async () => {
    const scenario = scenarioNamed('one-handle-failed');
    const verdicts = await Promise.all(
      (['per-item', 'merged', 'shader', 'auto'] as const).map(async (strategy) => (await run({ ...scenario, strategy }, 'given')).verdict),
    );
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0]);
  });
});

describe('the figures of the analysis', () => {
  it('finds C128 items at their slots', () => {
    const cases: readonly (readonly [slot: number, tokens: number, ringRows: number, online: boolean, expected: readonly number[]])[] = [
      [7, 1152, 128, false, []],
      [7, 129, 256, false, [15]],
      [7, 257, 256, false, [14]],
      [5, 300, 128, false, [5]],
      [5, 300, 256, false, [10]],
      [7, 257, 128, true, [7]],
    ];
    for (const [slot, tokens, ringRows, online, expected] of cases) expect([...c128StateIndices(slot, tokens, { online, ringRows })]).toEqual(expected);
  });

  it('moves ring rows between rings of 128 and 131 rows', () => {
    const source = swaRingRows(3, 1030, 128, 128);
    const target = swaRingRows(5, 1030, 128, 131);
    expect([source[0], target[0], source.at(-1), target.at(-1)]).toEqual([390, 771, 389, 767]);
    expect(new Set(target).size).toBe(128);
  });

  it('has 8 of 1,024 consecutive lengths with unequal state lists, of which 4 are mispaired', () => {
    const pages = (tokens: number) => {
      const start = Math.floor(Math.max(0, tokens - 128) / 256);
      return Array.from({ length: Math.ceil(tokens / 256) - start }, (_, i) => start + i);
    };
    const unequal = Array.from({ length: 1024 }, (_, i) => 129 + i).filter((tokens) => pages(tokens).length !== pages(tokens + 1).length);
    expect(unequal).toHaveLength(8);
    expect(unequal.filter((tokens) => pages(tokens)[0] !== pages(tokens + 1)[0])).toHaveLength(4);
  });
});

describe('the catalogue', () => {
  const catalogue = scenarioCatalogue();

  it('lists every scenario once, by a name that is no path', () => {
    expect(catalogue.map(({ name }) => name)).toEqual(builtinNames());
    expect(new Set(builtinNames()).size).toBe(catalogue.length);
    for (const { name } of catalogue) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('covers at least forty reports', () => {
    const reports = new Set(catalogue.flatMap(({ report }) => report ?? []));
    expect(reports.size).toBeGreaterThanOrEqual(40);
    for (const report of reports) expect(report).toMatch(/^B\d{1,2}$/);
  });

  it('foretells a verdict of every scenario from a report, and a mended one of all but controls', () => {
    for (const { name, class: kind, expect: foretold } of catalogue.filter((entry) => entry.class !== 'preset')) {
      expect(foretold.given, name).not.toBeNull();
      if (kind === 'control') expect(foretold, name).toEqual({ given: 'PASS', fixed: null });
      else expect(foretold.fixed, name).toBe('PASS');
    }
  });

  it('needs no device where a node refuses or the plan is judged', () => {
    const needs = (name: string) => catalogue.find((entry) => entry.name === name)?.needs;
    expect(needs('guard-draft-ratio')).toEqual({ device: false, memoryBytes: 0 });
    expect(needs('int32-wrap')).toEqual({ device: false, memoryBytes: 0 });
    expect(needs('state-not-sent')?.memoryBytes).toBeGreaterThan(0);
  });
});
